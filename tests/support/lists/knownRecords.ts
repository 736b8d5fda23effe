/** The records by which answers of a list are judged, and judging while others change the account. */
import { type JsonRecord, kindAnswered } from '../../../schemas/contract.ts';
import { lacking } from '../domain/facts.ts';
import type { Tally, Wrong } from '../engine/assertions.ts';
import type { Context } from '../engine/context.ts';
import { anew, fresh, looks } from '../engine/retry.ts';
import { clock } from '../http/clock.ts';
import { idsOf, keyOf } from '../records/answers.ts';
import { firstDifference } from '../values/difference.ts';
import { sample } from '../values/sample.ts';
import { readSome } from './readList.ts';
import type { Listing } from './readPages.ts';
import { addSpecialTasks } from './specialTasks.ts';
import { YARDSTICK } from './yardstick.ts';

/** Records of the list while something was looked at. */
export interface KnownRecords {
  /** Those that were there all the time and stayed the same. */
  stable: readonly JsonRecord[];
  /** Those that were there at some time. */
  ever: readonly JsonRecord[];
  /** Whether these are all records of the list. */
  complete: boolean;
}

/** What a pure function found in an answer, and how many values of it it has compared. */
export interface Verdict {
  wrong?: Wrong | undefined;
  compared: number;
}

/**
 * The records of a list, or some from all parts of a long one; read once for all checks of a batch.
 * @throws NotTested when there are too few for the rule to show
 */
export async function knownRecords(t: Context, operationId: string, least = 2): Promise<readonly JsonRecord[]> {
  const { items } = await listing(t, operationId);
  if (items.length === 0) throw t.nothingShown(kindAnswered(operationId));
  if (items.length >= least) return items;
  throw lacking(
    t,
    [`${kindAnswered(operationId)}.several`],
    `${operationId} lists ${items.length} records, too few to see the rule`,
    `an account with at least ${least} records in ${operationId}`,
  );
}

const listing = (t: Context, operationId: string): Promise<Listing> =>
  t.once(`known/${operationId}`, async () => addSpecialTasks(t, operationId, await readSome(t, operationId)));

const unchanged = ({ items, complete }: Listing): KnownRecords => ({ stable: items, ever: items, complete });

/** Records in one order, whichever they came in. */
const inOrder = ({ items }: Listing) => items.map((item) => JSON.stringify(item)).sort();

/** What stayed the same between two readings. */
export function between(before: Listing, after: Listing): KnownRecords {
  // Without ids or names nobody can tell which record has become which: either nothing has moved, or nothing is known.
  if (before.items.some((item) => keyOf(item) === undefined)) {
    if (!firstDifference(inOrder(before), inOrder(after))) return unchanged(after);
    return { stable: [], ever: [...before.items, ...after.items], complete: false };
  }
  const known = new Map(after.items.map((item) => [keyOf(item), item]));
  const stable = before.items.filter((item) => !firstDifference(item, known.get(keyOf(item))));
  const kept = new Set(stable.map(keyOf));
  const moved = [...before.items, ...after.items].filter((item) => !kept.has(keyOf(item)));
  return { stable, ever: [...stable, ...moved], complete: before.complete && after.complete };
}

/** Of each list: the reading that was begun last, for all whose look had ended before it. */
interface Latest {
  begun: number;
  reading: Promise<Listing>;
}

/** A reading of the list that was begun after this time; checks that wait for one at the same time share it. */
async function listingSince(t: Context, operationId: string, time: number): Promise<Listing> {
  const latest = await t.once<Partial<Latest>>(`latest/${operationId}`, async () => ({}));
  if (latest.reading === undefined || (latest.begun ?? 0) <= time)
    Object.assign(latest, { begun: clock.now(), reading: listing(fresh(anew(t)), operationId) });
  return latest.reading as Promise<Listing>;
}

/** Of each check, by its tally: whether something that it found wrong was still wrong when it was looked at again. */
const confirmed = new WeakMap<Tally, Promise<boolean>>();

/**
 * What is still wrong when it is looked at again. What one check finds is looked at one after the other, and once something
 * was confirmed the check has failed: what else it finds needs no further look.
 */
function lookAgain(t: Context, found: Verdict, again: () => Promise<Verdict>): Promise<Verdict> {
  const before = confirmed.get(t.tally);
  const result = (async () => ((await before) ? found : await again()))();
  confirmed.set(
    t.tally,
    result.then(
      ({ wrong }) => wrong !== undefined,
      () => false,
    ),
  );
  return result;
}

/**
 * Judges an answer by the reading before it; where it looks wrong, also by one after it. What then leaves nothing to compare
 * is looked at again as what is wrong is.
 * @param before what was read before the first look
 * @param read reads it anew
 */
async function judgeFrom<B, T>(
  t: Context,
  before: B,
  read: () => Promise<B>,
  look: (before: B) => Promise<T>,
  verdict: (seen: T, before: B, after: B) => Verdict,
): Promise<void> {
  const first = await look(before);
  let found = verdict(first, before, before);
  if (found.wrong)
    found = await lookAgain(t, found, async () => {
      let [from, again] = [before, found];
      let see = async () => first;
      for await (const _ of looks(t)) {
        const seen = await see();
        const after = await read();
        again = verdict(seen, from, after);
        if (again.wrong === undefined && again.compared > 0) break;
        from = after;
        see = () => look(after);
      }
      return again;
    });
  t.judge(found.wrong, found.compared);
}

/**
 * Judges an answer by the known records of the list. Before it blames, it reads the list again and counts only what was the
 * same before the answer and after it: the law that `verdict` states must hold whatever others do meanwhile. What is wrong
 * must be wrong in each look: at least three, and as many as SETTLE_MS has room for.
 */
export const judgeByRecords = async <T>(
  t: Context,
  operationId: string,
  look: () => Promise<T>,
  verdict: (seen: T, records: KnownRecords) => Verdict,
): Promise<void> =>
  judgeFrom(
    t,
    await listing(t, operationId),
    () => listingSince(t, operationId, clock.now()),
    look,
    (seen, before, after) => verdict(seen, before === after ? unchanged(before) : between(before, after)),
  );

/**
 * Judges an answer by a reading before it and one after it: the law that `verdict` states must hold whatever has changed
 * between the two. What is wrong must be wrong in each look, as for `judgeByRecords`.
 */
export const judgeBetween = async <B, T>(
  t: Context,
  read: () => Promise<B>,
  look: (before: B) => Promise<T>,
  verdict: (seen: T, before: B, after: B) => Verdict,
): Promise<void> => judgeFrom(t, await read(), read, look, verdict);

/** Ids of records that show a field, and of as many that do not: no more than one request may name. */
export const withAndWithout = (records: readonly JsonRecord[], path: string): string[] =>
  [true, false].flatMap((shown) =>
    sample(idsOf(records.filter((record) => (record[path] !== undefined) === shown)), YARDSTICK.listed / 2),
  );
