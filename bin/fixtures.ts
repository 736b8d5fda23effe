#!/usr/bin/env node
/** `npm run fixtures [-- FILE]`: asks the target, reading only, and writes a fixtures file to complete. */
import { existsSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { fixturesText, loadFixtures, loadSettings, SettingsError } from '../schemas/contract.ts';
import { draftOf } from '../tests/support/http/draft.ts';
import { preflight } from '../tests/support/http/preflight.ts';
import { command } from './output.ts';

const USAGE = `npm run fixtures [-- FILE]
  asks the server at BASE_URL, reading only, and writes a fixtures file (default: fixtures.json, which must be new):
  what was found, and for everything else a comment that says what it is and what it opens`;

await command(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const file = resolve(positionals[0] ?? 'fixtures.json');
  const settings = loadSettings(process.cwd(), process.env);
  const { baseUrl } = settings;
  if (baseUrl === undefined)
    throw new SettingsError(
      'BASE_URL: is not set. Give the address of the target to ask; the bundled server brings its own fixtures.',
    );
  if (existsSync(file)) throw new SettingsError(`${file}: exists already, and is not written over. Name a new file.`);
  await preflight({ ...settings, baseUrl }, loadFixtures(undefined));
  const found = await draftOf({ ...settings, baseUrl });
  const heading = `Fixtures of ${settings.targetName}, as its lists show them. Complete what you can; what is under none is declared as not there, so take out of it what the target has. Use it with FIXTURES=${file}`;
  writeFileSync(file, fixturesText({ ...found }, heading));
  const count = Object.values(found.ids).flat().length;
  console.log(
    `${file}: ${count} ids of ${Object.keys(found.ids).length} kinds were found. Complete it, then set FIXTURES to it.`,
  );
  return 0;
});
