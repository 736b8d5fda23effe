/** Two views of one record: they agree where both show it. Section "Resources and their fields / Conventions". */
import type { Exchange } from '../../schemas/contract.ts';
import type { Difference } from './compare.ts';
import type { Context, JsonRecord } from './context.ts';
import { disagreement } from './disagreement.ts';

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

/** The strings of a list, whatever else stands in it. */
export const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
