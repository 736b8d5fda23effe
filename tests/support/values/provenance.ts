/** Values remember the exchange that they came from, so that a failure about them shows its evidence by itself. */
import { type Exchange, isRecord } from '../../../schemas/contract.ts';

const source = new WeakMap<object, Exchange>();

/** So deep a value that a check has put together is looked through for one that came out of an answer. */
const DEPTH = 3;

/** Notes that a value was read out of this exchange. */
export function remember<T>(value: T, exchange: Exchange | undefined): T {
  if (exchange && typeof value === 'object' && value !== null && !source.has(value)) source.set(value, exchange);
  return value;
}

/** The exchange that this very value was read out of. */
export const sourceOf = (value: unknown): Exchange | undefined =>
  typeof value === 'object' && value !== null ? source.get(value) : undefined;

/**
 * The exchange that a value was read out of, or else the first of what it holds; undefined when that is not known. An
 * answer is its own exchange.
 */
export function exchangeOf(value: unknown, depth = DEPTH): Exchange | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const known = source.get(value);
  if (known || depth === 0 || !(Array.isArray(value) || isRecord(value))) return known;
  for (const part of Object.values(value)) {
    const found = exchangeOf(part, depth - 1);
    if (found) return found;
  }
  return undefined;
}
