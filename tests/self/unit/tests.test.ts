/** The tests that Playwright lists, and what its reports say of them. */
import { expect, test } from '@playwright/test';
import type { TestCase, TestResult, TestStep } from '@playwright/test/reporter';
import { takeBackExpected } from '../../../reports/expected.ts';
import { handedBy, takeOut, timeStep, timeTest, together, withoutLabels } from '../../../reports/handed.ts';
import { mergedSettings, metadataOf } from '../../../reports/merged.ts';
import { leftOut, selectedTests } from '../../../reports/partialRun.ts';
import {
  type BatchResult,
  type CheckOutcome,
  type CheckResult,
  type Handed,
  loadSettings,
  RESULT,
  requirement,
} from '../../../schemas/contract.ts';
import { labels, labelsOfAll } from '../../support/engine/labels.ts';
import { countTests, testsOf } from '../../support/engine/testsOf.ts';
import { failureText, isBroken, untestedWords, whySkipped } from '../../support/engine/words.ts';

const cell = (id: string, operation: string) => ({ requirement: id, operation });
const SET = cell('kpiGroups.favorite-set', 'kpiGroups.setFavorite');
const LISTED = cell('badges.list-all', 'badges.list');

const BATCH = {
  title: 'behaviour: both',
  checks: [
    { title: 'a', cells: [SET] },
    { title: 'b', cells: [LISTED, SET] },
    { title: 'c', cells: [SET] },
  ],
};

const found = (check: string, outcome: CheckOutcome, more: Partial<CheckResult> = {}): CheckResult => ({
  ...{ check, outcome, cells: [SET], ms: 5 },
  ...more,
});

test('a batch has a test for each requirement, with all checks that prove it, and one for every answer', () => {
  const tests = testsOf(BATCH);
  expect(tests.map(({ requirement: id, checks }) => [id, checks.map(({ title }) => title)])).toEqual([
    ['kpiGroups.favorite-set', ['a', 'b', 'c']],
    ['badges.list-all', ['b']],
  ]);
  expect(tests[0]?.title).toBe(`kpiGroups.favorite-set: ${requirement('kpiGroups.favorite-set').text}`);
  expect(countTests([BATCH, BATCH])).toBe(6);
});

test('a title holds nothing that Playwright takes for a tag', () => {
  const [markup] = testsOf({
    title: 'x',
    checks: [{ title: 'a', cells: [cell('lists.formatting-markup', 'badges.list')] }],
  });
  expect(requirement('lists.formatting-markup').text).toContain('@');
  expect(markup?.title).not.toContain('@');
});

test('tags name requirement, level, groups and operations of the test alone', () => {
  const [first] = testsOf(BATCH);
  if (!first) throw new Error('there is a test');
  const { tag, annotation } = labels(BATCH.title, first);
  expect(tag).toEqual(['@kpiGroups.favorite-set', '@must', '@kpiGroups', '@kpiGroups.setFavorite']);
  const of = (type: string) => annotation.filter((one) => one.type === type).map(({ description }) => description);
  expect(of('checks')).toEqual(['3']);
  expect(of('specification')).toEqual([requirement('kpiGroups.favorite-set').section]);
  expect(of('@allure.label.suite')).toEqual(['behaviour']);
  expect(labelsOfAll(BATCH).annotation.map(({ description }) => description)).toEqual(
    expect.arrayContaining(['kpiGroups', 'badges', 'critical']),
  );
});

test('a failure says what was expected and received, where, and how to run it alone', () => {
  const evidence = {
    ...{ message: 'it is no favourite', expected: 'true', received: 'false', at: '/favorite', before: [] },
    rerun: 'npm run conformance -- --grep x',
  };
  expect(failureText(found('a', 'fail', { reason: 'x', evidence }))).toBe(
    'a: it is no favourite\n  expected: true\n  received: false\n  at: /favorite\n  run alone: npm run conformance -- --grep x',
  );
  expect(failureText(found('a', 'error', { reason: 'TypeError: x' }))).toBe('a: TypeError: x');
  expect(
    ['pass', 'fail', 'error', 'not-tested', 'observed'].filter((one) => isBroken(found('a', one as CheckOutcome))),
  ).toEqual(['fail', 'error']);
});

