/** The commands of the documents end as the documents say; docs/guide.md has a test of its own. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { recordText } from '../../../reports/write.ts';
import { projectRoot } from '../../../schemas/contract.ts';
import { promised } from '../documents/promised.ts';
import { recordWith, requirement } from '../reports/sample.ts';
import { paste, type Run } from './command.ts';

/** Two runs of which nothing differs, as records. */
function withRecords(): string {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-documents-'));
  for (const name of ['old', 'new'])
    writeFileSync(
      join(folder, `${name}.json`),
      recordText(
        recordWith([requirement('kpiGroups.f', 'pass', [{ operation: 'kpiGroups.get', outcome: 'pass' }])], {
          runId: name,
        }),
      ),
    );
  return folder;
}

/** What a command needs: the rest of the suite has its own tests. */
const settingsFor = (command: string): Record<string, string> =>
  command.includes('--grep')
    ? { NUM_RUNS: '1', SEED: '1' }
    : { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '1', SEED: '1' };

/** A selection that holds is judged by itself, and no word is said of the whole. */
function expectPart({ output, record }: Run): void {
  expect(record).toMatchObject({
    verdict: 'incomplete',
    exitCode: 0,
    totals: { checks: { planned: 2, executed: 2 } },
    selection: { holds: true, requirements: 1 },
  });
  expect(output).toContain('a part of the suite was selected (1 requirement), and it holds');
  expect(output).not.toContain('verdict: conformant');
}

for (const { document, command, code, words } of promised) {
  test(`${document}: ${command}`, async () => {
    test.setTimeout(240_000);
    const folder = withRecords();
    const run = await paste(command, command.startsWith('node ') ? projectRoot : folder, {
      ...settingsFor(command),
      REPORT_DIR: join(folder, 'out'),
    });
    expect(run.code, run.output).toBe(code);
    expect(run.output).toContain(words);
    expect(run.output.trim()).not.toBe('');
    if (code === 2) {
      expect(run.record).toMatchObject({ verdict: 'incomplete', exitCode: 2, selection: { holds: false } });
      expect(run.output).toMatch(
        /a part of the suite was selected \(\d+ requirements\), and not all of it could be tested/,
      );
    }
    if (command.includes('@kpiGroups\\.favorite-set')) expectPart(run);
  });
}
