/** The oracle of lists: what filters, orders, selections and plain texts must be, and what stays open. */
import { expect, test } from '@playwright/test';
import { plainText } from '../../../reference-server/query/plainText.ts';
import type { Answer } from '../../support/http/client.ts';
import {
  confusable,
  eachPartCounts,
  expressions,
  joinedTwice,
  sideBySide,
  someFilters,
  tells,
} from '../../support/lists/expressions.ts';
import { type Field, fieldsOf, idField } from '../../support/lists/fields.ts';
import { type Filter, matches } from '../../support/lists/filters.ts';
import { furtherForms, hasForms, withoutForms, wrongForm } from '../../support/lists/furtherForms.ts';
import { between } from '../../support/lists/knownRecords.ts';
import { judgeMatches } from '../../support/lists/matchErrors.ts';
import { misplaced, order, sortText } from '../../support/lists/ordering.ts';
import {
  collapsed,
  hasMarkup,
  isBare,
  keepsWords,
  lostSign,
  lostUnderscore,
  markLeft,
  mentionProblem,
} from '../../support/lists/plainText.ts';
import { fieldsText, projectionProblems } from '../../support/lists/projection.ts';
import type { Page } from '../../support/lists/requests.ts';
import { judgeSlices } from '../../support/lists/slices.ts';
import { literal } from '../../support/values/texts.ts';

const record = {
  id: 'a1',
  name: 'Alpha',
  priority: 9,
  tags: ['x', 'y'],
  access: { inherits: true },
  dueDate: '2025-03-01',
};

test('filters match by all operators', () => {
  const right = [
    { _id: 'a1' },
    { name: { $in: ['Beta', 'Alpha'] } },
    { name: { $regex: '^Al' }, priority: { $gt: 8 } },
    { $and: [{ name: 'Alpha' }, { $or: [{ priority: 1 }, { tags: 'y' }] }] },
    { 'access.inherits': true },
    { priority: { $gte: 9, $lte: 9 } },
    { dueDate: { $gt: '2025-02-28', $lt: '2025-03-02' } },
    { name: { $ne: 'Beta', $nin: ['Gamma'], $exists: true } },
  ];
  for (const filter of right) expect(matches(filter, record), JSON.stringify(filter)).toBe(true);
  const wrong = [
    { name: 'Alph' },
    { priority: '9' },
    { priority: { $gt: 9 } },
    { priority: { $gt: 10 } },
    { name: { $regex: '^pha' } },
    { tags: { $nin: ['x'] } },
    { $and: [{ name: 'Alpha' }, { priority: 1 }] },
    { dueDate: { $gt: '2025-03-01' } },
  ];
  for (const filter of wrong) expect(matches(filter, record), JSON.stringify(filter)).toBe(false);
});

test('filters leave open what is open', () => {
  const open = [
    { name: 'ALPHA' },
    { name: { $regex: 'ALPHA' } },
    { name: { $regex: '^Álp' } },
    { size: { $ne: 1 } },
    { archived: false },
    { size: { $lt: 3 } },
    { size: { $exists: false } },
  ];
  for (const filter of open) expect(matches(filter, record), JSON.stringify(filter)).toBe(undefined);
  expect(matches({ name: 'ALPHA' }, record, true)).toBe(false);
  expect(matches({ size: 3 }, record)).toBe(false);
});

test('order is told only where it is beyond dispute', () => {
  expect(order(9, 10)).toBe(-1);
  expect(order('Alpha', 'Beta')).toBe(-1);
  expect(order('alpha', 'Beta')).toBe(undefined);
  expect(order('task 9', 'task 10')).toBe(undefined);
  expect(order('é', 'f')).toBe(undefined);
  expect(order('2025-01-01T10:00:00Z', '2025-01-01T10:00:00+02:00')).toBe(1);
  expect(order('2025-01-01T10:00:00Z', '2025-01-01T10:00:00.000Z')).toBe(undefined);
  expect(order('2025-01-01T10:00:00Z', '2025-01-01T10:00:00.999Z')).toBe(undefined);
  expect(order('2025-01-01T10:00:00.1Z', '2025-01-01T10:00:00.25Z')).toBe(-1);
  expect(order('2025-01-01T10:00Z', '2025-01-01T10:00:59Z')).toBe(undefined);
  expect(order('2025-01-01T10:00:00Z', '2025-01-01T10:00:01.000Z')).toBe(-1);
  expect(order('2025-01-01', '2025-01-01T10:00:00Z')).toBe(-1);
  // As texts they stand the other way round.
  expect(order('Fri, 16 Feb 2024 09:30:00 GMT', 'Fri, 10 May 2024 09:30:00 GMT')).toBe(undefined);
  expect(order('Fri, 16 Feb 2024 09:30:00 GMT', 'Sat, 17 Feb 2024 09:30:00 GMT')).toBe(-1);
  const keys = [
    { path: 'a', descending: true },
    { path: 'b', descending: false },
  ];
  expect(sortText(keys)).toBe('-a,b');
  expect(misplaced([{ a: 2, b: 1 }, { a: 2, b: 2 }, { a: 1 }], keys)).toBe(undefined);
  expect(misplaced([{ a: 2, b: 2 }, { a: 1 }, { a: 2, b: 1 }], keys)).toBeDefined();
});

