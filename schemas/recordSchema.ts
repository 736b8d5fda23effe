/** The schema of the record, or of each record in the list, that an answer holds. */
import { type Placed, propertiesOf, readJson, resolved, type Schema } from './files.ts';
import { kind, kindOfResource } from './kinds.ts';
import { isDescribed } from './operations.ts';

/** The record, or each record in the list, that the schema of an answer describes. */
export function recordPlaced(answer: string): Placed {
  const outer = resolved({ $ref: answer }, '');
  // A record may have fields named items or tags; only what is more than a record is an envelope.
  if (!answer.startsWith('responses/')) return outer;
  const either = [outer.schema, ...(outer.schema.anyOf ?? [])];
  const list = either
    .map(({ properties, items }) => properties?.items ?? properties?.tags ?? (items && { items }))
    .find(Boolean);
  const record = list?.items ?? outer.schema.properties?.info;
  return record ? resolved(record, outer.path) : outer;
}

/** The schema of that record, with the properties of all that it is made of. */
export function recordSchema(answer: string | undefined): Schema {
  if (!isDescribed(answer)) return {};
  const record = recordPlaced(answer);
  const properties = Object.entries(propertiesOf(record)).map(([name, { schema }]) => [name, schema]);
  return { ...record.schema, properties: Object.fromEntries(properties) };
}

const RESOURCE = /^resources\/(\w+)\.json$/;

/** The resource that a schema describes, by the name of its file: itself, the one that it extends, or the first of several. */
export function resourceOf({ schema, path }: Placed): string | undefined {
  const [base] = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  if (base !== undefined) return resourceOf(resolved(base, path));
  return readJson(path) === schema ? RESOURCE.exec(path)?.[1] : undefined;
}

/** Whether records that a schema describes may belong to several accounts, or to another one than shows them. */
export function mayBeShared(placed: Placed): boolean {
  const resource = resourceOf(placed);
  const name = resource === undefined ? undefined : kindOfResource(resource);
  return name !== undefined && kind(name).shared === true;
}

/** The schema of the entries of a list; undefined where the schema is that of no list. */
export function entriesOf({ schema, path }: Placed): Placed | undefined {
  const list = [schema, ...(schema.anyOf ?? []).map((part) => resolved(part, path).schema)].find(({ items }) => items);
  return list?.items && resolved(list.items, path);
}
