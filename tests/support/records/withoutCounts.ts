/** What of a record is its own: how many other records have to do with it, and its place among them, change as these come and go. */
import { countsAnywhere, isRecord, placesAnywhere } from '../../../schemas/contract.ts';
import { exchangeOf, remember } from '../values/provenance.ts';

/** The value without counts of other records and places among them, at any depth: a record inside of it may have some, too. */
export function withoutCounts<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutCounts) as T;
  if (!isRecord(value)) return value;
  const own = Object.entries(value).filter(([name]) => !countsAnywhere(name) && !placesAnywhere(name));
  return remember(Object.fromEntries(own.map(([name, inner]) => [name, withoutCounts(inner)])) as T, exchangeOf(value));
}
