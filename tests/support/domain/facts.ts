/** Facts that the API alone cannot show: the fixtures say them, or declare under `none` that the account has no such thing. */
import { isRecord, kinds } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { declaredAs } from '../engine/noneWords.ts';
import { declaredAbsent, NoData, NotApplicable, type NotTested } from '../engine/outcome.ts';
import type { Answer } from '../http/client.ts';
import { isRefusal } from '../records/answers.ts';

/**
 * What ends a check that needs a fact: NotApplicable where the fixtures declare the thing under `none`, else NotTested with
 * the line to add.
 * @param thing a kind, or a kind and what it has (`goal.atBound`), as `none` names it
 * @param example the line of the fixtures file, as JSON
 */
export function factMissing(t: Context, thing: string, reason: string, example: string): NotTested | NotApplicable {
  const [kindName = ''] = thing.split('.');
  const declared = declaredAs(t.fixtures, thing);
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
  const declared = things.flatMap((thing) => declaredAs(t.fixtures, thing) ?? []);
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
    if (learntFrom === undefined || body[key] !== undefined || declaredAs(t.fixtures, learntFrom) === undefined)
      continue;
    return declaredAbsent(`${create} answers ${answer.status} without ${key}`, [learntFrom]);
  }
  return undefined;
}
