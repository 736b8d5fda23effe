/** Facts that the API alone cannot show: the fixtures say them, or declare under `none` that the account has no such thing. */
import { isRecord, kinds } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NoData, NotApplicable, type NotTested } from '../engine/outcome.ts';
import type { Answer } from '../http/client.ts';
import { isRefusal } from '../records/answers.ts';

/** The name under which the fixtures declare a thing, or all of its kind; undefined where they do not. */
const declaredAs = (t: Context, thing: string): string | undefined =>
  [thing, thing.split('.')[0] as string].find((name) => t.fixtures.none.includes(name));

/**
 * What ends a check that needs a fact: NotApplicable where the fixtures declare the thing under `none`, else NotTested with
 * the line to add.
 * @param thing a kind, or a kind and what it has (`goal.atBound`), as `none` names it
 * @param example the line of the fixtures file, as JSON
 */
export function factMissing(t: Context, thing: string, reason: string, example: string): NotTested | NotApplicable {
  const [kindName = ''] = thing.split('.');
  const declared = declaredAs(t, thing);
  if (declared !== undefined) return new NotApplicable(`${reason}, and the fixtures declare ${declared} under none`);
  const title = kinds[kindName]?.title ?? kindName;
  return new NoData(
    reason,
    `FIXTURES: "facts": { ${example} }, or "none": ["${thing}"] if the account has no such ${title}`,
  );
}

/** What the fixtures declare where no goal is met. */
export const MET = 'goal.met';

/**
 * What ends a check that the account has too little for: NotApplicable where the fixtures declare all of these things under
 * `none`, else NotTested.
 */
export function lacking(
  t: Context,
  things: readonly string[],
  reason: string,
  remedy: string,
): NotTested | NotApplicable {
  if (things.length > 0 && things.every((thing) => declaredAs(t, thing) !== undefined))
    return new NotApplicable(`${reason}, and the fixtures declare ${things.join(', ')} under none`);
  if (things.length === 0) return new NoData(reason, remedy);
  return new NoData(reason, `${remedy}, or "none": ${JSON.stringify(things)} if the account has none`);
}

/** What the fixtures declare where goals are met, and what the rules on tags need to be seen is missing among them. */
export const TAGGED = 'goal.tagged';
/** A goal without a tag that another one of its session has. */
export const TAG_OF_OTHERS = 'goal.tagOfOthers';
/** Two tags of one session, each with a goal that has not the other. */
export const TAGS_APART = 'goal.tagsApart';

/** What ends a check where tags of goals that are met do not show it: also where no goal is met, or has a tag. */
export function lackingTagged(t: Context, thing: string, reason: string, remedy: string): NotTested | NotApplicable {
  const wider = [MET, 'tag', TAGGED].find((one) => t.fixtures.none.includes(one));
  return lacking(t, [wider ?? thing], reason, remedy);
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
    return new NotApplicable(
      `${create} answers ${answer.status} without ${key}, and the fixtures declare ${learntFrom} under none`,
    );
  }
  return undefined;
}
