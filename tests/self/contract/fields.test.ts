/** Resources and request bodies field by field, answers by their keys: the schemas against a list that was written by hand from the specification. */
import { expect, test } from '@playwright/test';
import {
  envelope,
  jsonFiles,
  operation,
  operations,
  type Placed,
  problem,
  propertiesOf,
  readJson,
  resolved,
} from '../../../schemas/contract.ts';
import { ANSWERS, type Fields, type Kind, REQUESTS, RESOURCES } from './fields.ts';

/** Values that a field of a kind may have, and others that it must not. */
const VALUES: Readonly<Record<Kind, { right: readonly unknown[]; wrong: readonly unknown[] }>> = {
  string: { right: ['text', ''], wrong: [7, true, {}, ['text']] },
  date: { right: ['2025-02-28'], wrong: ['yesterday', '28.02.2025', 7] },
  boolean: { right: [true, false], wrong: ['true', 1] },
  integer: { right: [0, 12], wrong: [1.5, '12'] },
  number: { right: [0, 1.5, -3], wrong: ['1.5', true] },
  object: { right: [{}, { a: 1 }], wrong: ['Some Text', 7, []] },
  'string[]': { right: [[], ['text']], wrong: ['text', [7], {}] },
  list: { right: [[], ['text', 7]], wrong: ['text', {}] },
  record: { right: [{}, 'TypeName'], wrong: [7, true] },
  'record[]': { right: [[], [{}], ['TypeName']], wrong: ['text', [7], {}] },
  open: { right: ['text', 7, 1.5, true, {}, ['text']], wrong: [] },
};

/** Each field with its kind. */
const entriesOf = (fields: Fields): (readonly [string, Kind])[] =>
  Object.entries(fields).flatMap(([kind, names]) => names.split(/\s+/).map((name) => [name, kind as Kind] as const));

/** A record with nothing but this value at the path, and the JSON pointer to it. */
function recordWith(path: string, value: unknown): { record: unknown; pointer: string } {
  const steps = path.replaceAll('[]', '.[]').split('.');
  const record = steps.reduceRight<unknown>((inner, step) => (step === '[]' ? [inner] : { [step]: inner }), value);
  return { record, pointer: `/${steps.map((step) => (step === '[]' ? '0' : step)).join('/')}` };
}

/** Paths of the fields that a schema names, down to those that have none of their own or are other records. */
function named(placed: Placed, prefix = ''): string[] {
  const { schema } = placed;
  if (schema.items && !schema.anyOf) {
    const inner = named(resolved(schema.items, placed.path), `${prefix}[].`);
    return inner.length > 0 ? inner : [prefix];
  }
  // An embedded record has a list of its own.
  const properties = Object.entries(schema.anyOf ? {} : propertiesOf(placed));
  if (properties.length === 0) return prefix === '' || prefix.endsWith('.') ? [] : [prefix];
  const dot = prefix === '' || prefix.endsWith('.') ? prefix : `${prefix}.`;
  return properties.flatMap(([name, inner]) => named(inner, dot + name));
}

/** Records that stand whole in others have a list of their own. */
const WHOLE = /^(badge|userSettings)\b/;

/** Told by patterns of their own; see the table in schemas.test.ts. */
const PATTERNS: Readonly<Record<string, readonly string[]>> = { customField: ['name', 'type'] };

/** Names of the schemas in a folder. */
const filesIn = (folder: string) => jsonFiles(folder).map((path) => path.replace(/^\w+\/|\.json$/g, ''));

test('every resource, request body and answer has a list', () => {
  const hint = (list: string) => `enter each in ${list}, in tests/self/contract/fields.ts`;
  // Parts that several resources share are listed where they stand.
  const parts = ['closedStatus', 'embedded', 'expandedLinks', 'insightLink', 'kpiProjection'];
  const resources = filesIn('resources').filter((name) => !parts.includes(name));
  expect(Object.keys(RESOURCES).sort(), hint('RESOURCES')).toEqual(resources);
  expect(Object.keys(REQUESTS).sort(), hint('REQUESTS')).toEqual(filesIn('requests'));
  const withEnvelope = operations.filter((operation) => envelope(operation).length > 0).map(({ id }) => id);
  expect(Object.keys(ANSWERS).sort(), hint('ANSWERS')).toEqual(withEnvelope.sort());
});

test('answers have the keys of the specification', () => {
  for (const [id, keys] of Object.entries(ANSWERS))
    expect([...envelope(operation(id))].sort().join(' '), id).toBe(keys);
});

const tables = [
  ...Object.entries(RESOURCES).map(([name, fields]) => ['resources', name, fields] as const),
  ...Object.entries(REQUESTS).map(([name, fields]) => ['requests', name, fields] as const),
];

for (const [folder, name, fields] of tables) {
  const file = `${folder}/${name}.json`;

  test(`${file} names the fields of the specification, and no other`, () => {
    const inSchema = named({ schema: readJson(file), path: file }).map((path) =>
      WHOLE.test(path) && path.includes('.') ? (path.split('.')[0] as string) : path,
    );
    const expected = [...entriesOf(fields).map(([path]) => path), ...(PATTERNS[name] ?? [])];
    expect([...new Set(inSchema)].sort()).toEqual(expected.sort());
  });

  test(`${file}: each field takes values of its type, and no others`, () => {
    for (const [path, kind] of entriesOf(fields)) {
      for (const value of VALUES[kind].right)
        expect(problem(file, recordWith(path, value).record), `${path}: ${JSON.stringify(value)}`).toBeUndefined();
      for (const value of VALUES[kind].wrong) {
        const { record, pointer } = recordWith(path, value);
        const at = problem(file, record)?.at ?? 'nowhere';
        expect(at.startsWith(pointer), `${path}: ${JSON.stringify(value)} is refused ${at}`).toBe(true);
      }
    }
  });
}
