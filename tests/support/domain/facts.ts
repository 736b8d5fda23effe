/** Facts that the API alone cannot show: the fixtures say them, or declare under `none` that the account has no such thing. */
import { isRecord, kinds } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { declaredAbsent, NoData, NotApplicable, type NotTested } from '../engine/outcome.ts';
import type { Answer } from '../http/client.ts';
import { isRefusal } from '../records/answers.ts';

/** What the fixtures declare where no goal is met. */
export const MET = 'goal.met';
/** A goal that is met and may take changes: it is not locked. */
export const GOAL_OPEN = 'goal.open';
/** A goal that is met and has a tag. */
export const TAGGED = 'goal.tagged';
/** A goal that is met and has a tag that is active: what another one finds is not said. */
export const GOAL_TAG_ACTIVE = 'goal.tagActive';
/** A goal that is met and has a tag with one of the letters from a to z in its title. */
export const GOAL_TAG_LETTERED = 'goal.tagLettered';
/** A goal without a tag that another one of its session has. */
export const TAG_OF_OTHERS = 'goal.tagOfOthers';
/** Two tags of one session, each with a goal that has not the other. */
export const TAGS_APART = 'goal.tagsApart';
/** A tag that is active. */
export const TAG_ACTIVE = 'tag.active';
/** A dashboard that is not archived and has a tag that is active. */
export const DASHBOARD_TAG_ACTIVE = 'dashboard.tagActive';

const NO_TAGGED_GOAL: readonly string[] = [MET, 'tag', TAGGED];

/** Words of `none`, each with the wider ones: where one of these is declared, the narrower thing is not there either. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  [GOAL_OPEN]: [MET],
  [TAGGED]: NO_TAGGED_GOAL,
  [GOAL_TAG_ACTIVE]: NO_TAGGED_GOAL,
  [GOAL_TAG_LETTERED]: NO_TAGGED_GOAL,
  [TAG_OF_OTHERS]: NO_TAGGED_GOAL,
  [TAGS_APART]: NO_TAGGED_GOAL,
  [DASHBOARD_TAG_ACTIVE]: ['dashboard.tags', 'tag'],
};

/** The name under which the fixtures declare a thing, something wider, or all of its kind; undefined where they do not. */
const declaredAs = (t: Context, thing: string): string | undefined =>
  [thing, ...(WIDER[thing] ?? []), thing.split('.')[0] as string].find((name) => t.fixtures.none.includes(name));

/**
 * What ends a check that needs a fact: NotApplicable where the fixtures declare the thing under `none`, else NotTested with
 * the line to add.
 * @param thing a kind, or a kind and what it has (`goal.atBound`), as `none` names it
 * @param example the line of the fixtures file, as JSON
 */
export function factMissing(t: Context, thing: string, reason: string, example: string): NotTested | NotApplicable {
  const [kindName = ''] = thing.split('.');
  const declared = declaredAs(t, thing);
  if (declared !== undefined) return declaredAbsent(reason, [declared]);
  const title = kinds[kindName]?.title ?? kindName;
  return new NoData(
    reason,
    `FIXTURES: "facts": { ${example} }, or "none": ["${thing}"] if the account has no such ${title}`,
  );
}

/**
 * What ends a check that the account has too little for: NotApplicable where the fixtures declare all of these things under
 * `none`, or something wider than they are, else NotTested.
 */
export function lacking(
  t: Context,
  things: readonly string[],
  reason: string,
  remedy: string,
): NotTested | NotApplicable {
  const declared = things.flatMap((thing) => declaredAs(t, thing) ?? []);
  if (things.length > 0 && declared.length === things.length) return declaredAbsent(reason, declared);
  if (things.length === 0) return new NoData(reason, remedy);
  return new NoData(reason, `${remedy}, or "none": ${JSON.stringify(things)} if the account has none`);
}

/** What a reading gives; undefined where the fixtures declare that there is no such thing. */
export async function unlessDeclared<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotApplicable) return undefined;
    throw error;
  }
}

/**
 * What a refusal of a create ends: where the fixtures declare that there is nothing to learn a value from, it is sent without,
 * which a target may refuse. Undefined where the body was whole.
 */
export function refusedWithout(t: Context, kindName: string, answer: Answer, body: unknown): NotApplicable | undefined {
  if (!isRefusal(answer) || !isRecord(body)) return undefined;
  const { create, sent = {} } = kinds[kindName] ?? {};
  for (const [key, { learntFrom }] of Object.entries(sent)) {
    if (learntFrom === undefined || body[key] !== undefined || declaredAs(t, learntFrom) === undefined) continue;
    return declaredAbsent(`${create} answers ${answer.status} without ${key}`, [learntFrom]);
  }
  return undefined;
}
