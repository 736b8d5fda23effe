import { expect, test } from '@playwright/test';
import { kind } from '../../../schemas/contract.ts';
import { anotherRecord } from '../../support/records/addressed.ts';

const ROLE = kind('role');
const FIELD = kind('customField');

test('another record is one with another id', () => {
  expect(anotherRecord(ROLE, 'r-17', { id: 'r-18', name: 'Owners' })).toMatchObject({
    expected: 'r-17',
    received: 'r-18',
    at: '/id',
  });
  expect(anotherRecord(FIELD, 'f1', { _id: 'f2', id: 'f1' })).toMatchObject({ received: 'f2', at: '/_id' });
});

test('an id that is written otherwise is the same, and one without an end or with more may be', () => {
  const id = '7a69c958-00cd';
  for (const asked of [id, id.toUpperCase(), '7A69C95800CD', ` ${id} `, '7a69c958', `${id}-9`])
    expect(anotherRecord(ROLE, asked, { id })).toBeUndefined();
});

test('a record without an id tells nothing, nor does one that is found by its name', () => {
  expect(anotherRecord(ROLE, 'r-17', { name: 'Owners' })).toBeUndefined();
  expect(anotherRecord(ROLE, 'r-17', { id: '' })).toBeUndefined();
  expect(anotherRecord(ROLE, 'Owners', { id: 'r-18', name: 'Owners' })).toBeUndefined();
  expect(anotherRecord(ROLE, 'r-17', { id: 'r-18', description: 'r-17' })).toBeDefined();
});
