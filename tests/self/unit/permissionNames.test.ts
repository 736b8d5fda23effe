/** The names of permissions in answers of open shape. */
import { expect, test } from '@playwright/test';
import { namedIn } from '../../behaviour/permissions/effective.ts';

const SHAPES: [string, unknown, string[] | undefined][] = [
  ['a list of names', ['a', 'b'], ['a', 'b']],
  ['a list of records', [{ name: 'a' }, { action: 'b' }], ['a', 'b']],
  ['records that may say that something is withheld', [{ name: 'a', allowed: false }], undefined],
  ['names with true or false', { a: true, b: false }, ['a']],
  ['names beside records', { permissions: ['a'], granted: [{ id: 'x', action: 'a' }] }, ['a']],
  ['nothing in any list', { permissions: [], granted: [] }, []],
  ['names that are withheld', { permissions: [], denied: ['a'] }, undefined],
  ['two lists of names', { permissions: ['a'], groups: ['b'] }, undefined],
  ['a message', { message: 'may do all' }, undefined],
];

for (const [what, answer, names] of SHAPES)
  test(`${what}: ${names === undefined ? 'nothing is told' : `names ${names.length}`}`, () => {
    expect(namedIn(answer)).toEqual(names);
  });