test('records with the same first value lie together', () => {
  const keys = [{ path: 'active', descending: false }];
  expect(misplaced([{ active: true }, { active: true }, {}, { active: false }], keys)).toBe(undefined);
  expect(misplaced([{ active: true }, { active: false }, { active: true }], keys)).toBeDefined();
});

test('projections', () => {
  const full = {
    id: '1',
    name: 'n',
    a: { b: 1, c: { d: 2 } },
    list: [
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ],
  };
  const selection = { a: { c: { d: true } }, list: { x: true } } as const;
  expect(fieldsText(selection)).toBe('a{c{d}},list{x}');
  const right = { id: '1', a: { c: { d: 2 } }, list: [{ x: 1 }, { x: 3 }] };
  expect(projectionProblems(right, full, selection)).toEqual([]);
  expect(projectionProblems({ ...right, name: 'n' }, full, selection)).toMatchObject([{ kind: 'extra', at: '/name' }]);
  expect(projectionProblems({ ...right, list: [{ x: 1 }, { x: 3, y: 4 }] }, full, selection)).toMatchObject([
    { kind: 'extra', at: '/list/1/y' },
  ]);
  expect(projectionProblems({ id: '1', a: {}, list: right.list }, full, selection)).toMatchObject([{ kind: 'lost' }]);
  expect(projectionProblems({ id: '1' }, { id: '1', a: { b: 1 } }, { a: { z: true } })).toEqual([]);
});

test('plain texts', () => {
  const markup =
    '# Plan\n\n@[Ann Lee:ann@x.org:u1]@[Bo:bo@x.org:u2]: **do** _it_ with `a b`, see [the page](https://x.org/y).\n\n1. one';
  const plain = 'Plan\n\n@Ann Lee@Bo: do it with a b, see the page.\n\none';
  expect(hasMarkup(markup)).toBe(true);
  expect(mentionProblem(markup, plain)).toBe(undefined);
  expect(markLeft(markup, plain)).toBe(undefined);
  expect(keepsWords(markup, plain)).toBe(true);
  expect(keepsWords(markup, plain.replace('the page', 'the page (https://x.org/y)'))).toBe(true);
  expect(keepsWords('say &#65;, &amp; go', 'say A, & go')).toBe(true);
  expect(keepsWords('say &#65; go', 'say AB go')).toBe(false);
  const pictured = 'see ![a chart](https://x.org/c.png) here';
  for (const plainOne of [
    'see here',
    'see a chart here',
    'see a chart (https://x.org/c.png) here',
    'see https://x.org/c.png here',
  ])
    expect(keepsWords(pictured, plainOne)).toBe(true);
  expect(keepsWords(pictured, 'see a map here')).toBe(false);
  for (const [from, to] of [
    ['Bo', ''],
    ['see', 'se'],
    ['one', 'one two'],
  ] as const)
    expect(keepsWords(markup, plain.replace(from, to))).toBe(false);
  expect(mentionProblem(markup, plain.replace('@Bo', '@[Bo:bo@x.org:u2]'))).toBeDefined();
  expect(mentionProblem(markup, plain.replace('@Bo', 'Bo'))).toBeDefined();
  for (const [from, to] of [
    ['do', '**do**'],
    ['a b', '`a b`'],
    ['Plan', '# Plan'],
    ['a b', '`a b'],
    ['a b', 'a b`'],
  ] as const)
    expect(markLeft(markup, plain.replace(from, to))).toBeDefined();
  // Not every dialect takes underscores for marks.
  expect(markLeft(markup, plain.replace('it', '_it_'))).toBe(undefined);
  for (const left of ['**bold', 'bold**', '*bold', 'bold*'])
    expect(markLeft('A **bold** word', `A ${left} word`)).toBe(left.replace('**', '*'));
  expect(markLeft('A **bold** word, *bold or not', 'A bold word, *bold or not')).toBe(undefined);
  for (const sign of [']', ':']) {
    expect(mentionProblem(markup, plain.replace('@Ann Lee', `@Ann Lee${sign}`))).toBeDefined();
    expect(mentionProblem(`@[Bo:bo@x.org:u2]${sign} so`, `@Bo${sign} so`)).toBe(undefined);
  }
  expect(markLeft('2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name')).toBe(undefined);
  expect(isBare('Just words, 5 % of them.')).toBe(true);
  expect(isBare('- a list')).toBe(false);
});

