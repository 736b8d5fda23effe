/** Whether two views of a record agree, as far as both show it. Section "Resources / Conventions". */
import type { Difference } from './compare.ts';

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What tells the entries of a list apart whatever their order; undefined where nothing does. */
function keyOf(entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  return entry.id ?? entry._id;
}

function listsDisagree(a: readonly unknown[], b: readonly unknown[], at: string): Difference | undefined {
  if (a.length !== b.length) return { at, expected: a, received: b };
  const keys = [...a, ...b].map(keyOf);
  const byKey = keys.every((key) => typeof key === 'string' || typeof key === 'number');
  for (const [i, entry] of a.entries()) {
    // Without ids, entries are compared by their place; plain values and records with ids in any order.
    const other = byKey ? b.find((candidate) => keyOf(candidate) === keyOf(entry)) : b[i];
    const found = other === undefined ? { at, expected: a, received: b } : disagreement(entry, other, `${at}/${i}`);
    if (found) return found;
  }
  return undefined;
}

/**
 * The first place at which two JSON values contradict each other. Fields that only one of them has do not, nor does a
 * type name in the place of an embedded record.
 */
export function disagreement(a: unknown, b: unknown, at = ''): Difference | undefined {
  if (a === null || b === null || a === undefined || b === undefined) return undefined;
  if (isObject(a) && isObject(b)) {
    for (const key of Object.keys(a).filter((name) => name in b)) {
      const found = disagreement(a[key], b[key], `${at}/${key}`);
      if (found) return found;
    }
    return undefined;
  }
  if (isObject(a) || isObject(b)) return undefined;
  if (Array.isArray(a) && Array.isArray(b)) return listsDisagree(a, b, at);
  return Object.is(a, b) ? undefined : { at, expected: a, received: b };
}
