import { expect, test } from '@playwright/test';
import { isFieldName } from '../../support/domain/fieldNames.ts';
import { check } from '../../support/engine/check.ts';
import { curl } from '../../support/engine/curl.ts';
import { grepOf, select } from '../../support/engine/select.ts';
import { names } from '../../support/engine/uniqueNames.ts';
import { pace, retryAfter } from '../../support/http/pace.ts';
import { secrets } from '../../support/http/secrets.ts';
import { filled } from '../../support/records/templates.ts';
import { firstDifference, shared, withoutNulls } from '../../support/values/difference.ts';

test('tokens are concealed plain, URL-encoded and in base64, the longer one first', () => {
  const { conceal, reveal } = secrets({ ACCESS_TOKEN: 'a+b/c', OTHER_ACCESS_TOKEN: 'a+b/c-longer' });
  expect(conceal('x a+b/c y')).toBe('x <redacted:ACCESS_TOKEN> y');
  expect(conceal('a+b/c-longer')).toBe('<redacted:OTHER_ACCESS_TOKEN>');
  expect(conceal(encodeURIComponent('a+b/c'))).toBe('<redacted:ACCESS_TOKEN>');
  expect(conceal(Buffer.from('a+b/c').toString('base64'))).not.toContain(
    Buffer.from('a+b/c').toString('base64').slice(0, 6),
  );
  expect(reveal('Bearer <redacted:ACCESS_TOKEN>x <redacted:NONE>')).toBe('Bearer a+b/cx <redacted:NONE>');
});

test('the first difference is narrowed to its place', () => {
  expect(firstDifference({ a: [1, { b: 2 }], c: 3 }, { c: 3, a: [1, { b: 2 }] })).toBeUndefined();
  expect(firstDifference({ a: [1, { 'b/c': 2 }] }, { a: [1, { 'b/c': 3 }] })).toEqual({
    at: '/a/1/b~1c',
    expected: 2,
    received: 3,
  });
  expect(firstDifference([1], [1, 2])).toEqual({ at: '/1', expected: undefined, received: 2 });
  expect(firstDifference({ a: null }, { a: undefined })).toMatchObject({ at: '/a' });
});

test('null counts as absent at any depth, but not in lists of values', () => {
  expect(withoutNulls({ a: null, b: [{ c: null, d: 1 }, null] })).toEqual({ b: [{ d: 1 }, null] });
});

test('shared keys are those of both', () => {
  expect(shared({ a: 1, b: 2 }, { b: 3, c: 4 })).toEqual([{ b: 2 }, { b: 3 }]);
});

test('curl quotes for the shell and names tokens as variables', () => {
  const command = curl({
    operation: 'kpiGroups.create',
    method: 'POST',
    url: "http://host/v1/x?q='a'",
    requestHeaders: { authorization: 'Bearer <redacted:ACCESS_TOKEN>x', 'accept-encoding': 'gzip' },
    requestBody: `{"name":"it's $HOME"}`,
    status: 400,
    responseHeaders: {},
    responseBody: '',
    ms: 1,
  });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  expect(command).toContain('-H "authorization: Bearer ${ACCESS_TOKEN}x"');
  expect(command).toContain(`--data-binary '{"name":"it'\\''s $HOME"}'`);
  expect(command).not.toContain('accept-encoding');
});

test('the rule of field names has both bounds', () => {
  for (const name of ['abcd', 'aB_9', 'a23456789_1234']) expect(isFieldName(name), name).toBe(true);
  for (const name of ['abc', 'a23456789_12345', 'Abcd', '1bcd', '_bcd', 'ab-d', 'abcd\n', 'äbcd', ''])
    expect(isFieldName(name), name).toBe(false);
});

test('names of fields keep the rule and differ', () => {
  const { field, prefix, next } = names('run', 0);
  const made = Array.from({ length: 500 }, field);
  expect(made.every(isFieldName)).toBe(true);
  expect(new Set(made).size).toBe(500);
  expect(next('x').startsWith(prefix)).toBe(true);
});

