/** What the contract names of a value: fields of a target's own may change from answer to answer. */
import { type Placed, propertiesOf, resolved, type Schema } from './files.ts';
import { isRecord } from './json.ts';

/** The schema of the elements of a list. */
function elementOf({ schema, path }: Placed): Placed | undefined {
  if (schema.items) return resolved(schema.items, path);
  return (schema.anyOf ?? []).map((part) => elementOf(resolved(part, path))).find(Boolean);
}

/**
 * The value without fields that the schema does not name, at any depth.
 * @param given the schema, which stands in the file `path` (relative to `schemas/`)
 */
export function specified(value: unknown, given: Schema, path: string): unknown {
  const placed = resolved(given, path);
  if (Array.isArray(value)) {
    const element = elementOf(placed);
    return element ? value.map((inner) => specified(inner, element.schema, element.path)) : value;
  }
  const properties = propertiesOf(placed);
  if (!isRecord(value) || Object.keys(properties).length === 0) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const property = properties[name];
      return property ? [[name, specified(inner, property.schema, property.path)]] : [];
    }),
  );
}
