/** The records by which answers of a list are judged, and judging while others change the account. */
import { type JsonRecord, kindAnswered } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import type { Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import { idOf } from '../records/answers.ts';
import { firstDifference } from '../values/difference.ts';
import { type Listing, readSome } from './readList.ts';
import { addSpecialTasks } from './specialTasks.ts';

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
  throw new NotTested(
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
  // Without ids nobody can tell which record has become which: either nothing has moved, or nothing is known.
  if (before.items.some((item) => idOf(item) === undefined)) {
    if (!firstDifference(inOrder(before), inOrder(after))) return unchanged(after);
    return { stable: [], ever: [...before.items, ...after.items], complete: false };
  }
  const known = new Map(after.items.map((item) => [idOf(item), item]));
  const stable = before.items.filter((item) => !firstDifference(item, known.get(idOf(item))));
  const kept = new Set(stable.map(idOf));
  const moved = [...before.items, ...after.items].filter((item) => !kept.has(idOf(item)));
  return { stable, ever: [...stable, ...moved], complete: before.complete && after.complete };
}

const LOOKS = 3;

/**
 * Judges an answer by the known records of the list. Before it blames, it looks again between two fresh readings and
 * counts only what stayed the same: the law that `verdict` states must hold whatever others do meanwhile.
 */
export async function judgeByRecords<T>(
  t: Context,
  operationId: string,
  look: () => Promise<T>,
  verdict: (seen: T, records: KnownRecords) => Verdict,
): Promise<void> {
  let found = verdict(await look(), unchanged(await listing(t, operationId)));
  for (let looks = 1; found.wrong && looks < LOOKS; looks++) {
    const before = await listing(fresh(t), operationId);
    const seen = await look();
    found = verdict(seen, between(before, await listing(fresh(t), operationId)));
  }
  t.judge(found.wrong, found.compared);
}

/**
 * Judges an answer by a reading before it and one after it: the law that `verdict` states must hold whatever has changed
 * between the two. What is wrong in one look must be wrong in each of three.
 */
export async function judgeBetween<B, T>(
  t: Context,
  read: () => Promise<B>,
  look: (before: B) => Promise<T>,
  verdict: (seen: T, before: B, after: B) => Verdict,
): Promise<void> {
  let before = await read();
  let seen = await look(before);
  let found = verdict(seen, before, before);
  for (let looks = 1; found.wrong && looks <= LOOKS; looks++) {
    const after = await read();
    found = verdict(seen, before, after);
    if (!found.wrong || looks === LOOKS) break;
    before = after;
    seen = await look(before);
  }
  t.judge(found.wrong, found.compared);
}
