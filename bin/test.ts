#!/usr/bin/env node
/** `npm test`: the suite on the bundled server, then the project's own tests and the campaign side by side. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { projectRoot } from '../schemas/contract.ts';
import { command } from './output.ts';

const require = createRequire(import.meta.url);
const playwright = require.resolve('@playwright/test/cli');

/** Less time goes into collecting what is garbage soon. */
const ROOMY = '--max-semi-space-size=64';

interface Step {
  /** What each line that it prints begins with. */
  name: string;
  title: string;
  /** Arguments for Node. */
  args: readonly string[];
  /** Whether it takes what the others leave of the processors: none of its outcomes depends on time. */
  yields?: boolean;
}

const suite: Step = {
  ...{ name: 'suite', title: 'the suite on the bundled server' },
  args: [join(projectRoot, 'dist/bin/conformance.js')],
};
const own: Step = {
  ...{ name: 'own', title: 'unit, contract, server and command line' },
  args: [ROOMY, playwright, 'test', '--config', join(projectRoot, 'tests/self')],
};
const campaign: Step = {
  ...{ name: 'campaign', title: 'every fault, every variant', yields: true },
  args: [join(projectRoot, 'dist/bin/faults.js')],
};

const USAGE = `npm test [-- --all]
  runs ${suite.title}; when that is well, ${own.title} (own)
  beside ${campaign.title} (campaign), each to its end
  --all  tries every fault and variant: without it, and without CI in the environment, those that were well are not tried
         again as long as nothing that a trial depends on has changed`;

/** `45.0 s`, `4 min 23 s`. */
const span = (ms: number) =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

/** Runs a step to its end; false when it fails. */
async function passes({ name, title, args, yields = false }: Step, more: readonly string[] = []): Promise<boolean> {
  const started = Date.now();
  const child = spawn(process.execPath, [...args, ...more], { stdio: ['ignore', 'pipe', 'pipe'], cwd: projectRoot });
  if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  console.log(`${name} │ begins: ${title}`);
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => console.log(`${name} │ ${line}`));
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  const isWell = status === 0;
  const end = `${title}: ${isWell ? '' : `exit ${status} after `}${span(Date.now() - started)}`;
  console.log(`${name} │ ${isWell ? '✓' : '✗'} ${end}`);
  return isWell;
}

await command(USAGE, async () => {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
  const outcomes = [await passes(suite)];
  // Without it a campaign says nothing.
  if (outcomes[0]) outcomes.push(...(await Promise.all([passes(own), passes(campaign, values.all ? ['--all'] : [])])));
  const failed = outcomes.filter((isWell) => !isWell).length;
  console.log(`\nsteps: ${outcomes.length - failed} passed, ${failed} failed, ${3 - outcomes.length} not run`);
  return failed === 0 ? 0 : 1;
});
