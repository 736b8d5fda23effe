/** The OpenAPI file is whole: it lints clean, bundles, and has every operation. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { jsonFiles, operations, readJson } from '../../../schemas/contract.ts';
import { run } from '../cli/command.ts';

test('npm run openapi lints clean and bundles every operation into one file', async () => {
  const file = join(tmpdir(), `goal-conformance-openapi-${process.pid}.json`);
  const { code, output } = await run('openapi', [file]);
  expect(code, output).toBe(0);
  expect(output).toContain('Your API description is valid');
  expect(output).not.toContain('Warning was generated');
  const { openapi, paths } = JSON.parse(readFileSync(file, 'utf8')) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  expect(openapi).toMatch(/^3\.1/);
  const bundled = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ operationId }) => operationId ?? []),
  );
  expect(bundled.sort()).toEqual(operations.map(({ id }) => id).sort());
  const references = [...JSON.stringify(paths).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string);
  expect(references.filter((reference) => !reference.startsWith('#/'))).toEqual([]);
});

test('every path of the operation files stands in openapi.json, and no other', () => {
  const { paths } = readJson<{ paths: Record<string, { $ref: string }> }>('openapi.json');
  const inFiles = jsonFiles('operations').flatMap((path) => Object.keys(readJson<{ paths: object }>(path).paths));
  expect(Object.keys(paths).sort()).toEqual(inFiles.sort());
});
