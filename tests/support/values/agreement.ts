/** Two views of one record: they agree where both show it. Section "Resources and their fields / Conventions". */
import type { Exchange } from '../../../schemas/contract.ts';
import type { Context, JsonRecord } from '../engine/context.ts';
import { idsOf, isRecord } from '../records/answers.ts';
import { type Difference, escaped } from './difference.ts';

const absent = (value: unknown) => value === undefined || value === null;

/** Lists agree when each entry has its like, in whatever order. */
function listsDisagree(a: readonly unknown[], b: readonly unknown[], at: string): Difference | undefined {
  const [left, right] = [a, b].map((list) => list.filter((entry) => !absent(entry))) as [unknown[], unknown[]];
  // Records may stand in one list, and their ids or type names in the other.
  if (left.length === right.length && left.some(isRecord) !== right.some(isRecord)) return undefined;
  const rest = [...right];
  for (const entry of left) {
    const like = rest.findIndex((other) => !disagreement(entry, other));
    if (like < 0) return { at, expected: a, received: b };
    rest.splice(like, 1);
  }
  return rest.length > 0 ? { at, expected: a, received: b } : undefined;
}

/**
 * The first place at which two JSON values contradict each other. Fields that only one of them has do not, nor does a
 * type name in the place of an embedded record.
 */
export function disagreement(a: unknown, b: unknown, at = ''): Difference | undefined {
  if (absent(a) || absent(b)) return undefined;
  if (Array.isArray(a) && Array.isArray(b)) return listsDisagree(a, b, at);
  if (isRecord(a) && isRecord(b)) {
    for (const key of Object.keys(a)) {
      const found = disagreement(a[key], b[key], `${at}/${escaped(key)}`);
      if (found) return found;
    }
    return undefined;
  }
  if (typeof a === 'object' || typeof b === 'object') return undefined;
  return a === b ? undefined : { at, expected: a, received: b };
}

/** Judges that a second view of a record says what the first says, where both show it. */
export function expectAgreement(t: Context, a: unknown, b: unknown, message: string, exchange?: Exchange): void {
  const found = disagreement(a, b);
  t.expect(!found, message, { ...(found as Difference), ...(exchange && { exchange }) });
}

/** Judges that no id stands twice among the records. */
export function expectEachOnce(
  t: Context,
  records: readonly JsonRecord[],
  message: string,
  exchange?: Exchange,
  field = 'id',
): void {
  const seen = idsOf(records, field);
  const twice = seen.find((id, i) => seen.indexOf(id) !== i);
  t.expect(twice === undefined, message, {
    expected: 'each id once',
    received: { 'more than once': twice },
    ...(exchange && { exchange }),
  });
}
