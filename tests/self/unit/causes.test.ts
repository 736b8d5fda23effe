/** Where JSON breaks, which fixtures a failure rests on, and what follows from one cause: pure functions. */
import { expect, test } from '@playwright/test';
import { causesOf, effects } from '../../../reports/causes.ts';
import { troublesOf } from '../../../reports/failures.ts';
import { type CellVerdict, type Fixtures, loadFixtures } from '../../../schemas/contract.ts';
import { broken } from '../../support/engine/broken.ts';
import { restsOn } from '../../support/engine/restsOn.ts';
import { jsonFault } from '../../support/values/jsonFault.ts';
import { evidence, exchange, recordWith, requirement } from '../reports/sample.ts';

for (const [what, text, words] of [
  ['JSON', '{"a": [1, null]}', undefined],
  ['nothing', ' ', 'it is empty'],
  ['a list that breaks off in a text', '{"items": [{"name": "Mil', 'it ends at byte 24, before it is complete'],
  ['a list that breaks off between records', '[{"a": 1},', 'it ends at byte 10, before it is complete'],
  ['a web page', '<html>', 'at byte 0 stands "<html>", which JSON does not allow there'],
  ['a bare word', '{"ä": nope, "b": 1}', 'at byte 7 stands "nope, \\"b\\": 1}", which JSON does not allow there'],
  ['a comment', '{"a": 1} // x', 'at byte 9 stands "// x", which JSON does not allow there'],
] as const)
  test(`where JSON breaks: ${what}`, () => {
    expect(jsonFault(text)?.words).toBe(words);
  });

test('an answer is broken as a whole when a success was expected, or is no JSON', () => {
  const failed = { ...exchange('{}', 500), operation: 'users.list' };
  expect(broken(failed, 200)).toBe('users.list answers 500');
  expect(broken(failed, 'a status of 2xx')).toBe('users.list answers 500');
  expect(broken(failed, 404)).toBeUndefined();
  expect(broken({ ...failed, status: 200, responseBody: '' }, 'x')).toBe(
    'users.list answers what is no JSON: it is empty',
  );
});

const fixtures: Fixtures = {
  ...loadFixtures(undefined),
  ids: { kpi: ['kpi-one', 'kpi-two'], 'principals.user': ['user-one'] },
  unknownIds: { user: 'user-none' },
  foreignIds: { task: ['task-far'] },
  facts: {
    managers: [
      { userId: 'user-a', managerIds: ['user-b'] },
      { userId: 'user-c', managerIds: [] },
    ],
  },
  bodies: { createUser: { email: '{{email}}' }, existingUser: { email: 'known@example.com' } },
  openOperations: { upsertRoleMappings: { method: 'PUT', path: '/v1/x' } },
};

const about = (operation: string, path: string, status: number, requestBody?: string) => ({
  ...exchange('{}', status),
  ...{ operation, url: `http://host${path}` },
  ...(requestBody !== undefined && { requestBody }),
});

for (const [what, requirementId, sent, places] of [
  [
    'a body that is refused',
    'general.success-status',
    about('users.create', '/v1/users', 400, '{"email":"gc@x"}'),
    ['/bodies/createUser'],
  ],
  ['a body that is taken', 'users.create-kept', about('users.create', '/v1/users', 201, '{"email":"gc@x"}'), []],
  ['a body of the suite itself', 'general.success-status', about('users.create', '/v1/users', 400, '{"name":"x"}'), []],
  ['what is sent is no JSON', 'general.malformed-body', about('users.create', '/v1/users', 500, '{'), []],
  [
    'a user who exists',
    'users.conflict',
    about('users.create', '/v1/users', 201, '{"email":"known@example.com"}'),
    ['/bodies/existingUser'],
  ],
  [
    'one entry of a fact',
    'users.managers-only',
    about('users.managers', '/v1/users/user-c/managers', 200),
    ['/facts/managers/1'],
  ],
  [
    'a fact as a whole',
    'users.managers-only',
    about('users.managers', '/v1/users/other/managers', 200),
    ['/facts/managers'],
  ],
  ['an id that was doubted', 'kpis.get', about('kpis.get', '/v1/kpis/kpi-two', 404), ['/ids/kpi/1']],
  ['an id that was confirmed', 'kpis.get', about('kpis.get', '/v1/kpis/kpi-one', 404), []],
  ['an unknown id', 'general.unknown-id', about('users.get', '/v1/users/user-none', 200), ['/unknownIds/user']],
  ['a foreign id', 'general.isolation', about('tasks.get', '/v1/tasks/task-far', 200), ['/foreignIds/task/0']],
] as const)
  test(`a failure rests on fixtures: ${what}`, () => {
    const cells = [{ requirement: requirementId, operation: sent.operation }];
    expect(restsOn(cells, sent, fixtures, ['/ids/kpi/1'])).toEqual(places);
  });

const WORDS = 'users.list answers 500';
const fails = (more = {}): CellVerdict => ({
  ...{ operation: 'users.list', outcome: 'fail', reason: 'r' },
  evidence: [evidence({ broken: WORDS, ...more })],
});
const waits = (remedy: string): CellVerdict => ({
  ...{ operation: 'users.get', outcome: 'not-tested', remedy },
  reason: 'it depends on users.list, which answered 500',
});

test('what fails and what waits for one operation has one cause; what fails by itself has none', () => {
  const { broken: _, ...alone } = evidence();
  const record = recordWith([
    requirement('users.a', 'fail', [fails()]),
    requirement('users.b', 'fail', [{ ...fails(), evidence: [alone] }]),
    requirement('users.c', 'fail', [fails(), { ...fails(), evidence: [alone] }]),
    requirement('users.d', 'not-tested', [waits('a target whose users.list succeeds')]),
    requirement('users.e', 'not-tested', [waits('a target whose users.list answers in JSON')]),
    requirement('users.f', 'not-tested', [waits('SECOND_ACCESS_TOKEN')]),
  ]);
  const [cause, ...others] = causesOf(record);
  expect(others).toEqual([]);
  expect(cause).toMatchObject({
    operation: 'users.list',
    words: WORDS,
    untested: ['users.d', 'users.e'],
    decides: true,
  });
  expect(cause && effects(cause)).toBe('because of it 1 requirement fails and 2 are not tested');
  expect(troublesOf(record).map((one) => [one.verdict.id, one.cause?.words])).toEqual([
    ['users.a', WORDS],
    ['users.b', undefined],
    ['users.c', undefined],
  ]);
});

test('what is not tested for an operation that nothing judges has its words from the reason', () => {
  const remedy = 'a target whose users.list succeeds';
  const all = ['users.d', 'users.e'].map((id) => requirement(id, 'not-tested', [waits(remedy)]));
  expect(causesOf(recordWith(all)).map(({ words }) => words)).toEqual(['users.list answered 500']);
  expect(causesOf(recordWith(all.slice(1)))).toEqual([]);
});
