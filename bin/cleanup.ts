#!/usr/bin/env node
/** `npm run cleanup`: deletes what runs that were killed have left in the account, by their ledgers. */
import { parseArgs } from 'node:util';
import { loadSettings, SettingsError } from '../schemas/contract.ts';
import { sweep } from '../tests/support/engine/sweep.ts';
import { command } from './output.ts';

const USAGE = `npm run cleanup
  deletes what runs that were killed have left in the account at BASE_URL and the API can delete; it goes by the ledgers
  in REPORT_DIR, and needs ALLOW_WRITES=true`;

await command(USAGE, async () => {
  parseArgs();
  const settings = loadSettings(process.cwd(), process.env);
  const { baseUrl, allowWrites } = settings;
  if (baseUrl === undefined)
    throw new SettingsError('BASE_URL: is not set. Give the address of the target to clean up.');
  if (!allowWrites)
    throw new SettingsError('ALLOW_WRITES: is not true, and cleaning up deletes. Set ALLOW_WRITES=true.');
  const { deleted, left } = await sweep({ ...settings, baseUrl });
  for (const words of deleted) console.log(`deleted: ${words}`);
  for (const { kind, id, reason } of left) console.log(`left: ${kind} ${id}: ${reason}`);
  if (deleted.length + left.length === 0) console.log(`nothing is left, by the ledgers in ${settings.reportDir}`);
  return left.length === 0 ? 0 : 1;
});
