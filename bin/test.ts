#!/usr/bin/env node
/** `npm test`: the project's own tests in full, one after the other; stops at the first that fails. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../schemas/contract.ts';
import { command } from './output.ts';

const require = createRequire(import.meta.url);
const playwright = require.resolve('@playwright/test/cli');

const FAULTS = join(projectRoot, 'dist/bin/faults.js');

/** Less time goes into collecting what is garbage soon. */
const ROOMY = '--max-semi-space-size=64';

/** Name and arguments for Node, in the order of what they cost. */
const STEPS: readonly (readonly [string, readonly string[]])[] = [
  ['unit, contract, server and command line', [ROOMY, playwright, 'test', '--config', join(projectRoot, 'tests/self')]],
  ['the suite on the bundled server', [join(projectRoot, 'dist/bin/conformance.js')]],
  ['the campaign: every fault, every variant', [FAULTS]],
];

const USAGE = `npm test [-- --all]
  runs ${STEPS.map(([name]) => name).join(', then ')}; stops at the first that fails
  --all  tries every fault and variant: without it, and without CI in the environment, those that were well are not tried
         again as long as nothing that a trial depends on has changed`;

/** `45.0 s`, `4 min 23 s`. */
const span = (ms: number) =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;

await command(USAGE, () => {
  const { values } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
  const took: string[] = [];
  for (const [passed, [name, args]] of STEPS.entries()) {
    const started = Date.now();
    console.log(`\n── step ${passed + 1} of ${STEPS.length}: ${name}`);
    const more = values.all && args.at(-1) === FAULTS ? ['--all'] : [];
    const { status } = spawnSync(process.execPath, [...args, ...more], { stdio: 'inherit', cwd: projectRoot });
    const time = span(Date.now() - started);
    if (status !== 0) {
      console.error(`\n✗ ${name}: exit ${status} after ${time}`);
      console.log(`steps: ${passed} passed, 1 failed`);
      return 1;
    }
    took.push(`✓ ${name}: ${time}`);
    console.log(took.at(-1));
  }
  console.log(['', ...took, `steps: ${STEPS.length} passed, 0 failed`].join('\n'));
  return 0;
});
