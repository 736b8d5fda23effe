/** The tools of `npm run check` on files made up for a test, under the project's own rules. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../../schemas/contract.ts';

/** Texts by path from the root of a project. */
type Files = Readonly<Record<string, string>>;

/** A project of these files, with the settings of ours and the packages that we have. */
function projectOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
  const { vcs: _, $schema: __, ...biome } = JSON.parse(readFileSync(join(projectRoot, 'biome.json'), 'utf8'));
  const made: Files = {
    'package.json': '{ "name": "made-up", "private": true, "type": "module" }',
    'biome.json': JSON.stringify(biome),
    ...files,
  };
  for (const [path, text] of Object.entries(made)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const settings of ['tsconfig.json', '.oxlintrc.json', 'knip.jsonc'])
    copyFileSync(join(projectRoot, settings), join(folder, settings));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'dir');
  return folder;
}

/** What a tool says as JSON about these files. */
function reportOf<T>(tool: string, args: readonly string[], files: Files): T {
  const command = join(projectRoot, 'node_modules/.bin', tool);
  const folder = projectOf(files);
  const { stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(`${tool} gave no report: ${stderr || stdout}`);
  }
}

/** The paths of the files in which Biome refuses something by this rule, each once for each place. */
export function refusedByBiome(rule: string, files: Files): string[] {
  const { diagnostics } = reportOf<{
    diagnostics: { category: string; severity: string; location: { path: string | { file: string } } }[];
  }>('biome', ['lint', '--reporter=json', '--max-diagnostics=none', '.'], files);
  return diagnostics
    .filter(({ category, severity }) => category.endsWith(`/${rule}`) && severity === 'error')
    .map(({ location: { path } }) => (typeof path === 'string' ? path : path.file))
    .sort();
}

/** The same of oxlint. */
export function refusedByOxlint(rule: string, files: Files): string[] {
  const { diagnostics } = reportOf<{ diagnostics: { code?: string; severity: string; filename: string }[] }>(
    'oxlint',
    ['--disable-nested-config', '--format=json', ...new Set(Object.keys(files).map((path) => dirname(path)))],
    files,
  );
  return diagnostics
    .filter(({ code, severity }) => code?.includes(`(${rule})`) && severity === 'error')
    .map(({ filename }) => filename)
    .sort();
}

/** What knip finds without a use: files by their paths, exports as `path: name`. */
export function unused(files: Files): string[] {
  type Names = { name: string }[];
  const { issues } = reportOf<{ issues: { file: string; files: Names; exports: Names; types: Names }[] }>(
    'knip',
    ['--reporter=json'],
    files,
  );
  return issues
    .flatMap((one) => [
      ...one.files.map(({ name }) => name),
      ...[...one.exports, ...one.types].map(({ name }) => `${one.file}: ${name}`),
    ])
    .sort();
}
