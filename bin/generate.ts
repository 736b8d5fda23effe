#!/usr/bin/env node
/** `npm run generate`: writes the files that are derived from the contract. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../schemas/contract.ts';
import { documents } from '../tests/self/documents/index.ts';
import { SMOKE } from '../tests/support/engine/smoke.ts';
import { command } from './output.ts';

const USAGE = `npm run generate
  writes ${Object.keys(documents).join(', ')} again from the contract
  --smoke   chooses the checks of PROFILE=smoke anew, by what each of them sends (half a minute)`;

await command(USAGE, async () => {
  const { values } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } });
  if (values.smoke) {
    const { measuredSmoke } = await import('../tests/self/smoke.ts');
    writeFileSync(join(projectRoot, 'schemas', SMOKE), `${JSON.stringify(await measuredSmoke(), null, 2)}\n`);
    console.log(SMOKE);
  }
  for (const [path, text] of Object.entries(documents)) {
    writeFileSync(join(projectRoot, path), await text());
    console.log(path);
  }
  return 0;
});
