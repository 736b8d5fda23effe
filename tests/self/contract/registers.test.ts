/** The registers and the checks agree: nothing stated is unchecked, and nothing is checked that is not stated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  groups,
  jsonFiles,
  openOperations,
  operations,
  problem,
  projectRoot,
  type Requirement,
  readJson,
  requirements,
} from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { faults } from '../faults/index.ts';

const cell = (requirement: string, operation: string) => `${requirement} on ${operation}`;
const checked = new Set(
  batches.flatMap(({ checks }) =>
    checks.flatMap(({ cells }) => cells.map((one) => cell(one.requirement, one.operation))),
  ),
);

test('every register has the form of a register', () => {
  for (const file of jsonFiles('requirements'))
    expect(problem('suite/register.json', readJson(file)), `schemas/${file}`).toBeUndefined();
});

test('every reading that a requirement rests on is one of docs/readings.md', () => {
  const page = readFileSync(join(projectRoot, 'docs/readings.md'), 'utf8');
  const readings = [...page.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'));
  const unknown = requirements.filter(({ reading }) => reading !== undefined && !readings.includes(reading));
  expect(unknown.map(({ id, reading }) => `${id}: ${reading}`)).toEqual([]);
});

test('ids are unique and speak: <group>.<words>', () => {
  const ids = requirements.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const speaks = ({ id, group }: Requirement) => new RegExp(`^${group}\\.[a-z0-9]+(-[a-z0-9]+)*$`).test(id);
  expect(requirements.filter((one) => !speaks(one)).map(({ id }) => id)).toEqual([]);
});

test('every requirement names its section and operations that exist', () => {
  const known = new Set([...operations, ...openOperations].map(({ id }) => id));
  const wrong = requirements.flatMap(({ id, section, text, operations: named }) => [
    ...(section === '' ? [`${id} has no section`] : []),
    ...(/[.)]$/.test(text) ? [] : [`${id} does not end as a sentence`]),
    ...(named.length > 0 ? [] : [`${id} names no operation`]),
    ...named.filter((operation) => !known.has(operation)).map((operation) => `${id} names ${operation}`),
  ]);
  expect(wrong).toEqual([]);
});

test('every requirement is checked on every operation that it concerns, or says why it can’t be', () => {
  const unchecked = requirements
    .filter(({ untestable }) => !untestable)
    .flatMap(({ id, operations: named }) => named.map((operation) => cell(id, operation)))
    .filter((one) => !checked.has(one));
  expect(unchecked).toEqual([]);
});

test('what is untestable has no check', () => {
  const untestable = requirements.filter((requirement) => requirement.untestable).map(({ id }) => id);
  expect(
    batches.flatMap(({ checks }) =>
      checks
        .filter(({ cells }) => cells.some(({ requirement }) => untestable.includes(requirement)))
        .map(({ title }) => title),
    ),
  ).toEqual([]);
});

test('checks have titles of their own, so that a failure names one', () => {
  const titles = batches.flatMap(({ title, checks }) => checks.map((check) => `${title} / ${check.title}`));
  expect(titles.filter((title, i) => titles.indexOf(title) !== i)).toEqual([]);
});

test('every group has operations', () => {
  for (const { id } of groups)
    expect(
      operations.some(({ group }) => group === id),
      id,
    ).toBe(true);
  expect(operations.length, 'if an operation was meant to come or go, set the new number here').toBe(68);
});

test('faults have names of their own and break requirements that exist and can be judged', () => {
  const names = faults.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const judged = new Set(
    requirements.filter(({ level, untestable }) => level !== 'open' && !untestable).map(({ id }) => id),
  );
  const unknown = faults.flatMap(({ name, breaks }) =>
    breaks.filter((id) => !judged.has(id)).map((id) => `${name} breaks ${id}`),
  );
  expect(unknown).toEqual([]);
});
