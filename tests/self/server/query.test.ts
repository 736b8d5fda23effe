/** The expressions of lists as functions: filter, sort, fields, numbers of pages. */
import { expect, test } from '@playwright/test';
import { projected, selection } from '../../../reference-server/query/fields.ts';
import { compileFilter, valueAtPath } from '../../../reference-server/query/filter.ts';
import { operators } from '../../../reference-server/query/operators.ts';
import { wholeNumber } from '../../../reference-server/query/paging.ts';
import { parseExpression } from '../../../reference-server/query/relaxedJson.ts';
import { compareValues, sortedSlice, sortKeys } from '../../../reference-server/query/sort.ts';

const RECORDS = [
  { n: 1, name: 'Ada', tags: ['a', 'b'], deep: { list: [{ v: 1 }, { v: 2 }] }, on: '2025-01-02' },
  { n: 2, name: 'bruno', tags: [], deep: { list: [] }, on: '2025-02-01', done: true },
  { n: 3, name: 'Chiara\nline', tags: ['b'], price: 9.5 },
  { n: 10, name: 'Dmitri.x', deep: { list: [{ v: 2 }] }, done: false },
];
type Sample = (typeof RECORDS)[number];

const matches = (expression: unknown) =>
  RECORDS.filter(
    compileFilter<Sample>(expression, (path) => (record) => valueAtPath(record, path.split('.')), operators),
  ).map(({ n }) => n);

const FILTERS: readonly (readonly [unknown, number[]])[] = [
  [{}, [1, 2, 3, 10]],
  [{ n: 2 }, [2]],
  [{ n: '2' }, []],
  [{ n: { $eq: 2 } }, [2]],
  [{ n: { $ne: 2 } }, [1, 3, 10]],
  [{ n: { $in: [1, 10, 99] } }, [1, 10]],
  [{ n: { $in: [] } }, []],
  [{ n: { $nin: [1, 10] } }, [2, 3]],
  [{ n: { $gt: 2 } }, [3, 10]],
  [{ n: { $gte: 2 } }, [2, 3, 10]],
  [{ n: { $lt: 2 } }, [1]],
  [{ n: { $lte: 2 } }, [1, 2]],
  [{ n: { $gt: 1, $lt: 10 } }, [2, 3]],
  [{ on: { $gt: '2025-01-31' } }, [2]],
  [{ name: { $gt: 5 } }, []],
  [{ tags: 'b' }, [1, 3]],
  [{ tags: ['a', 'b'] }, [1]],
  [{ tags: { $ne: 'b' } }, [2, 10]],
  [{ tags: { $in: ['a', 'x'] } }, [1]],
  [{ tags: { $nin: ['a', 'x'] } }, [2, 3, 10]],
  [{ price: { $exists: true } }, [3]],
  [{ price: { $exists: false } }, [1, 2, 10]],
  [{ price: null }, [1, 2, 10]],
  [{ done: false }, [10]],
  [{ 'deep.list.v': 2 }, [1, 10]],
  [{ 'deep.list.v': { $gt: 1 } }, [1, 10]],
  [{ 'deep.list.v': { $exists: true } }, [1, 10]],
  [{ 'name.x': 1 }, []],
  [{ __proto__: 1 }, [1, 2, 3, 10]],
  [JSON.parse('{"__proto__": 1}'), []],
  [{ 'constructor.name': 'Object' }, []],
  [{ deep: { list: [] } }, [2]],
  [{ name: { $regex: '^A' } }, [1]],
  [{ name: { $regex: '^b|^A', $options: 'i' } }, [1, 2]],
  [{ name: { $regex: 'i.$' } }, []],
  [{ name: { $regex: '^line$', $options: 'm' } }, [3]],
  [{ name: { $regex: 'a.line', $options: 's' } }, [3]],
  [{ name: { $regex: '\\.' } }, [10]],
  [{ tags: { $regex: '^a' } }, [1]],
  [{ n: { $regex: '1' } }, []],
  [{ $or: [{ n: 1 }, { name: 'bruno' }] }, [1, 2]],
  [{ $and: [{ n: { $gt: 1 } }, { n: { $lt: 10 } }] }, [2, 3]],
  [{ $and: [{ $or: [{ n: 1 }, { n: 2 }] }, { done: true }] }, [2]],
  [{ n: { $gte: 2 }, done: true }, [2]],
];

