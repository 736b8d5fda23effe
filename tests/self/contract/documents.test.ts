/** Documents that repeat what the contract says are kept equal to it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { EXIT, projectRoot, settingSchemas } from '../../../schemas/contract.ts';
import { documents } from '../documents/index.ts';
import { markdownFiles } from '../documents/markdown.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

for (const [path, text] of Object.entries(documents)) {
  test(`${path} is what npm run generate writes`, async () => {
    expect(read(path) === (await text()), `${path} is stale: run npm run generate`).toBe(true);
  });
}

test('the README and the page of settings name every verdict, every setting, and only settings that there are', () => {
  const text = read('README.md');
  const settings = read('docs/settings.md');
  for (const name of Object.keys(settingSchemas)) expect(settings, name).toContain(`| \`${name}\` |`);
  for (const [, name = ''] of text.matchAll(/^\| `([A-Z][A-Z_]+)` /gm))
    expect(settingSchemas, name).toHaveProperty(name);
  for (const [verdict, exit] of Object.entries(EXIT))
    expect(text).toMatch(new RegExp(`\`${verdict}\`[^\\n]*\\| ${exit}`));
});

for (const path of markdownFiles) {
  test(`${path} names only npm scripts that exist`, () => {
    const scripts = Object.keys(JSON.parse(read('package.json')).scripts);
    for (const [, script] of read(path).matchAll(/npm run ([\w:]+)/g)) expect(scripts).toContain(script);
  });
}

test('nothing in the project names a folder of somebody’s machine', () => {
  for (const path of [...markdownFiles, 'package.json', '.ci/run'])
    expect(read(path)).not.toMatch(/\/(work|home|root|Users)\//);
});
