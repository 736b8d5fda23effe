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

const hasNull = (value: unknown): boolean =>
  typeof value === 'object' && (value === null || Object.values(value).some(hasNull));

/** The value without fields that are null, at any depth: null is treated as absent. Nothing is copied where there is none. */
export function withoutNulls<T>(value: T): T {
  return hasNull(value) ? strippedOfNulls(value) : value;
}

function strippedOfNulls<T>(value: T): T {
  if (Array.isArray(value)) return value.map(strippedOfNulls) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === null ? [] : [[key, strippedOfNulls(inner)]])),
  ) as T;
}

/** Both objects narrowed to the keys that both have. */
export function shared(a: Record<string, unknown>, b: Record<string, unknown>): [object, object] {
  const keys = Object.keys(a).filter((key) => key in b);
  const narrowed = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [narrowed(a), narrowed(b)];
}
