/** Two views of one record, compared as far as both show it. */
import type { Difference } from './compare.ts';
import { isRecord } from './subjects.ts';

const absent = (value: unknown) => value === undefined || value === null;

/** Lists agree when each entry has its like, in whatever order. */
function listsDisagree(a: readonly unknown[], b: readonly unknown[], at: string): Difference | undefined {
  // An entry may be shown as a whole in one place and by its id or name in the other.
  if (a.some(isRecord) !== b.some(isRecord) && a.length > 0 && b.length > 0) return undefined;
  const left = [...b];
  for (const entry of a) {
    const like = left.findIndex((other) => !disagreement(entry, other));
    if (like < 0) return { at, expected: a, received: b };
    left.splice(like, 1);
  }
  return left.length > 0 ? { at, expected: a, received: b } : undefined;
}

/**
 * The first difference between two views of a record. A field that one of them leaves out, embedded records with fewer
 * fields and a name in place of a nested object are no differences.
 */
export function disagreement(a: unknown, b: unknown, at = ''): Difference | undefined {
  if (absent(a) || absent(b)) return undefined;
  if (Array.isArray(a) && Array.isArray(b)) return listsDisagree(a, b, at);
  if (isRecord(a) && isRecord(b)) {
    for (const key of Object.keys(a)) {
      const found = disagreement(a[key], b[key], `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      if (found) return found;
    }
    return undefined;
  }
  if (typeof a === 'object' || typeof b === 'object') return undefined;
  return a === b ? undefined : { at, expected: a, received: b };
}
