#!/usr/bin/env node
/** `npm test`: the project's own tests in full, one after the other; stops at the first that fails. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../schemas/contract.ts';

const require = createRequire(import.meta.url);
const playwright = require.resolve('@playwright/test/cli');

/** Name and arguments for Node, in the order of what they cost. */
const STEPS: readonly (readonly [string, readonly string[]])[] = [
  ['unit, contract, server and command line', [playwright, 'test', '--config', join(projectRoot, 'tests/self')]],
  ['the suite on the bundled server', [join(projectRoot, 'dist/bin/conformance.js')]],
  ['the campaign: every fault, every variant', [join(projectRoot, 'dist/bin/faults.js')]],
];

let passed = 0;
for (const [name, args] of STEPS) {
  const started = Date.now();
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: projectRoot });
  const took = `${((Date.now() - started) / 1000).toFixed(1)} s`;
  if (status !== 0) {
    console.error(`\n✗ ${name}: exit ${status} after ${took}`);
    console.log(`steps: ${passed} passed, 1 failed`);
    process.exit(1);
  }
  passed++;
  console.log(`✓ ${name}: ${took}`);
}
console.log(`\nsteps: ${passed} passed, 0 failed`);