test('further forms of markup are judged by themselves', () => {
  const [before, after] = ['Before **it**', 'and after'];
  const markup = [before, ...furtherForms({ name: 'Ann Lee', email: 'ann@x.org', id: 'u1' }), after].join('\n\n');
  const plain = plainText(markup);
  expect(hasForms(markup) && hasForms(plain)).toBe(true);
  expect(hasForms(before)).toBe(false);
  for (const text of [markup, plain]) expect(collapsed(plainText(withoutForms(text)))).toBe('Before it and after');
  expect(withoutForms(before)).toBe(before);
  expect(wrongForm(markup, plain)).toBeUndefined();
  // Each form is missed where it is left as it is, and where its words are lost.
  const left = furtherForms({ name: 'Ann Lee', email: 'ann@x.org', id: 'u1' }).slice(1, -1);
  for (const form of left) {
    const bare = plainText(form);
    if (!/^\||^It|^The/.test(form)) expect(wrongForm(markup, plain.replace(bare, form)), form).toBeDefined();
    expect(wrongForm(markup, plain.replace(bare, ' ')), form).toMatchObject({ markup: form });
  }
  expect(wrongForm(before, before)).toBeUndefined();
});

test('signs that are no markup stay in a plain text', () => {
  const text = 'The final_report says 6 = 2 * 3, in C#, to office@example.com.';
  expect(lostUnderscore(text, text)).toBeUndefined();
  expect(lostUnderscore(text, text.replace('_', ''))).toBe('final_report');
  expect(lostSign(text, text)).toBeUndefined();
  for (const sign of ['_', ' *', '#', '@']) expect(lostSign(text, text.replace(sign, ''))).toBeDefined();
  // Two underscores may be a mark in some dialect, those of code, links, marks and mentions are no signs of the text.
  expect(lostUnderscore('snake_case_name', 'snakecasename')).toBeUndefined();
  expect(lostSign('snake_case_name', 'snakecasename')).toBe('snake_case_name');
  for (const markup of ['`a_b`', '[x](https://x.org/a_b)', '_a_ and *b*', '@[Ann Lee:ann@x.org:u_1]', '* a', 'a\\_b'])
    expect(lostSign(markup, '')).toBeUndefined();
});

const answer = { status: 200 } as Answer;
const pageOf = (ids: readonly unknown[]): Page => ({
  answer,
  ids: [...ids],
  items: ids.map((id) => ({ id })),
  total: undefined,
});

test('a page is the slice that it names', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const verdict = (skip: number, size: number, shown: readonly string[]) =>
    judgeSlices([{ skip, size, page: pageOf(shown) }], ids, ids, true).wrong;
  expect(verdict(1, 2, ['b', 'c'])).toBe(undefined);
  expect(verdict(4, 2, ['e'])).toBe(undefined);
  expect(verdict(5, 2, [])).toBe(undefined);
  for (const [skip, shown] of [
    [1, ['c', 'd']],
    [1, ['b']],
    [1, ['b', 'd']],
    [1, ['b', 'c', 'd']],
    [4, ['d', 'e']],
    [5, ['e']],
  ] as const)
    expect(verdict(skip, 2, shown), shown.join()).toBeDefined();
});

