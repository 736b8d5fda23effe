/**
 * Paths with a slash more or less at their end. None of them need be served; where one is, it is the same operation, which
 * refuses the same callers.
 */
import type { Operation } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { unlessUntested } from '../support/engine/outcome.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { firstDifference } from '../support/values/difference.ts';
import { attempt, expectNoEffect } from './attempts.ts';
import { comparable } from './comparable.ts';
import { concerns, control } from './requests.ts';
import { canBeSame, shownRecords } from './shown.ts';

const otherPath = ({ path }: Operation): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);

/** An answer without records tells something if it has more characters: one without anything is like many others. */
const LEAST_TOLD = 40;

/** Whether an answer shows what another one does: one of its records, or the same where it has none. */
function showsSame(operation: Operation, answer: Answer, right: Answer): boolean {
  const [shown, own] = [shownRecords(answer.json), shownRecords(right.json)];
  if (own.size > 0) return [...shown].some(([id, record]) => own.has(id) && canBeSame(own.get(id) ?? {}, record));
  return (
    right.json !== undefined &&
    right.responseBody.length > LEAST_TOLD &&
    firstDifference(comparable(operation, answer.json), comparable(operation, right.json)) === undefined
  );
}

/**
 * Judges that what a caller is refused is refused at the other path, too. A write is judged where its effect can be seen.
 * @param from who asks
 * @param right what was refused to them, right otherwise
 */
export async function expectRefusedAtSlash(
  t: Context,
  operation: Operation,
  from: RequestInput,
  right: RequestInput,
): Promise<void> {
  const reads = operation.method === 'GET';
  if (operation.open || (!reads && !concerns('general.refusal-no-effect', operation))) return;
  const at = { method: operation.method, path: otherPath(operation) };
  const sent = await attempt(t, operation, { ...from, at, atOnce: true }, right);
  if (!sent.answer.ok) return;
  const message = `what is refused is served at the path ${at.path}`;
  if (!reads) {
    await expectNoEffect(t, sent, message);
    return;
  }
  const all = await unlessUntested(control(t, operation), []);
  t.expect(!all.some(({ answer }) => showsSame(operation, sent.answer, answer)), message, {
    expected: 'a refusal, or nothing of the account',
    received: sent.answer,
  });
}
