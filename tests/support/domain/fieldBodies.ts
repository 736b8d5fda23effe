/** Bodies of custom fields. Sections "Custom field", "Endpoints / Custom fields". */
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

/** The two ways of writing a type: those of an array are both read. */
export const spellings = (type: string): readonly string[] => {
  const element = elementOf(type);
  if (element === undefined) return [type];
  const other = type.includes('[') ? `array:${element}` : `array:[${element}]`;
  return [type, other];
};

/** The type of what an array holds; undefined where the type is no array. */
export const elementOf = (type: unknown): string | undefined => /^array:\[?(\w+)\]?$/.exec(String(type))?.[1];

/** Whether two texts name the same type. */
export const isSameType = (one: unknown, other: unknown): boolean =>
  one === other || (elementOf(one) !== undefined && elementOf(one) === elementOf(other));

/** A value that the fields of the account show for fields of a type, since the specification does not say which are taken. */
export const knownValue = (fields: readonly JsonRecord[], type: string, name: string): unknown =>
  fields.find((field) => isSameType(field.type, type) && field[name] !== undefined)?.[name];
