/** What the pictures of the page are made of: the map, the trend, the scale of times, and JSON with its mark. */
import { expect, test } from '@playwright/test';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import { aspectOf, aspects, mapOf } from '../../../reports/aspects.ts';
import { historyOf, pastOf } from '../../../reports/history.ts';
import { placeOf, scaleOf } from '../../../reports/html/bars.ts';
import type { Html } from '../../../reports/html/html.ts';
import { pages } from '../../../reports/html/page.ts';
import { answer, laidOut } from '../../../reports/html/pretty.ts';
import { prose } from '../../../reports/html/prose.ts';
import { sealed } from '../../../reports/integrity.ts';
import { problem, requirements } from '../../../schemas/contract.ts';
import { recordWith, requirement } from './sample.ts';

const textOf = (content: Html) => render([content].flat(9) as unknown as VNode).replaceAll('&quot;', '"');

test('each requirement is about one thing, and each thing has requirements', () => {
  expect(requirements.filter((one) => aspectOf(one) === undefined).map(({ id }) => id)).toEqual([]);
  for (const { id, holds } of aspects) {
    const own = requirements.filter((one) => holds.test(one.id));
    expect(own.length, id).toBeGreaterThan(0);
    for (const one of own) expect(aspectOf(one)?.id, `${one.id} is about two things`).toBe(id);
  }
});

const on = (operation: string, outcome: 'pass' | 'fail' | 'not-tested') => [{ operation, outcome }];

test('a cell of the map has the worst outcome, and says of how many', () => {
  const cells = mapOf(
    [
      requirement('kpis.a', 'pass', on('kpis.get', 'pass')),
      requirement('kpis.b', 'fail', on('kpis.get', 'fail')),
      requirement('lists.sort-law', 'fail', on('kpis.get', 'fail'), { level: 'should' }),
      requirement('general.json', 'not-tested', on('kpis.get', 'not-tested')),
    ],
    false,
  );
  expect(cells.get('kpis.get own')).toMatchObject({ outcome: 'fail', count: 1, of: 2, first: 'kpis.b' });
  expect(cells.get('kpis.get order')).toMatchObject({ outcome: 'warn' });
  expect(cells.get('kpis.get form')).toMatchObject({ outcome: 'not-tested' });
  expect(cells.has('kpis.get access')).toBe(false);
});

const named = (runId: string, startedAt: string) =>
  recordWith([requirement('kpis.b', 'fail', on('kpis.get', 'fail'))], { runId, startedAt });

test('a run remembers those before it, each once and in their order, and the page shows them', () => {
  const first = named('one', '2026-01-01T00:00:00.000Z');
  const { integrity: _, ...content } = named('two', '2026-01-02T00:00:00.000Z');
  const second = sealed({ ...content, history: historyOf([first], 'target') });
  expect(problem('suite/record.json', second)).toBeUndefined();
  const history = historyOf([second, first], 'target');
  expect(history.map(({ runId, failed }) => [runId, failed])).toEqual([
    ['one', 1],
    ['two', 1],
  ]);
  expect(historyOf([second], 'another')).toEqual([]);
  expect(pages(first)['index.html']).not.toContain('id="trend"');
  expect(pages(second)['index.html']).toContain('id="trend"');
  expect(pages(second)['index.html']).toContain('2026-01-01 00:00');
});

test('a part of the suite is no run to compare with', () => {
  const selection = { reason: 'not selected', requirements: 1, holds: true };
  expect(pastOf(recordWith([], { selection }))).toBeUndefined();
});

test('times stand on a scale of whole powers of ten', () => {
  expect(scaleOf([0.5, 30, 900])).toEqual({ least: 0.1, most: 1000 });
  expect(placeOf(0.1, { least: 0.1, most: 1000 })).toBe(0);
  expect(placeOf(10, { least: 0.1, most: 1000 })).toBeCloseTo(100);
  expect(placeOf(1000, { least: 0.1, most: 1000 })).toBeCloseTo(200);
  expect(scaleOf([])).toEqual({ least: 1, most: 10 });
});

const whole = (text: string) => text;

test('an answer is laid out, and what differs is marked where it stands', () => {
  const text = '{"a":1,"b":{"c/d":[1,{"e":false}]},"f":2}';
  const shown = textOf(answer(text, { at: '/b/c~1d/1/e', received: 'false' }, whole));
  expect(shown).toContain('<mark>        "e": false</mark>');
  expect(shown.replaceAll(/<\/?mark>/g, '')).toBe(laidOut(text));
  expect(textOf(answer(text, { at: '/f', received: '2' }, whole))).toContain('<mark>  "f": 2</mark>');
});

test('nothing is marked where another value stands at that place, and what is no JSON stays as it is', () => {
  expect(textOf(answer('{"a":1}', { at: '/a', received: '2' }, whole))).not.toContain('<mark>');
  expect(textOf(answer('{"items":[{"a":1}]}', { at: '/a', received: '1' }, whole))).not.toContain('<mark>');
  expect(textOf(answer('no JSON', { at: '/a', received: '2' }, whole))).toBe('no JSON');
  expect(laidOut('{"a":')).toBe('{"a":');
});

test('what stands in backticks is code, and a single backtick stays', () => {
  expect(textOf(prose('set `A` or `B`'))).toBe('set <code>A</code> or <code>B</code>');
  expect(textOf(prose('one ` alone'))).toBe('one ` alone');
});
