/** Secrets are found in text in every form, and what is shown of an answer is what was sent or compared. */
import { expect, test } from '@playwright/test';
import { concealing, loadSettings, SettingsError } from '../../../schemas/contract.ts';
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

for (const name of ['NUM_RUNS', 'OPERATION_GROUPS', 'SEED', 'MAX_RPS', 'ALLOW_WRITES', 'BASE_URL'])
  test(`a token in ${name} is refused without being repeated`, () => {
    const load = () => loadSettings('/', { [name]: token });
    expect(load).toThrow(SettingsError);
    expect(load).not.toThrow(/0123456789/);
  });
