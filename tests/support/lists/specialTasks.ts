/**
 * Tasks with names that filters, sorts and parsers of query strings get wrong, made where the account may be written to and
 * no earlier run has left such tasks.
 */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import type { Ledger } from '../engine/ledger.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { stillWrong } from '../engine/retry.ts';
import { isOfRuns } from '../engine/uniqueNames.ts';
import { idOf, idsOf, itemsOf } from '../records/answers.ts';
import { bodies } from '../records/bodies.ts';
import { tryMake } from '../records/creating.ts';
import { peek } from '../records/views.ts';
import { firstDifference } from '../values/difference.ts';
import type { Listing } from './readPages.ts';

/** Ids of the tasks that a batch has made or found, by its ledger. They stay in the account, so only a batch that asks makes them. */
const special = new WeakMap<Ledger, Promise<readonly string[]>>();

const LONG = 'goal '.repeat(24);

/** How the name ends by which such tasks of an earlier run are found. */
const TELLING_END = ' twin and more';

/** Two names that are equal; names that differ in the last character, in case, in being the beginning of another; special characters. */
const specialNames = (marker: string): readonly string[] => [
  `${marker} twin`,
  `${marker} twin`,
  `${marker} ${LONG}1`,
  `${marker} ${LONG}2`,
  `${marker} TWIN`,
  `${marker}${TELLING_END}`,
  `${marker} a+b (c) [d] {e} $f ^g |h *i ?j .k`,
  `${marker} "double" 'single' back\\slash 100%25 a&b=c #d é目🚀, e`,
];

/** The tasks that a filter gives, as far as the first page shows them. */
const filtered = async (t: Context, filter: object): Promise<JsonRecord[]> =>
  itemsOf((await t.send('tasks.list', { query: { filter: JSON.stringify(filter) } })).json);

/** Those of the tasks that the list shows when it is asked for them. */
const listedOf = async (t: Context, ids: readonly string[]): Promise<JsonRecord[]> =>
  (await filtered(t, { _id: { $in: ids } })).filter((item) => ids.includes(String(idOf(item))));

/** Ids of those that an earlier run has left in the account, where all of them are there as they were named. */
async function leftBefore(t: Context): Promise<readonly string[] | undefined> {
  const ends = (await filtered(t, { name: { $regex: `${TELLING_END}$` } })).map((item) => String(item.name));
  const end = ends.find((name) => isOfRuns(name) && name.endsWith(TELLING_END));
  if (end === undefined) return undefined;
  const marker = end.slice(0, -TELLING_END.length);
  const found = await filtered(t, { name: { $regex: `^${marker} ` } });
  const [wanted, there] = [specialNames(marker), found.map((item) => String(item.name))].map((names) =>
    [...names].sort(),
  );
  return firstDifference(wanted, there) ? undefined : idsOf(found);
}

async function made(t: Context): Promise<readonly string[]> {
  if (!t.settings.allowWrites || !t.claims('tasks') || bodies.task === undefined) return [];
  const before = await leftBefore(t);
  if (before !== undefined) return before;
  const marker = t.names.next('list');
  const found: string[] = [];
  for (const name of specialNames(marker)) {
    const task = await tryMake(t, 'task', { ...(await bodies.task(t)), name });
    // Which names are taken is not said: what is refused is done without.
    if ('kindName' in task) found.push(task.id);
  }
  // The list may show them later than a read by id does; what it still lacks then is for the checks to judge.
  await stillWrong(t, async (s) => ((await listedOf(s, found)).length < found.length ? 'not listed yet' : undefined));
  return found;
}

/** Lets the checks of this batch find such tasks among the records of tasks.list. */
export function wantSpecialTasks(t: Context): void {
  if (!special.has(t.ledger)) special.set(t.ledger, unlessUntested(made(t), []));
}

/** The listing of tasks with the tasks that were made for the batch; any other listing as it is. */
export async function addSpecialTasks(t: Context, operationId: string, listing: Listing): Promise<Listing> {
  const ids = operationId === 'tasks.list' ? ((await special.get(t.ledger)) ?? []) : [];
  if (ids.length === 0) return listing;
  const there = await listedOf(t, ids);
  // What this filter leaves out is there all the same.
  const shown = new Set(there.map((item) => String(idOf(item))));
  const left = await Promise.all(ids.filter((id) => !shown.has(id)).map((id) => peek(t, 'task', id)));
  const others = listing.items.filter((item) => !ids.includes(String(idOf(item))));
  return { ...listing, items: [...there, ...left.filter((one) => one !== undefined), ...others] };
}
