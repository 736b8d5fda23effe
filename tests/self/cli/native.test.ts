/** Playwright's own commands, typed in the clone: they judge as `npm run conformance` does, a test per requirement. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter';
import { FAULT, operation, projectRoot, type RunRecord, requirements } from '../../../schemas/contract.ts';
import { plannedBatches } from '../../support/engine/planned.ts';
import { ALL_ANSWERS, testsOf } from '../../support/engine/testsOf.ts';
import { inherited, paste, type Run, withTarget } from './command.ts';
import { held, UNDER_WAY } from './held.ts';

// Each types one or several commands, and each of these starts a server.
test.setTimeout(150_000);

const SETTINGS = { OPERATION_GROUPS: 'badges', NUM_RUNS: '1', SEED: '1' };

const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-native-'));

const typed = (command: string, env: Record<string, string> = {}): Promise<Run> =>
  paste(command, projectRoot, { ...SETTINGS, ...env });

const specsIn = ({ specs, suites = [] }: JSONReportSuite): JSONReportSpec[] => [...specs, ...suites.flatMap(specsIn)];

/** What a command that ends with `> FILE` has written to its standard output. */
function jsonIn(name: string): { report: JSONReport; specs: JSONReportSpec[] } {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8')) as JSONReport;
  return { report, specs: report.suites.flatMap(specsIn) };
}

test('--list has a test for each requirement that can be seen, in describes, tagged with level, groups and operations', async () => {
  const { code, output, reportDir } = await typed(`npx playwright test --list --reporter=json > ${folder}/list.json`, {
    OPERATION_GROUPS: '',
  });
  expect(code, output).toBe(0);
  const { report, specs } = jsonIn('list.json');
  const batches = plannedBatches();
  expect(report.suites[0]?.suites?.map(({ title }) => title)).toEqual(batches.map(({ title }) => title));
  for (const batch of batches) {
    const own = report.suites[0]?.suites?.find(({ title }) => title === batch.title);
    expect(own?.specs.map(({ title }) => title)).toEqual([...testsOf(batch).map(({ title }) => title), ALL_ANSWERS]);
  }
  const judged = specs.filter(({ title }) => title !== ALL_ANSWERS);
  const listed = new Set(judged.map(({ tags }) => tags[0]));
  const proven = batches.flatMap(({ checks }) => checks.flatMap(({ cells }) => cells.map((cell) => cell.requirement)));
  expect([...listed].sort()).toEqual([...new Set(proven)].sort());
  const known = new Map(requirements.map((one) => [one.id, one]));
  const wrong = judged.filter(({ tags: [id = '', level, ...more], title }) => {
    const { level: own, operations: concerned = [] } = known.get(id) ?? {};
    const operations = more.filter((tag) => tag.includes('.'));
    const groups = new Set(operations.map((one) => operation(one).group));
    return !(
      title.startsWith(`${id}: `) &&
      level === own &&
      operations.length > 0 &&
      operations.every((one) => concerned.includes(one)) &&
      more.length === operations.length + groups.size &&
      more.every((tag) => tag.includes('.') || groups.has(tag as never))
    );
  });
  expect(wrong.map(({ title, tags }) => ({ title, tags }))).toEqual([]);
  expect(readdirSync(reportDir), 'a list writes nothing').toEqual([]);
});

test('--last-failed runs what the run before has found, whoever started that; a reporter has the output for itself, also beside ours', async () => {
  const fault = 'badges-mine-of-first-user';
  const env = { REPORT_DIR: join(folder, 'last') };
  // A reporter beside ours: npm run conformance takes it, too. More than what fails is selected.
  const command = `npm run conformance -- --fault ${fault} --grep '@badges\\.mine-' --workers=1 --reporter=json > ${folder}/beside.json`;
  const before = await typed(command, env);
  expect(before.code, before.output).toBe(1);
  expect(jsonIn('beside.json').specs.length).toBeGreaterThan(1);
  expect(existsSync(join(before.reportDir, 'playwright/index.html'))).toBe(true);
  const failed = before.record?.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id) ?? [];
  expect(failed.length, before.output).toBeGreaterThan(0);
  const again = await typed(`npx playwright test --last-failed --workers=1 --reporter=json > ${folder}/run.json`, {
    ...env,
    [FAULT]: fault,
  });
  const found = again.record?.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id) ?? [];
  expect(found, again.output).toEqual(failed);
  expect(again.record?.selection).toMatchObject({ requirements: failed.length, holds: false });
  expect(again.output).toContain('verdict: non-conformant');
  expect(again.code).toBe(1);
  const { report, specs } = jsonIn('run.json');
  const wrong = specs.filter(({ ok }) => !ok).map(({ tags }) => tags[0] ?? '');
  expect(wrong.filter((id) => !failed.includes(id))).toEqual([]);
  expect(report.stats.unexpected).toBe(wrong.length);
  const results = specs.flatMap(({ tests }) => tests.flatMap((one) => one.results));
  // A failed test has its worker go on.
  expect(new Set(results.map(({ workerIndex }) => workerIndex)).size).toBe(1);
  const broken = results.find(({ status }) => status === 'failed');
  expect(broken?.error?.message).toMatch(/ {2}expected: .*\n {2}received: /);
  expect(broken?.attachments.map(({ name }) => name)).toContain('evidence');
  expect(broken?.duration, 'times are real').toBeGreaterThan(0);
  const annotations = specs.flatMap((spec) => spec.tests.flatMap((one) => one.annotations));
  expect(annotations.filter(({ type }) => type.startsWith('@'))).toEqual([]);
  const attached = results.flatMap(({ attachments }) => attachments.map(({ name }) => name));
  expect(attached.filter((name) => name !== 'evidence')).toEqual([]);
  const mended = await typed('npx playwright test --last-failed --workers=1', env);
  expect(mended.record?.selection, mended.output).toMatchObject({ requirements: failed.length, holds: true });
  expect(mended.code).toBe(0);
});

