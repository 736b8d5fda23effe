#!/usr/bin/env node
/** `npm run mutants`: changes the judge's own source in one place at a time, and says which changes no unit test notices. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../schemas/contract.ts';
import { drawn, type Mutant, mutantsOf, testedFiles } from '../tests/self/mutation/mutants.ts';
import { command } from './output.ts';

const USAGE = `npm run mutants [-- OPTIONS] [-- FILE …]
  changes files of the judge that have unit tests, in one place at a time, and runs these tests on each change
  --count N  so many changes are tried, 100 by default
  --seed N   decides which, 1 by default
  FILE       only this file, such as tests/support/lists/readList.ts
  Exit: 0 with the number of changes that were noticed, 3 when the tests fail without a change`;

const UNIT = 'tests/self/unit';
/** What the unit tests need beside the installed packages. */
const COPIED = ['bin', 'reference-server', 'reports', 'schemas', 'tests', 'package.json', 'playwright.config.ts'];
const LINKED = ['node_modules', 'dist', 'docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'];
/** A change may make a loop endless. */
const MOST_MS = 60_000;
const AT_ONCE = 2;

/** A copy of the project that may be changed. */
function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-mutants-'));
  for (const name of COPIED) cpSync(join(projectRoot, name), join(folder, name), { recursive: true, filter: isSource });
  for (const name of LINKED) symlinkSync(join(projectRoot, name), join(folder, name));
  return folder;
}

const isSource = (path: string) => !path.includes(join('reports', 'out'));

/** Whether the tests pass in a copy. */
function passes(folder: string, tests: readonly string[]): Promise<boolean> {
  const cli = join(folder, 'node_modules/@playwright/test/cli.js');
  const args = [cli, 'test', '--config', 'tests/self', '--project=own', '--workers=1', '--max-failures=1', ...tests];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', timeout: MOST_MS });
  return new Promise((resolve) => child.once('close', (code) => resolve(code === 0)));
}

const shown = ({ file, line, was, becomes }: Mutant): string =>
  `${file}:${line}: ${[was, becomes].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 70)).join(' → ')}`;

/** Files with the tests that import them, all or those that are named. */
function chosenFiles(named: readonly string[]): Map<string, string[]> {
  const tests = readdirSync(join(projectRoot, UNIT)).filter((name) => name.endsWith('.test.ts'));
  const all = testedFiles(
    Object.fromEntries(
      tests.map((name) => [`${UNIT}/${name}`, readFileSync(join(projectRoot, UNIT, name), 'utf8')] as const),
    ),
  );
  const unknown = named.filter((file) => !all.has(file));
  if (unknown.length > 0)
    throw new Error(`no unit test imports ${unknown.join(', ')}. Give some of ${[...all.keys()].sort().join(', ')}.`);
  return new Map([...all].filter(([file]) => named.length === 0 || named.includes(file)));
}

/** Tries the changes one after the other, and gives those that no test noticed. */
async function survivors(
  mutants: Mutant[],
  files: ReadonlyMap<string, readonly string[]>,
  folder: string,
): Promise<Mutant[]> {
  const found: Mutant[] = [];
  for (let mutant = mutants.shift(); mutant; mutant = mutants.shift()) {
    const path = join(folder, mutant.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, source.slice(0, mutant.start) + mutant.becomes + source.slice(mutant.end));
    if (await passes(folder, files.get(mutant.file) ?? [])) {
      console.log(`not noticed: ${shown(mutant)}`);
      found.push(mutant);
    }
    writeFileSync(path, source);
  }
  return found;
}

await command(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: 'string', default: '100' }, seed: { type: 'string', default: '1' } },
  });
  const files = chosenFiles(positionals);
  const all = [...files.keys()].flatMap((file) => mutantsOf(file, readFileSync(join(projectRoot, file), 'utf8')));
  const mutants = drawn(all, Number(values.count), Number(values.seed));
  const count = mutants.length;
  const folders = Array.from({ length: AT_ONCE }, copyOfProject);
  try {
    if (!(await passes(folders[0] as string, [...new Set([...files.values()].flat())])))
      throw new Error('the unit tests fail without a change. Mend them first: npx playwright test -c tests/self unit/');
    const lost = (await Promise.all(folders.map((folder) => survivors(mutants, files, folder)))).flat();
    console.log(`${count - lost.length} of ${count} changes noticed, of ${all.length} in ${files.size} files`);
    return 0;
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});
