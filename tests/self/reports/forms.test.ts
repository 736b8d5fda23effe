/** Each form of a record: hostile text is text, evidence and reasons are kept, the same record gives the same bytes. */
import { mock } from 'node:test';
import { expect, test } from '@playwright/test';
import type { Har } from 'har-format';
import { create } from 'xmlbuilder2';
import { annotations, lastWords, withoutCommands } from '../../../reports/annotations.ts';
import { badge } from '../../../reports/badge.ts';
import { colored, showsColor } from '../../../reports/color.ts';
import { FOLDERS, WRITTEN } from '../../../reports/folder.ts';
import { har } from '../../../reports/har.ts';
import { pages } from '../../../reports/html/page.ts';
import { junit } from '../../../reports/junit.ts';
import { summary } from '../../../reports/summary.ts';
import { everyTenSeconds, failureLine, progressLine, summaryLines } from '../../../reports/terminal.ts';
import { commandOr } from '../../../reports/text.ts';
import { formsOf } from '../../../reports/write.ts';
import { hostile as record, recordWith } from './sample.ts';

const ACTING = /[\p{Cc}\u202A-\u202E]/u;
const acting = (text: string) => ACTING.test(text.replaceAll(/[\n\t]/g, ''));

test('the pages show hostile strings as text, in every file, with no script but their own', () => {
  const all = pages(record);
  expect(Object.keys(all)).toEqual(['index.html', ...['a', 'b', 'e'].map((name) => `evidence/kpiGroups.${name}.html`)]);
  for (const [name, text] of Object.entries(all)) {
    expect(text.match(/<script/g) ?? [], name).toHaveLength(1);
    expect(text, name).not.toContain('<img');
    expect(text.isWellFormed(), name).toBe(true);
    expect(acting(text), name).toBe(false);
    expect(text, name).not.toMatch(/<\w[^<>]*\ssrc=|href="(?:javascript|\/\/)/);
  }
  expect(all['index.html']).toContain('&lt;script>');
  expect(all['index.html']).toContain('To test it: SECOND_ACCESS_TOKEN');
});

test('each form of an earlier run is removed before the next', () => {
  const staying = Object.keys(formsOf(record)).filter(
    (name) => !WRITTEN.includes(name) && !FOLDERS.includes(name.split('/')[0] ?? ''),
  );
  expect(staying, 'enter them in reports/folder.ts').toEqual([]);
});

test('the same record gives the same bytes in every form, also after a way through a file', () => {
  expect(formsOf(JSON.parse(JSON.stringify(record)))).toEqual(formsOf(record));
});

test('bodies of 5 MB are cut, and said to be', () => {
  const text = 'y'.repeat(5_000_000);
  const [first, ...others] = record.requirements;
  const [cell] = first?.operations ?? [];
  const [one] = cell?.evidence ?? [];
  if (!first || !cell || !one?.exchange) throw new Error('the sample has evidence');
  const evidence = [{ ...one, exchange: { ...one.exchange, responseBody: text } }];
  const big = recordWith([{ ...first, operations: [{ ...cell, evidence }] }, ...others]);
  const { 'conformance.json': _, 'exchanges.har': __, ...shown } = formsOf(big);
  for (const [name, form] of Object.entries(shown)) expect(form.length, name).toBeLessThan(200_000);
  expect(shown['index.html']).toContain('5000000 characters in all');
});

test('JUnit is well-formed XML with a case per requirement, evidence and reasons', () => {
  const text = junit(record);
  const parsed = create(text).end({ format: 'object' }) as {
    testsuites: { '@failures': string; '@tests': string; testsuite: { testcase: Record<string, unknown>[] }[] };
  };
  expect(parsed.testsuites).toMatchObject({ '@tests': '6', '@failures': '1' });
  const cases = parsed.testsuites.testsuite.flatMap(({ testcase }) => testcase);
  const [failed, warned, skipped] = cases;
  expect(failed).toHaveProperty('failure');
  expect(JSON.stringify(failed)).toContain('run alone');
  expect(warned).toHaveProperty('system-out');
  expect(JSON.stringify(skipped)).toContain('not-tested: why. to test it: SECOND_ACCESS_TOKEN');
  expect(acting(text)).toBe(false);
});

test('under STRICT a failed should is a failure in JUnit too', () => {
  expect(junit({ ...record, settings: { strict: true } })).toContain('failures="2"');
});

test('errors of the run are errors in JUnit', () => {
  expect(junit({ ...record, errors: ['the worker was lost'] })).toMatch(/<testsuites [^>]*errors="1"/);
});

test('the terminal names the failures, what to set, the report and the verdict, in one screen', () => {
  const lines = summaryLines(record, '/out');
  expect(lines.join('\n')).toContain('kpiGroups.a (must; States) on kpiGroups.get');
  expect(lines.join('\n')).toContain('needs: SECOND_ACCESS_TOKEN');
  expect(lines.at(-2)).toBe('report: /out/index.html');
  expect(lines.at(-1)).toMatch(/^verdict: non-conformant/);
  expect(lines.length).toBeLessThan(40);
  for (const line of lines) expect(acting(line), line).toBe(false);
});

test('what decides comes before what warns, so that no list is full of warnings', () => {
  const [must, should] = record.requirements;
  if (!must || !should) throw new Error('the sample has failures');
  const many = Array.from({ length: 40 }, (_, index) => ({ ...should, id: `kpiGroups.warned-${index}` }));
  const found = recordWith([...many, must]);
  expect(summaryLines(found, '/out')[0]).toContain('kpiGroups.a (must;');
  expect(summary(found).indexOf('**kpiGroups.a** (must')).toBeLessThan(
    summary(found).indexOf('**kpiGroups.warned-0** (should, a warning'),
  );
  expect(pages(found)['index.html']).toMatch(/What fails<.*?href="#kpiGroups\.a">/s);
  expect(summaryLines(found, '/out').length).toBeLessThan(40);
});

test('progress is one line that fits the terminal; a failure is one line', () => {
  const line = progressLine({ done: 12, planned: 99, failed: 2, group: `contract: ${'x'.repeat(200)}` }, 10_000, 80);
  expect(line).toMatch(/^12 of 99 checks, 2 failed, about 73 s to go: contract: /);
  expect(line.length).toBeLessThan(80);
  expect(failureLine('kpiGroups.a: x', 'first', false)).toBe('⚠ kpiGroups.a: x: first');
  expect(failureLine('kpiGroups.a: x', `first\nsecond ${'z'.repeat(500)}`)).toMatch(
    /^✗ kpiGroups.a: x: first second z+…$/,
  );
});

test('colour goes by the sign of a line, only where a terminal shows it and nobody has refused it', () => {
  expect(colored('✗ a')).toBe('\u001b[31m✗ a\u001b[39m');
  expect(colored('⚠ a')).toBe('\u001b[33m⚠ a\u001b[39m');
  expect(colored('verdict: conformant — a')).toContain('\u001b[32m');
  expect(colored('verdict: conformant-with-waivers — a')).toContain('\u001b[33m');
  expect(colored('  again: a')).toBe('  again: a');
  expect(showsColor({ isTTY: true }, {})).toBe(true);
  for (const [stream, env] of [
    [{}, {}],
    [{ isTTY: true }, { NO_COLOR: '1' }],
    [{ isTTY: true }, { TERM: 'dumb' }],
  ] as const)
    expect(showsColor(stream, env)).toBe(false);
});

test('a command is shown whole, or not at all', () => {
  const command = `curl --data-binary '{"a":  "${'x'.repeat(1000)}"}' 'http://host'`;
  expect(commandOr(command, 'there')).toBe(command);
  for (const other of [`${command}${'y'.repeat(1000)}`, 'curl\n-X', 'curl \u001b'])
    expect(commandOr(other, 'there')).toBe('the command is long, and stands in there');
});

test('where there is no terminal a line every ten seconds says how far the run is, and none comes after its end', () => {
  const written: string[] = [];
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    const stop = everyTenSeconds(
      () => '0 of 3 checks',
      (text) => written.push(text),
    );
    mock.timers.tick(9_999);
    expect(written).toEqual([]);
    mock.timers.tick(10_001);
    expect(written).toEqual(['0 of 3 checks\n', '0 of 3 checks\n']);
    stop();
    mock.timers.tick(60_000);
    expect(written).toHaveLength(2);
  } finally {
    mock.timers.reset();
  }
});

