/**
 * Paths that are spelled otherwise: with a slash more or less, a suffix, a parameter, a capital letter. None of them need be
 * served; where one is, it is the same operation, which refuses the same callers.
 */
import { type Operation, operations } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { unlessUntested } from '../support/engine/outcome.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { firstDifference } from '../support/values/difference.ts';
import { attempt, expectNoEffect } from './attempts.ts';
import { comparable } from './comparable.ts';
import { concerns, control } from './requests.ts';
import { canBeSame, shownRecords } from './shown.ts';

const withoutSlash = (path: string): string => path.replace(/\/$/, '');
const slashed = (path: string): string => (path.endsWith('/') ? withoutSlash(path) : `${path}/`);

/** What routers take for the same path and filters before them may not; only some of them are tried at each operation. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => `${withoutSlash(path)}.json`,
  (path) => path.replace(/(?<=^\/v\d)\//, '//'),
  (path) => `${withoutSlash(path)};x=1`,
  (path) => `/${path}`,
  (path) => path.replace(/^\/v/, '/V'),
];

/** How many of them are tried at one operation: the operations of a group take turns, and a refused read costs least. */
const TRIED = { read: 2, write: 1 };

/** The other paths of an operation that are tried. */
function otherPaths({ id, group, method, path }: Operation): string[] {
  const beside = operations.filter((one) => one.group === group && (one.method === 'GET') === (method === 'GET'));
  const tried = method === 'GET' ? TRIED.read : TRIED.write;
  const from = beside.findIndex((one) => one.id === id) * tried;
  const turns = Array.from({ length: tried }, (_, i) => SPELLINGS[(from + i) % SPELLINGS.length]);
  return [slashed(path), ...turns.map((spelled) => spelled?.(path) ?? path)];
}

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

async function expectRefusedAt(
  t: Context,
  operation: Operation,
  from: RequestInput,
  right: RequestInput,
  path: string,
): Promise<void> {
  const at = { method: operation.method, path };
  // Whether such a path is answered at all is open.
  const sent = await unlessUntested(attempt(t, operation, { ...from, at, atOnce: true }, right), undefined);
  if (!sent?.answer.ok) return;
  const message = `what is refused is served at the path ${path}`;
  if (operation.method !== 'GET') {
    await expectNoEffect(t, sent, message);
    return;
  }
  const all = await unlessUntested(control(t, operation), []);
  t.expect(!all.some(({ answer }) => showsSame(operation, sent.answer, answer)), message, {
    expected: 'a refusal, or nothing of the account',
    received: sent.answer,
  });
}

/**
 * Judges that what a caller is refused is refused at other spellings of the path, too. A write is judged where its effect
 * can be seen.
 * @param from who asks
 * @param right what was refused to them, right otherwise
 */
export async function expectRefusedElsewhere(
  t: Context,
  operation: Operation,
  from: RequestInput,
  right: RequestInput,
): Promise<void> {
  const reads = operation.method === 'GET';
  if (operation.open || (!reads && !concerns('general.refusal-no-effect', operation))) return;
  for (const path of otherPaths(operation)) await expectRefusedAt(t, operation, from, right, path);
}
