import { expect, test } from '@playwright/test';
import { leftTooMany, mostLeftOf } from '../../../reports/leftovers.ts';
import { kinds, type Leftover } from '../../../schemas/contract.ts';

const left = (kind: string, count: number): Leftover[] =>
  Array.from({ length: count }, (_, i) => ({ kind, id: `${kind} ${i}`, reason: 'no operation deletes it' }));

const most = (kind: string): number => kinds[kind]?.mostLeft ?? 0;

test('each kind of which records stay has a bound, and no other', () => {
  const staying = Object.entries(kinds).filter(
    ([, { create, delete: ends }]) => create !== undefined && ends === undefined,
  );
  expect(staying.filter(([, { mostLeft }]) => mostLeft === undefined)).toEqual([]);
  expect(
    Object.values(kinds).filter(({ mostLeft, delete: ends }) => mostLeft !== undefined && ends !== undefined),
  ).toEqual([]);
});

test('as many as the bound are no more than expected, one more is told with the kind and both numbers', () => {
  const right = [...left('role', most('role')), ...left('tag', most('tag'))];
  expect(leftTooMany(right)).toEqual([]);
  expect(mostLeftOf(right)).toBe(most('role') + most('tag'));
  expect(leftTooMany([...right, ...left('role', 1)])).toEqual([
    `more is left over in the account than a run is to leave: ${most('role') + 1} roles where at most ${most('role')} are expected`,
  ]);
});

test('what could have been deleted counts for no bound', () => {
  expect(leftTooMany(left('kpiGroup', 3))).toEqual([]);
});
