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
  for (const { id, group } of requirements) expect(id).toMatch(new RegExp(`^${group}\\.[a-z0-9]+(-[a-z0-9]+)*$`));
});

test('every requirement names its section and operations that exist', () => {
  const known = new Set([...operations, ...openOperations].map(({ id }) => id));
  for (const { id, section, text, operations: named } of requirements) {
    expect(section, id).not.toBe('');
    expect(text, id).toMatch(/[.)]$/);
    expect(named.length, id).toBeGreaterThan(0);
    for (const operation of named) expect(known.has(operation), `${id} names ${operation}`).toBe(true);
  }
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
  expect(operations.length).toBe(68);
});

test('faults have names of their own and break requirements that exist and can be judged', () => {
  const names = faults.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  const judged = new Set(
    requirements.filter(({ level, untestable }) => level !== 'open' && !untestable).map(({ id }) => id),
  );
  for (const { name, breaks } of faults)
    for (const id of breaks) expect(judged.has(id), `${name} breaks ${id}`).toBe(true);
});
