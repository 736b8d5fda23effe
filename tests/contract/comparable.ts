/** Answers made comparable: what may rightly differ between two answers to the same read is left out. */
import { isListedAnywhere, isRecord, type Operation } from '../../schemas/contract.ts';

/** Values in an order that depends on nothing but them. */
function inOneOrder(values: readonly unknown[]): unknown[] {
  const texts = values.map((value) => [JSON.stringify(value) ?? '', value] as const);
  return texts.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

type Kept = (name: string, value: unknown) => boolean;

function narrowed(value: unknown, isKept: Kept): unknown {
  if (Array.isArray(value)) return inOneOrder(value.map((inner) => narrowed(inner, isKept)));
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([name, inner]) => inner !== null && isKept(name, inner));
  return Object.fromEntries(
    kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, narrowed(inner, isKept)]),
  );
}

/** Where the shape is open, the numbers, texts and flags that have the name of a field that some resource lists. */
const isKnown: Kept = (name, value) => typeof value === 'object' || isListedAnywhere(name);

/** A value without nulls and without the order of arrays, as none is stated. */
export const comparable = (operation: Operation, value: unknown): unknown =>
  narrowed(value, operation.success.schema === 'open' ? isKnown : () => true);