test('the summary holds no markup of the target and breaks no table', () => {
  const text = summary(record);
  expect(text).toContain('**kpiGroups.a**');
  expect(text).toContain('- 1 requirement: why; needs: SECOND\\_ACCESS\\_TOKEN');
  expect(text.replaceAll(/`[^`]*`/g, '')).not.toMatch(/<\w/);
  for (const line of text.split('\n').filter((one) => one.startsWith('|')))
    expect(line.match(/(?<!\\)\|/g), line).toHaveLength(8);
});

test('annotations are one line each, and what a target says is no command', () => {
  const lines = annotations(record);
  expect(lines).toEqual([
    expect.stringMatching(/^::error title=kpiGroups.a::The words/),
    expect.stringMatching(/^::warning title=kpiGroups.b::/),
    expect.stringMatching(/^::warning title=goal-conformance::/),
  ]);
  for (const line of lines) expect(line).not.toContain('\n');
  expect(withoutCommands(['a'], 'token')).toEqual(['::stop-commands::token', 'a', '::token::']);
});

test('in GitHub Actions the last words carry annotations, and nothing else in them is a command', () => {
  const lines = ['✗ a', '  ::error::x', '##[error]y'];
  expect(lastWords(record, lines, {})).toBe(lines.join('\n'));
  const said = lastWords(record, lines, { GITHUB_ACTIONS: 'true' }).split('\n');
  const stop = said.findIndex((line) => line.startsWith('::stop-commands::'));
  const token = said[stop]?.replace('::stop-commands::', '') ?? '';
  expect(token).toMatch(/^[0-9a-f-]{36}$/);
  expect(said.slice(0, stop)).toEqual(annotations(record));
  expect(said.slice(stop + 1)).toEqual([...lines, `::${token}::`]);
});

test('the badge says the verdict', () => {
  const text = badge(record);
  expect(text).toContain('non conformant');
  expect(text).not.toContain('<script');
  expect(() => create(text)).not.toThrow();
});

test('the HAR has the exchanges of failures, those before them and one of each status', () => {
  const { log } = JSON.parse(har(record)) as Har;
  expect(log.version).toBe('1.2');
  expect(log.entries.map(({ response }) => response.status)).toEqual([200, 500, 200, 500, 200, 500, 200, 404]);
  expect(log.entries[1]).toMatchObject({
    startedDateTime: '2026-01-01T00:00:01.000Z',
    time: 1.5,
    request: { method: 'GET', httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: 0 },
    response: { statusText: 'Internal Server Error', content: { mimeType: 'application/json' } },
    timings: { wait: 1.5 },
    comment: expect.stringContaining('kpiGroups.a'),
  });
});
