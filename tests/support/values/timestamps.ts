/** Moments of the create and of the last change, as far as a record shows them. Sections "Custom field", "KPI group", "Task". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotApplicable } from '../engine/outcome.ts';
import type { Answer } from '../http/client.ts';

/** Longer than the steps of a clock that shows hundredths of a second. */
export const AWHILE_MS = 50;

/** A date-time with hundredths of a second that are not zero: only then do two moments shortly after each other differ. */
const FINE = /:\d{2}[.,](?=\d*[1-9])\d{2}/;

/** A date-time with its zone, other than the beginning of a day: who shows days alone writes that. */
const ZONED = /^\d{4}-\d\d-\d\d[T ](?!00:00:00(?:[.,]0+)?[Zz+-])\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)$/i;
/** Less than the least difference between two zones, and more than two clocks of one service differ by. */
const FAR_MS = 10 * 60_000;

/** Whether a date-time names its zone and is far from a moment: then another zone's time is taken for it. */
function isFarFrom(value: unknown, moment: number): boolean {
  if (typeof value !== 'string' || !ZONED.test(value)) return false;
  const found = Date.parse(value);
  // Dates before all records stand for none.
  return found > 0 && Math.abs(found - moment) > FAR_MS;
}

/** Fields that show when a record was changed last: of a new one, when it was created. */
export const CHANGE_DATES: readonly string[] = ['dateModified', 'dateUpdated', 'lastModified'];

/** Judges that a date that a write has set is not far from its answer. @throws Failure when it is */
export function expectNear(t: Context, field: string, value: unknown, message: string, exchange: Answer): void {
  const { date } = exchange.responseHeaders;
  if (!isFarFrom(value, Date.parse(date ?? ''))) return;
  t.expect(false, message, { expected: `a moment near ${date}`, received: value, at: `/${field}`, exchange });
}

/**
 * Judges that a date has moved, to a moment near the answer: that of the last change by an update, or that of a record beside an older one; the format of date-times is open.
 * @throws Failure when it has not, or is far from it
 * @throws NotTested when neither record shows the field; NotApplicable when it is declared as never shown, or has no hundredths of a second
 */
export function expectMoved(
  t: Context,
  kindName: string,
  field: string,
  before: JsonRecord,
  after: JsonRecord,
  exchange: Answer,
  message = `an update has not changed ${field}`,
): void {
  const [then, now] = [before[field], after[field]];
  if (then === undefined && now === undefined) throw t.nothingShown(kindName, field);
  expectNear(t, field, now, `${field} is far from the moment of the change`, exchange);
  // The target's own values show the format, which is its choice.
  if (typeof then !== 'string' || !FINE.test(then))
    throw new NotApplicable(`${field} does not show hundredths of a second, so two moments can look the same`);
  t.expect(now !== then, message, {
    expected: `a later moment than ${then}`,
    received: now,
    at: `/${field}`,
    exchange,
  });
}
