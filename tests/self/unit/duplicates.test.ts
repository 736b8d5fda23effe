import { expect, test } from '@playwright/test';
import { duplicates } from '../../support/values/duplicates.ts';

test('of values that stand more than once each repetition is given', () => {
  expect(duplicates(['a', 'b', 'a', 'c', 'b', 'a'])).toEqual(['a', 'b', 'a']);
  expect(duplicates([1, '1', undefined, undefined])).toEqual([undefined]);
  expect(duplicates([])).toEqual([]);
});
