/** Requests with list parameters, and how their answers are judged while others may change the account. */

import { type JsonRecord, requirement } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import { type Check, check } from '../engine/check.ts';
import type { Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import type { Answer } from '../http/client.ts';
import { idOf, itemsOf, required, totalOf } from '../records/answers.ts';
import { firstDifference } from '../values/difference.ts';
import { type Listing, queryOf, readList, sizeOf } from './readList.ts';

/** List parameters; a filter is written as strict JSON. */
export interface Asked {
  filter?: unknown;
  sort?: string;
  fields?: string;
  skip?: number | string;
  /** Under the parameter that the operation lists, or the one that `by` names. */
  size?: number | string | undefined;
  by?: 'limit' | 'take';
  formatting?: string;
}

/** A list answer, taken apart. */
export interface Page {
  answer: Answer;
  items: JsonRecord[];
  ids: unknown[];
  total: number | undefined;
}

export function queryFor(operationId: string, { filter, size, skip, by, ...rest }: Asked): Record<string, string> {
  const sized = by ?? sizeOf(operationId);
  return {
    ...required(operationId).query,
    ...rest,
    ...(filter !== undefined && { filter: typeof filter === 'string' ? filter : JSON.stringify(filter) }),
    ...(skip !== undefined && { skip: String(skip) }),
    ...(size !== undefined && sized && { [sized]: String(size) }),
  };
}

export function pageOf(answer: Answer): Page {
  const items = itemsOf(answer.json);
  return { answer, items, ids: items.map(idOf), total: totalOf(answer) };
}

/** Asks for a page; anything but success fails the check. */
export const ask = async (t: Context, operationId: string, asked: Asked = {}): Promise<Page> =>
  pageOf(await t.ok(operationId, { query: queryFor(operationId, asked) }));

/** What an open question is answered with: the status, and how many records of how many. */
export async function observed(t: Context, operationId: string, query: Record<string, string>): Promise<string> {
  const answer = await t.send(operationId, { query: { ...required(operationId).query, ...query } });
  const { items, total } = pageOf(answer);
  return answer.ok ? `${items.length} records${total === undefined ? '' : ` of ${total}`}` : `answers ${answer.status}`;
}

/** For `fields` of a list that must be told which to give: these instead of all. Other lists give whole records. */
export const only = (operationId: string, names: readonly string[]): Asked =>
  required(operationId).query ? { fields: ['id', ...names.filter((name) => name !== 'id')].join(',') } : {};

/** Records of the list while something was looked at. */
export interface Snapshot {
  /** Those that were there all the time and stayed the same. */
  stable: readonly JsonRecord[];
  /** Those that were there at some time. */
  ever: readonly JsonRecord[];
  /** Whether these are all. */
  complete: boolean;
}

const still = ({ items, complete }: Listing): Snapshot => ({ stable: items, ever: items, complete });

/** Records in one order, whichever they came in. */
const inOrder = ({ items }: Listing) => items.map((item) => JSON.stringify(item)).sort();

function between(before: Listing, after: Listing): Snapshot {
  // Without ids nobody can tell which record has become which: either nothing has moved, or nothing is known.
  if (before.items.some((item) => idOf(item) === undefined)) {
    if (!firstDifference(inOrder(before), inOrder(after))) return still(after);
    return { stable: [], ever: [...before.items, ...after.items], complete: false };
  }
  const known = new Map(after.items.map((item) => [idOf(item), item]));
  const stable = before.items.filter((item) => !firstDifference(item, known.get(idOf(item))));
  const kept = new Set(stable.map(idOf));
  const moved = [...before.items, ...after.items].filter((item) => !kept.has(idOf(item)));
  return { stable, ever: [...stable, ...moved], complete: before.complete && after.complete };
}

const RETRIES = 2;

/** The list; NotTested when it has too few records for the rule to show. */
export async function records(t: Context, operationId: string, least = 2): Promise<Listing> {
  const found = await readList(t, operationId);
  if (found.items.length >= least) return found;
  throw new NotTested(
    `${operationId} lists ${found.items.length} records, too few to see the rule`,
    `an account with at least ${least} records in ${operationId}`,
  );
}

/**
 * Judges what is seen against the records of the list. Before it blames, it looks again between two fresh reads and
 * counts only what stayed the same.
 */
export async function judged<T>(
  t: Context,
  operationId: string,
  look: () => Promise<T>,
  wrong: (seen: T, snapshot: Snapshot) => Wrong | undefined,
): Promise<void> {
  const { items } = await readList(t, operationId);
  let found = wrong(await look(), still(await readList(t, operationId)));
  for (let tries = 0; found && tries < RETRIES; tries++) {
    const before = await readList(fresh(t), operationId);
    const seen = await look();
    found = wrong(seen, between(before, await readList(fresh(t), operationId)));
  }
  t.judge(found, items.length);
}

/**
 * Judges pages against a reading of the same list that is the same before and after them.
 * NotTested when the list does not keep still.
 */
export async function overSteadyList<B, T>(
  t: Context,
  base: () => Promise<B>,
  same: (base: B) => unknown,
  look: (base: B) => Promise<T>,
  wrong: (seen: T, base: B) => Wrong | undefined,
): Promise<void> {
  let before = await base();
  let found: Wrong | undefined;
  let quiet = 0;
  for (let tries = 0; tries < 8; tries++) {
    const seen = await look(before);
    const bad = wrong(seen, before);
    if (!bad) return t.judge(undefined, 1);
    const after = await base();
    if (!firstDifference(same(before), same(after))) {
      found = bad;
      if (++quiet === 2) break;
    }
    before = after;
  }
  t.judge(found, 1);
  throw new NotTested('the list changed in every of eight readings', 'an account that fewer clients change');
}

/** One check for each operation that the requirement names, or of those that are given. */
export function onEach(
  requirementId: string,
  title: string,
  run: (t: Context, operationId: string) => Promise<unknown>,
): Check[] {
  return requirement(requirementId).operations.map((operationId) =>
    check(`${operationId}: ${title}`, requirementId, (t) => run(t, operationId), [operationId]),
  );
}

export const lists = (operationId: string, parameter: string): boolean => queryOf(operationId).includes(parameter);
