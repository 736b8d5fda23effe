/** Names of fields that hold ids and dates, which are strings. Section "Resources and their fields / Conventions". */
import { jsonFiles, readJson } from './files.ts';
import { isRecord } from './json.ts';

const HOLDS_IDS_OR_DATES = /^_?id$|Ids?$|^date|Date$|At$/;

/** Whether a schema says of itself that it is no string, nor a list of strings. */
function isOther(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const { type, items } = schema;
  return type === 'array' ? isRecord(items) && items.type !== 'string' : type !== undefined && type !== 'string';
}

/** The fields below a schema, each with whether it is no string there. */
function fieldsOf(schema: unknown): (readonly [name: string, isOther: boolean])[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  if (!isRecord(schema)) return [];
  const own = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
  return [...own.map(([name, field]) => [name, isOther(field)] as const), ...Object.values(schema).flatMap(fieldsOf)];
}

let known: ReadonlySet<string> | undefined;

/** Whether the contract lists a field of this name as an id or a date, and nowhere as something else than a string. */
export function isStringByName(name: string): boolean {
  if (!known) {
    const fields = jsonFiles('resources').flatMap((path) => fieldsOf(readJson(path)));
    const others = new Set(fields.flatMap(([field, isNone]) => (isNone ? [field] : [])));
    known = new Set(
      fields.map(([field]) => field).filter((field) => HOLDS_IDS_OR_DATES.test(field) && !others.has(field)),
    );
  }
  return known.has(name);
}
