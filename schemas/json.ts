/** What every room needs to tell of JSON values. */

export type JsonRecord = Record<string, unknown>;

/** Whether a value is a JSON object: neither null nor an array. */
export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
