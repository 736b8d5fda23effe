/** The contract against the specification's own text: every endpoint row cell by cell, every statement in a register. */
import { expect, test } from '@playwright/test';
import { groups, jsonFiles, type Operation, operations, readJson, requirements } from '../../../schemas/contract.ts';
import { specification, statements } from './specification.ts';

interface Covered {
  section: string;
  digest: string;
  /** Requirements that it is in. */
  requirements?: string[];
  /** Why no requirement can come of it. */
  reason?: string;
}

const coverage = readJson<Covered[]>('coverage.json');
const text = specification();

test('every covered statement names requirements that exist, or a reason', () => {
  const known = new Set(requirements.map(({ id }) => id));
  for (const { digest, requirements: named = [], reason } of coverage) {
    expect(named.length > 0 || reason, digest).toBeTruthy();
    for (const id of named) expect(known.has(id), `${digest}: ${id}`).toBe(true);
  }
});

test('every requirement comes from a statement', () => {
  const named = new Set(coverage.flatMap((statement) => statement.requirements ?? []));
  expect(requirements.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
});

test('every statement of the specification is covered', () => {
  if (text === undefined) {
    // Without the text beside the checkout, what the file says of it is all there is to look at.
    expect(coverage.length).toBeGreaterThan(150);
    return;
  }
  const found = statements(text);
  const known = new Set(coverage.map(({ digest }) => digest));
  expect(
    found
      .filter(({ digest }) => !known.has(digest))
      .map(({ section, text: line }) => `${section}: ${line.slice(0, 80)}`),
  ).toEqual([]);
  const there = new Set(found.map(({ digest }) => digest));
  expect(
    coverage
      .filter(({ digest }) => !there.has(digest))
      .map(({ section, digest }) => `${section}: ${digest} is no longer in the text`),
  ).toEqual([]);
});

const codes = (cell: string) =>
  /not listed/.test(cell)
    ? []
    : [...cell.replace('E1', '400, 401, 402, 403, 500').matchAll(/\d{3}/g)].map(([code]) => Number(code));
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);
const place = (operation: Operation, where: string) =>
  operation.parameters.filter((parameter) => parameter.in === where).map(({ name }) => name);

/** Query parameters that a cell of inputs names. */
function queryNames(inputs: string, id: string): string[] {
  const listed = (/query (.*)$/.exec(inputs)?.[1] ?? '').replaceAll(/\([^)]*\)/g, '');
  const names = listed.split(/[,;]/).flatMap((name) => name.trim() || []);
  return id === 'users.list' ? ['fields', ...names] : names;
}

test('every endpoint row agrees with its operation, cell by cell', () => {
  const rows =
    text === undefined
      ? []
      : statements(text).filter(({ section, cells }) => section.startsWith('Endpoints / ') && cells?.length === 5);
  const seen = new Set<string>();
  for (const { section, cells = [] } of rows) {
    const [method, path, inputs = '', success = '', others = ''] = cells;
    const operation = operations.find((candidate) => candidate.method === method && candidate.path === path);
    if (!operation) {
      // The rows of gap 3, which have no whole path.
      expect(`${method} ${path}`).toMatch(/\.\.\.$|^\(create or update/);
      continue;
    }
    const { id } = operation;
    seen.add(id);
    expect(operation.success.status, id).toBe(Number(success.slice(0, 3)));
    expect(sorted(operation.errors), id).toEqual(sorted(codes(others)));
    expect(operation.accountHeader, id).toBe(
      /\bheader\b/.test(inputs) ||
        operations.some((other) => other !== operation && other.id === id && other.accountHeader),
    );
    expect(place(operation, 'path'), id).toEqual([...(path ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    expect(place(operation, 'query'), id).toEqual(queryNames(inputs, id));
    expect(operation.deprecated, id).toBe(/deprecated/i.test(`${section} ${inputs}`));
    expect(operation.body !== undefined && operation.body.schema !== 'open', id).toBe(/body (\{|custom)/.test(inputs));
    expect(
      groups.some(({ title }) => section === `Endpoints / ${title}`),
      section,
    ).toBe(true);
  }
  if (text !== undefined) expect(seen.size).toBe(operations.length);
});

interface Written {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: { type?: string; format?: string };
}

/** Sections whose `skip` is typed string, and the one query parameter and the fields of users that are required. */
const SKIP_AS_STRING = /^\/v2\/(users|tags|employees)$/;
const REQUIRED = ['fields of /v2/users', 'targetType of /v1/permissions/currentUser-allowedActions/{targetId}'];

/** Type of a query parameter as the specification's tables write it. */
function statedType(name: string, path: string): string {
  if (name === 'skip') return SKIP_AS_STRING.test(path) ? 'string' : 'integer';
  if (name === 'limit') return 'integer';
  return name === 'ungrouped' || name === 'mykpis' ? 'boolean' : 'string';
}

/** Every query parameter of every operation, with where it stands. */
function queryParameters(): (Written & { where: string; path: string })[] {
  const shared = readJson<{ components: { parameters: Record<string, Written> } }>('openapi.json').components
    .parameters;
  const operations = jsonFiles('operations').flatMap((file) => {
    const { paths } = readJson<{ paths: Record<string, Record<string, { parameters?: Written[] }>> }>(file);
    return Object.entries(paths).flatMap(([path, methods]) => Object.values(methods).map((one) => ({ path, ...one })));
  });
  return operations.flatMap(({ path, parameters = [] }) =>
    parameters
      .map((one) => shared[one.$ref?.split('/').at(-1) ?? ''] ?? one)
      .filter((one) => one.in === 'query')
      .map((one) => ({ ...one, where: `${one.name} of ${path}`, path })),
  );
}

test('every query parameter has its stated type, and is required where the specification says so', () => {
  const parameters = queryParameters();
  for (const { name, schema, where, path } of parameters) {
    expect(schema?.type, where).toBe(statedType(name, path));
    expect(schema?.format, where).toBe(name === 'from' || name === 'to' ? 'date' : undefined);
  }
  const required = parameters.filter((one) => one.required).map(({ where }) => where);
  expect(required.sort()).toEqual(REQUIRED);
});
