/** What is left of checks where the account does not include an operation. */
import { expect, test } from '@playwright/test';
import { check } from '../../support/engine/check.ts';
import { offeredOf } from '../../support/engine/offered.ts';

const run = async () => undefined;
const one = check('one', 'roles.create-answer', run, ['roles.create']);
const two = check('two', 'roles.create-stored', run, ['roles.create', 'roles.get']);
const other = check('other', 'roles.get-record', run, ['roles.get']);

test('cells of operations that are not offered are not applicable, and say why', () => {
  const { offered, withheld } = offeredOf([one, two, other], { notOffered: ['roles.create'] });
  expect(offered.map(({ title, cells }) => [title, cells.map(({ operation }) => operation)])).toEqual([
    ['two', ['roles.get']],
    ['other', ['roles.get']],
  ]);
  expect(withheld.map((result) => [result.check, result.outcome, result.cells[0]?.operation])).toEqual([
    ['one', 'not-applicable', 'roles.create'],
    ['two, where it is not offered', 'not-applicable', 'roles.create'],
  ]);
  expect(withheld[0]?.reason).toContain('notOffered');
});

test('without such a declaration all checks are as they were', () => {
  expect(offeredOf([one, two, other], { notOffered: [] })).toEqual({ offered: [one, two, other], withheld: [] });
});
