import { expect, test } from '@playwright/test';
import { selectsListed } from '../../support/lists/listedSelections.ts';

test('names of listed fields are known where they stand', () => {
  for (const fields of [
    '',
    'email',
    'email, isActive',
    'badges{name}',
    'email,badges{name,icon},isActive',
    'roles{name},badges{icon}',
  ])
    expect(selectsListed('employees.list', fields), fields).toBe(true);
});

test('other names, names elsewhere and braces behind what is no object are none', () => {
  for (const fields of ['strange', 'badges{email}', 'email{name}', '{name}', 'badges{name{x}}', 'badges.name'])
    expect(selectsListed('employees.list', fields), fields).toBe(false);
});
