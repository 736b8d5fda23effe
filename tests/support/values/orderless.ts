/** JSON values whose lists have no order: none is stated for those inside a record. */
import { isRecord } from '../../../schemas/contract.ts';
import { type Difference, firstDifference } from './difference.ts';

/** The value with its lists, and the names in its objects, in one order. */
export function orderless(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(orderless).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, orderless(value[name])]));
}

/** The first place where two values differ in more than the order of their lists. */
export const orderlessDifference = (expected: unknown, received: unknown): Difference | undefined =>
  firstDifference(expected, received) && firstDifference(orderless(expected), orderless(received));
