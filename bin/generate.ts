#!/usr/bin/env node
/** `npm run generate`: writes the files that are derived from the contract. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../schemas/contract.ts';
import { documents } from '../tests/self/documents/index.ts';
import { command } from './output.ts';

const USAGE = `npm run generate
  writes ${Object.keys(documents).join(', ')} again from the contract`;

await command(USAGE, async () => {
  parseArgs();
  for (const [path, text] of Object.entries(documents)) {
    writeFileSync(join(projectRoot, path), await text());
    console.log(path);
  }
  return 0;
});