test('filters match as document databases do', () => {
  for (const [expression, expected] of FILTERS)
    expect(matches(expression), JSON.stringify(expression)).toEqual(expected);
});

const MALFORMED: readonly unknown[] = [
  [],
  'text',
  5,
  null,
  { $where: 'true' },
  { n: { $foo: 1 } },
  { n: { $eq: 1, other: 2 } },
  { n: { constructor: 1, $eq: 1 } },
  { $or: [] },
  { $or: { n: 1 } },
  { $and: [5] },
  { n: { $in: 5 } },
  { n: { $in: { 0: 1 } } },
  { n: { $gt: null } },
  { n: { $gt: [1] } },
  { n: { $exists: 'yes' } },
  { n: { $regex: 5 } },
  { n: { $regex: '(' } },
  { n: { $regex: '(?=look)' } },
  { n: { $regex: '(a)\\1' } },
  { n: { $regex: 'a'.repeat(501) } },
  { n: { $regex: 'a', $options: 'x' } },
  { n: { $options: 'i' } },
  { n: { $regex: '(a{1000}){1000}' } },
  { n: { $regex: '(.?){100}'.repeat(50) } },
  { $or: Array.from({ length: 11 }, () => ({ n: { $regex: 'a' } })) },
  { $or: Array.from({ length: 501 }, () => ({ n: 1 })) },
];

test('malformed filters are refused with 400', () => {
  for (const expression of MALFORMED) {
    let status: unknown;
    try {
      matches(expression);
    } catch (error) {
      status = (error as { status: number }).status;
    }
    expect(status, JSON.stringify(expression)?.slice(0, 100)).toBe(400);
  }
});

test('a hostile $regex takes linear time', () => {
  const text = `${'a'.repeat(20_000)}!`;
  for (const pattern of [
    '^(a+)+$',
    '(a|a)*b',
    '(a|aa)+$',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '(.*)*x',
    'a{0,40}a{0,40}b',
  ]) {
    const started = process.cpuUsage();
    const test_ = operators.$regex?.(pattern, {});
    expect(test_?.(text), pattern).toBe(false);
    expect(process.cpuUsage(started).user / 1000, pattern).toBeLessThan(2500);
  }
});

const READINGS: readonly (readonly [string, unknown])[] = [
  ['{"a":1}', { a: 1 }],
  ['{a:1}', { a: 1 }],
  ["{'a': 'x'}", { a: 'x' }],
  ['{sessionId:{$in:["x",\'y\']}, ownerId:"z"}', { sessionId: { $in: ['x', 'y'] }, ownerId: 'z' }],
  [
    '{a.b: true, c: false, d: null, e: -1.5e2, f: [ ], g: { }}',
    { 'a.b': true, c: false, d: null, e: -150, f: [], g: {} },
  ],
  ['{a: "\\u0041\\n\\"", b: \'it\\\'s\'}', { a: 'A\n"', b: "it's" }],
  ["{assignee.name: 'x', owner.id: {$in: ['y']}}", { 'assignee.name': 'x', 'owner.id': { $in: ['y'] } }],
  ["{a: \"line\nbreak\", 'b': 'tab\there'}", { a: 'line\nbreak', b: 'tab\there' }],
  ['{"name": "line\nbreak"}', { name: 'line\nbreak' }],
  ["{name: {$regex: '^a\\\\d+[(.]', $options: 'i'}}", { name: { $regex: '^a\\d+[(.]', $options: 'i' } }],
  ['{a: "{not: an object}"}', { a: '{not: an object}' }],
];

test('expressions are read strictly, then relaxed', () => {
  for (const [text, value] of READINGS) expect(parseExpression(text), text).toEqual(value);
  expect(Object.hasOwn(parseExpression('{__proto__: {x: 1}}') as object, '__proto__')).toBe(true);
});

test('what is no expression is refused with 400', () => {
  const deep = '['.repeat(100_000);
  for (const text of [
    '{',
    '{a}',
    '{a:}',
    '{a:1,}x',
    '{a:1 b:2}',
    '{,}',
    '{a:todo}',
    "{'a",
    '{"a": "\\u12"}',
    '[1,,2]',
    'undefined',
    '{a:1}}',
    deep,
    `{a:${deep}`,
    `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`,
  ]) {
    expect(() => parseExpression(text), text.slice(0, 40)).toThrow(expect.objectContaining({ status: 400 }));
  }
});

