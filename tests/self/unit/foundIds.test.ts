/** What looks like an id in an answer of open shape. */
import { expect, test } from '@playwright/test';
import { idLike } from '../../support/records/foundIds.ts';

test('texts under names of ids come first, others after them, sentences and paths never', () => {
  const answer = {
    principalId: 'p-1',
    granted: [{ permissionId: 'a', action: 'tasks:manage' }, { permissionId: 'a' }],
    ids: ['b'],
    message: 'may do all',
    url: 'https://example.com/x',
  };
  expect(idLike(answer)).toEqual({ named: ['p-1', 'a', 'b'], others: ['tasks:manage'] });
});

test('fields of a target of its own, which are hidden from comparisons, are looked at', () => {
  const metric = Object.defineProperty({ id: 'm' }, 'lastCheckInId', { value: 'c', enumerable: false });
  expect(idLike([metric]).named).toEqual(['m', 'c']);
});