test('a page is judged by what stood still', () => {
  const before = ['a', 'b', 'c', 'd'];
  const verdict = (after: readonly string[], shown: readonly string[]) =>
    judgeSlices([{ skip: 1, size: 2, page: pageOf(shown) }], before, after, true).wrong;
  // Somebody puts x in front, or takes a away.
  expect(verdict(['x', 'a', 'b', 'c', 'd'], ['a', 'b'])).toBe(undefined);
  expect(verdict(['b', 'c', 'd'], ['c', 'd'])).toBe(undefined);
  // Somebody puts x in front, and takes it away again.
  expect(verdict(before, ['a', 'b'])).toBeDefined();
  expect(verdict(before, ['x', 'b'])).toBe(undefined);
  expect(verdict(['b', 'c', 'd'], ['b', 'd'])).toBeDefined();
  expect(verdict(['x', 'a', 'b', 'c', 'd'], ['d'])).toBeDefined();
});

test('records are stable that were the same in both readings', () => {
  const listing = (items: readonly Record<string, unknown>[]) => ({ items, complete: true, answer });
  const found = between(
    listing([{ id: 1, name: 'a' }, { id: 2, name: 'b' }, { id: 3 }]),
    listing([{ id: 1, name: 'a' }, { id: 2, name: 'B' }, { id: 4 }]),
  );
  expect(found.stable).toEqual([{ id: 1, name: 'a' }]);
  expect(found.ever).toHaveLength(5);
  expect(between(listing([{ name: 'a' }]), listing([{ name: 'b' }])).stable).toEqual([]);
});

const people = Array.from({ length: 30 }, (_, i) => ({
  id: `id${i}`,
  name: ['Ann', 'Bob', 'Bob more', 'Cid (x)', 'Dan+1'][i % 5] as string,
}));

test('a filtered answer has what matches, once, and nothing else', () => {
  const known = { stable: people, ever: people, complete: true };
  const filter = { name: 'Bob' };
  const right = people.filter(({ name }) => name === 'Bob');
  const verdict = (items: readonly Record<string, unknown>[], size = 40) =>
    judgeMatches(filter, { answer, items: [...items], ids: items.map(({ id }) => id), total: 6 }, known, { size });
  expect(verdict(right)).toEqual({ compared: 12, wrong: undefined });
  expect(verdict(right.slice(1)).wrong).toBeDefined();
  expect(verdict(right.slice(1), 5).wrong).toBe(undefined);
  expect(verdict([...right, right[0] as (typeof right)[0]]).wrong).toBeDefined();
  expect(verdict([...right, people[0] as (typeof right)[0]]).wrong).toBeDefined();
});

test('generated filters tell records apart, and each part of them counts', () => {
  const fields = [idField(people), ...fieldsOf('roles.list', people).filter(({ path }) => path === 'name')];
  const fits = (filter: Filter) => tells(filter, people) && eachPartCounts(filter, people);
  const found = [expressions(fields), sideBySide(fields), joinedTwice(fields)].flatMap((from) =>
    someFilters(from, 8, 1, fits),
  );
  expect(found.length).toBeGreaterThan(15);
  for (const filter of found) expect(tells(filter, people)).toBe(true);
  expect(eachPartCounts({ $and: [{ name: 'Bob' }, { name: { $regex: 'B' } }] }, people)).toBe(false);
  expect(eachPartCounts({ name: { $in: ['Bob', 'Ann'], $regex: '^B' } }, people)).toBe(true);
  for (const text of ['a.b', 'x (y) [z]', '$1 + 2?', 'back\\slash'])
    expect(new RegExp(`^${literal(text)}$`, 'u').test(text)).toBe(true);
});

test('values that several records share, or that differ late, are found', () => {
  const long = 'x'.repeat(100);
  const records = [{ name: 'Bob' }, { name: 'Bob' }, { name: 'Ann' }, { name: `${long}1` }, { name: `${long}2` }];
  const [field] = fieldsOf('roles.list', records).filter(({ path }) => path === 'name');
  const found = confusable(field as Field, records).map((filter) => JSON.stringify(filter));
  expect(found).toContain('{"name":"Bob"}');
  expect(found).toContain(JSON.stringify({ name: `${long}2` }));
});

test('letters that languages order otherwise are no order', () => {
  // In Danish aa stands behind z, in Czech ch behind h, in Estonian z in front of t.
  expect(order('Aaron', 'Bert')).toBe(undefined);
  expect(order('Chart', 'Circle')).toBe(undefined);
  expect(order('Zebra', 'Table')).toBe(undefined);
  expect(order('Plan', 'Review')).toBe(-1);
});
