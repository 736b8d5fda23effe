/** Compares JSON values and narrows to the first place at which they differ. */
import { isRecord } from '../../../schemas/contract.ts';
import { exchangeOf, remember } from './provenance.ts';

export interface Difference {
  /** JSON pointer. */
  at: string;
  expected: unknown;
  received: unknown;
}

/** A key as a step of a JSON pointer. RFC 6901. */
export const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Whether two JSON values are equal; the order of keys does not count. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((entry, i) => same(entry, b[i]));
  }
  const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>];
  for (const key in one) if (!same(one[key], two[key])) return false;
  for (const key in two) if (two[key] !== undefined && one[key] === undefined) return false;
  return true;
}

/** The first difference between two JSON values, or undefined when they are equal; the order of keys does not count. */
export const firstDifference = (expected: unknown, received: unknown, at = ''): Difference | undefined =>
  same(expected, received) ? undefined : difference(expected, received, at);

function difference(expected: unknown, received: unknown, at: string): Difference | undefined {
  if (Array.isArray(expected) && Array.isArray(received)) {
    for (let i = 0; i < Math.max(expected.length, received.length); i++) {
      const found = firstDifference(expected[i], received[i], `${at}/${i}`);
      if (found) return found;
    }
    return undefined;
  }
  if (isRecord(expected) && isRecord(received)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(received)])) {
      const found = firstDifference(expected[key], received[key], `${at}/${escaped(key)}`);
      if (found) return found;
    }
    return undefined;
  }
  return { at, expected, received };
}

/** Answers that hold no null, or what they are without: whole collections are looked at again and again. */
const cleaned = new WeakMap<object, unknown>();

/** Notes that a value just parsed from this text holds no null anywhere, if that is so. */
export function noteNulls<T>(value: T, text: string): T {
  if (typeof value === 'object' && value !== null && !text.includes('null')) cleaned.set(value, value);
  return value;
}

/** The same value where it holds no null: most answers hold none, or few. */
function clean(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? cleanList(value) : cleanObject(value as Record<string, unknown>);
}

function cleanList(list: readonly unknown[]): readonly unknown[] {
  const entries = list.map(clean);
  return entries.every((entry, i) => entry === list[i]) ? list : entries;
}

/** A copy of an object that has the fields, too, that are not enumerable, in the same way. */
const copyOf = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.defineProperties({}, Object.getOwnPropertyDescriptors(object));

function cleanObject(object: Record<string, unknown>): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const inner = object[key];
    const kept = clean(inner);
    if (kept === inner && inner !== null) continue;
    copy ??= copyOf(object);
    if (inner === null) delete copy[key];
    else copy[key] = kept;
  }
  return copy ?? object;
}

/** The value without fields that are null, at any depth: null is treated as absent. */
export function withoutNulls<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const known = cleaned.get(value) ?? clean(value);
  cleaned.set(value, known);
  return known === value ? value : remember(known as T, exchangeOf(value));
}

/** Both objects narrowed to the keys that both have. */
export function shared(a: Record<string, unknown>, b: Record<string, unknown>): [object, object] {
  const keys = Object.keys(a).filter((key) => key in b);
  const narrowed = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [narrowed(a), narrowed(b)];
}
