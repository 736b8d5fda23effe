/** The schemas are right in themselves: they compile, and tell right values from wrong ones. */
import { validate } from '@hyperjump/json-schema/draft-2020-12';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  jsonFiles,
  problem,
  readJson,
  requirements,
  resolved,
  type Schema,
  validator,
} from '../../../schemas/contract.ts';
import { arbitraryOf } from './arbitrary.ts';

const files = ['resources', 'requests', 'responses', 'suite'].flatMap(jsonFiles);

for (const path of files) {
  test(`${path} compiles in strict mode and describes itself`, () => {
    expect(() => validator(path)).not.toThrow();
    const { title, description, $schema } = readJson<{ title?: string; description?: string; $schema?: string }>(path);
    expect(title).toBeTruthy();
    expect(description).toBeTruthy();
    expect($schema).toBe('https://json-schema.org/draft/2020-12/schema');
  });
}

test('each key of a waiver is described, and its examples make a waiver of something that exists', () => {
  type Key = { description?: string; examples?: string[] };
  const { items } = readJson<{ items: { properties: Record<string, Key> } }>('suite/waivers.json');
  const keys = Object.entries(items.properties);
  expect(keys.filter(([, { description, examples }]) => !description || !examples?.length).map(([key]) => key)).toEqual(
    [],
  );
  const waiver = Object.fromEntries(keys.map(([key, { examples }]) => [key, examples?.[0]]));
  expect(problem('suite/waivers.json', [waiver])).toBeUndefined();
  const requirement = requirements.find(({ id }) => id === waiver.requirement);
  expect(requirement?.operations).toContain(waiver.operation);
});

/** A value of another type than the schema states, or undefined when it states none. */
function wrong({ type, anyOf }: Schema): unknown {
  if (anyOf) return 12.5;
  return { string: 7, integer: 1.5, number: 'seven', boolean: 'true', array: { 0: 'a' }, object: 'Some Text' }[
    type ?? ''
  ];
}

for (const path of jsonFiles('resources')) {
  const { properties = {} } = readJson<Schema>(path);
  test(`${path}: each stated field is refused with a wrong type`, () => {
    for (const [field, property] of Object.entries(properties)) {
      const value = wrong(resolved(property, path).schema);
      if (value === undefined) continue;
      expect(problem(path, { [field]: value })?.at, `${field}: ${JSON.stringify(value)}`).toBe(`/${field}`);
    }
    expect(problem(path, {})).toBeUndefined();
    expect(problem(path, { somethingElse: { a: 1 } })).toBeUndefined();
  });
}

/** Written by hand from the specification. */
const RIGHT: readonly [string, object][] = [
  [
    'resources/customField.json',
    {
      _id: '1',
      accountId: '2',
      name: 'cost_centre',
      type: 'array:[string]',
      targetTypes: ['goal'],
      filterable: true,
      orderId: 3,
      visualizationKind: 'x.textarea',
    },
  ],
  ['resources/kpiGroup.json', { id: '1', name: 'Sales', favorite: false, dateCreated: 'any text', modifiedById: '2' }],
  ['responses/kpiGroupList.json', { count: 1, items: [{ id: '1' }], totalCount: 1 }],
  ['responses/customFieldList.json', { items: [], targetTypes: ['goal'], totalCount: 0 }],
  ['responses/supportedTypeList.json', { items: ['goal'], totalCount: 1 }],
  ['resources/dashboard.json', { insights: [{ id: '1', insightState: 'InsightState', settings: ['Setting'] }] }],
  [
    'resources/kpi.json',
    { links: { expanded: { kpis: [{ insightLink: 'InsightLink', formatting: 'KpiFormatting' }] } } },
  ],
];
const WRONG: readonly [string, object, string][] = [
  ['requests/customField.json', { name: 'abc' }, '/name'],
  ['requests/customField.json', { name: 'Abcd' }, '/name'],
  ['resources/customField.json', { type: 'array:[object]' }, '/type'],
  ['resources/customField.json', { type: 'text' }, '/type'],
  ['resources/customField.json', { targetTypes: ['a', 1] }, '/targetTypes/1'],
  ['resources/kpiGroup.json', { favorite: 0 }, '/favorite'],
  ['resources/dashboard.json', { source: 'Source' }, '/source'],
  ['resources/dashboard.json', { insights: [{ insightState: 12 }] }, '/insights/0/insightState'],
  ['resources/dashboard.json', { insights: [{ insightState: { status: 3 } }] }, '/insights/0/insightState/status'],
  ['resources/kpi.json', { formatting: 'KpiFormatting' }, '/formatting'],
  [
    'resources/kpi.json',
    { links: { expanded: { kpis: [{ formatting: 'Some Text' }] } } },
    '/links/expanded/kpis/0/formatting',
  ],
  ['responses/kpiGroupList.json', { items: [], totalCount: 0 }, ''],
  ['responses/kpiGroupList.json', { count: 0, items: [{ id: 1 }], totalCount: 0 }, '/items/0/id'],
  ['responses/customFieldList.json', { items: [], totalCount: 0 }, ''],
];

test('records written from the specification are right, and wrong ones are refused at their place', () => {
  for (const [path, value] of RIGHT) expect(problem(path, value), path).toBeUndefined();
  for (const [path, value, at] of WRONG) expect(problem(path, value)?.at, `${path} ${JSON.stringify(value)}`).toBe(at);
});

test('requirements say nothing twice', () => {
  const texts = requirements.map(({ text, group, operations }) => `${text} (${group}: ${operations.join(', ')})`);
  expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
});

for (const path of ['resources', 'requests', 'responses']
  .flatMap(jsonFiles)
  .filter((file) => file !== 'resources/embedded.json')) {
  test(`${path}: what is generated from it is valid by it`, () => {
    const arbitrary = arbitraryOf({ $ref: `/${path}` }, '');
    fc.assert(
      fc.property(arbitrary, (value) => problem(path, value) === undefined),
      { seed: 1, numRuns: 40 },
    );
  });
}

test('every schema is valid by its meta-schema, as a second validator reads it', async () => {
  for (const path of files) {
    const { valid } = await validate('https://json-schema.org/draft/2020-12/schema', readJson(path));
    expect(valid, path).toBe(true);
  }
  expect((await validate('https://json-schema.org/draft/2020-12/schema', { type: 'text' })).valid).toBe(false);
});
