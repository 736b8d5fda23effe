#!/usr/bin/env node
/** `npm run openapi [-- FILE]`: lints the contract and bundles it into one OpenAPI 3.1 file (default dist/openapi.json). */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../schemas/contract.ts';
import { command } from './output.ts';

const USAGE = `npm run openapi [-- FILE]
  lints the contract and writes it as one OpenAPI 3.1 file (default: dist/openapi.json)`;

await command(USAGE, () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const redocly = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js');
  const output = resolve(positionals[0] ?? join(projectRoot, 'dist/openapi.json'));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const bundle = ['bundle', 'goals', '--config', '.redocly.yaml', '--component-renaming-conflicts-severity', 'off'];
  for (const args of [
    ['lint', 'goals', '--config', '.redocly.yaml'],
    [...bundle, '--output', output],
  ]) {
    const { status } = spawnSync(process.execPath, [redocly, ...args], { cwd: projectRoot, env, stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  console.log(output);
  return 0;
});
