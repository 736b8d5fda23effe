import { expect, test } from '@playwright/test';
import { agreement, disagreement } from '../../support/values/agreement.ts';

test('only what both views show is compared', () => {
  expect(agreement({ a: 1, b: 2 }, { b: 2, c: 3 })).toEqual({ compared: 1 });
  expect(agreement({ a: 1 }, { b: 2 })).toEqual({ compared: 0 });
  expect(agreement({ a: null, b: undefined }, { a: 1, b: 2 })).toEqual({ compared: 0 });
});

test('the first contradiction is named with its place', () => {
  expect(disagreement({ a: { 'b/c': 1 } }, { a: { 'b/c': 2 } })).toEqual({ at: '/a/b~1c', expected: 1, received: 2 });
  expect(disagreement({ a: false }, { a: true })).toMatchObject({ at: '/a' });
  expect(disagreement({ a: 0 }, { a: '0' })).toMatchObject({ at: '/a' });
});

test('an empty text contradicts another text, and none where nothing is shown', () => {
  expect(disagreement({ a: '' }, { a: 'x' })).toBeDefined();
  expect(disagreement({ a: '' }, { a: null })).toBeUndefined();
});

test('an empty text in the place of an id or a date contradicts nothing', () => {
  for (const field of ['sessionId', 'ownerId', 'dueDate', 'dateDeactivated', 'externalId'])
    expect(agreement({ [field]: '' }, { [field]: 'x' })).toEqual({ compared: 0 });
  expect(disagreement('', 'x', '/ownerId')).toBeUndefined();
  for (const field of ['id', 'name', 'status', 'title', '_id'])
    expect(disagreement({ [field]: '' }, { [field]: 'x' })).toBeDefined();
});

test('the order of lists is free, their entries are not', () => {
  expect(disagreement([1, 2, 3], [3, 1, 2])).toBeUndefined();
  expect(disagreement([1, 1, 2], [1, 2, 2])).toBeDefined();
  expect(disagreement([1, 2], [1])).toBeDefined();
  expect(disagreement([{ id: 'a', n: 1 }, { id: 'b' }], [{ id: 'b', n: 2 }, { id: 'a' }])).toBeUndefined();
  expect(disagreement([{ id: 'a', n: 1 }], [{ id: 'a', n: 2 }])).toBeDefined();
});

test('records may stand in one list, and their ids in the other', () => {
  expect(agreement([{ id: 'a' }], ['a'])).toEqual({ compared: 0 });
});

test('one moment may be written in two ways, and another moment may not', () => {
  const at = '2025-01-06T09:00:00.500Z';
  for (const same of ['2025-01-06T09:00:00.5Z', '2025-01-06T10:00:00.500+01:00', '2025-01-06T09:00:00.500+00:00'])
    expect(disagreement({ at }, { at: same })).toBeUndefined();
  for (const other of [
    '2025-01-06T09:00:00.501Z',
    '2025-01-06T09:00:00.500+01:00',
    '2025-01-06T09:00:00.500',
    '2025-01-06',
  ])
    expect(disagreement({ at }, { at: other })).toBeDefined();
  expect(disagreement({ at: '2025-01-06T09:00:00.500123Z' }, { at: '2025-01-06T09:00:00.500124Z' })).toBeDefined();
});

test('what has another form in each view is not compared', () => {
  expect(agreement([{ id: 'a' }], { id: 'a' })).toEqual({ compared: 0 });
  expect(agreement({ id: 'a' }, [{ id: 'a' }])).toEqual({ compared: 0 });
  expect(agreement({ type: { id: 'a' } }, { type: 'a' })).toEqual({ compared: 0 });
});
