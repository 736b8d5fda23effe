/** Answers made comparable: what may rightly differ between two answers to the same read is left out. */
import { isRecord, type Operation } from '../../schemas/contract.ts';
import { schemaTexts } from './observations.ts';

/** What is compared of an answer: the names that its schema holds, without those that it marks as volatile. */
const compared = new Map<string, ReadonlySet<string>>();

function namesOf(operation: Operation): ReadonlySet<string> {
  const known = compared.get(operation.id);
  if (known) return known;
  const text = JSON.stringify(schemaTexts(operation));
  const names = new Set([...text.matchAll(/"(\w+)":/g)].map(([, name]) => name as string));
  for (const [, name = ''] of text.matchAll(/"(\w+)":\{"x-volatile":true/g)) names.delete(name);
  compared.set(operation.id, names);
  return names;
}

/** Values in an order that depends on nothing but them. */
function inOneOrder(values: readonly unknown[]): unknown[] {
  const texts = values.map((value) => [JSON.stringify(value) ?? '', value] as const);
  return texts.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function narrowed(value: unknown, names: ReadonlySet<string> | undefined): unknown {
  if (Array.isArray(value)) return inOneOrder(value.map((inner) => narrowed(inner, names)));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([key, inner]) => inner !== null && (names?.has(key) ?? true));
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, narrowed(inner, names)]),
  );
}

/**
 * A value without what the contract does not name, without what it marks as `x-volatile`, and without the order of arrays:
 * a field of the target's own, or the time of a calculation, may be new in every answer, and no order is stated. Of an
 * answer whose shape is open everything counts but the order.
 */
export const comparable = (operation: Operation, value: unknown): unknown =>
  narrowed(value, operation.success.schema === 'open' ? undefined : namesOf(operation));
