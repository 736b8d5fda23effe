/** The arrows between the rooms point one way, and the tool that says so works. */
import { expect, test } from '@playwright/test';
import { refusedByBiome } from './tools.ts';

const FORBIDDEN = [
  ['schemas/a.ts', '../tests/suite.ts'],
  ['schemas/b.ts', '../reference-server/start.ts'],
  ['schemas/c.ts', '../reports/verdict.ts'],
  ['reference-server/groups/a.ts', '../../tests/suite.ts'],
  ['reference-server/b.ts', '../reports/verdict.ts'],
  ['tests/behaviour/a.ts', '../../reference-server/start.ts'],
  ['tests/support/b.ts', '../../reports/verdict.ts'],
  ['tests/support/c.ts', '../self/judge.ts'],
  ['reports/html/a.ts', '../../tests/suite.ts'],
  ['reports/b.ts', '../reference-server/start.ts'],
] as const;

const ALLOWED = [
  ['reference-server/y.ts', '../schemas/contract.ts'],
  ['tests/behaviour/y.ts', '../../schemas/contract.ts'],
  ['reports/y.ts', '../schemas/contract.ts'],
  ['tests/self/y.ts', '../../reference-server/start.ts'],
  ['bin/y.ts', '../tests/suite.ts'],
] as const;

test('no room imports what it must not', () => {
  const files = [...FORBIDDEN, ...ALLOWED].map(([path, target]) => [path, `export { x } from '${target}';\n`]);
  expect(refusedByBiome('noRestrictedImports', Object.fromEntries(files))).toEqual(
    FORBIDDEN.map(([path]) => path).sort(),
  );
});
