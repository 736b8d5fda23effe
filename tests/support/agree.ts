/** Two views of one record: they agree where both show it. Section "Resources and their fields / Conventions". */
import type { Exchange } from '../../schemas/contract.ts';
import { type Difference, firstDifference } from './compare.ts';
import type { Context, JsonRecord } from './context.ts';
import { isRecord } from './subjects.ts';

const allRecords = (values: readonly unknown[]): values is JsonRecord[] =>
  values.every((value) => isRecord(value) && typeof value.id === 'string');

const sorted = (values: readonly unknown[]) => [...values].map((value) => JSON.stringify(value)).sort();

/**
 * The first place at which two views of a record say different things. An embedded record may have fewer fields, or a
 * type name may stand in its place; the order of lists is free.
 */
export function disagreement(a: unknown, b: unknown, at = ''): Difference | undefined {
  if (isRecord(a) && isRecord(b)) {
    for (const key of Object.keys(a)) {
      const found = key in b ? disagreement(a[key], b[key], `${at}/${key}`) : undefined;
      if (found) return found;
    }
    return undefined;
  }
  if (isRecord(a) || isRecord(b)) return typeof a === 'string' || typeof b === 'string' ? undefined : differs(a, b, at);
  if (!Array.isArray(a) || !Array.isArray(b)) return firstDifference(a, b, at);
  if (allRecords(a) && allRecords(b)) return listDisagreement(a, b, at);
  if (a.length === b.length && (a.some(isRecord) || b.some(isRecord))) {
    const unmatched = a.findIndex((value) => b.every((other) => disagreement(value, other)));
    return unmatched < 0 ? undefined : disagreement(a[unmatched], b[unmatched], `${at}/${unmatched}`);
  }
  return firstDifference(sorted(a), sorted(b)) && differs(a, b, at);
}

const differs = (expected: unknown, received: unknown, at: string): Difference => ({ at, expected, received });

function listDisagreement(a: readonly JsonRecord[], b: readonly JsonRecord[], at: string): Difference | undefined {
  const ids = (records: readonly JsonRecord[]) => sorted(records.map(({ id }) => id));
  if (firstDifference(ids(a), ids(b))) return differs(a, b, at);
  for (const [i, record] of a.entries()) {
    const found = disagreement(
      record,
      b.find(({ id }) => id === record.id),
      `${at}/${i}`,
    );
    if (found) return found;
  }
  return undefined;
}

/** Judges that a second view of a record says what the first says, where both show it. */
export function expectAgreement(t: Context, a: unknown, b: unknown, message: string, exchange?: Exchange): void {
  const found = disagreement(a, b);
  t.expect(!found, message, { ...(found as Difference), ...(exchange && { exchange }) });
}

/** Judges that no id stands twice among the records. */
export function expectEachOnce(t: Context, records: readonly JsonRecord[], message: string, exchange?: Exchange): void {
  const seen = records.map(({ id }) => id).filter((id) => typeof id === 'string');
  const twice = seen.find((id, i) => seen.indexOf(id) !== i);
  t.expect(twice === undefined, message, {
    expected: 'each id once',
    received: { 'more than once': twice },
    ...(exchange && { exchange }),
  });
}

/** First, last and between: at most `count` of the values. */
export function spread<T>(values: readonly T[], count: number): T[] {
  const step = (values.length - 1) / Math.max(1, count - 1);
  return values.length <= count
    ? [...values]
    : Array.from({ length: count }, (_, i) => values[Math.round(i * step)] as T);
}

/** The strings of a list, whatever else stands in it. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