test('sort keys', () => {
  expect(sortKeys('-priority, name,,a.b')).toEqual([
    { path: 'priority', descending: true },
    { path: 'name', descending: false },
    { path: 'a.b', descending: false },
  ]);
  expect(sortKeys('')).toEqual([]);
  expect(() => sortKeys('a,-')).toThrow(expect.objectContaining({ status: 400 }));
});

test('sorting is stable, whether all are sorted or some picked out', () => {
  const records = Array.from({ length: 1000 }, (_, i) => ({
    i,
    a: (i * 7) % 10,
    b: (i * 13) % 7 === 0 ? undefined : `k${(i * 13) % 7}`,
  }));
  for (const [first, second] of [
    ['a', 'b'],
    ['-a', '-b'],
    ['b', '-a'],
    ['-b', 'a'],
  ] as const) {
    const keys = sortKeys(`${first},${second}`);
    const reads = keys.map(
      ({ path }) =>
        (record: (typeof records)[number]) =>
          record[path as 'a'],
    );
    const all = sortedSlice(records, keys, reads, compareValues, 0, records.length);
    const wrong: unknown[] = [];
    for (let i = 1; i < all.length; i++) {
      const [x, y] = [all[i - 1], all[i]] as [(typeof records)[number], (typeof records)[number]];
      const signs = keys.map(
        ({ path, descending }) => compareValues(x[path as 'a'], y[path as 'a']) * (descending ? -1 : 1),
      );
      const sign = signs.find((one) => one !== 0);
      if (sign === undefined ? x.i > y.i : sign > 0) wrong.push([x, y]);
    }
    expect(wrong).toEqual([]);
    for (const [skip, end] of [
      [0, 0],
      [0, 1],
      [0, 49],
      [1, 2],
      [500, 600],
      [999, 1000],
      [990, 1090],
      [1200, 1300],
    ] as const)
      expect(sortedSlice(records, keys, reads, compareValues, skip, end)).toEqual(all.slice(skip, end));
  }
});

test('absent values come first, then numbers, then strings', () => {
  expect(compareValues(undefined, 0)).toBeLessThan(0);
  expect(compareValues(null, undefined)).toBe(0);
  expect(compareValues(10, 9)).toBeGreaterThan(0);
  expect(compareValues(10, 'a')).toBeLessThan(0);
  expect(compareValues('B', 'a')).toBeLessThan(0);
});

const NESTED = {
  id: 1,
  name: 'x',
  assignee: { id: 2, name: 'y', tags: [{ id: 3, title: 't' }, 'text'] },
  list: [{ a: 1, b: 2 }, { b: 3 }],
};
const PROJECTIONS: readonly (readonly [string, unknown])[] = [
  ['name', { name: 'x' }],
  ['name,unknown', { name: 'x' }],
  ['name,name , id', { name: 'x', id: 1 }],
  ['assignee{name}', { assignee: { name: 'y' } }],
  ['assignee{tags{title},name}', { assignee: { tags: [{ title: 't' }], name: 'y' } }],
  ['assignee{name},assignee{id}', { assignee: { name: 'y', id: 2 } }],
  ['assignee,assignee{id}', { assignee: NESTED.assignee }],
  ['list{a}', { list: [{ a: 1 }, {}] }],
  ['name{x}', {}],
  ['unknown{x{y}}', {}],
  ['__proto__,constructor,toString{x}', {}],
];

test('projections', () => {
  for (const [text, expected] of PROJECTIONS) expect(projected(NESTED, selection(text)), text).toEqual(expected);
  for (const text of ['a{', 'a}', '{a}', 'a{b}}', 'a{b{c}', '{'.repeat(50), 'a{'.repeat(50) + '}'.repeat(50)]) {
    expect(() => selection(text), text).toThrow(expect.objectContaining({ status: 400 }));
  }
});

test('numbers of pages', () => {
  for (const [given, expected] of [
    [undefined, undefined],
    ['', undefined],
    ['0', 0],
    ['007', 7],
    [5, 5],
  ] as const) {
    expect(wholeNumber('skip', given)).toBe(expected);
  }
  for (const given of ['-1', '1.5', '1e3', 'x', ' 1', '0x10', '9'.repeat(20), -1, 1.5, true, null, [], {}]) {
    expect(() => wholeNumber('skip', given), String(given)).toThrow(expect.objectContaining({ status: 400 }));
  }
});
