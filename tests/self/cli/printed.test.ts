/** Warnings do not look like failures. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { bundledHere } from './here.ts';

test('a should that fails only warns: a sign of its own, no word of failure, counts that agree', async () => {
  const { output, record, reportDir } = await bundledHere(
    'every-credentials-scheme-kpi-groups-list',
    '@general\\.credentials-scheme( |$)',
    { OPERATION_GROUPS: 'kpiGroups' },
  );
  expect(output).toMatch(/^⚠ general\.credentials-scheme \(should, a warning; /m);
  expect(output).not.toContain('✗');
  expect(output).toContain(' 0 failed, 1 only warn, ');
  const group = record.groups.find((one) => one.group === 'kpiGroups');
  expect(group?.totals.fail).toBe(1);
  expect(readFileSync(join(reportDir, 'junit.xml'), 'utf8')).toMatch(/<testsuites [^>]*failures="0"/);
  expect(readFileSync(join(reportDir, 'summary.md'), 'utf8')).toContain('0 failed, 1 only warn');
  expect(readFileSync(join(reportDir, 'index.html'), 'utf8')).toContain('0 failed, 1 only warn');
  expect(record.exitCode, output).toBe(0);
});
