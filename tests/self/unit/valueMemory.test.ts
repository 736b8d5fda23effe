/** Two answers of a list contradict each other only if both are given again. */
import { expect, test } from '@playwright/test';
import { type Again, contradicted } from '../../support/engine/contradicted.ts';
import { createValueMemory } from '../../support/engine/valueMemory.ts';
import type { Answer, RequestInput } from '../../support/http/client.ts';

const PLAIN: RequestInput = {};
const SORTED: RequestInput = { query: { sort: 'id' } };

test('texts, numbers, flags and lengths of lists are compared, from one request to the next', () => {
  const memory = createValueMemory();
  const record = { id: '1', name: 'one', open: true, tags: ['a', 'b'], format: { prefix: 'x' } };
  expect(memory('tasks', [record], PLAIN)).toEqual([]);
  const other = { ...record, open: false, tags: ['c'], format: { prefix: 'y' } };
  const found = memory('tasks', [other], SORTED);
  expect(found.map(({ field, earlier, value }) => [field, earlier.value, value])).toEqual([
    ['open', true, false],
    ['tags', 2, 1],
  ]);
  expect(memory('tasks', [other], PLAIN)).toEqual([]);
  expect(memory('tasks of another user', [record], PLAIN)).toEqual([]);
});

test('what is left out, another form of a moment, and what the suite has made say nothing', () => {
  const memory = createValueMemory((id) => id === '2');
  memory('tasks', [{ id: '1', at: '2026-01-01T00:00:00Z', name: 'one', ownerId: 'u' }], PLAIN);
  expect(memory('tasks', [{ id: '1', at: '2026-01-01T00:00:00.000Z', ownerId: '' }], SORTED)).toEqual([]);
  for (const name of ['one', 'two']) expect(memory('tasks', [{ id: '2', name }], PLAIN)).toEqual([]);
  for (const value of [1, 2]) expect(memory('tasks', [{ id: '3', name: 'gc-run-0-1', value }], PLAIN)).toEqual([]);
  for (const name of ['one', 'two']) expect(memory('tasks', [{ name }], PLAIN)).toEqual([]);
});

/** What is found where the plain and the sorted request show these values when they are sent again, one after the other. */
async function foundOf(...shown: readonly (number | undefined)[]) {
  const memory = createValueMemory();
  memory('tasks', [{ id: '1', priority: 1 }], PLAIN);
  const left = [...shown];
  const again: Again = async (operation, _input, judge) =>
    judge({ operation, ok: true, json: { items: [{ id: '1', priority: left.shift() }] } } as unknown as Answer);
  return contradicted(again, 'tasks.list', SORTED, memory('tasks', [{ id: '1', priority: 2 }], SORTED));
}

test('it is wrong only where each request shows again what it showed before', async () => {
  expect((await foundOf(1, 2, 1))?.wrong).toMatchObject({ expected: 1, received: 2, at: '/priority' });
  for (const shown of [[2], [1, 1], [1, 2, 2], [3], [1, 3], [undefined], [1, undefined]])
    expect(await foundOf(...shown), String(shown)).toBeUndefined();
  expect(await contradicted(async () => undefined, 'tasks.list', SORTED, [])).toBeUndefined();
});
