/** What the contract names of a value: fields of a target's own may change from answer to answer. */
import { resolved, type Schema } from './files.ts';

/** Properties of an object schema, with those of the schemas that it is made of. */
function propertiesOf(schema: Schema, path: string): Map<string, { schema: Schema; path: string }> {
  const own = Object.entries(schema.properties ?? {}).map(
    ([name, property]) => [name, { schema: property, path }] as const,
  );
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap((part) => {
    const found = resolved(part, path);
    return [...propertiesOf(found.schema, found.path)];
  });
  return new Map([...parts, ...own]);
}

/** The schema of the elements of a list. */
function itemsOf(schema: Schema, path: string): { schema: Schema; path: string } | undefined {
  if (schema.items) return resolved(schema.items, path);
  for (const part of schema.anyOf ?? []) {
    const found = resolved(part, path);
    const items = itemsOf(found.schema, found.path);
    if (items) return items;
  }
  return undefined;
}

/**
 * The value without fields that the schema does not name, at any depth.
 * @param given the schema, which stands in the file `path` (relative to `schemas/`)
 */
export function stated(value: unknown, given: Schema, path: string): unknown {
  const { schema, path: at } = resolved(given, path);
  if (Array.isArray(value)) {
    const items = itemsOf(schema, at);
    return items ? value.map((inner) => stated(inner, items.schema, items.path)) : value;
  }
  const properties = propertiesOf(schema, at);
  if (typeof value !== 'object' || value === null || properties.size === 0) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const property = properties.get(name);
      return property ? [[name, stated(inner, property.schema, property.path)]] : [];
    }),
  );
}
