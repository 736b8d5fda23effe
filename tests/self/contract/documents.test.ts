/** Documents that repeat what the contract says are kept equal to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { EXIT, projectRoot, settingSchemas } from '../../../schemas/contract.ts';
import { documents } from '../documents/index.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

for (const [path, text] of Object.entries(documents)) {
  test(`${path} is what npm run generate writes`, async () => {
    expect(read(path) === (await text()), `${path} is stale: run npm run generate`).toBe(true);
  });
}

test('the README names every setting, every verdict with its exit code, and only npm scripts that exist', () => {
  const text = read('README.md');
  for (const name of Object.keys(settingSchemas)) expect(text, name).toContain(`\`${name}\``);
  for (const [verdict, exit] of Object.entries(EXIT))
    expect(text).toMatch(new RegExp(`\`${verdict}\`[^\\n]*\\| ${exit}`));
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
  for (const [, script] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toContain(script);
});

test('nothing in the project names a folder of somebody’s machine', () => {
  for (const path of ['README.md', 'CONTRIBUTING.md', 'package.json', '.ci/run'])
    expect(read(path)).not.toMatch(/\/(work|home|root|Users)\//);
});
