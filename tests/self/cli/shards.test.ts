/** A run in shards, whoever starts them: each is incomplete, and all of them together have the verdict of one run. */
import { copyFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../../../schemas/contract.ts';
import { conformance, paste, type Run, run } from './command.ts';

// All look at the same two shards.
test.describe.configure({ mode: 'default' });
// Each runs the command several times.
test.setTimeout(240_000);

// Playwright shares out whole batches: of one group alone, one shard may have all of them.
const SETTINGS = { OPERATION_GROUPS: 'badges,announcements', NUM_RUNS: '1', SEED: '1' };

const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-shards-'));
const blobs = join(folder, 'blobs');

const typed = (command: string, env: Record<string, string> = {}): Promise<Run> =>
  paste(command, projectRoot, { ...SETTINGS, ...env });

/** Both shards, the first by our command and the second by Playwright's own; each leaves its record and its blob. */
let parts: readonly [Run, Run];
/** The same as one run. */
let whole: Run;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  const blobOf = (shard: number) => ({ ...SETTINGS, PLAYWRIGHT_BLOB_OUTPUT_FILE: join(blobs, `${shard}.zip`) });
  parts = [
    await conformance(['--shard', '1/2', '--reporter=blob', '--workers=1'], blobOf(1)),
    await typed('npx playwright test --shard=2/2 --reporter=blob --workers=1', blobOf(2)),
  ];
  whole = await typed('npx playwright test --workers=1');
});

const outcomesOf = ({ record }: Run) => record?.requirements.map(({ outcome }) => outcome);

test('a whole run of Playwright ends with the verdict of npm run conformance, and has its reports', () => {
  expect(whole.output).toContain('verdict: conformant');
  expect(whole.record).toMatchObject({ verdict: 'conformant', exitCode: 0, settings: { bundled: true } });
  for (const name of ['index.html', 'junit.xml', 'playwright/index.html', 'allure-results'])
    expect(existsSync(join(whole.reportDir, name)), name).toBe(true);
  expect(whole.code, whole.output).toBe(0);
});

test('shards are incomplete; joined they are judged as one run', async () => {
  // The exit code is that of the verdict, and with Playwright's own command that of what it selected.
  expect(
    parts.map(({ code }) => code),
    parts.map(({ output }) => output).join(),
  ).toEqual([2, 0]);
  for (const [index, { output, record }] of parts.entries()) {
    expect(output).toContain(`This is shard ${index + 1} of 2`);
    expect(record?.verdict).toBe('incomplete');
  }
  const paths = parts.map(({ reportDir }) => join(reportDir, 'conformance.json'));
  const joined = join(folder, 'joined');
  const { code, output, record } = await run('report', paths, { REPORT_DIR: joined });
  // As one run of the bundled server would be: nothing is left that only one shard has.
  const outcomes = new Set(record?.requirements.map(({ outcome }) => outcome));
  expect([...outcomes].sort()).toEqual(['not-applicable', 'observed', 'pass']);
  expect(record?.summary).toBe('reference server conforms: every applicable requirement was tested and holds.');
  expect(code, output).toBe(0);
  const checks = parts.map((part) => part.record?.totals.checks.executed ?? 0);
  expect(record?.totals.checks.executed).toBe(checks.reduce((a, b) => a + b, 0));
  expect(existsSync(join(joined, 'index.html'))).toBe(true);

  const over = await run('report', paths, { REPORT_DIR: parts[0].reportDir });
  expect(over.output).toContain('would replace');
  expect(over.code).toBe(3);
});

test('merged with our configuration, blobs of shards are judged as one run', async () => {
  const merge = `npx playwright merge-reports --config playwright.config.ts ${blobs}`;
  const merged = await typed(merge);
  expect(merged.record, merged.output).toMatchObject({ verdict: 'conformant', suite: { seed: 1 } });
  expect(merged.record?.totals.checks).toEqual(whole.record?.totals.checks);
  expect(outcomesOf(merged)).toEqual(outcomesOf(whole));
  expect(existsSync(join(merged.reportDir, 'playwright/index.html'))).toBe(true);
  const half = mkdtempSync(join(folder, 'half-'));
  copyFileSync(join(blobs, '1.zip'), join(half, '1.zip'));
  const part = await typed(`npx playwright merge-reports --config playwright.config.ts ${half}`);
  const missing = part.record?.requirements.filter(({ outcome }) => outcome === 'not-tested') ?? [];
  expect(part.record?.verdict).toBe('incomplete');
  expect(new Set(missing.map(({ remedy }) => remedy))).toEqual(new Set(['the blobs of all shards, in one folder']));
  const other = await typed(merge, { TARGET_NAME: 'another one' });
  expect(other.record?.errors.join()).toContain('the settings here name another one');
});

test('arguments of Playwright that leave batches out make the run incomplete, and say why', async () => {
  const { code, record } = await conformance(['--grep-invert', 'properties|contract|Lists|laws', '--workers=1'], {
    ...SETTINGS,
    OPERATION_GROUPS: 'announcements',
  });
  expect(record?.requirements.map(({ reason }) => reason)).toContain(
    'not selected by the arguments that went on to Playwright',
  );
  expect(code).toBe(2);
});
