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

/** Records that are sorted at a time. */
const BLOCK = 1000;

type Compare = (a: unknown, b: unknown) => number;

/**
 * The first `count` records in the order of the keys; those that tie stay in their order.
 * @param reads gives the value of each key, by its place among the keys
 */
export function firstSorted<T>(
  records: readonly T[],
  keys: readonly SortKey[],
  reads: readonly ((record: T) => unknown)[],
  compare: Compare,
  count: number,
): T[] {
  interface Row {
    record: T;
    values: unknown[];
  }

  function order(a: Row, b: Row): number {
    for (let i = 0; i < keys.length; i++) {
      const sign = compare(a.values[i], b.values[i]);
      if (sign !== 0) return keys[i]?.descending ? -sign : sign;
    }
    return 0;
  }

  // Block by block, so that a first page needs no sorting of all: most records come after those already found.
  const size = Math.max(count, BLOCK);
  let first: Row[] = [];
  for (let start = 0; start < records.length; start += size) {
    const rows = records
      .slice(start, start + size)
      .map((record) => ({ record, values: reads.map((read) => read(record)) }));
    const last = first[count - 1];
    const better = last ? rows.filter((row) => order(row, last) < 0) : rows;
    first = [...first, ...better].sort(order).slice(0, count);
  }
  return first.map(({ record }) => record);
}
