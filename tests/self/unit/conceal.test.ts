/** Secrets are found in text in every form, and what is shown of an answer is what was sent or compared. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { recordOf } from '../../../reports/record.ts';
import {
  concealing,
  concealingFor,
  jsonPath,
  loadFixtures,
  loadSettings,
  SettingsError,
} from '../../../schemas/contract.ts';
import { evidence } from '../../support/engine/evidence.ts';
import { Failure } from '../../support/engine/outcome.ts';
import { byNeed, neededIn } from '../../support/engine/shownByNeed.ts';
import { CANARIES, formsOf } from '../hostile/canaries.ts';

const conceal = concealing(CANARIES);

for (const [name, secret] of Object.entries(CANARIES))
  test(`every form of ${name} is concealed, and nothing beside it`, () => {
    for (const form of formsOf(secret)) {
      const shown = conceal(`before [${form}] after`);
      expect(shown, form).toMatch(/^before \[.*<redacted:\w+>.*\] after$/s);
      expect(shown.replaceAll(/<redacted:\w+>/g, '').length, shown).toBeLessThan(60);
    }
  });

test('texts without a secret stay as they are', () => {
  for (const text of [
    '',
    'a % b',
    '1, 2, 3, 4, 5, 6, 7, 8, 9',
    '\\u00e4 &amp; %41',
    'ÄÖÜ İ kanari-1',
    '2026-01-01T00:00:00',
  ])
    expect(conceal(text)).toBe(text);
});

test('of an answer is shown what was sent or compared, of other long texts the length and the form', () => {
  const exchange = {
    ...{ operation: 'tags.list', method: 'GET', url: 'http://x/v1', requestHeaders: {}, status: 200, ms: 1 },
    responseHeaders: { 'content-type': 'application/json; charset=utf-8', 'x-session': 'abcdefghijklmnopqrstuvwxyz' },
    responseBody:
      '{"title":"sent by the suite","other":"a text of somebody else","short":"open","at":"2026-01-01T00:00:00Z"}',
  };
  const shown = byNeed(exchange, neededIn(['{"title":"sent by the suite"}']));
  expect(shown.responseHeaders).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'x-session': '[26 characters: letters]',
  });
  expect(JSON.parse(shown.responseBody)).toEqual({
    title: 'sent by the suite',
    other: '[23 characters: text]',
    short: 'open',
    at: '[20 characters: a date and time]',
  });
  const html = byNeed({ ...exchange, responseBody: '<p>Session=abcdefghijklmnopqrst1234 ended' }, () => false);
  expect(html.responseBody).toBe('<p>Session=[24 characters: letters and digits] ended');
});

const token = 'sk-live-0123456789abcdef0123456789abcdef';

for (const name of ['NUM_RUNS', 'OPERATION_GROUPS', 'SEED', 'MAX_RPS', 'ALLOW_WRITES', 'BASE_URL', 'ENV_FILE'])
  for (const secret of [token, 'hunter2Pw9xK', ...(name === 'BASE_URL' ? [] : ['Tk/9x.Q2$vB7!mL4#zR8hW1'])])
    test(`${secret} in ${name} is refused without being repeated`, () => {
      const load = () => loadSettings('/', { [name]: secret });
      expect(load).toThrow(SettingsError);
      expect(load).not.toThrow(secret);
    });

test('a slip in a setting is repeated', () => {
  expect(() => loadSettings('/', { NUM_RUNS: 'a hundred' })).toThrow('"a hundred" is not allowed');
  expect(() => loadSettings('/', { OPERATION_GROUPS: 'kpiGroup' })).toThrow('unknown group kpiGroup');
  expect(() => loadSettings('/', { ENV_FILE: 'ci/.env.staging' })).toThrow('there is no file /ci/.env.staging');
  expect(() => loadSettings('/', { BASE_URL: 'staging-eu1.example.com/api' })).toThrow('"staging-eu1.example.com/api"');
});

for (const [what, file] of [
  ['a key', { [token]: 1 }],
  ['a key further in', { ids: { [token]: 'x' } }],
  ['a text in the place of another value', { ids: { kpi: { token: 'hunter2Pw9xK' } } }],
  ['an operation', { notOffered: [token] }],
] as const)
  test(`fixtures that are refused for ${what} are not repeated`, () => {
    const path = join(mkdtempSync(join(tmpdir(), 'goal-conformance-test-')), 'fixtures.json');
    writeFileSync(path, JSON.stringify(file));
    const load = () => loadFixtures(path);
    expect(load).toThrow(SettingsError);
    expect(load).not.toThrow(/sk-live|hunter2/);
  });

test('a path of fixtures or waivers that is none of a JSON file is shown neither in a message nor in a record', () => {
  expect(() => loadFixtures(`/${token}`)).toThrow('FIXTURES: the file that it names cannot be read (ENOENT)');
  expect(jsonPath('/account/fixtures.jsonc')).toBe('/account/fixtures.jsonc');
  const settings = loadSettings('/', { FIXTURES: token, WAIVERS: token });
  const frame = { settings, runId: 'x', startedAt: new Date().toISOString(), durationMs: 1 };
  const { groups: claimed, strict, allowIncomplete, targetName } = settings;
  const facts = { batches: [], errors: [], planned: 0, waivers: [], claimed, strict, allowIncomplete, targetName };
  expect(JSON.stringify(recordOf(frame, { ...facts, today: '2026-01-01' }))).not.toContain(token);
});

for (const [path, isKey] of [
  ['a1b2c3d4e5f6a7b8', true],
  ['aBcDeFgHiJkLmNoPqRsTuVwX', true],
  ['0123456789012345678901234567', true],
  ['goalManagementServiceApi', false],
  ['goal-management-service', false],
] as const)
  test(`${path} in the path of BASE_URL is ${isKey ? 'concealed' : 'shown'}`, () => {
    const BASE_URL = `http://localhost/${path}/api`;
    const shown = concealingFor(loadSettings('/', { BASE_URL, ACCESS_TOKEN: 'some-token', ACCOUNT_ID: 'x' }))(BASE_URL);
    expect(shown.includes(path)).toBe(!isKey);
  });

test('of a body that was looked at as a whole, the words are not shown', () => {
  const words = 'what a customer has written';
  for (const [body, shown] of [
    [`[{"note":"${words}"}]`, /\[27 characters: text\]/],
    [`{"note":"${words}","more":"${words}`, /what is no JSON: it ends at byte/],
  ] as const) {
    const exchange = {
      ...{ operation: 'tags.list', method: 'GET', url: 'http://x/v1', requestHeaders: {}, status: 200, ms: 1 },
      responseHeaders: {},
      responseBody: body,
    };
    const failure = new Failure('no JSON object', { expected: 'a JSON object', received: body, exchange });
    const history = { exchanges: [exchange], created: new Map(), prefix: 'gc-x', fixtures: loadFixtures(undefined) };
    const settings = loadSettings('/', {});
    const found = evidence(failure, [{ requirement: 'general.json', operation: 'tags.list' }], history, settings);
    expect(found.received).toMatch(shown);
    expect(JSON.stringify(found)).not.toContain(words);
    const open = { ...settings, showBodies: true };
    expect(evidence(failure, [], history, open).exchange?.responseBody).toContain(words);
  }
});
