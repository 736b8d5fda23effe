/** The arrows between the rooms point one way, and the tool that says so works. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../../../schemas/contract.ts';

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

/** Lints files that hold nothing but one import, under the project's own rules; gives those with a forbidden one. */
function refused(files: readonly (readonly [string, string])[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
  const { vcs: _, $schema: __, ...rules } = JSON.parse(readFileSync(join(projectRoot, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(rules));
  for (const [path, target] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `export { x } from '${target}';\n`);
  }
  const biome = join(projectRoot, 'node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['lint', '--reporter=json', '.'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  return diagnostics
    .filter(({ category }) => category.endsWith('noRestrictedImports'))
    .map(({ location: { path } }) => (typeof path === 'string' ? path : path.file))
    .sort();
}

test('no room imports what it must not', () => {
  expect(refused([...FORBIDDEN, ...ALLOWED])).toEqual(FORBIDDEN.map(([path]) => path).sort());
});