test('what is not tested is skipped, with the reason and the remedy', async () => {
  const { code, record } = await typed(
    `npx playwright test --workers=1 -g '@kpiGroups\\.create-answer( |$)' --reporter=json > ${folder}/skipped.json`,
    {
      ALLOW_WRITES: 'false',
      LIMITED_ACCESS_TOKEN: '',
      OPERATION_GROUPS: 'kpiGroups',
    },
  );
  expect(record?.verdict).toBe('incomplete');
  expect(code, 'incomplete is no success').toBe(1);
  const { specs } = jsonIn('skipped.json');
  const created = specs.find(({ tags }) => tags[0] === 'kpiGroups.create-answer')?.tests[0];
  expect(created?.status).toBe('skipped');
  const reasons = created?.annotations.filter(({ type }) => type === 'skip').map(({ description }) => description);
  expect(reasons?.join()).toMatch(/^not tested: .*To test it: .*ALLOW_WRITES/);
});

test('-g runs what it selects, and judges that by itself; --repeat-each judges each requirement as often', async () => {
  const { code, output, record } = await typed(
    `npx playwright test --repeat-each 2 --workers=2 -g 'behaviour: Badges' --reporter=json > ${folder}/repeated.json`,
  );
  expect(code, output).toBe(0);
  const { specs } = jsonIn('repeated.json');
  const tests = specs.flatMap((spec) => spec.tests);
  expect(tests.every(({ results }) => results.length === 1)).toBe(true);
  const own = plannedBatches().find(({ title }) => title === 'behaviour: Badges')?.checks.length ?? 0;
  expect(record?.totals.checks).toEqual({ planned: 2 * own, executed: 2 * own });
  expect(record).toMatchObject({ verdict: 'incomplete', selection: { holds: true } });
  const { requirements: count } = record?.selection ?? {};
  expect(count).toBeGreaterThan(1);
  expect(output).toContain(`a part of the suite was selected (${count} requirements), and it holds`);
});

test('a wrong setting ends with its message and no trace', async () => {
  const { code, output, record } = await typed('npx playwright test', { STRICT: 'maybe' });
  expect(output).toContain('STRICT: "maybe" is not allowed. Allowed: true or false');
  expect(output).not.toMatch(/^\s+at /m);
  expect(record).toBeUndefined();
  expect(code).toBe(1);
});

test('a target that is not there ends with its message, and a record says so', async () => {
  const { code, output, record } = await typed('npx playwright test', {
    BASE_URL: 'http://127.0.0.1:9',
    ACCESS_TOKEN: 'a-token-of-the-test',
    ACCOUNT_ID: 'an-account',
  });
  expect(output).toContain('BASE_URL: the target cannot be reached');
  expect(output).not.toContain('a-token-of-the-test');
  expect(record).toMatchObject({ verdict: 'harness-error', exitCode: 3 });
  expect(code).toBe(1);
});

test('a folder with files of others is left alone, also what Playwright would empty', async () => {
  const theirs = join(folder, 'theirs');
  mkdirSync(join(theirs, 'artifacts'), { recursive: true });
  writeFileSync(join(theirs, 'artifacts/notes.txt'), 'mine');
  const { code, output } = await typed('npx playwright test', { REPORT_DIR: theirs });
  expect(output).toContain('holds other files (artifacts)');
  expect(readFileSync(join(theirs, 'artifacts/notes.txt'), 'utf8')).toBe('mine');
  expect(code).toBe(1);
});

test('Ctrl-C ends it, and the record says so', async () => {
  const reportDir = join(folder, 'interrupted');
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const { answer, reached, release } = held(UNDER_WAY);
  await withTarget(answer, async (settings) => {
    const child = spawn(process.execPath, [cli, 'test', '--workers=1'], {
      cwd: projectRoot,
      env: { ...inherited(), ...settings, REPORT_DIR: reportDir, OPERATION_GROUPS: 'kpiGroups' },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await reached();
    child.kill('SIGINT');
    release();
    await ended;
  });
  const record = JSON.parse(readFileSync(join(reportDir, 'conformance.json'), 'utf8')) as RunRecord;
  expect(record.verdict).toBe('harness-error');
  expect(record.errors[0]).toMatch(/^the run was interrupted at once/);
  expect(record.errors.join()).not.toContain('did not end');
});
