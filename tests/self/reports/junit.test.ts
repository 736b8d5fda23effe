/** `junit.xml` by the rules of the strictest schema in use, that of Jenkins' xUnit plugin (junit-10.xsd), and by its own counts. */
import { expect, test } from '@playwright/test';
import { create } from 'xmlbuilder2';
import { junit } from '../../../reports/junit.ts';
import type { RunRecord } from '../../../schemas/contract.ts';
import { hostile, large, recordWith } from './sample.ts';

interface Rule {
  required: readonly string[];
  optional: readonly string[];
  children: readonly string[];
}

/** Of what that schema allows, the part that the other consumers (GitLab, Azure, Allure, dorny/test-reporter) read the same way. */
const RULES: Readonly<Record<string, Rule>> = {
  testsuites: { required: [], optional: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['skipped', 'time', 'timestamp'],
    children: ['testcase'],
  },
  testcase: {
    required: ['name'],
    optional: ['classname', 'time'],
    children: ['failure', 'error', 'skipped', 'system-out'],
  },
  failure: { required: [], optional: ['type', 'message'], children: [] },
  error: { required: [], optional: ['type', 'message'], children: [] },
  skipped: { required: [], optional: ['message'], children: [] },
  'system-out': { required: [], optional: [], children: [] },
};

/** SUREFIRE_TIME of the schema. */
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

interface Xml {
  name: string;
  attributes: Record<string, string>;
  children: Xml[];
}

/** Elements of a text that a parser takes. */
function tree(text: string): Xml {
  const read = (node: Element): Xml => ({
    name: node.nodeName,
    attributes: Object.fromEntries(
      [...(node.attributes as unknown as Iterable<Attr>)].map(({ name, value }) => [name, value]),
    ),
    children: [...(node.childNodes as unknown as Iterable<Node>)]
      .filter(({ nodeType }) => nodeType === 1)
      .map((one) => read(one as Element)),
  });
  return read(create(text).root().node as unknown as Element);
}

function follows({ name, attributes, children }: Xml): void {
  const rule = RULES[name];
  if (!rule) throw new Error(`there is no element ${name}`);
  const names = Object.keys(attributes);
  for (const one of rule.required) expect(names, name).toContain(one);
  for (const one of names) expect([...rule.required, ...rule.optional], name).toContain(one);
  if (attributes.time !== undefined) expect(attributes.time).toMatch(TIME);
  if (attributes.timestamp !== undefined) expect(attributes.timestamp).toMatch(TIMESTAMP);
  // A case has one outcome.
  if (name === 'testcase') expect(children.length).toBeLessThanOrEqual(1);
  for (const child of children) {
    expect(rule.children, name).toContain(child.name);
    follows(child);
  }
}

const records: readonly (readonly [string, RunRecord])[] = [
  ['with hostile text', hostile],
  ['in which everything fails', large(100, 50, 100)],
  ['without any requirement', recordWith([])],
  ['that broke', { ...hostile, errors: ['the worker was lost', '<&]]>'] }],
  ['of 25 minutes and a fraction', { ...hostile, durationMs: 1_500_000.123 }],
];

for (const [what, record] of records) {
  test(`a record ${what} gives JUnit that the schema takes, and whose counts are right`, () => {
    const root = tree(junit(record));
    expect(root.name).toBe('testsuites');
    follows(root);
    const sums = { tests: 0, failures: 0, errors: 0 };
    for (const { attributes, children } of root.children) {
      const count = (kind: string) => children.filter((one) => one.children[0]?.name === kind).length;
      const counted = { tests: children.length, failures: count('failure'), errors: count('error') };
      expect(attributes).toMatchObject({ ...strings(counted), skipped: String(count('skipped')) });
      for (const kind of ['tests', 'failures', 'errors'] as const) sums[kind] += counted[kind];
    }
    expect(root.attributes).toMatchObject(strings(sums));
  });
}

const strings = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));

test('a case has the time that its checks took, and a suite what its cases have together', () => {
  const [first, second] = hostile.requirements;
  if (!first || !second) throw new Error('the sample has requirements');
  const timed = [
    { ...first, group: 'tags', level: 'must' as const, ms: 1250 },
    { ...second, group: 'tags', level: 'must' as const, ms: 300 },
  ];
  const [suite] = tree(junit(recordWith(timed))).children;
  expect(suite?.attributes.time).toBe('1.550');
  expect(suite?.children.map(({ attributes }) => attributes.time)).toEqual(['1.250', '0.300']);
});
