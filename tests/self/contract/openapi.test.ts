/** The OpenAPI file is whole and such that other tools read it: it lints clean, and its examples are right. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { jsonFiles, operations, projectRoot, readJson } from '../../../schemas/contract.ts';
import { run } from '../cli/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-openapi-'));
const file = join(folder, 'goals.json');
const older = join(folder, 'goals-3.0.json');

test.describe.configure({ mode: 'serial' });

test.afterAll(() => rmSync(folder, { recursive: true }));

interface Written {
  openapi: string;
  paths: Record<string, Record<string, OperationObject>>;
  components: { parameters: Record<string, ParameterObject>; schemas: Record<string, object> };
}
interface ParameterObject {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  example?: string;
}
interface OperationObject {
  operationId: string;
  description: string;
  parameters: ParameterObject[];
  requestBody?: { content: Record<string, { example: unknown }> };
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

const written = (path: string): Written => JSON.parse(readFileSync(path, 'utf8'));
const referencesOf = (value: unknown) =>
  [...JSON.stringify(value).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] as string);
const componentOf = (reference: string) => reference.replace('#/components/schemas/', '');

test('npm run openapi writes every operation into one file, in two versions that lint clean', async () => {
  const { code, output } = await run('openapi', [file]);
  expect(code, output).toBe(0);
  expect([written(file).openapi, written(older).openapi]).toEqual(['3.1.1', '3.0.3']);
  for (const path of [file, older]) {
    const ids = Object.values(written(path).paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(
      operations.map(({ id }) => id.replace(/\.(.)/, (_, letter) => letter.toUpperCase())).sort(),
    );
    const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const lint = spawnSync(process.execPath, [redocly, 'lint', path, '--config', '.redocly.yaml'], {
      cwd: projectRoot,
      env,
      encoding: 'utf8',
    });
    expect(lint.status, lint.stderr).toBe(0);
    expect(lint.stderr).not.toContain('Warning was generated');
  }
});

test('the file has named components alone, uses all of them, and none leads back to itself', () => {
  const { paths, components } = written(file);
  const { schemas } = components;
  const everywhere = referencesOf({ paths, schemas }).filter(
    (reference) => !/\/(responses|parameters)\//.test(reference),
  );
  expect(everywhere.filter((reference) => !(componentOf(reference) in schemas))).toEqual([]);
  expect(Object.keys(schemas).filter((name) => !everywhere.map(componentOf).includes(name))).toEqual([]);
  const circles = (name: string, above: readonly string[]): string[] =>
    above.includes(name)
      ? [[...above, name].join(' → ')]
      : referencesOf(schemas[name]).flatMap((reference) => circles(componentOf(reference), [...above, name]));
  expect(Object.keys(schemas).flatMap((name) => circles(name, []))).toEqual([]);
});

test('each example of the file is a request that the reference server answers with the listed success', async () => {
  const { paths, components } = written(file);
  const { server, settings } = await start();
  try {
    const all = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    );
    for (const { path, method, operation } of all) {
      const parameters = operation.parameters.map((one) =>
        one.$ref === undefined ? one : (components.parameters[one.$ref.split('/').at(-1) ?? ''] as ParameterObject),
      );
      const values = (place: string) =>
        parameters
          .filter(({ in: at, required }) => at === place && required)
          .map(({ name, example = '' }) => [name, example]);
      const inPath: Record<string, string> = Object.fromEntries(values('path'));
      const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
      const body = operation.requestBody?.content['application/json']?.example;
      const response = await fetch(`${settings.BASE_URL}${address}?${new URLSearchParams(values('query'))}`, {
        method: method.toUpperCase(),
        headers: {
          authorization: `Bearer ${settings.ACCESS_TOKEN}`,
          'content-type': 'application/json',
          ...Object.fromEntries(values('header')),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      expect(Object.keys(operation.responses), `${method} ${path}: ${await response.text()}`).toContain(
        String(response.status),
      );
      expect(response.ok, `${method} ${path}`).toBe(true);
      const [success] = Object.values(operation.responses);
      const json = success?.content?.['application/json'];
      if (json) expect(json.example, `${method} ${path} has an example of its answer`).toBeDefined();
    }
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('every path of the operation files stands in openapi.json, and no other', () => {
  const { paths } = readJson<{ paths: Record<string, { $ref: string }> }>('openapi.json');
  const inFiles = jsonFiles('operations').flatMap((path) => Object.keys(readJson<{ paths: object }>(path).paths));
  expect(Object.keys(paths).sort()).toEqual(inFiles.sort());
});
