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
  for (const name in value) {
    const inner = value[name];
    // Most fields hold no object, and every field of every answer comes along here.
    if (typeof inner === 'object' && inner !== null) eachObject(inner, listed?.get(name), visit);
  }
}

/** How the contract marks a field, wherever it is listed. */
type Marks = Pick<Schema, 'x-volatile' | 'x-counts' | 'x-place'>;

/** The fields that some resource or answer of the contract lists, by name. */
let fields: ReadonlyMap<string, Marks> | undefined;

function addFields(schema: unknown, found: Map<string, Marks>): void {
  if (!isRecord(schema)) return;
  for (const [name, field] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    const { 'x-volatile': volatile, 'x-counts': counts, 'x-place': place } = isRecord(field) ? (field as Marks) : {};
    found.set(name, {
      ...found.get(name),
      ...(volatile && { 'x-volatile': volatile }),
      ...(counts && { 'x-counts': counts }),
      ...(place && { 'x-place': place }),
    });
  }
  for (const inner of Object.values(schema)) addFields(inner, found);
}

function fieldsAnywhere(): ReadonlyMap<string, Marks> {
  if (fields) return fields;
  const found = new Map<string, Marks>();
  for (const file of [...jsonFiles('resources'), ...jsonFiles('responses')]) addFields(readJson(file), found);
  fields = found;
  return found;
}

/** Whether the contract lists a field of this name somewhere: by that, values are read of which the form is open. */
export const isListedAnywhere = (name: string): boolean => fieldsAnywhere().has(name);

/** How the contract marks fields of this name as volatile. */
export const volatileAnywhere = (name: string): Schema['x-volatile'] => fieldsAnywhere().get(name)?.['x-volatile'];

/** Whether the contract marks fields of this name as a count of other records. */
export const countsAnywhere = (name: string): boolean => fieldsAnywhere().get(name)?.['x-counts'] === true;

/** Whether the contract marks fields of this name as a place among other records. */
export const placesAnywhere = (name: string): boolean => fieldsAnywhere().get(name)?.['x-place'] === true;
