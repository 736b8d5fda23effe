/** The operations of the contract against the specification's tables of endpoints, row by row and cell by cell. */
import { expect, test } from '@playwright/test';
import { groups, jsonFiles, type Operation, operations, readJson } from '../../../../schemas/contract.ts';
import { linesOf, PATH, specification } from './text.ts';

const text = specification() ?? '';

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
  test.skip(text === '', `the specification does not lie at ${PATH}; SPECIFICATION says where it lies`);
  const rows = linesOf(text).filter(({ section, cells }) => section.startsWith('Endpoints / ') && cells?.length === 5);
  const seen = new Set<string>();
  for (const { section, cells = [] } of rows) {
    const [method, path, inputs = '', success = '', others = ''] = cells;
    const operation = operations.find((candidate) => candidate.method === method && candidate.path === path);
    if (!operation) {
      // The rows of gap 3, which have no whole path.
      expect(`${method} ${path}`, 'add this row to schemas/operations/ and schemas/openapi.json').toMatch(
        /\.\.\.$|^\(create or update/,
      );
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
  const described = operations.map(({ id }) => id).sort();
  expect([...seen].sort(), 'schemas/operations/ has operations that no row of the specification lists').toEqual(
    described,
  );
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
