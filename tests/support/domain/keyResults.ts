/** Key results, whose values may move without a request. */
import type { JsonRecord } from '../../../schemas/contract.ts';

/** What a record of a key result says for good: the value of a dynamic one changes by itself. */
export function lastingFields(record: JsonRecord, isDynamic: unknown): JsonRecord {
  const { actual: _, ...rest } = record;
  return isDynamic === true ? rest : record;
}
