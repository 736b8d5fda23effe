/** Days of the calendar. Section "Resources and their fields / Conventions". */

/** Whether a value is the text of a day and no more, as 2026-02-28: a Date takes 30 February for 2 March. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
