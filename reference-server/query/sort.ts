/** Sorting. Section "Endpoints / Conventions" (parameter sort): comma-separated fields, prefix - for descending. */
import { Refusal } from '../call.ts';

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
  const order = (a: readonly unknown[], b: readonly unknown[]) => {
    for (const [i, { descending }] of keys.entries()) {
      const sign = compare(a[i], b[i]);
      if (sign !== 0) return descending ? -sign : sign;
    }
    return 0;
  };
  const entry = (record: T): Entry<T> => ({ record, values: reads.map((read) => read(record)) });
  if (count > records.length * PICK_BELOW) {
    const entries = records.map(entry).sort((a, b) => order(a.values, b.values));
    return entries.slice(0, count).map(({ record }) => record);
  }
  return pick(records, entry, order, compare, { descending: keys[0]?.descending ?? false, read: reads[0], count });
}

/** Keeps the best `count` entries in order; most records fall out by their first key alone. */
function pick<T>(
  records: readonly T[],
  entry: (record: T) => Entry<T>,
  order: (a: readonly unknown[], b: readonly unknown[]) => number,
  compare: Compare,
  { descending, read, count }: { descending: boolean; read: ((record: T) => unknown) | undefined; count: number },
): T[] {
  const best: Entry<T>[] = [];
  for (const record of records) {
    const last = best.length === count ? best[count - 1] : undefined;
    if (last && read) {
      const sign = compare(read(record), last.values[0]);
      if (descending ? sign < 0 : sign > 0) continue;
    }
    const found = entry(record);
    if (last && order(found.values, last.values) >= 0) continue;
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (order(found.values, (best[middle] as Entry<T>).values) < 0) high = middle;
      else low = middle + 1;
    }
    best.splice(low, 0, found);
    if (best.length > count) best.pop();
  }
  return best.map(({ record }) => record);
}
