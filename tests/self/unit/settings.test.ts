import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { checkNames, groups, kinds, loadFixtures, loadSettings, SettingsError } from '../../../schemas/contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
const target = { BASE_URL: 'https://goals.example.com/api/', ACCESS_TOKEN: 'one', ACCOUNT_ID: 'two' };
const load = (env: Record<string, string>) => loadSettings(folder, { ENV_FILE: '', ...env });

test('without BASE_URL the bundled server is judged, with writes', () => {
  const settings = load({});
  expect(settings).toMatchObject({
    baseUrl: undefined,
    bundled: true,
    allowWrites: true,
    allowDestructive: true,
    numRuns: 100,
    settleMs: 0,
    strict: false,
  });
  expect(settings.groups).toEqual(groups.map(({ id }) => id));
});

test('with BASE_URL nothing is written unless that is allowed', () => {
  expect(load(target)).toMatchObject({
    baseUrl: 'https://goals.example.com/api',
    bundled: false,
    allowWrites: false,
    allowDestructive: false,
    numRuns: 20,
    settleMs: 5000,
    targetName: 'goals.example.com',
  });
  expect(load({ ...target, SETTLE_MS: '0' })).toMatchObject({ settleMs: 0 });
  expect(load({ ...target, ALLOW_WRITES: 'true' })).toMatchObject({ allowWrites: true, allowDestructive: false });
});

test('the empty string counts as unset', () => {
  expect(load({ ...target, SEED: '', MAX_RPS: ' ' })).toMatchObject({ maxRps: undefined });
});

for (const [name, value, allowed] of [
  ['BASE_URL', 'goals.example.com', 'may have a path'],
  ['BASE_URL', 'ftp://goals.example.com', 'may have a path'],
  ['STRICT', 'yes', 'true or false'],
  ['NUM_RUNS', '0', 'Runs of each property'],
  ['TIMEOUT_MS', '1s', 'Milliseconds'],
  ['SETTLE_MS', '5s', 'Milliseconds'],
  ['SEED', 'abc', 'Seed'],
] as const) {
  test(`${name}=${value} is refused with what is allowed`, () => {
    expect(() => load({ ...target, [name]: value })).toThrow(SettingsError);
    expect(() => load({ ...target, [name]: value })).toThrow(
      new RegExp(`^${name}: "${value}" is not allowed.*${allowed}`),
    );
  });
}

test('a target needs a token and an account', () => {
  expect(() => load({ BASE_URL: target.BASE_URL })).toThrow('ACCESS_TOKEN and ACCOUNT_ID: not set');
});

test('the message about a bad secret does not show it', () => {
  expect(() => load({ ...target, ACCESS_TOKEN: 'geheim', BASE_URL: 'x' })).not.toThrow(/geheim/);
});

for (const url of [
  'https://user:geheim@host/api',
  'https://geheim@host',
  'ftp://user:geheim@host',
  'https://u:ge/geheim@h?x',
]) {
  test(`a password in BASE_URL is refused and not repeated (${url.slice(0, 12)})`, () => {
    expect(() => load({ ...target, BASE_URL: url })).toThrow(SettingsError);
    expect(() => load({ ...target, BASE_URL: url })).not.toThrow(/geheim/);
  });
}

test('a slip in the name of a setting in the environment is refused where it is surely ours, else a warning', () => {
  for (const [given, meant] of [
    ['ALOW_WRITES', 'ALLOW_WRITES'],
    ['allow_writes', 'ALLOW_WRITES'],
    ['OPERATON_GROUPS', 'OPERATION_GROUPS'],
    ['UNPAYED_ACCOUNT_ID', 'UNPAID_ACCOUNT_ID'],
  ] as const)
    expect(() => checkNames({ [given]: 'x' })).toThrow(
      `${given}: is set in the environment, and there is no such setting. Did you mean ${meant}?`,
    );
  for (const [given, meant] of [
    ['BASE_URI', 'BASE_URL'],
    ['ACCES_TOKEN', 'ACCESS_TOKEN'],
    ['REPORTS_DIR', 'REPORT_DIR'],
  ] as const)
    expect(checkNames({ [given]: 'x' })).toEqual([expect.stringContaining(`Did you mean ${meant}?`)]);
  // What is set beside ours, empty, short or well apart is somebody else's.
  expect(
    checkNames({ ACCESS_TOKEN: 'a', ACCESS_TOKEN2: 'b', ALOW_WRITES: '', SEEDS: '1', HOME: '/', AWS_ACCOUNT_ID: '1' }),
  ).toEqual([]);
});

test('groups are taken in any spelling, unknown ones refused with the nearest name', () => {
  expect(load({ OPERATION_GROUPS: 'KPI groups, custom-fields' }).groups).toEqual(['customFields', 'kpiGroups']);
  expect(() => load({ OPERATION_GROUPS: 'kpiGruops' })).toThrow('Did you mean kpiGroups?');
  expect(() => load({ OPERATION_GROUPS: ' , ' })).toThrow('names no group');
});

test('an env file is read; the environment wins; unknown names are refused', () => {
  const file = join(folder, 'target.env');
  writeFileSync(file, 'STRICT=true\nNUM_RUNS=7\n');
  expect(load({ ENV_FILE: file, NUM_RUNS: '8' })).toMatchObject({ strict: true, numRuns: 8 });
  writeFileSync(file, 'ALOW_WRITES=true\n');
  expect(() => load({ ENV_FILE: file })).toThrow('unknown setting ALOW_WRITES. Did you mean ALLOW_WRITES?');
  expect(() => load({ ENV_FILE: join(folder, 'none.env') })).toThrow('ENV_FILE: there is no file');
});

/** Kinds whose ids come of other kinds or of facts. */
const MADE_OF_OTHERS = [
  'principal',
  'target',
  'item',
  'checkin',
  'assignation',
  'report',
  'hiddenDashboard',
  'demoSession',
  'longList',
  'limitedUser',
  'secondUser',
  'otherAccount',
];

test('fixtures may give ids of every kind that a message can ask for', () => {
  const file = join(folder, 'kinds.json');
  const named = Object.keys(kinds).filter((name) => !MADE_OF_OTHERS.includes(name));
  writeFileSync(file, JSON.stringify({ ids: Object.fromEntries(named.map((name) => [name, 'a'])) }));
  expect(Object.keys(loadFixtures(file).ids).sort()).toEqual(named.sort());
});

test('fixtures are checked against their schema', () => {
  const file = join(folder, 'fixtures.json');
  expect(() => loadFixtures(join(folder, 'none.json'))).toThrow(/FIXTURES: .*none.json cannot be read \(ENOENT\)/);
  writeFileSync(file, '{');
  expect(() => loadFixtures(file)).toThrow('is not JSON');
  writeFileSync(file, '{"ids": {"kpi": 7}}');
  expect(() => loadFixtures(file)).toThrow(/at \/ids\/kpi: must be/);
  writeFileSync(file, '{"facts": {"notPermitted": [{"user": "limited", "operation": "kpiGroups.creat"}]}}');
  expect(() => loadFixtures(file)).toThrow('Did you mean kpiGroups.create?');
  writeFileSync(file, '{"notOffered": ["users.creat"]}');
  expect(() => loadFixtures(file)).toThrow('notOffered: unknown operation users.creat. Did you mean users.create?');
  writeFileSync(file, '{"ids": {"kpi": "a", "kpiGroup": ["b", "c"], "principals": {"user": "d"}}}');
  expect(loadFixtures(file).ids).toEqual({ kpi: ['a'], kpiGroup: ['b', 'c'], 'principals.user': ['d'] });
});
