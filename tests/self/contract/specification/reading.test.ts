/** How the text of the specification is cut, with texts of our own: these tests need no specification. */
import { expect, test } from '@playwright/test';
import { clausesOf } from './clauses.ts';
import { differences } from './differences.ts';
import { fieldListsIn } from './fieldLists.ts';
import { clausesIn } from './text.ts';

test('clauses end at full stops and semicolons outside brackets', () => {
  expect(clausesIn('Cats sleep (a lot; really. Yes). Dogs bark; e.g. at cats.')).toEqual([
    'Cats sleep (a lot; really. Yes)',
    'Dogs bark',
    'e.g. at cats',
  ]);
});

test('a list of fields gives paths and types, and what it says besides', () => {
  const { fields, remarks, prose } = fieldListsIn(
    'id, name (strings); tail {length integer, spots[] {colour}}; kittens (cat summary[], at most nine); isTame boolean. Cats are free.',
  );
  expect(fields).toEqual([
    { path: 'id', type: 'string' },
    { path: 'name', type: 'string' },
    { path: 'tail.length', type: 'integer' },
    { path: 'tail.spots[].colour' },
    { path: 'kittens' },
    { path: 'isTame', type: 'boolean' },
  ]);
  expect(remarks).toEqual([{ of: 'kittens', text: 'cat summary[], at most nine' }]);
  expect(prose).toEqual(['Cats are free']);
});

const TEXT = `# Title
## Endpoints
### Cats
| Method | Path | Inputs | Success | Other codes |
|---|---|---|---|---|
| GET | /v1/cats | header; query skip; only the caller's cats | 200 {items: KPI[], totalCount: integer} | E1, 404 |
`;

test('of a row of endpoints, what is no data of the contract is prose', () => {
  const found = clausesOf(TEXT).map(({ place, text }) => [place, text]);
  expect(found).toEqual([['GET /v1/cats: inputs', "only the caller's cats"]]);
});

test('a clause that is new, changed or gone is told with the file to edit', () => {
  const [clause] = clausesOf(TEXT);
  const { section = '', place = '', digest = '' } = clause ?? {};
  const covered = { place, digest, says: [{ text: 'Only own cats', reason: 'a test' }] };
  const file = 'coverage/endpoints.json';
  const against = (clauses: (typeof covered)[]) =>
    differences(clausesOf(TEXT), [{ file, section, clauses }]).join('\n');
  expect(against([covered])).toBe('');
  expect(against([])).toMatch(/^schemas\/coverage\/endpoints\.json: Endpoints \/ Cats, GET \/v1\/cats: inputs is new/);
  expect(against([{ ...covered, digest: 'other' }])).toMatch(/is changed .*set its digest to/);
  expect(against([covered, { ...covered, place: 'bullet 7', digest: 'other' }])).toMatch(/bullet 7 is gone/);
  const moved = against([{ ...covered, place: 'bullet 7' }]);
  expect(moved).toMatch(/is moved .*set the place of bullet 7 to this one$/);
  expect(moved).not.toMatch(/gone/);
});
