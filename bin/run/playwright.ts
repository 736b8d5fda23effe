/** Runs the suite in Playwright, with its own command line, and ends it when the user wants that. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EXIT, PARENT, projectRoot, STOP } from '../../schemas/contract.ts';

/** Node's flags for Playwright and its workers: without them each lets garbage grow to several times of what is in use. */
export const SPARING = ['--heap-growing-percent=70'];

/** Most of what a run makes is garbage soon: with more room for it, a tenth less time goes into collecting it. */
const ROOMY = '--max-semi-space-size=32';

/** What the first, the second and every further wish to end the run does. */
function interrupt(times: number, child: ChildProcess, stopFile: string): void {
  if (times === 1) {
    writeFileSync(stopFile, '');
    console.error(
      '\ninterrupted: no further check begins; what is under way ends, what was created is removed, and the reports are written. Once more to stop at once.',
    );
  } else if (times === 2) {
    console.error(
      '\ninterrupted again: stops at once; what was created may be left over, and npm run cleanup deletes it.',
    );
    child.kill('SIGINT');
  } else child.kill('SIGKILL');
}

/** What is built needs no loader for TypeScript, a further thread in each process; another configuration may be a source. */
const loader = (args: readonly string[]): Record<string, string> =>
  args.some((arg) => /^(-c|--config)(=|$)/.test(arg)) ? {} : { PW_DISABLE_TS_ESM: '1' };

/**
 * @param stopFile path of a file that is made when the run is to end
 * @returns Playwright's exit code
 */
export function playwright(args: readonly string[], env: NodeJS.ProcessEnv, stopFile: string): Promise<number> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const child = spawn(
    process.execPath,
    [...SPARING, ROOMY, cli, 'test', '--config', join(projectRoot, 'dist/bin/run/host.js'), ...args],
    {
      // At a terminal its HTML report would have the last word, which is the verdict's.
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, [PARENT]: String(process.pid), [STOP]: stopFile, ...loader(args) },
      // In a group of its own Ctrl-C does not reach it by itself, and what is under way can end.
      detached: true,
    },
  );
  let times = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupt(++times, child, stopFile));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? EXIT['harness-error']));
  });
}
