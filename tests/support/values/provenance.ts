/** Records remember the exchange that they came from, so that a failure about a record shows its evidence by itself. */
import type { Exchange } from '../../../schemas/contract.ts';

const source = new WeakMap<object, Exchange>();

/** Notes that a value was read out of this exchange. */
export function remember<T>(value: T, exchange: Exchange | undefined): T {
  if (exchange && typeof value === 'object' && value !== null && !source.has(value)) source.set(value, exchange);
  return value;
}

/** The exchange that a value, or the first of a list of values, was read out of; undefined when that is not known. */
export function exchangeOf(value: unknown): Exchange | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  return source.get(value) ?? (Array.isArray(value) ? value.map(exchangeOf).find(Boolean) : undefined);
}
