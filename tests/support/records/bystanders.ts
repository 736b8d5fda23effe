/** Records that a write must leave alone, though other clients may change them at the same time. */

import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import type { FailureDetails } from '../engine/outcome.ts';
import { NotTested } from '../engine/outcome.ts';
import { clock } from '../http/clock.ts';
import type { Listing } from '../lists/readPages.ts';
import { orderlessDifference } from '../values/orderless.ts';
import { readAll } from './runMarkers.ts';
import { withoutCounts } from './withoutCounts.ts';

const QUIET_LOOKS = 16;
/** Each pause is twice as long as the one before: what others change mostly stays so, and a look may read all lists. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 320;
/** For how long records are watched where it is not said how long the writes took: a job may change them a few times a second. */
export const WATCH_MS = 500;

/** For how long to watch what seems to have changed since then: as long as that took. The bundled server has no jobs of its own. */
export const watchMsSince = (t: Context, since: number): number =>
  Math.max(clock.now() - since, t.settings.bundled ? 0 : WATCH_MS);

export type Snapshot = readonly JsonRecord[];

type Change = Omit<FailureDetails, 'exchange'>;

/** What is different in each record of the earlier snapshot that is gone or different in the later one. */
export function changes(before: Snapshot, after: Snapshot): Change[] {
  const byId = new Map(after.map((record) => [record.id, record]));
  return before.flatMap((record): Change[] => {
    const now = byId.get(record.id);
    if (!now) return [{ expected: record, received: 'no such record any more' }];
    if (now === record) return [];
    const found = orderlessDifference(withoutCounts(record), withoutCounts(now));
    return found ? [{ ...found, at: `${String(record.id)}${found.at}` }] : [];
  });
}

/**
 * Whether others change these records while this check leaves them alone: then no write of its own is to blame.
 * @param look takes a snapshot now
 * @param ms for how long the records are watched at least: as long as the writes took that seem to have changed them
 */
export async function othersAtWork(look: () => Promise<Snapshot>, ms = WATCH_MS): Promise<boolean> {
  const until = clock.now() + ms;
  let last = await look();
  for (let looks = 0; looks < QUIET_LOOKS || clock.now() < until; looks++) {
    if (looks >= QUIET_LOOKS)
      await clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** (looks - QUIET_LOOKS), LONGEST_PAUSE_MS));
    const now = await look();
    if (changes(last, now).length > 0) return true;
    last = now;
  }
  return false;
}

/**
 * Judges that no record of the earlier snapshot has changed. When one has, the records are watched for a while: where
 * others are at work on them the write cannot be blamed, and what stayed the same is all that there is to judge.
 * @param look takes a snapshot now
 */
export async function expectUntouched(
  t: Context,
  before: Snapshot,
  after: Snapshot,
  look: () => Promise<Snapshot>,
  message: string,
  exchange?: FailureDetails['exchange'],
): Promise<void> {
  const stayed = before.length - changes(before, after).length;
  t.judge(undefined, stayed);
  if (stayed === before.length) return;
  if (await othersAtWork(look)) {
    if (stayed > 0) return;
    throw new NotTested('other clients change the same records during the run', 'an account with less going on');
  }
  const [found] = changes(before, await look());
  if (found) t.judge({ message, ...found, ...(exchange && { exchange }) }, 0);
}

/** The records with these fields alone, lists of ids in order, so that snapshots can be compared. */
export const snapshotOf = (records: Snapshot, fields: readonly string[]): Snapshot =>
  records.map((record) =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = record[field];
        return value === undefined ? [] : [[field, Array.isArray(value) ? [...value].sort() : value]];
      }),
    ),
  );

/** The records of the earlier reading that the later one could show: of a list that was not read whole, those that it has. */
function comparable(before: Snapshot, { items, complete }: Shown): Snapshot {
  const there = new Set(items.map(({ id }) => id));
  return complete ? before : before.filter(({ id }) => there.has(id));
}

/** What a list has shown, and whether this was all of it. */
type Shown = Pick<Listing, 'items' | 'complete'>;

/**
 * The same of a kind's list, which is read once more where it seems changed. What a list that is too long to be read whole
 * does not show is not missed: a record that is new moves others out of the pages that were read.
 * @param lists the records before and after the write
 * @throws Failure or NotTested as `expectUntouched` does
 */
export function expectListUntouched(
  t: Context,
  kindName: string,
  fields: readonly string[],
  [before, after]: readonly [Shown, Shown],
  message: string,
  exchange: FailureDetails['exchange'],
): Promise<void> {
  const watched = comparable(before.items, after);
  const look = async () => {
    const now = await readAll(t, kindName);
    const seen = new Set(comparable(watched, now));
    return snapshotOf([...now.items, ...(now.complete ? [] : watched.filter((one) => !seen.has(one)))], fields);
  };
  return expectUntouched(t, snapshotOf(watched, fields), snapshotOf(after.items, fields), look, message, exchange);
}
