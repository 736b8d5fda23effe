/** Fields that the service alone writes, in bodies. Section "Resources and their fields". */
import { type Exchange, type JsonRecord, readJson } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';

const READ_ONLY = Object.entries(
  readJson<{ properties: Record<string, { readOnly?: boolean }> }>('resources/customField.json').properties,
)
  .filter(([, { readOnly }]) => readOnly)
  .map(([field]) => field);

/** A user whom there is not, and a moment long ago: what no record that is created now has as its author and date. */
export const NO_USER = 'gc-forged-user';
export const LONG_AGO = '2001-02-03T04:05:06.789Z';

/** Values for the service's own fields of a custom field, other than those of `record`. */
export function forged(record: JsonRecord): JsonRecord {
  const values: JsonRecord = {
    accountId: 'gc-forged-account',
    dateCreated: LONG_AGO,
    lastModified: LONG_AGO,
    isPrivate: record.isPrivate !== true,
    pluginVersionId: 'gc-forged-plugin',
  };
  return Object.fromEntries(READ_ONLY.map((field) => [field, values[field]]));
}

/** Who makes a record, as fields of records name them. */
export const AUTHORS = ['createdById', 'modifiedById', 'invitedBy'];

/** What a body has sent under these names. */
export const sentAs = (sent: JsonRecord, names: readonly string[]): JsonRecord =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name)));

/**
 * Judges that a record shows none of the values that were sent for the service's own fields.
 * @returns how many of the fields it shows
 */
export function expectOwn(t: Context, record: JsonRecord, forgery: JsonRecord, exchange: Exchange): number {
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
