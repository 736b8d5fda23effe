/**
 * The contract's schemas as named components of one OpenAPI file. The tools that read such files know less than JSON
 * Schema: no references into the middle of a schema, no circles, and patterns as JavaScript reads them without flags.
 */
import { readJson } from './files.ts';
import { isRecord, type JsonRecord } from './json.ts';

const EMBEDDED = 'resources/embedded.json';
const COMPONENTS = '#/components/schemas/';
/** Keywords that are about our files, and the suite's own facts. */
const LEFT_OUT = /^(\$schema|\$defs|x-)/;
/** Patterns with classes of Unicode take a flag that a schema can't name. */
const TAKES_A_FLAG = /\\p\{/;

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Name of the component that a file becomes: `requests/task.json` is TaskRequest. */
function nameOf(path: string): string {
  const [folder, file = ''] = path.split('/');
  return capital(file.replace('.json', '')) + (folder === 'requests' ? 'Request' : '');
}

/** Where a reference leads to from a file: another file and the keys to go below it. */
function targetOf(reference: string, from: string): { path: string; keys: string[] } {
  const { pathname, hash } = new URL(reference, `file:///${from}`);
  return { path: pathname.slice(1), keys: hash.split('/').slice(1).map(decodeURIComponent) };
}

const at = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);

const words = ({ title, description }: JsonRecord): JsonRecord => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
});

/** The fields of a record, with those that the specification names in another place than its table. */
const fieldsOf = ({ properties, 'x-also': also }: JsonRecord): JsonRecord => ({
  ...(properties as JsonRecord),
  ...(also as JsonRecord | undefined),
});

const isFlat = ({ type, items }: JsonRecord): boolean =>
  type === 'array' ? !isRecord(items) || isFlat(items) : type !== undefined && type !== 'object';

export interface Components {
  /** By name, as far as something refers to them. */
  schemas: Record<string, JsonRecord>;
  /** A schema in place of one that stands in a file of the contract. @param path of the file, relative to `schemas/` */
  portable(schema: unknown, path: string): JsonRecord;
}

/**
 * Collects components. A record inside another one keeps its plain fields alone: what is nested deeper is left open
 * there, so that no schema leads back to itself. Section "Resources and their fields / Conventions".
 */
export function components(): Components {
  const schemas: Record<string, JsonRecord> = {};

  function named(name: string, make: () => JsonRecord): JsonRecord {
    if (schemas[name] === undefined) {
      schemas[name] = {};
      schemas[name] = make();
    }
    return { $ref: COMPONENTS + name };
  }

  /** A record inside another one: its plain fields, or a type name in its place. */
  function embedded(definition: string): JsonRecord {
    return named(capital(definition), () => {
      const [whole, typeName] = at(readJson(EMBEDDED), ['$defs', definition, 'anyOf']) as { $ref: string }[];
      const { path } = targetOf(whole?.$ref ?? '', EMBEDDED);
      const record = readJson<JsonRecord>(path);
      const fields = Object.entries(fieldsOf(record)).map(([field, schema]) => {
        const one = portable(schema, path);
        return [field, isFlat(one) ? one : words(one)];
      });
      return {
        title: `${record.title} inside another record`,
        description: 'Perhaps with fewer fields than by itself. Nested values are open.',
        anyOf: [
          { type: 'object', properties: Object.fromEntries(fields), additionalProperties: true },
          portable(typeName, EMBEDDED),
        ],
      };
    });
  }

  function referred({ $ref, ...beside }: JsonRecord, from: string): JsonRecord {
    const { path, keys } = targetOf($ref as string, from);
    const [, definition = ''] = keys;
    if (path === EMBEDDED && definition !== 'typeName') return { ...embedded(definition), ...words(beside) };
    if (keys.length > 0) return { ...portable(at(readJson(path), keys), path), ...words(beside) };
    return { ...named(nameOf(path), () => portable(readJson(path), path)), ...words(beside) };
  }

  function portable(schema: unknown, path: string): JsonRecord {
    if (!isRecord(schema)) return {};
    if (schema.$ref !== undefined) return referred(schema, path);
    const inner = (value: unknown) => portable(value, path);
    const kept = Object.entries(schema).filter(
      ([key, value]) => !LEFT_OUT.test(key) && !(key === 'pattern' && TAKES_A_FLAG.test(String(value))),
    );
    const parts = kept.map(([key, value]): [string, unknown] => {
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(fieldsOf(schema)).map(([name, one]) => [name, inner(one)]))];
      if (key === 'items') return [key, inner(value)];
      // Tools that need one shape take the first: of a list, the usual envelope.
      if (key === 'anyOf') return [key, (value as JsonRecord[]).map(inner).sort(objectsFirst)];
      if (key === 'allOf') return [key, (value as JsonRecord[]).map(inner)];
      return [key, value];
    });
    return {
      ...Object.fromEntries(parts),
      ...(schema.type === 'array' && schema.items === undefined && { items: {} }),
      ...(schema.type === 'object' && { additionalProperties: true }),
    };
  }

  return { schemas, portable };
}

const objectsFirst = (a: JsonRecord, b: JsonRecord) => Number(b.type === 'object') - Number(a.type === 'object');
