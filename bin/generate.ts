#!/usr/bin/env node
/** `npm run generate`: writes the files that are derived from the contract. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../schemas/contract.ts';
import { documents } from '../tests/self/documents/index.ts';

for (const [path, text] of Object.entries(documents)) {
  writeFileSync(join(projectRoot, path), await text());
  console.log(path);
}
