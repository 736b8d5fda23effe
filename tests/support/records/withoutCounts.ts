/** What of a record is its own: how many other records have to do with it, and its place among them, change as these come and go. */
import { countsAnywhere, isRecord, placesAnywhere } from '../../../schemas/contract.ts';
import { exchangeOf, remember } from '../values/provenance.ts';

function own(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(own);
  if (!isRecord(value)) return value;
  const kept: [string, unknown][] = [];
  for (const name of Object.keys(value))
    if (!countsAnywhere(name) && !placesAnywhere(name)) kept.push([name, own(value[name])]);
  return Object.fromEntries(kept);
}

/** The value without counts of other records and places among them, at any depth: a record inside of it may have some, too. */
export const withoutCounts = <T>(value: T): T => remember(own(value) as T, exchangeOf(value));
