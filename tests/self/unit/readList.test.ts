import { expect, test } from '@playwright/test';
import type { Context } from '../../support/engine/context.ts';
import type { Answer, RequestInput } from '../../support/http/client.ts';
import { readList, readSome } from '../../support/lists/readList.ts';
import { isComplete } from '../../support/lists/readPages.ts';

const OPERATION = 'roles.list';
const records = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `role-${i}` }));

/** A list of so many records, which is answered page by page, and where its pages began. */
function target(count: number, { total = count as number | 'none', most = 100, page = (skip: number) => skip } = {}) {
  const skips: number[] = [];
  const all = records(count);
  const send = async (operation: string, { query = {} }: RequestInput = {}): Promise<Answer> => {
    const skip = Number(query.skip);
    skips.push(skip);
    const from = page(skip);
    const json = { items: all.slice(from, from + most), ...(total !== 'none' && { totalCount: total }) };
    return { operation, ok: true, status: 200, json } as unknown as Answer;
  };
  const once = (_key: string, make: () => Promise<unknown>) => make();
  const t = { send, once, onceInProcess: once } as unknown as Context;
  return { t, skips };
}

test('a list is complete when its end was seen and it counts no more', () => {
  expect(isComplete(99, true, undefined, false)).toBe(true);
  expect(isComplete(100, true, undefined, false)).toBe(false);
  expect(isComplete(103, true, undefined, false)).toBe(true);
  expect(isComplete(100, true, undefined, true)).toBe(true);
  expect(isComplete(100, true, 101, true)).toBe(false);
  expect(isComplete(100, true, 100, false)).toBe(true);
  expect(isComplete(1, false, 1, true)).toBe(false);
});

test('pages are read to the end, with a total and without one', async () => {
  for (const [count, total, wanted] of [
    [250, 250, [0, 100, 200]],
    [250, 'none', [0, 100, 200]],
    [200, 'none', [0, 100, 200]],
    [40, 40, [0]],
    [0, 'none', [0]],
  ] as const) {
    const { t, skips } = target(count, { total });
    const { items, complete } = await readList(t, OPERATION);
    expect({ count: items.length, complete, skips }).toEqual({ count, complete: true, skips: wanted });
  }
});

test('smaller pages than were asked for are read one after the other', async () => {
  const { t, skips } = target(25, { most: 10 });
  const { items, complete } = await readList(t, OPERATION);
  expect({ count: items.length, complete, skips }).toEqual({ count: 25, complete: true, skips: [0, 10, 20] });
});

test('a page that repeats an earlier one ends the reading, and the list is not complete', async () => {
  for (const total of ['none', 100_000] as const) {
    const { t, skips } = target(100, { total, page: () => 0 });
    const { items, complete } = await readList(t, OPERATION);
    expect({ count: items.length, complete }).toEqual({ count: 100, complete: false });
    expect(skips.length).toBeLessThan(10);
  }
});

test('a list that counts more than it shows is read to an empty page, and is not complete', async () => {
  for (const [count, total, wanted] of [
    [120, 130, [0, 100, 120]],
    [200, 201, [0, 100, 200]],
  ] as const) {
    const { t, skips } = target(count, { total });
    expect(await readList(t, OPERATION)).toMatchObject({ complete: false });
    expect(skips).toEqual(wanted);
  }
});

test('a long list whose last page is not full is read to an empty page', async () => {
  const { t, skips } = target(1000, { total: 1010 });
  await readSome(t, OPERATION);
  expect(skips).toEqual([0, 455, 910, 1000]);
});

test('of a long list the beginning, the middle and the end are enough', async () => {
  const { t, skips } = target(1000);
  const { items, complete } = await readSome(t, OPERATION);
  expect({ count: items.length, complete, skips }).toEqual({ count: 300, complete: false, skips: [0, 450, 900] });
});
