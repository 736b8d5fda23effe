/** Fields of a custom field that the service alone writes. Section "Custom field". */
import { type JsonRecord, readJson } from '../../../schemas/contract.ts';

const READ_ONLY = Object.entries(
  readJson<{ properties: Record<string, { readOnly?: boolean }> }>('resources/customField.json').properties,
)
  .filter(([, { readOnly }]) => readOnly)
  .map(([field]) => field);

/** Values for the service's own fields, other than those of `record`. */
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
