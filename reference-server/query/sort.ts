/** Sorting. Section "Endpoints / Conventions" (parameter sort): comma-separated fields, prefix - for descending. */
import { Refusal } from '../refusal.ts';

export interface SortKey {
  path: string;
  descending: boolean;
}

/** The keys in an expression such as `-priority,name`. */
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

interface Entry<T> {
  record: T;
  values: unknown[];
}

/** Below this share of all records the first ones are picked out instead of sorting all. */
const PICK_BELOW = 0.05;

/**
 * The first `count` records in the order of the keys; those that tie stay in their order.
 * @param reads gives the value of each key
 */
export function firstSorted<T>(
  records: readonly T[],
  keys: readonly SortKey[],
  reads: readonly ((record: T) => unknown)[],
  compare: Compare,
  count: number,
): T[] {
  const entry = (record: T): Entry<T> => ({ record, values: reads.map((read) => read(record)) });
  /** Sign of the order; values behind the first difference are not even read. */
  const order = (value: (i: number) => unknown, other: Entry<T>) => {
    for (let i = 0; i < keys.length; i++) {
      const sign = compare(value(i), other.values[i]);
      if (sign !== 0) return keys[i]?.descending ? -sign : sign;
    }
    return 0;
  };
  const sorted =
    count > records.length * PICK_BELOW
      ? records.map(entry).sort((a, b) => order((i) => a.values[i], b))
      : pick(records, entry, (record, other) => order((i) => reads[i]?.(record), other), count);
  return sorted.slice(0, count).map(({ record }) => record);
}

/** The best `count` entries in order; most records fall out by a look at the last of them. */
function pick<T>(
  records: readonly T[],
  entry: (record: T) => Entry<T>,
  order: (record: T, other: Entry<T>) => number,
  count: number,
): Entry<T>[] {
  const best: Entry<T>[] = [];
  for (const record of records) {
    const last = best.length === count ? best[count - 1] : undefined;
    if (last && order(record, last) >= 0) continue;
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(record, best[middle] as Entry<T>) < 0) high = middle;
      else low = middle + 1;
    }
    best.splice(low, 0, entry(record));
    if (best.length > count) best.pop();
  }
  return best;
}
