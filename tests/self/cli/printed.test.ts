/** What a run prints for others to copy works when it is pasted, and warnings do not look like failures. */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { conformance, paste } from './command.ts';

test.setTimeout(150_000);

test('every command of summary.md and of the terminal, pasted into a shell, selects and fails again', async () => {
  const settings = { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '40', SEED: '1' };
  const { output, reportDir, record } = await conformance(['--fault', 'favorite-toggles'], settings);
  const summary = readFileSync(join(reportDir, 'summary.md'), 'utf8');
  const inSummary = [...summary.matchAll(/^ {2}```sh\n {2}(.*)\n {2}```$/gm)].map(([, command = '']) => command);
  const inTerminal = [...output.matchAll(/^ {2}again: (.*)$/gm)].map(([, command = '']) => command);
  const failed = record?.requirements.filter(({ outcome }) => outcome === 'fail') ?? [];
  expect(inSummary).toHaveLength(failed.length);
  expect(inTerminal).toEqual(inSummary);
  for (const [index, command] of inSummary.entries()) {
    const again = await paste(command, tmpdir(), { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '40' });
    expect(again.code, `${command}\n${again.output}`).toBe(1);
    const found = again.record?.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    expect(found).toContain(failed[index]?.id);
  }
});

test('a should that fails only warns: a sign of its own, no word of failure, counts that agree', async () => {
  const { code, output, record, reportDir } = await conformance(
    ['--fault', 'every-credentials-scheme-kpi-groups-list', '--grep', '@general\\.credentials-scheme( |$)'],
    { OPERATION_GROUPS: 'kpiGroups' },
  );
  expect(output).toMatch(/^⚠ general\.credentials-scheme \(should, a warning; /m);
  expect(output).not.toContain('✗');
  expect(output).toContain(' 0 failed, 1 only warn, ');
  const group = record?.groups.find((one) => one.group === 'kpiGroups');
  expect(group?.totals.fail).toBe(1);
  expect(readFileSync(join(reportDir, 'junit.xml'), 'utf8')).toMatch(/<testsuites [^>]*failures="0"/);
  expect(readFileSync(join(reportDir, 'summary.md'), 'utf8')).toContain('0 failed, 1 only warn');
  expect(readFileSync(join(reportDir, 'index.html'), 'utf8')).toContain('0 failed, 1 only warn');
  expect(code, output).toBe(0);
});
