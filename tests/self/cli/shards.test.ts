/** A run in shards, from the command line: each is incomplete, and all of them together have the verdict of one run. */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { conformance, run } from './command.ts';

// Playwright shares out whole batches: of one group alone, one shard may have all of them.
const SETTINGS = { OPERATION_GROUPS: 'badges,announcements', NUM_RUNS: '2', SEED: '1' };

// Each runs the command several times.
test.setTimeout(150_000);

test('shards are incomplete; joined they are judged as one run', async () => {
  const parts = [await conformance(['--shard=1/2'], SETTINGS), await conformance(['--shard', '2/2'], SETTINGS)];
  for (const [index, { code, output, record }] of parts.entries()) {
    expect(code, output).toBe(2);
    expect(output).toContain(`This is shard ${index + 1} of 2`);
    expect(record?.verdict).toBe('incomplete');
  }
  const paths = parts.map(({ reportDir }) => join(reportDir, 'conformance.json'));
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-joined-'));
  const { code, output, record } = await run('report', paths, { REPORT_DIR: folder });
  // As one run of the bundled server would be: nothing is left that only one shard has.
  const outcomes = new Set(record?.requirements.map(({ outcome }) => outcome));
  expect([...outcomes].sort()).toEqual(['not-applicable', 'observed', 'pass']);
  expect(record?.summary).toBe('reference server conforms: every applicable requirement was tested and holds.');
  expect(code, output).toBe(0);
  const checks = parts.map((part) => part.record?.totals.checks.executed ?? 0);
  expect(record?.totals.checks.executed).toBe(checks.reduce((a, b) => a + b, 0));
  expect(existsSync(join(folder, 'index.html'))).toBe(true);

  const over = await run('report', paths, { REPORT_DIR: parts[0]?.reportDir ?? '' });
  expect(over.output).toContain('would replace');
  expect(over.code).toBe(3);
});

test('arguments of Playwright that leave batches out make the run incomplete, and say why', async () => {
  const { code, record } = await conformance(['--grep-invert', 'properties|contract|Lists|laws'], SETTINGS);
  expect(record?.requirements.map(({ reason }) => reason)).toContain(
    'not selected by the arguments that went on to Playwright',
  );
  expect(code).toBe(2);
});
