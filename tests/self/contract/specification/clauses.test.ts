/** The specification, clause by clause, against the files in `schemas/coverage/` and the schemas of the resources. */
import { expect, test } from '@playwright/test';
import { resources } from '../../documents/coverage/fields.ts';
import { prose } from '../../documents/coverage/prose.ts';
import { clausesOf, listedFields } from './clauses.ts';
import { differences } from './differences.ts';
import { fieldProblems } from './resourceFields.ts';
import { PATH, specification } from './text.ts';

const text = specification() ?? '';
test.skip(text === '', `the specification does not lie at ${PATH}; SPECIFICATION says where it lies`);

test('the coverage has a row for each clause of prose, and no other', () => {
  expect(differences(clausesOf(text), prose)).toEqual([]);
});

test('the schemas have the fields that the specification lists, with their types, and no others', () => {
  expect(fieldProblems(listedFields(text), resources)).toEqual([]);
});
