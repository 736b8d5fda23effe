import { expect, test } from '@playwright/test';
import type { Cell, Exchange } from '../../../schemas/contract.ts';
import { Failure } from '../../support/engine/outcome.ts';
import { refusedForSize } from '../../support/engine/tooLarge.ts';
import { isModest, shortList, YARDSTICK } from '../../support/lists/yardstick.ts';

const many = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);
const named = (count: number) => Object.fromEntries(many(count).map((name) => [name, 1]));

test('a request is modest up to the yardstick, and no further', () => {
  const sizes: [number, (count: number) => Parameters<typeof isModest>[0]][] = [
    [YARDSTICK.conditions, (count) => ({ filter: named(count) })],
    [YARDSTICK.conditions, (count) => ({ filter: { $and: many(count).map((name) => ({ name })) } })],
    [YARDSTICK.listed, (count) => ({ filter: { name: { $in: many(count) } } })],
    [YARDSTICK.pattern, (count) => ({ filter: { name: { $regex: 'x'.repeat(count) } } })],
    [YARDSTICK.keys, (count) => ({ sort: many(count).join(',') })],
    [YARDSTICK.fields, (count) => ({ fields: many(count).join(',') })],
    [YARDSTICK.fields, (count) => ({ fields: `parent{${many(count - 1).join(',')}}` })],
    [
      YARDSTICK.encoded.filter - 1 - encodeURIComponent('{"n":""}').length,
      (count) => ({ filter: { n: 'x'.repeat(count) } }),
    ],
  ];
  for (const [most, asked] of sizes) {
    expect(isModest(asked(most)), JSON.stringify(asked(most))).toBe(true);
    expect(isModest(asked(most + 1)), JSON.stringify(asked(most + 1))).toBe(false);
  }
});

test('levels are objects that stand in one another', () => {
  const condition = { name: { $in: ['a'] } };
  expect(isModest({ filter: { $and: [condition, { name: 'b' }] } })).toBe(true);
  expect(isModest({ filter: { $and: [{ $and: [{ name: 'a' }] }] } })).toBe(true);
  expect(isModest({ filter: { $and: [{ $and: [condition] }] } })).toBe(false);
});

test('each operator is a condition, and a list of values is one', () => {
  const two = { $gt: 'a', $regex: 'b' };
  expect(isModest({ filter: Object.fromEntries(many(4).map((name) => [name, two])) })).toBe(true);
  expect(isModest({ filter: { ...Object.fromEntries(many(4).map((name) => [name, two])), name: 1 } })).toBe(false);
});

test('all parameters together fit into a query', () => {
  const filter = { name: 'x'.repeat(1400) };
  expect(isModest({ filter, fields: 'x'.repeat(300) })).toBe(true);
  expect(isModest({ filter, fields: 'x'.repeat(300), sort: 'y'.repeat(100) })).toBe(false);
});

test('a list of values is cut to what a query takes', () => {
  expect(shortList(['a', 'x'.repeat(2000), 'b'])).toEqual(['a']);
  expect(shortList(many(10))).toEqual(many(10));
});

test('a refusal for size fails no must, and anything else does', () => {
  const failure = (status: number) =>
    new Failure('no success', {
      expected: 200,
      received: status,
      exchange: { operation: 'users.list', status } as Exchange,
    });
  const must: Cell = { requirement: 'lists.together', operation: 'users.list' };
  const should: Cell = { requirement: 'lists.filter-or', operation: 'users.list' };
  for (const status of [413, 414, 431]) {
    expect(refusedForSize(failure(status), [must])?.message).toContain(String(status));
    expect(refusedForSize(failure(status), [should])).toBeUndefined();
  }
  for (const status of [400, 404, 429, 500]) expect(refusedForSize(failure(status), [must])).toBeUndefined();
  expect(refusedForSize(new Error('broken'), [must])).toBeUndefined();
});
