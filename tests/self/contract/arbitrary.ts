/** fast-check arbitraries out of the contract's JSON Schemas. */
import fc from 'fast-check';
import { resolved, type Schema } from '../../../schemas/contract.ts';

type Full = Schema & {
  enum?: unknown[];
  const?: unknown;
  allOf?: Full[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  additionalProperties?: boolean | Full;
};

const DEEPEST = 4;

const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
};

function text({ format, pattern, minLength = 0, maxLength = 30 }: Full): fc.Arbitrary<string> {
  const known = texts[format ?? ''];
  if (known) return known;
  if (pattern === undefined) return fc.string({ minLength, maxLength, unit: 'grapheme' });
  // fast-check's own reading of a pattern knows no property escapes; ASCII letters are among what they mean.
  const plain = pattern
    .replaceAll('\\p{Ll}', 'a-z')
    .replaceAll('\\p{L}', 'a-z')
    .replaceAll('\\p{Nd}', '0-9')
    .replace('^a-z', '^[a-z]');
  return fc.stringMatching(new RegExp(plain)).filter((value) => value.length >= minLength && value.length <= maxLength);
}

function object(schema: Full, path: string, depth: number): fc.Arbitrary<object> {
  const { properties = {}, required = [] } = schema;
  const known =
    depth >= DEEPEST
      ? Object.entries(properties).filter(([name]) => required.includes(name))
      : Object.entries(properties);
  return fc.record(
    Object.fromEntries(known.map(([name, property]) => [name, arbitraryOf(property, path, depth + 1)])),
    {
      requiredKeys: required as never[],
    },
  );
}

/**
 * Values that a schema describes.
 * @param path file that the schema stands in, relative to `schemas/`
 */
export function arbitraryOf(given: Schema, path: string, depth = 0): fc.Arbitrary<unknown> {
  const { schema, path: at } = resolved(given, path) as { schema: Full; path: string };
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, at, depth)));
  if (schema.allOf) {
    const parts = [...schema.allOf, { ...schema, allOf: undefined as never }].map((one) => resolved(one, at));
    return fc
      .tuple(...parts.map((part) => object(part.schema as Full, part.path, depth)))
      .map((values) => Object.assign({}, ...values));
  }
  switch (schema.type) {
    case 'string':
      return text(schema);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'array':
      return fc.array(schema.items ? arbitraryOf(schema.items, at, depth + 1) : fc.jsonValue(), {
        maxLength: depth >= DEEPEST ? 0 : 2,
      });
    case 'object':
      return object(schema, at, depth);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}
