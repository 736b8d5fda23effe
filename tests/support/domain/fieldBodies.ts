/** Bodies that update custom fields. Section "Endpoints / Custom fields". */
import { type JsonRecord, readJson } from '../../../schemas/contract.ts';

/** Whether a body needs its `_id` is open, so it is tried apart. */
const SENDABLE = new Set(
  Object.keys(readJson<{ properties: object }>('requests/customField.json').properties).filter(
    (name) => name !== '_id',
  ),
);

/**
 * The whole body of an update: what the field was created with, what it shows now, and the changes. Fields that the
 * specification gives to the service alone are left out, since it may refuse them.
 */
export const wholeField = (created: JsonRecord, shown: JsonRecord, changes: JsonRecord = {}): JsonRecord => ({
  ...created,
  ...Object.fromEntries(Object.entries(shown).filter(([name]) => SENDABLE.has(name))),
  ...changes,
});
