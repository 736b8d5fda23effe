/** Which fields the contract lists of an object: a target may show others, and some that are listed are new in every answer. */
import { jsonFiles, type Placed, propertiesOf, readJson, resolved, type Schema } from './files.ts';
import { isRecord, type JsonRecord } from './json.ts';

/** The listed fields of an object. */
export type Listed = ReadonlyMap<string, Placed>;

/** How a schema is read, once for all values: the listed fields of its objects, and the schema of the elements of its lists. */
interface Reading {
  /** Undefined where the contract leaves the fields open. */
  listed: Listed | undefined;
  element: Placed | undefined;
}

const readings = new WeakMap<Schema, Reading>();

function elementOf({ schema, path }: Placed): Placed | undefined {
  if (schema.items) return resolved(schema.items, path);
  return (schema.anyOf ?? []).map((part) => elementOf(resolved(part, path))).find(Boolean);
}

function readingOf(placed: Placed): Reading {
  const known = readings.get(placed.schema);
  if (known) return known;
  const fields = Object.entries(propertiesOf(placed));
  const found = { listed: fields.length === 0 ? undefined : new Map(fields), element: elementOf(placed) };
  readings.set(placed.schema, found);
  return found;
}

/**
 * Visits each object in an answer with the fields that the contract lists of it, the outer ones first.
 * @param placed the schema of the value; undefined where nothing describes it
 */
export function eachObject(
  value: unknown,
  placed: Placed | undefined,
  visit: (object: JsonRecord, listed: Listed | undefined, placed: Placed | undefined) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  const { listed, element } = placed ? readingOf(placed) : { listed: undefined, element: undefined };
  if (Array.isArray(value)) {
    for (const inner of value) eachObject(inner, element, visit);
    return;
  }
  if (!isRecord(value)) return;
  // What the visitor hides is not gone into.
  visit(value, listed, placed);
  for (const name of Object.keys(value)) {
    const inner = value[name];
    // Most fields hold no object, and every field of every answer comes along here.
    if (typeof inner === 'object' && inner !== null) eachObject(inner, listed?.get(name), visit);
  }
}

type Volatile = Schema['x-volatile'];

/** The fields that some resource or answer of the contract lists, by name, with how they are marked as volatile. */
let fields: ReadonlyMap<string, Volatile> | undefined;

function addFields(schema: unknown, found: Map<string, Volatile>): void {
  if (!isRecord(schema)) return;
  for (const [name, field] of Object.entries(isRecord(schema.properties) ? schema.properties : {}))
    found.set(name, (isRecord(field) ? (field['x-volatile'] as Volatile) : undefined) ?? found.get(name));
  for (const inner of Object.values(schema)) addFields(inner, found);
}

function fieldsAnywhere(): ReadonlyMap<string, Volatile> {
  if (fields) return fields;
  const found = new Map<string, Volatile>();
  for (const file of [...jsonFiles('resources'), ...jsonFiles('responses')]) addFields(readJson(file), found);
  fields = found;
  return found;
}

/** Whether the contract lists a field of this name somewhere: by that, values are read of which the form is open. */
export const isListedAnywhere = (name: string): boolean => fieldsAnywhere().has(name);

/** How the contract marks fields of this name as volatile. */
export const volatileAnywhere = (name: string): Volatile => fieldsAnywhere().get(name);
