/** What a user is told to give: with an example of each line of the fixtures. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot, readJson, withExample } from '../../../schemas/contract.ts';

const SECTIONS = ['ids', 'unknownIds', 'foreignIds', 'facts', 'bodies', 'openOperations'];

const { properties } = readJson<{ properties: Record<string, { properties?: Record<string, unknown> }> }>(
  'suite/fixtures.json',
);

test('every key of the fixtures that a remedy can name has an example', () => {
  const without = SECTIONS.flatMap((section) =>
    Object.keys(properties[section]?.properties ?? {})
      .map((key) => `FIXTURES: ${section}.${key}`)
      .filter((remedy) => !withExample(remedy).startsWith(`${remedy}; for example "${section}": { "`)),
  );
  expect(without).toEqual([]);
});

test('what names no key of the fixtures stays as it is', () => {
  expect(withExample('SECOND_ACCESS_TOKEN')).toBe('SECOND_ACCESS_TOKEN');
  expect(withExample('FIXTURES: ids.nobody')).toBe('FIXTURES: ids.nobody');
});

test('a remedy in the code names keys that there are', () => {
  const files = readdirSync(join(projectRoot, 'tests'), { recursive: true, encoding: 'utf8' });
  const named = files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('self'))
    .flatMap((file) => [
      ...readFileSync(join(projectRoot, 'tests', file), 'utf8').matchAll(/FIXTURES: (\w+)\.(\w+)(?!\w*\$)/g),
    ]);
  const unknown = named.filter(([, section = '', key = '']) => !(key in (properties[section]?.properties ?? {})));
  expect(named.length).toBeGreaterThan(20);
  expect(unknown.map(([remedy]) => remedy)).toEqual([]);
});
