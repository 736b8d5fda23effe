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

/** Signs that mean something in patterns, in query strings and in lists. */
const SIGNS = `a+b (c) [d] {e} $f ^g |h *i ?j .k "double" 'single' back\\slash 100%25 a&b=c #d é目🚀, e`;
const LONG = 'goal '.repeat(16);

/** What the longer names have before their last sign: all that is hard at once, and less where a target refuses it. */
const MIDDLES: readonly string[] = [`${SIGNS} ${LONG}`, LONG, ''];

/** How the name ends by which such tasks of an earlier run are found. */
const TELLING_END = 'z2';

/** A name that others begin with; two that are equal; ones that differ from these in letter case, and in the last character. */
const specialNames = (marker: string, middle: string): readonly string[] => [
  `${marker} twin`,
  `${marker} twin ${middle}z1`,
  `${marker} twin ${middle}z1`,
  `${marker} TWIN ${middle}z1`,
  `${marker} twin ${middle}${TELLING_END}`,
];

/** The tasks that a filter gives, as far as the first page shows them. */
const filtered = async (t: Context, filter: object): Promise<JsonRecord[]> =>
  itemsOf((await t.send('tasks.list', { query: { filter: JSON.stringify(filter) } })).json);

/** Those of the tasks that the list shows when it is asked for them. */
const listedOf = async (t: Context, ids: readonly string[]): Promise<JsonRecord[]> =>
  (await filtered(t, { _id: { $in: ids } })).filter((item) => ids.includes(String(idOf(item))));

/** Whether a task has been named so by a run, as the one that tells of the others. */
const isTelling = (name: string): boolean => isOfRuns(name) && name.includes(' twin ') && name.endsWith(TELLING_END);

/** Ids of those that an earlier run has left in the account, where all of them are there as they were named. */
async function leftBefore(t: Context): Promise<readonly string[] | undefined> {
  const ends = (await filtered(t, { name: { $regex: `${TELLING_END}$` } })).map((item) => String(item.name));
  const end = ends.find(isTelling);
  if (end === undefined) return undefined;
  const [marker, rest] = end.split(' twin ', 2) as [string, string];
  const found = await filtered(t, { name: { $regex: `^${marker} ` } });
  const middle = rest.slice(0, -TELLING_END.length);
  const [wanted, there] = [specialNames(marker, middle), found.map((item) => String(item.name))].map((names) =>
    [...names].sort(),
  );
  return MIDDLES.includes(middle) && !firstDifference(wanted, there) ? idsOf(found) : undefined;
}

/** Makes the tasks, with names as hard as the target takes them: which it takes is not said. */
async function makeAll(t: Context): Promise<readonly string[]> {
  const marker = t.names.next('list');
  const make = async (name: string) => {
    const task = await tryMake(t, 'task', { ...(await bodies.task?.(t)), name });
    return 'kindName' in task ? [task.id] : [];
  };
  for (const middle of MIDDLES) {
    // One of the hard names goes first.
    const [hard = '', ...others] = specialNames(marker, middle).toReversed();
    const found = await make(hard);
    if (found.length === 0) continue;
    for (const name of others) found.push(...(await make(name)));
    return found;
  }
  return [];
}

async function made(t: Context): Promise<readonly string[]> {
  if (!t.settings.allowWrites || !t.claims('tasks') || bodies.task === undefined) return [];
  const before = await leftBefore(t);
  if (before !== undefined) return before;
  const found = await makeAll(t);
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
