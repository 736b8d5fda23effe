/** Reads the contract's JSON files, which stand beside the sources, also when this file runs from the compiled `dist/`. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const beside = new URL('./', import.meta.url);
const folder = existsSync(new URL('openapi.json', beside)) ? beside : new URL('../../schemas/', import.meta.url);

/** Absolute path of the project, the folder that holds `schemas/`. */
export const projectRoot = fileURLToPath(new URL('../', folder));

/** The files that were read, by their path: every user shares one value. */
const known = new Map<string, unknown>();

/** Nobody may change what all others share. */
function frozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) frozen(inner);
  return value;
}

/** The content of one JSON file of the contract, read once; `path` is relative to `schemas/`, with forward slashes. */
export function readJson<T>(path: string): T {
  if (!known.has(path)) known.set(path, frozen(JSON.parse(readFileSync(new URL(path, folder), 'utf8'))));
  return known.get(path) as T;
}

/** Paths (relative to `schemas/`) of the JSON files in one of its folders, in the order of their names. */
export function jsonFiles(name: string): string[] {
  return readdirSync(new URL(`${name}/`, folder))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => `${name}/${file}`);
}

/** As much of a JSON Schema as is read by hand. */
export interface Schema {
  type?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
  required?: string[];
  readOnly?: boolean;
  /** Of a listed field: each answer may show another value; `query` if only that part of an address may be another. */
  'x-volatile'?: true | 'query';
  /** How many other records have to do with this one: it changes as they do. */
  'x-counts'?: true;
  /** Its place among the others, which may move along when one comes in between. */
  'x-place'?: true;
  /** A list that may have one record twice, as it shows of what happened only what it was about. */
  'x-repeats'?: true;
  /** The field beside it with the id of what it names the kind of. */
  'x-kind-of'?: string;
  /** The record that shows the same in a field of its own: its kind, and the field beside this one that holds its id. */
  'x-shown-by'?: { id: string; kind: string; field: string };
}

/** A schema and the file that it stands in, relative to `schemas/`: what its references start from. */
export interface Placed {
  schema: Schema;
  path: string;
}

/** What a function finds of an object, found once: schemas are shared, frozen and asked for again and again. */
function kept<K extends object, V>(find: (key: K, path: string) => V): (key: K, path: string) => V {
  const found = new WeakMap<K, V>();
  return (key, path) => {
    const known = found.get(key) ?? find(key, path);
    found.set(key, known);
    return known;
  };
}

/**
 * Follows the reference of a schema to what it stands for.
 * @param path file that the schema stands in, relative to `schemas/`; gives the file of the result
 */
export const resolved = kept((schema: Schema, path): Placed => {
  if (schema.$ref === undefined) return { schema, path };
  const { pathname, hash } = new URL(schema.$ref, `file:///${path}`);
  const file = pathname.slice(1) || path;
  let found = readJson<Record<string, unknown>>(file);
  for (const part of hash.split('/').slice(1)) found = found[decodeURIComponent(part)] as typeof found;
  return resolved(found as Schema, file);
});

/** The schema of each key of an answer by its place: a file, with a JSON pointer where the schema stands in the answer's own. */
export const placesOfKeys = (path: string): [key: string, place: string][] =>
  Object.entries(readJson<Schema>(path).properties ?? {}).map(([key, property]) => [
    key,
    property.$ref ? resolved(property, path).path : `${path}#/properties/${key}`,
  ]);

/** Properties of an object schema and of those that it is made of (`allOf`, `anyOf`), each followed to what it stands for. */
export const propertiesOf = ({ schema, path }: Placed): Readonly<Record<string, Placed>> => propertiesAt(schema, path);

const propertiesAt = kept((schema: Schema, path): Record<string, Placed> => {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].map((part) => propertiesOf(resolved(part, path)));
  const own = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, resolved(inner, path)] as const);
  return Object.assign({}, ...parts, Object.fromEntries(own));
});
