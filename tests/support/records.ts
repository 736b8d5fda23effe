/** Reads records out of answers. */
import { operation, recordSchema } from '../../schemas/contract.ts';
import type { RequestInput } from './client.ts';
import { withoutNulls } from './compare.ts';
import type { JsonRecord } from './context.ts';

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of a list answer, whichever key they stand under, without nulls. */
export function itemsOf(json: unknown): JsonRecord[] {
  const list = Array.isArray(json) ? json : isRecord(json) ? (json.items ?? json.tags ?? json.users) : undefined;
  return Array.isArray(list) ? withoutNulls(list).filter(isRecord) : [];
}

/** The strings among some values. */
export const texts = (values: readonly unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '');

/** Query parameters without which a list operation cannot be called: users must be told which fields to list. */
export function required(operationId: string): RequestInput {
  const { parameters, success } = operation(operationId);
  if (!parameters.some(({ name, required: needed }) => name === 'fields' && needed)) return {};
  return { query: { fields: Object.keys(recordSchema(success.schema).properties ?? {}).join(',') } };
}