test('no name is a part of another one', () => {
  const { email, next } = names('run', 0);
  const made = Array.from({ length: 120 }, (_, i) => (i % 3 === 0 ? email() : next('x')));
  for (const name of made) expect(made.filter((other) => other.includes(name))).toEqual([name]);
});

test('names are plain where a target takes no others, but for e-mail addresses', () => {
  const { inPlain, keepPlain, arePlain, next, email, isOwn } = names('run', 0);
  const [name, address] = [next('the "name"'), email()];
  expect(inPlain(`${next('task')}, ${address} and a-b`)).toBe(`gc run 0 2 task, ${address} and a-b`);
  expect(name).toBe('gc-run-0-0-the "name"');
  expect(arePlain()).toBe(false);
  keepPlain();
  expect(next('the "name"')).toBe('gc run 0 3 the name');
  expect(isOwn('gc run 0 3 the name')).toBe(true);
  expect(email()).toMatch(/^gc-run-0-4-user@/);
});

test('Retry-After is read as seconds or as a date', () => {
  expect(retryAfter('2')).toBe(2000);
  expect(retryAfter('Sat, 21 Nov 2026 00:00:10 GMT', Date.parse('2026-11-21T00:00:00Z'))).toBe(10_000);
  expect(retryAfter('soon')).toBeUndefined();
  expect(retryAfter(undefined)).toBeUndefined();
});

test('requests are spread by MAX_RPS, and wait while the target asks for it', async () => {
  const limit = pace(100);
  const started = performance.now();
  await Promise.all(Array.from({ length: 11 }, () => limit.turn()));
  expect(performance.now() - started).toBeGreaterThan(90);
  const free = pace(undefined);
  free.pause(60);
  const paused = performance.now();
  await free.turn();
  expect(performance.now() - paused).toBeGreaterThan(50);
});

test('templates are filled in at any depth, unknown ones stay', () => {
  let count = 0;
  const body = { a: ['{{unique}}', '{{unique}}'], b: { c: 'x {{title}} {{id:user}} {{id:none}} {{other}}' }, d: 7 };
  expect(filled(body, { unique: () => `u${count++}`, title: 'T', ids: { user: '1' } })).toEqual({
    a: ['u0', 'u1'],
    b: { c: 'x T 1 {{id:none}} {{other}}' },
    d: 7,
  });
});

test('a new value is part of an e-mail address without its spaces', () => {
  const body = { name: '{{unique}}', email: '{{unique}}@corp.example' };
  const name = 'gc run 0 1 x';
  expect(filled(body, { unique: () => name })).toEqual({ name, email: 'gc-run-0-1-x@corp.example' });
});

test('a run is selected by claimed groups and by --grep over titles and tags', () => {
  const batch = {
    title: 'batch',
    checks: [
      check('one', 'kpiGroups.favorite-set', async () => {}),
      check('two', 'general.success-status', async () => {}, ['customFields.list', 'kpiGroups.list']),
    ],
  };
  const titles = (groups: string[], grep?: string) =>
    select([batch], { groups }, grepOf(grep)).flatMap(({ checks }) => checks.map(({ title }) => title));
  expect(titles(['kpiGroups'])).toEqual(['one', 'two']);
  expect(titles(['customFields'])).toEqual(['two']);
  expect(titles(['kpiGroups', 'customFields'], '@kpiGroups\\.favorite-set( |$)')).toEqual(['one']);
  expect(titles(['kpiGroups'], '@customFields.list')).toEqual([]);
  expect(titles(['kpiGroups'], '/ONE/')).toEqual([]);
  expect(titles(['kpiGroups'], 'ONE')).toEqual(['one']);
});

test('a check must concern an operation of its requirement', () => {
  expect(() => check('x', 'kpiGroups.favorite-set', async () => {}, ['kpiGroups.list'])).toThrow('concerns none of');
  expect(() => check('x', 'kpiGroups.none', async () => {})).toThrow('no requirement kpiGroups.none');
});
