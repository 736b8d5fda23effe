/** An empty folder with the packed package in it, and commands that run there. */
import {
  type ExecFileSyncOptionsWithStringEncoding,
  execFileSync,
  type SpawnSyncReturns,
  spawnSync,
} from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot, settingSchemas } from '../../../schemas/contract.ts';

interface Lock {
  packages: Record<string, { dev?: boolean }>;
}

/** Our own package.json, as far as the tests read it. */
export const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  bin: Record<string, string>;
  dependencies: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
};

/** Names of the packages that an installation brings: none that only our own work needs. */
function brought(): string[] {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(lock.packages).flatMap(([path, { dev }]) => {
    const name = path.slice('node_modules/'.length);
    return dev || name === '' || name.includes('/node_modules/') ? [] : [name];
  });
}

/**
 * Packs, and puts what is in the file into an empty folder, as npm does. The dependencies are links to those of the clone,
 * so that no network is needed.
 */
export function install(): string {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-package-'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  const options: ExecFileSyncOptionsWithStringEncoding = {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  };
  const [{ filename }] = JSON.parse(execFileSync('npm', ['pack', '--json', '--pack-destination', folder], options)) as [
    { filename: string },
  ];
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', modules]);
  renameSync(join(modules, 'package'), join(modules, 'goal-conformance'));
  for (const name of brought()) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name));
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return folder;
}

/** The environment without settings and without what Playwright puts there. */
export const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !(name in settingSchemas) && !/^(GOAL|TEST|PW|PLAYWRIGHT|NODE_OPTIONS|FORCE_COLOR)/.test(name),
    ),
  );

export const programOf = (folder: string): string =>
  join(folder, 'node_modules/goal-conformance/dist/bin/package/cli.js');

/** Runs the command in the folder to its end. */
export const typed = (folder: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [programOf(folder), ...args], {
    cwd: folder,
    env: { ...environment(), ...env },
    encoding: 'utf8',
  });
