/** Which records have the most links. */
import { expect, test } from '@playwright/test';
import { linksOf } from '../../behaviour/tags/mostLinked.ts';

test('lists of several entries tell more than long ones', () => {
  const records = [
    { id: 'none' },
    { id: 'long', tags: ['a', 'b', 'c', 'd'] },
    { id: 'several', tags: ['a', 'b'], groups: ['g', 'h'] },
    { id: 'one each', tags: ['a'], groups: ['g'] },
  ];
  const order = [...records].sort((a, b) => linksOf(b) - linksOf(a)).map(({ id }) => id);
  expect(order).toEqual(['several', 'long', 'one each', 'none']);
});
