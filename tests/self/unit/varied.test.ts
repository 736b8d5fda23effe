/** Records to look at are those that a target may treat in different ways. */
import { expect, test } from '@playwright/test';
import { varied } from '../../support/records/varied.ts';

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

test('the longest list of a field is among few', () => {
  const records = Array.from({ length: 60 }, (_, i) => record(i, { teamIds: ['a', 'b', 'c'].slice(0, 1 + (i % 3)) }));
  records[41] = record(41, { teamIds: ['a', 'b', 'c', 'd'] });
  expect(varied(records, 8).map(({ id }) => id)).toContain('41');
});
