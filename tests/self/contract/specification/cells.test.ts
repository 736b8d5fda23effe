/** What the tables of endpoints say of bodies, answers and gaps, against the operations of the contract. */
import { expect, test } from '@playwright/test';
import { envelope, type Operation, openOperations, operations } from '../../../../schemas/contract.ts';
import { fieldsOf, resources } from '../../documents/coverage/fields.ts';
import { itemsIn } from './fieldLists.ts';
import { agrees } from './resourceFields.ts';
import { linesOf, PATH, specification, split } from './text.ts';

const text = specification() ?? '';
test.skip(text === '', `the specification does not lie at ${PATH}; SPECIFICATION says where it lies`);

interface Row {
  operation: Operation;
  inputs: string;
  success: string;
  whole: string;
}

const rows: Row[] = linesOf(text).flatMap(({ section, cells = [], text: whole }) => {
  const [method, path, inputs = '', success = ''] = cells;
  const operation = operations.find((one) => one.method === method && one.path === path);
  return section.startsWith('Endpoints / ') && operation ? [{ operation, inputs, success, whole }] : [];
});

/** What stands between the first braces of a cell. */
const braces = (cell: string, before: RegExp): string | undefined => {
  const start = before.exec(cell);
  if (start === null) return undefined;
  const from = start.index + start[0].length;
  const end = [...cell.slice(from)].reduce(
    ({ depth, at }, char, i) => ({
      depth: depth + (char === '{' ? 1 : char === '}' ? -1 : 0),
      at: at < 0 && depth === 1 && char === '}' ? i : at,
    }),
    { depth: 0, at: -1 },
  ).at;
  return cell.slice(from + 1, from + end);
};

test('each body in braces has the fields of its schema', () => {
  const bodies = rows.flatMap(({ operation, inputs }) => {
    const listed = braces(inputs, /\bbody (?=\{)/);
    return listed === undefined ? [] : [{ operation, listed }];
  });
  expect(bodies.length).toBeGreaterThan(3);
  for (const { operation, listed } of bodies) {
    const fields = itemsIn(listed.replace('list of titles', 'string[]'), '', []) ?? [];
    const held = new Map(fieldsOf(operation.body?.schema ?? '').map(({ path, type }) => [path, type]));
    expect([...held.keys()].sort(), operation.id).toEqual(fields.map(({ path }) => path).sort());
    for (const { path, type } of fields.filter((field) => field.type !== undefined))
      expect(agrees(type as string, held.get(path)), `${operation.id}: ${path} is ${held.get(path)}`).toBe(true);
  }
});

test('each answer in braces has the keys of its schema, and the records that the keys name', () => {
  const answers = rows.flatMap(({ operation, success }) => {
    const listed = braces(success, /^\d{3} (?=\{)/);
    return listed === undefined ? [] : [{ operation, listed }];
  });
  expect(answers.length).toBeGreaterThan(20);
  for (const { operation, listed } of answers) {
    const keys = split(listed, (rest) => (rest.startsWith(',') ? 1 : 0)).map(
      (key) => /^(\w+)(?:: (.*))?/.exec(key) ?? [],
    );
    expect([...envelope(operation)].sort(), operation.id).toEqual(keys.map(([, name]) => name).sort());
    const types = new Map(fieldsOf(operation.success.schema ?? '').map(({ path, type }) => [path, type]));
    for (const [, name = '', words] of keys.filter(([, , type]) => type !== undefined))
      expect(agrees(typeOf(words as string), types.get(name)), `${operation.id}: ${name} is ${types.get(name)}`).toBe(
        true,
      );
  }
});

test('each answer that is one record has the schema of that record', () => {
  const titled = new Map(resources.map(({ title, name }) => [title.toLowerCase(), name]));
  const records = rows.flatMap(({ operation, success }) => {
    const name = titled.get(success.replace(/^\d{3} /, '').toLowerCase());
    return name === undefined ? [] : [{ operation, name }];
  });
  expect(records.length).toBeGreaterThan(20);
  for (const { operation, name } of records)
    expect(operation.success.schema, operation.id).toBe(`resources/${name}.json`);
});

/** The type in words such as `role[] (id, name)`, `assigned badge (with badge object)[]` or `{}`. */
const typeOf = (words: string) =>
  words
    .replace('{}', 'object')
    .toLowerCase()
    .replace(/ \([^)]*\)/, '')
    .replace(/(\[\])? (with|of) .*$/, '$1');

test('each path parameter that the inputs name is in the path', () => {
  for (const { operation, inputs } of rows) {
    const named = split(inputs, (rest) => (rest.startsWith('; ') ? 2 : 0)).flatMap(
      (part) => /^path (\w+(?:, \w+)*)$/.exec(part)?.[1]?.split(', ') ?? [],
    );
    const inPath = operation.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    if (named.length > 0) expect(inPath, operation.id).toEqual(named);
  }
});

test('each gap that a row names is a gap of its operation', () => {
  const gaps = (whole: string) => [...whole.matchAll(/see gap (\d)/g)].map(([, gap]) => Number(gap));
  for (const { operation, whole } of rows)
    expect(operation.gaps, operation.id).toEqual(expect.arrayContaining(gaps(whole)));
  expect(openOperations.every((operation) => operation.gaps.includes(3))).toBe(true);
});
