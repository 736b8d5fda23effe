/** Answers made comparable: what may rightly differ between two answers to the same read is left out. */
import { isRecord, type Operation } from '../../schemas/contract.ts';
import { schemaTexts } from './observations.ts';

const names = new Map<string, string>();

function namesOf(operation: Operation): string {
  const known = names.get(operation.id) ?? JSON.stringify(schemaTexts(operation));
  names.set(operation.id, known);
  return known;
}

/** Values in an order that depends on nothing but them. */
function inOneOrder(values: readonly unknown[]): unknown[] {
  const texts = values.map((value) => [JSON.stringify(value) ?? '', value] as const);
  return texts.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function narrowed(value: unknown, text: string | undefined): unknown {
  if (Array.isArray(value)) return inOneOrder(value.map((inner) => narrowed(inner, text)));
  if (!isRecord(value)) return value;
  const named = Object.entries(value).filter(
    ([key, inner]) =>
      inner !== null &&
      (text === undefined || (text.includes(`"${key}"`) && !text.includes(`"${key}":{"x-volatile":true`))),
  );
  return Object.fromEntries(
    named.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, narrowed(inner, text)]),
  );
}

/**
 * A value without what the contract does not name, without what it marks as `x-volatile`, and without the order of arrays:
 * a field of the target's own, or the time of a calculation, may be new in every answer, and no order is stated. Of an
 * answer whose shape is open everything counts but the order.
 */
export const comparable = (operation: Operation, value: unknown): unknown =>
  narrowed(value, operation.success.schema === 'open' ? undefined : namesOf(operation));
