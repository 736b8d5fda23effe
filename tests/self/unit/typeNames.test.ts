import { expect, test } from '@playwright/test';
import { operation } from '../../../schemas/contract.ts';
import { namesProblem, textsInPlace } from '../../contract/typeNames.ts';

const texts = (...items: object[]) => textsInPlace(operation('employees.list'), [{ items, totalCount: items.length }]);

test('texts are gathered where a record belongs, alone or in a list, and nowhere else', () => {
  const found = texts(
    { firstName: 'Ada', roles: ['Admin', { name: 'Member' }], badges: ['Badge'] },
    { firstName: 'Bob', roles: ['Member'], badges: [{ id: '1' }] },
  );
  expect(found.sort((a, b) => a.field.localeCompare(b.field))).toEqual([
    { kind: 'badge', field: 'badges', texts: new Set(['Badge']) },
    { kind: 'role', field: 'roles', texts: new Set(['Admin', 'Member']) },
  ]);
  expect(textsInPlace(operation('tasks.list'), [{ items: [{ assignee: 'User' }] }])).toEqual([
    { kind: 'user', field: 'assignee', texts: new Set(['User']) },
  ]);
});

test('texts that differ and are names of records are no type names', () => {
  const wrong = (...shown: string[]) =>
    namesProblem({ kind: 'role', field: 'roles', texts: new Set(shown) }, new Set(['Admin', 'Member']));
  expect(wrong('Admin', 'Member', 'Other')).toMatchObject({ received: ['Admin', 'Member'], places: ['roles'] });
  // One type may be called as one record is, and there may be several types.
  for (const right of [['Role'], ['Admin'], ['Admin', 'Role'], ['SystemRole', 'OwnRole']])
    expect(wrong(...right)).toBeUndefined();
});
