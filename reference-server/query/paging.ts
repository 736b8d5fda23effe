/** Paging. Sections "Endpoints / Conventions" (skip, limit, take) and "Limits". */
import { Refusal } from '../refusal.ts';

/** What a call says of its page, not yet read. */
export interface AskedPage {
  skip?: unknown;
  limit?: unknown;
  take?: unknown;
}

export interface Page {
  skip: number;
  limit: number;
}

/**
 * A whole number of items out of a query string or a body; undefined when there is none.
 * @throws Refusal 400 when it is something else
 */
export function wholeNumber(name: string, value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(number) || (number as number) < 0) {
    throw new Refusal(400, `${name}: a whole number from 0 on, not ${JSON.stringify(value)}`);
  }
  return number as number;
}
