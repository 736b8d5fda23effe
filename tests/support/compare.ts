/** Compares JSON values and narrows to the first place at which they differ. */

export interface Difference {
  /** JSON pointer. */
  at: string;
  expected: unknown;
  received: unknown;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The first difference between two JSON values, or undefined when they are equal; the order of keys does not count. */
export function firstDifference(expected: unknown, received: unknown, at = ''): Difference | undefined {
  if (Array.isArray(expected) && Array.isArray(received)) {
    for (let i = 0; i < Math.max(expected.length, received.length); i++) {
      const found = firstDifference(expected[i], received[i], `${at}/${i}`);
      if (found) return found;
    }
    return undefined;
  }
  if (isObject(expected) && isObject(received)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(received)])) {
      const found = firstDifference(expected[key], received[key], `${at}/${escaped(key)}`);
      if (found) return found;
    }
    return undefined;
  }
  return Object.is(expected, received) ? undefined : { at, expected, received };
}

/** What has been cleaned already: whole collections are looked at again and again. */
const cleaned = new WeakMap<object, unknown>();

function clean(value: object): unknown {
  if (Array.isArray(value)) {
    const inner = value.map(withoutNulls);
    return inner.some((one, i) => one !== value[i]) ? inner : value;
  }
  const entries = Object.entries(value);
  let same = true;
  const kept: [string, unknown][] = [];
  for (const [key, given] of entries) {
    if (given === null) {
      same = false;
      continue;
    }
    const inner = withoutNulls(given);
    same &&= inner === given;
    kept.push([key, inner]);
  }
  return same ? value : Object.fromEntries(kept);
}

/** The value without fields that are null, at any depth: null is treated as absent. The value itself where it has none. */
export function withoutNulls<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const known = cleaned.get(value) ?? clean(value);
  cleaned.set(value, known);
  return known as T;
}

/** Both objects narrowed to the keys that both have. */
export function shared(a: Record<string, unknown>, b: Record<string, unknown>): [object, object] {
  const keys = Object.keys(a).filter((key) => key in b);
  const narrowed = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [narrowed(a), narrowed(b)];
}
