/** Every clause of the specification names what covers it; every requirement comes from a clause. Needs no specification. */
import { expect, test } from '@playwright/test';
import { operations, requirements } from '../../../schemas/contract.ts';
import { resources } from '../documents/coverage/fields.ts';
import { prose } from '../documents/coverage/prose.ts';
import type { CoverageRow } from '../documents/coverage/row.ts';
import { coverageRows } from '../documents/coverage/rows.ts';
import { rules } from '../documents/coverage/rules.ts';

const DERIVED = 'schemas/coverage/derived.json';
/** More than this is a group of requirements, not what judges one clause. */
const MOST = 8;

const rows = coverageRows();
const named = ({ section, place }: CoverageRow) => `${section}, ${place}`;

test('every clause names requirements that exist, or a reason why there are none', () => {
  const known = new Set(requirements.map(({ id }) => id));
  const unknown = rows.flatMap((row) =>
    row.requirements.filter((id) => !known.has(id)).map((id) => `${named(row)} names ${id}, which no register has`),
  );
  expect(unknown, 'edit the section’s file in schemas/coverage/').toEqual([]);
  const bare = rows.filter(({ requirements: ids, reason = '' }) => ids.length > 0 === (reason !== ''));
  expect(bare.map(named), 'each needs requirements, or else a reason').toEqual([]);
});

test('no clause names a whole group', () => {
  const long = rows.filter(({ requirements: ids }) => ids.length > MOST).map(named);
  expect(long, `name the ${MOST} or fewer that judge it, or divide the clause into several texts`).toEqual([]);
});

test('every requirement comes from a clause', () => {
  const cited = new Set(rows.flatMap((row) => row.requirements));
  const missing = requirements.filter(({ id }) => !cited.has(id)).map(({ id, section }) => `${id} (${section})`);
  expect(missing, `name each at its clause in schemas/coverage/, or in ${DERIVED} for a field or an endpoint`).toEqual(
    [],
  );
});

test('no two clauses stand in one place, and each says something', () => {
  for (const { file, section, clauses } of prose) {
    const places = clauses.map(({ place }) => place);
    expect(
      places.filter((place, i) => places.indexOf(place) !== i),
      `schemas/${file}, ${section}`,
    ).toEqual([]);
    const silent = clauses.filter(({ says }) => says.length === 0 || says.some(({ text }) => text === ''));
    expect(
      silent.map(({ place }) => place),
      `schemas/${file}, ${section}`,
    ).toEqual([]);
  }
});

test('the rules of derived clauses name what the contract has', () => {
  const fields = new Set(resources.flatMap(({ name, fields: own }) => own.map(({ path }) => `${name}.${path}`)));
  const ids = new Set(operations.map(({ id }) => id));
  const parameters = new Set(operations.flatMap((operation) => operation.parameters.map(({ name }) => name)));
  for (const name of ['path', 'header', 'no header']) parameters.add(name);
  expect(
    Object.keys(rules.fields).filter((key) => !fields.has(key)),
    `${DERIVED}: fields`,
  ).toEqual([]);
  expect(
    Object.keys(rules.operations).filter((key) => !ids.has(key)),
    `${DERIVED}: operations`,
  ).toEqual([]);
  expect(
    Object.keys(rules.parameters).filter((key) => !parameters.has(key)),
    `${DERIVED}: parameters`,
  ).toEqual([]);
});

test('what the rules name judges the operation that it is named for', () => {
  const concerned = new Map(requirements.map(({ id, operations: all }) => [id, all]));
  const wrong = Object.entries(rules.operations).flatMap(([operation, ids]) =>
    ids.filter((id) => !concerned.get(id)?.includes(operation)).map((id) => `${operation}: ${id}`),
  );
  expect(wrong, `${DERIVED}: operations`).toEqual([]);
});
