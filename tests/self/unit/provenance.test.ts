import { expect, test } from '@playwright/test';
import type { Cell, Exchange } from '../../../schemas/contract.ts';
import { basisOf } from '../../support/engine/basis.ts';
import type { Answer } from '../../support/http/client.ts';
import { itemsOf } from '../../support/records/answers.ts';
import { firstDifference, noteNulls, withoutNulls } from '../../support/values/difference.ts';
import { exchangeOf, remember, sourceOf } from '../../support/values/provenance.ts';

const answer = (operation: string, json: unknown, more: Partial<Answer> = {}): Answer => {
  const one = { operation, method: 'GET', url: 'http://host/v1/x?y=1', status: 200, ok: true, json, ...more } as Answer;
  remember(one, one);
  remember(json, one);
  return one;
};

test('a value remembers the exchange that it was first read out of', () => {
  const value = {};
  const [first, second] = [answer('users.get', {}), answer('users.get', {})];
  expect(remember(value, first)).toBe(value);
  remember(value, second);
  expect(exchangeOf(value)).toBe(first);
  expect(exchangeOf(first)).toBe(first);
  expect(exchangeOf({})).toBeUndefined();
  for (const none of ['text', 1, null, undefined]) expect(exchangeOf(none)).toBeUndefined();
});

test('what holds a value that remembers is of that exchange, three steps deep', () => {
  const one = answer('users.get', { id: '1' });
  expect(exchangeOf([{ a: { b: one.json } }])).toBe(one);
  expect(exchangeOf([[[[one.json]]]])).toBeUndefined();
  expect(exchangeOf({ a: {}, b: one.json })).toBe(one);
  expect(sourceOf({ a: one.json })).toBeUndefined();
  expect(sourceOf(one.json)).toBe(one);
});

test('records of a list and values without nulls keep their exchange', () => {
  const one = answer('users.list', { items: [{ id: '1', name: null }, 'no record'] });
  const items = itemsOf(one.json);
  expect(items).toEqual([{ id: '1' }]);
  expect(exchangeOf(items[0])).toBe(one);
  expect(exchangeOf(withoutNulls(one.json))).toBe(one);
});

test('where the keys of an envelope are open, the only list of records is the list', () => {
  const ids = (json: unknown, id = 'users.list') => itemsOf(answer(id, json).json).map((item) => item.id);
  expect(ids({ value: [{ id: '1' }], totalCount: 1 })).toEqual(['1']);
  expect(ids({ data: { rows: [{ id: '1' }], marks: ['a'] } })).toEqual(['1']);
  expect(ids({ created: [{ id: '1' }], invited: [{ id: '2' }] })).toEqual([]);
  expect(ids({ id: '1', roles: [{ id: '2' }] }, 'users.create')).toEqual([]);
  for (const stated of ['tasks.list', 'badges.assignees', 'users.get'])
    expect(ids({ value: [{ id: '1' }] }, stated)).toEqual([]);
});

test('nulls are dropped at any depth, and values without any stay themselves', () => {
  const clean = { a: [{ b: 1 }] };
  expect(withoutNulls(clean)).toBe(clean);
  expect(withoutNulls(noteNulls(clean, '{"a":[{"b":1}]}'))).toBe(clean);
  const noted = { a: null };
  expect(withoutNulls(noteNulls(noted, '{"a":null}'))).toEqual({});
  expect(withoutNulls({ a: null, b: [{ c: null, d: 0 }] })).toEqual({ b: [{ d: 0 }] });
});

test('a difference is none where only the order of keys or absent values differ', () => {
  expect(firstDifference({ a: 1, b: 2 }, { b: 2, a: 1 })).toBeUndefined();
  expect(firstDifference({ a: 1, b: undefined }, { a: 1 })).toBeUndefined();
  expect(firstDifference({ a: 1 }, { a: 1, b: undefined })).toBeUndefined();
  expect(firstDifference(Number.NaN, Number.NaN)).toBeUndefined();
});

test('a difference is found wherever it stands', () => {
  expect(firstDifference({ a: 1 }, { a: 1, b: 2 })).toEqual({ at: '/b', expected: undefined, received: 2 });
  expect(firstDifference({ a: 1, b: 2 }, { a: 1 })).toEqual({ at: '/b', expected: 2, received: undefined });
  expect(firstDifference([1, 2], [1])).toEqual({ at: '/1', expected: 2, received: undefined });
  expect(firstDifference([1], [1, 2])).toEqual({ at: '/1', expected: undefined, received: 2 });
  expect(firstDifference([1], { 0: 1 })).toMatchObject({ at: '' });
  expect(firstDifference({ 0: 1 }, [1])).toMatchObject({ at: '' });
  expect(firstDifference(null, {})).toMatchObject({ at: '' });
  expect(firstDifference({}, null, '/x')).toMatchObject({ at: '/x' });
  expect(firstDifference({ 'a~/b': [{ c: 1 }] }, { 'a~/b': [{ c: '1' }] })).toMatchObject({ at: '/a~0~1b/0/c' });
});

test('a pass rests on the records that were shown, and on an exchange of what is judged', () => {
  const cells: Cell[] = [{ requirement: 'users.get-record', operation: 'users.get' }];
  const exchanges: Exchange[] = [
    answer('users.get', { id: '2' }, { url: 'http://host/v1/users/2' }),
    answer('users.list', { items: [{ id: '1' }, { id: '2' }, {}] }),
    answer('roles.list', { items: [] }),
    answer('customFields.list', [{ _id: 'f' }]),
    answer('roles.get', { id: 'r' }, { status: 404, ok: false }),
  ];
  expect(basisOf(exchanges, cells)).toEqual({ records: { user: 2, customField: 1 }, example: 'GET /v1/users/2 → 200' });
  expect(basisOf(exchanges.slice(1, 2), cells)?.example).toBe('GET /v1/x?y=1 → 200');
  expect(basisOf([], cells)).toBeUndefined();
});
