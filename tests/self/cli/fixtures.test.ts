/** `npm run fixtures`: writes a file that a run takes, in which every key of the schema is found or explained. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { fixturesText, loadFixtures, readJson, requirements } from '../../../schemas/contract.ts';
import { run } from './command.ts';

interface Form {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Form>;
  items?: Form;
  'x-opens'?: string[];
}

const form = readJson<Form>('suite/fixtures.json');

/** Every key of the form with its place. */
const keysOf = (of: Form, at = ''): (readonly [string, Form])[] =>
  Object.entries(of.properties ?? {}).flatMap(([key, inner]) => [
    [`${at}/${key}`, inner] as const,
    ...keysOf(inner, `${at}/${key}`),
    ...keysOf(inner.items ?? {}, `${at}/${key}`),
  ]);

test('every key has a description and an example, and opens requirements that there are', () => {
  const keys = keysOf(form);
  expect(keys.length).toBeGreaterThan(60);
  const bare = keys.filter(([, { description, examples }]) => !description || !examples?.length).map(([at]) => at);
  expect(bare).toEqual([]);
  const known = requirements.map(({ id }) => id);
  const named = keys.flatMap(([, { 'x-opens': opens = [] }]) => opens);
  expect(named.filter((id) => !known.includes(id))).toEqual([]);
});

test('a file of examples alone is one that a run takes', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'goal-conformance-test-')), 'fixtures.json');
  writeFileSync(file, fixturesText({}, 'Nothing was found.').replaceAll(/\/\/ (?=")/g, ''));
  const { facts, bodies, ids } = loadFixtures(file);
  expect(Object.keys(facts)).toHaveLength(Object.keys(form.properties?.facts?.properties ?? {}).length);
  expect(Object.keys(bodies)).toHaveLength(Object.keys(form.properties?.bodies?.properties ?? {}).length);
  expect(ids['principals.user']).toHaveLength(1);
});

test('the command asks the target, reading only, and does not write over a file', async () => {
  const { server, settings } = await start();
  const methods = new Set<string | undefined>();
  server.prependListener('request', ({ method }) => methods.add(method));
  const file = join(mkdtempSync(join(tmpdir(), 'goal-conformance-test-')), 'fixtures.json');
  const { FIXTURES: _own, ...env } = settings;
  try {
    const first = await run('fixtures', [file], env);
    expect(first.code, first.output).toBe(0);
    expect([...methods]).toEqual(['GET']);
    expect(existsSync(file)).toBe(true);
    const { ids, facts, foreignIds } = loadFixtures(file);
    for (const kind of ['kpi', 'insight', 'goal', 'dashboardTag', 'role', 'metricOwner'])
      expect(ids[kind]?.length, kind).toBeGreaterThan(0);
    expect(facts.reports?.length).toBeGreaterThan(0);
    expect(foreignIds.kpi?.length).toBe(1);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(/\/\/ .*Opens users\.managers-all, users\.managers-only\.\n +\/\/ "managers": /);
    for (const token of Object.values(settings).filter((value) => value.startsWith('reference-')))
      expect(text).not.toContain(token);
    const second = await run('fixtures', [file], env);
    expect(second.code).toBe(3);
    expect(second.output).toContain('exists already');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
