/** Fields that the service alone writes, in bodies. Sections "Custom field", "KPI group". */
import { type JsonRecord, readJson } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import type { Answer } from '../http/client.ts';

const READ_ONLY = Object.entries(
  readJson<{ properties: Record<string, { readOnly?: boolean }> }>('resources/customField.json').properties,
)
  .filter(([, { readOnly }]) => readOnly)
  .map(([field]) => field);

/** Values for the service's own fields of a custom field, other than those of `record`. */
export function forged(record: JsonRecord): JsonRecord {
  const values: JsonRecord = {
    accountId: 'gc-forged-account',
    dateCreated: '2001-02-03T04:05:06.789Z',
    lastModified: '2001-02-03T04:05:06.789Z',
    isPrivate: record.isPrivate !== true,
    pluginVersionId: 'gc-forged-plugin',
  };
  return Object.fromEntries(READ_ONLY.map((field) => [field, values[field]]));
}

/**
 * Judges that a record shows none of the values that were sent for the service's own fields.
 * @returns how many of the fields it shows
 */
export function expectOwn(t: Context, record: JsonRecord, forgery: JsonRecord, exchange: Answer): number {
  const shown = Object.entries(forgery).filter(([name]) => record[name] !== undefined);
  for (const [field, value] of shown)
    t.expect(record[field] !== value, `${field} is the service's own, and a value that was sent for it is taken`, {
      expected: 'a value of the service',
      received: record[field],
      at: `/${field}`,
      exchange,
    });
  return shown.length;
}