test('a test is skipped when none of its checks found out anything, and then says why and what to give', () => {
  const untested = found('a', 'not-tested', { reason: 'no token', remedy: 'ACCESS_TOKEN' });
  const inapplicable = found('b', 'not-applicable', { reason: 'not claimed' });
  expect(whySkipped([untested, inapplicable])).toBe('not tested: no token. To test it: ACCESS_TOKEN');
  expect(whySkipped([inapplicable])).toBe('not applicable: not claimed');
  for (const outcome of ['pass', 'observed', 'fail', 'error'] as const)
    expect(whySkipped([untested, found('c', outcome)])).toBeUndefined();
});

test('annotations say once for all checks why they were not tested, and what was observed', () => {
  const untested = ['a', 'b', 'c', 'd'].map((check) => found(check, 'not-tested', { reason: 'no token' }));
  const observed = found('e', 'observed', { observation: { limit: 100 } });
  expect(untestedWords([...untested, observed, found('f', 'pass')])).toEqual([
    { type: 'not tested', description: 'no token (a, b, c and 1 more)' },
    { type: 'observed', description: 'e: {"limit":100}' },
  ]);
});

const NOTHING: BatchResult = { batch: 'x', planned: 0, results: [], traffic: {}, leftovers: [], retries: 0 };

const attached = (handed: Handed) => ({
  ...{ name: RESULT, contentType: 'application/json', body: Buffer.from(JSON.stringify(handed)) },
});

const step = (title: string, more: Partial<TestStep> = {}): TestStep => ({
  ...{ title, category: 'test.step', duration: 0, startTime: new Date(0), steps: [], attachments: [], annotations: [] },
  titlePath: () => [title],
  ...more,
});

test('what a test hands over is read once it is there, and taken out of what others show', () => {
  const own = attached({ result: { ...NOTHING, planned: 2 }, began: [] });
  const evidence = { name: 'evidence', contentType: 'application/json', body: Buffer.from('{}') };
  const hook = step('afterAll hook', { attachments: [own, evidence] });
  const steps = [step(`Attach "${RESULT}"`, { category: 'test.attach', attachments: [own] }), hook];
  const result = { attachments: [evidence], steps, annotations: [] } as unknown as TestResult;
  expect(handedBy(result)).toEqual([]);
  result.attachments.push(own);
  expect(handedBy(result).map((one) => one.result.planned)).toEqual([2]);
  takeOut(result);
  expect(result.attachments).toEqual([evidence]);
  expect(result.steps).toEqual([hook]);
  expect(hook.attachments).toEqual([evidence]);
});

test('steps and tests have the times of their checks', () => {
  const handed = [
    {
      result: { ...NOTHING, results: [found('a', 'pass', { ms: 30 }), found('b', 'pass', { ms: 10 })] },
      began: [1000, 1050],
    },
  ];
  const [second, other] = [step('b'), step('c')];
  timeStep(second, handed);
  timeStep(other, handed);
  expect([second.startTime.getTime(), second.duration, other.duration]).toEqual([1050, 10, 0]);
  const result = { startTime: new Date(9), duration: 1 };
  timeTest(result, handed);
  expect(result).toEqual({ startTime: new Date(1000), duration: 60 });
  timeTest(result, []);
  expect(result.duration).toBe(60);
});

test('the parts of a batch are put together, with all that concerns it as a whole', () => {
  const traffic = (count: number) => ({ 'badges.list': { statuses: { 200: count }, times: [count] } });
  const parts: BatchResult[] = [
    { ...NOTHING, planned: 1, results: [found('a', 'pass')], traffic: traffic(1), retries: 1 },
    { ...NOTHING, batch: 'y', planned: 5 },
    { ...NOTHING, planned: 2, results: [found('b', 'pass')], traffic: traffic(2), retries: 2, notices: ['slow'] },
  ];
  const all = together(parts);
  expect(all.map(({ batch, planned }) => [batch, planned])).toEqual([
    ['x', 3],
    ['y', 5],
  ]);
  expect(all[0]).toMatchObject({
    ...{ results: [{ check: 'a' }, { check: 'b' }], retries: 3, notices: ['slow'] },
    traffic: { 'badges.list': { statuses: { 200: 3 }, times: [1, 2] } },
  });
  expect(all[1]).not.toHaveProperty('notices');
  expect(parts[0]?.traffic).toEqual(traffic(1));
});

