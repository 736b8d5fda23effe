#!/usr/bin/env node
/** `npm run allure [-- --output DIR]`: one file, `allure.html`, out of `allure-results`; it asks nothing of the outside. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { addressesIn, withoutRequests } from '../reports/allure.ts';
import { SettingsError } from '../schemas/contract.ts';
import { command, outputFolder } from './output.ts';

/** Where the package is not installed with us, npx brings the version that this was tried with. */
const VERSION = '3.18.0';

/** The command of Allure: the one installed beside us, else through npx. */
function commandOf(): [string, string[]] {
  try {
    return [process.execPath, [createRequire(import.meta.url).resolve('allure/cli.js')]];
  } catch {
    return [process.platform === 'win32' ? 'npx.cmd' : 'npx', ['--yes', `allure@${VERSION}`]];
  }
}

const USAGE = `npm run allure [-- --output DIR]
  makes allure.html out of allure-results in DIR (default: REPORT_DIR): one file that loads nothing from elsewhere`;

await command(USAGE, () => {
  const { values } = parseArgs({ options: { output: { type: 'string' } } });
  const folder = outputFolder(values.output);
  const results = join(folder, 'allure-results');
  if (!existsSync(results) || readdirSync(results).length === 0)
    throw new SettingsError(`allure: there are no results in ${results}. Run npm run conformance first.`);
  const made = mkdtempSync(join(tmpdir(), 'goal-conformance-allure-'));
  try {
    const [program, first] = commandOf();
    const args = [...first, 'awesome', '--single-file', '--output', made, results];
    const { status, stderr, stdout } = spawnSync(program, args, { cwd: made, encoding: 'utf8' });
    const page = join(made, 'index.html');
    if (status !== 0 || !existsSync(page))
      throw new SettingsError(`allure: made no report (exit ${status}): ${stderr || stdout}`);
    const text = withoutRequests(readFileSync(page, 'utf8'));
    const left = addressesIn(text);
    if (left.length > 0)
      throw new SettingsError(`allure: its report asks for ${left.join(', ')}. Use Allure ${VERSION}.`);
    writeFileSync(join(folder, 'allure.html'), text);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  console.log(`report: ${join(folder, 'allure.html')}`);
  return 0;
});
