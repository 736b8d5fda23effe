/** Sorting. Section "Endpoints / Conventions" (parameter sort): comma-separated fields, prefix - for descending. */
import { Refusal } from '../refusal.ts';

export interface SortKey {
  path: string;
  descending: boolean;
}

/**
 * The keys in an expression, for example `-priority,name`; empty parts are skipped.
 * @throws Refusal 400 when a sign has no field behind it
 */
export function sortKeys(text: string): SortKey[] {
  const keys = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => ({ path: part.replace(/^[-+]\s*/, ''), descending: part.startsWith('-') }));
  if (keys.some(({ path }) => path === '')) throw new Refusal(400, 'sort: a field is missing behind the sign');
  return keys;
}

const rank = (value: unknown) =>
  ['undefined', 'number', 'string', 'object', 'boolean'].indexOf(typeof (value ?? undefined));

/** Order of two values: absent ones first, then numbers, then strings by their characters. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a !== typeof b || a === null || b === null) return rank(a) - rank(b);
  if (typeof a === 'object') return 0;
  return (a as string) < (b as string) ? -1 : (a as string) > (b as string) ? 1 : 0;
}

type Compare = (a: unknown, b: unknown) => number;

type Order = (a: number, b: number) => number;

/**
 * Moves the places between two bounds, so that lesser ones come first. Gives the bounds of those in the middle, which are at
 * their place.
 */
function partition(places: number[], order: Order, from: number, to: number): [number, number] {
  const pivot = places[(from + to) >> 1] as number;
  let [low, high] = [from, to - 1];
  for (;;) {
    while (order(places[low] as number, pivot) < 0) low++;
    while (order(places[high] as number, pivot) > 0) high--;
    if (low > high) return [high + 1, low];
    [places[low], places[high]] = [places[high] as number, places[low] as number];
    low++;
    high--;
    if (low > high) return [high + 1, low];
  }
}

/**
 * Moves the places so that the first `count` of them in the order come first, in any order: what a page costs must not grow
 * with how far down it is.
 */
function select(places: number[], order: Order, count: number): void {
  let [from, to] = [0, places.length];
  while (from < count && count < to) {
    const [before, after] = partition(places, order, from, to);
    if (count < before) to = before;
    else if (count > after) from = after;
    else return;
  }
}

/** So many places are gathered beside those that are wanted before the worst are given up. */
const SPARE = 1000;

/** The first `count` of the places in the order, in any order: most are compared once, with the worst of those found so far. */
function firstOf(places: readonly number[], order: Order, count: number): number[] {
  if (count <= 0) return [];
  const found: number[] = [];
  let worst: number | undefined;
  const reduce = () => {
    select(found, order, count);
    found.length = Math.min(found.length, count);
  };
  for (const place of places) {
    if (worst !== undefined && order(place, worst) > 0) continue;
    found.push(place);
    if (found.length < 2 * count + SPARE) continue;
    reduce();
    worst = found.reduce((one, other) => (order(one, other) > 0 ? one : other));
  }
  reduce();
  return found;
}

/**
 * The records from `skip` to before `end` in the order of the keys; those that tie stay in their order.
 * @param reads gives the value of each key, by its place among the keys
 */
export function sortedSlice<T>(
  records: readonly T[],
  keys: readonly SortKey[],
  reads: readonly ((record: T) => unknown)[],
  compare: Compare,
  skip: number,
  end: number,
): T[] {
  const columns = reads.map((read) => records.map((record) => read(record)));

  function order(a: number, b: number): number {
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as unknown[];
      const sign = compare(column[a], column[b]);
      if (sign !== 0) return keys[i]?.descending ? -sign : sign;
    }
    return a - b;
  }

  const all = records.map((_, place) => place);
  const places = firstOf(all, order, end);
  select(places, order, skip);
  const slice = places.slice(skip).sort(order);
  return slice.map((place) => records[place] as T);
}