test('labels for Allure are taken out of what other reporters show', () => {
  const annotations = [
    { type: '@allure.label.epic', description: 'x' },
    { type: 'checks', description: '2' },
  ];
  const one = { annotations, results: [{ annotations }] } as unknown as TestCase;
  withoutLabels(one);
  expect([one.annotations, one.results[0]?.annotations]).toEqual([[annotations[1]], [annotations[1]]]);
});

test('a failure is expected in the one look that keeps the worker, and in no other', () => {
  const one = { expectedStatus: 'passed' } as TestCase;
  takeBackExpected(one);
  one.expectedStatus = 'failed';
  expect([one.expectedStatus, one.expectedStatus, one.expectedStatus]).toEqual(['failed', 'passed', 'passed']);
  one.expectedStatus = 'skipped';
  expect([one.expectedStatus, one.expectedStatus]).toEqual(['skipped', 'skipped']);
});

test('the workers are told which tests of which batches were selected', () => {
  const parent = (title: string) => ({ title }) as TestCase['parent'];
  expect(
    selectedTests([
      { title: 'a.b: C: d', parent: parent('x') },
      { title: 'a.e: F', parent: parent('x') },
      { title: 'g.h: I', parent: parent('y') },
    ]),
  ).toEqual({ x: ['a.b', 'a.e'], y: ['g.h'] });
});

test('what Playwright was told to select is judged by itself; what the command passed on is not', () => {
  const plan = { batches: 2, tests: 10, checks: 30 };
  const share = { tests: 10, shard: null, native: true };
  expect(leftOut(plan, share)).toEqual({});
  expect(leftOut(undefined, share)).toEqual({});
  expect(leftOut(plan, { ...share, tests: 9 })).toMatchObject({
    selected: true,
    leftOut: { remedy: expect.any(String) },
  });
  expect(leftOut(plan, { ...share, tests: 9, native: false })).not.toHaveProperty('selected');
  const shard = { current: 1, total: 2 };
  expect(leftOut(plan, { ...share, shard })).toMatchObject({ selected: true });
  expect(leftOut(plan, { ...share, shard, native: false })).not.toHaveProperty('selected');
  const quick = leftOut(plan, { ...share, profile: 'smoke' });
  expect(quick).toMatchObject({ leftOut: { remedy: 'PROFILE=full' } });
  expect(quick).not.toHaveProperty('selected');
  const selection = 'not selected by --grep x';
  expect(leftOut({ ...plan, selection }, { ...share, native: false })).toMatchObject({
    ...{ selected: true, leftOut: { reason: selection } },
  });
});

test('blobs are merged with the seed of their run, and not as another run', () => {
  const settings = loadSettings('/', { SEED: '7' });
  const metadata = metadataOf(settings);
  expect(mergedSettings(loadSettings('/', { SEED: '8' }), metadata)).toMatchObject({ settings: { seed: 7 } });
  expect(mergedSettings(loadSettings('/', { SEED: '8' }), metadata)).not.toHaveProperty('error');
  const target = { BASE_URL: 'http://host', ACCESS_TOKEN: 'a-secret-of-the-test', ACCOUNT_ID: 'a' };
  expect(mergedSettings(loadSettings('/', target), metadata).error).toContain('host (http://host)');
  expect(mergedSettings(loadSettings('/', { OPERATION_GROUPS: 'tags' }), metadata).error).toContain('OPERATION_GROUPS');
  expect(mergedSettings(settings, {}).error).toContain('another suite');
  expect(JSON.stringify(metadataOf(loadSettings('/', target)))).not.toContain('a-secret-of-the-test');
});
