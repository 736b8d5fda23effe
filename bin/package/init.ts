/** `goal-conformance init`: files to begin with. What is there already stays as it is. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fixturesText } from '../../schemas/contract.ts';
import { envExample } from '../../tests/self/documents/envExample.ts';
import { command } from '../output.ts';
import { workflow } from './workflow.ts';

const USAGE = `npm run init
  writes .env, fixtures.json and .github/workflows/goal-conformance.yml; a file that exists stays as it is`;

const HEADING = 'Fixtures: what exists in the account. Every key is optional; take the // off those that you give.';

const FILES: readonly (readonly [string, () => string])[] = [
  [
    '.env',
    () => envExample().replace('copy to .env and take', 'take').replace('# FIXTURES=', 'FIXTURES=fixtures.json'),
  ],
  ['fixtures.json', () => fixturesText({}, HEADING)],
  ['.github/workflows/goal-conformance.yml', workflow],
];

await command(USAGE, () => {
  parseArgs();
  for (const [name, text] of FILES) {
    const path = resolve(name);
    if (existsSync(path)) {
      console.log(`${name}: exists already, and stays as it is`);
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text(), { flag: 'wx' });
    console.log(`${name}: written`);
  }
  console.log(
    'Next: set BASE_URL, ACCESS_TOKEN and ACCOUNT_ID in .env, keep .env out of version control, and run npx goal-conformance.',
  );
  return 0;
});
