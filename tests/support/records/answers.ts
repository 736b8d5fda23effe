/** Reads records out of answers. */
import { operation, recordSchema, stated } from '../../../schemas/contract.ts';
import type { JsonRecord } from '../engine/context.ts';
import type { RequestInput } from '../http/client.ts';
import { withoutNulls } from '../values/difference.ts';

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of a list answer, whichever key they stand under, without nulls. */
export function itemsOf(json: unknown): JsonRecord[] {
  const plain = withoutNulls(json);
  const list = Array.isArray(plain) ? plain : isRecord(plain) ? (plain.items ?? plain.tags ?? plain.users) : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/** The answer's value without what the contract does not name: fields of a target's own may be new in every answer. */
export function statedIn({ operation: id, json }: { operation: string; json: unknown }): unknown {
  const { schema } = operation(id).success;
  return schema === undefined || schema === 'open' ? json : stated(json, { $ref: `/${schema}` }, '');
}

/** The strings of a list, whatever else stands in it. */
export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

/** The ids that records show. */
export const idsOf = (records: readonly JsonRecord[], field = 'id'): string[] =>
  strings(records.map((record) => record[field])).filter((id) => id !== '');

/** Query parameters without which a list operation cannot be called: users must be told which fields to list. */
export function required(operationId: string): RequestInput {
  const { parameters, success } = operation(operationId);
  if (!parameters.some(({ name, required: needed }) => name === 'fields' && needed)) return {};
  return { query: { fields: Object.keys(recordSchema(success.schema).properties ?? {}).join(',') } };
}
