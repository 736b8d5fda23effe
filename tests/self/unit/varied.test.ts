/** Records to look at are those that a target may treat in different ways. */
import { expect, test } from '@playwright/test';
import { longest, varied, variedBy } from '../../support/records/varied.ts';

const record = (id: number, more: object = {}) => ({ id: String(id), name: `name ${id}`, status: 'todo', ...more });

test('a record of each sort is among few, wherever it stands', () => {
  const records = Array.from({ length: 60 }, (_, i) => record(i));
  records[17] = record(17, { isReport: true });
  records[31] = record(31, { status: 'done' });
  records[44] = record(44, { name: 'name 3' });
  const ids = varied(records, 8).map(({ id }) => id);
  expect(ids).toHaveLength(8);
  expect(ids).toEqual(expect.arrayContaining(['17', '31']));
  expect(ids.filter((id) => ['3', '44'].includes(String(id)))).toHaveLength(1);
});

test('texts of which each record has its own tell nothing', () => {
  const records = Array.from({ length: 4 }, (_, i) => record(i));
  expect(varied(records, 3)).toHaveLength(3);
});

test('few records are all looked at', () => {
  const records = [record(1), record(2)];
  expect(varied(records, 5)).toEqual(records);
});

test('records with the longest list of ids and the longest text are found', () => {
  const records = Array.from({ length: 9 }, (_, i) => record(i, { teamIds: ['a', 'b'], roles: [{}, {}] }));
  records[4] = record(4, { teamIds: ['a', 'b', 'c'], roles: [{}] });
  records[6] = record(6, { name: 'a name that is longer than others', roles: [{}, {}, {}] });
  expect(longest(records).map(({ id }) => id)).toEqual(['4', '6']);
  expect(longest([record(1)]).map(({ id }) => id)).toEqual(['1']);
  expect(longest([{ id: '' }, {}])).toEqual([]);
});

test('a record whose text has a form of its own is among few: several words, other letters, signs', () => {
  const records = Array.from({ length: 60 }, (_, i) => record(i, { firstName: `Nia${i}` }));
  records[23] = record(23, { firstName: 'Nia Jo' });
  records[37] = record(37, { firstName: 'Zoë' });
  records[51] = record(51, { firstName: "O'Neill" });
  expect(varied(records, 8).map(({ id }) => id)).toEqual(expect.arrayContaining(['23', '37', '51']));
});

test('values are chosen by the records that they stand for, and others fill up', () => {
  const records = new Map(Array.from({ length: 20 }, (_, i) => [i, record(i, i === 13 ? { source: 'x' } : {})]));
  const values = Array.from({ length: 40 }, (_, i) => i);
  const chosen = variedBy(values, (i) => records.get(i), 6);
  expect(chosen).toHaveLength(6);
  expect(chosen).toContain(13);
  expect(variedBy([1, 2, 3, 4, 5], () => undefined, 2)).toEqual([1, 5]);
  expect(variedBy([1, 20, 21], (i) => records.get(i), 3)).toEqual([1, 20, 21]);
});

test('the longest list of a field is among few', () => {
  const records = Array.from({ length: 60 }, (_, i) => record(i, { teamIds: ['a', 'b', 'c'].slice(0, 1 + (i % 3)) }));
  records[41] = record(41, { teamIds: ['a', 'b', 'c', 'd'] });
  expect(varied(records, 8).map(({ id }) => id)).toContain('41');
});
