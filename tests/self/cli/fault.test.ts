/** A run that finds a failure: its exit code, its evidence, its reports, and the commands that it prints. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { ALL_ANSWERS } from '../../support/engine/testsOf.ts';
import { markdownText } from '../documents/markdown.ts';
import { paste, type Run } from './command.ts';

// One run is looked at by all of these.
test.describe.configure({ mode: 'default' });
test.setTimeout(150_000);

interface AllureStep {
  steps: AllureStep[];
  attachments: { name: string; source: string }[];
}

interface AllureResult extends AllureStep {
  name: string;
  status: string;
  labels: { name: string; value: string }[];
}

const attachmentsOf = ({ steps, attachments }: AllureStep): AllureStep['attachments'] => [
  ...attachments,
  ...steps.flatMap(attachmentsOf),
];

const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
const workers = join(folder, 'workers');
const SETTINGS = { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '1', SEED: '1' };

/** As docs/reading-a-failure.md gives it. */
const COMMAND = 'npm run conformance -- --fault favorite-toggles';

/** Settings with which each worker that is started leaves a line in the file. */
function counting(into: string): Record<string, string> {
  const note = `${into}.cjs`;
  writeFileSync(
    note,
    `if (/workerProcessEntry/.test(process.argv[1])) require('node:fs').appendFileSync(${JSON.stringify(into)}, process.pid + '\\n');\n`,
  );
  return { NODE_OPTIONS: `--require ${note}` };
}

const countedIn = (path: string): number => readFileSync(path, 'utf8').trim().split('\n').length;

let run: Run;

test.beforeAll(async () => {
  run = await paste(COMMAND, tmpdir(), { ...SETTINGS, ...counting(workers) });
});

const failedOf = ({ record }: Run) => record?.requirements.filter(({ outcome }) => outcome === 'fail') ?? [];

test('a fault ends with exit 1, and its evidence names requirement, exchange, curl and how to run it again', () => {
  const { code, output, record, reportDir } = run;
  expect(code, output).toBe(1);
  expect(record?.verdict).toBe('non-conformant');
  const promised = '2 requirements fail';
  expect(markdownText('docs/reading-a-failure.md')).toContain(`${COMMAND}   # exit 1: ${promised}\n`);
  expect(output).toContain(promised);
  expect(record?.target.name).toBe('reference server with the fault favorite-toggles');
  const failed = record?.requirements.find(({ id }) => id === 'kpiGroups.favorite-set');
  const [evidence] = failed?.operations.find(({ outcome }) => outcome === 'fail')?.evidence ?? [];
  expect(evidence).toMatchObject({
    exchange: { method: expect.any(String) },
    expected: expect.any(String),
    received: expect.any(String),
  });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the shell
  expect(evidence?.curl).toContain('Bearer ${ACCESS_TOKEN}');
  expect(evidence?.rerun).toContain("--grep '@kpiGroups\\.favorite-set( |$)'");
  expect(output).toContain('kpiGroups.favorite-set');
  const model = record?.requirements.find(({ id }) => id === 'kpiGroups.favorite-model')?.operations[0]?.evidence?.[0];
  expect(model?.property).toMatchObject({
    seed: expect.any(Number),
    path: expect.any(String),
    counterexample: expect.stringContaining('set'),
  });
  // Quiet when not a terminal: no line is written over, and there is no colour.
  for (const control of ['\r', '\u001b']) expect(output).not.toContain(control);
  for (const name of ['index.html', 'junit.xml', 'summary.md', 'exchanges.har', 'evidence/kpiGroups.favorite-set.html'])
    expect(readFileSync(join(reportDir, name), 'utf8')).toContain('kpiGroups.favorite-set');
});

test('a failed test costs no worker, and counts as failed in the reports of Playwright and Allure too', () => {
  const { reportDir } = run;
  const results = readdirSync(join(reportDir, 'allure-results'))
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(reportDir, 'allure-results', name), 'utf8')) as AllureResult);
  const labels = ({ labels: all }: AllureResult, name: string) =>
    all.filter((label) => label.name === name).map(({ value }) => value);
  const failed = results.filter(({ status }) => status === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(results.length).toBeGreaterThan(failed.length);
  expect(countedIn(workers), 'workers that were started').toBe(2);
  for (const one of results) {
    const judged = labels(one, 'requirement');
    expect(one.name).toBe(one.name.startsWith(`${judged[0]}: `) ? one.name : ALL_ANSWERS);
    expect(labels(one, 'group'), one.name).toEqual(['kpiGroups']);
    expect(labels(one, 'suite'), one.name).toHaveLength(1);
    const gravest = ['must', 'should', 'open'].find((level) => labels(one, 'level').includes(level)) ?? '';
    const severities: Record<string, string> = { must: 'critical', should: 'normal', open: 'minor' };
    expect(labels(one, 'severity'), one.name).toEqual([severities[gravest] ?? 'critical']);
  }
  const [evidence] = failed
    .flatMap(({ steps }) => steps.flatMap(attachmentsOf))
    .filter(({ name }) => name === 'evidence');
  expect(JSON.parse(readFileSync(join(reportDir, 'allure-results', evidence?.source ?? ''), 'utf8'))).toMatchObject({
    exchange: { method: expect.any(String), status: expect.any(Number) },
  });
  const page = readFileSync(join(reportDir, 'playwright/index.html'), 'utf8');
  expect(page.length).toBeGreaterThan(100_000);
});

test('tokens stand in no file and in no output', () => {
  const { output, reportDir } = run;
  const files = readdirSync(reportDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(4);
  const token = 'reference-first-';
  expect(output).not.toContain(token);
  for (const entry of files) {
    const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
    expect(text.includes(token), entry.name).toBe(false);
    expect(text.includes(Buffer.from(token).toString('base64').slice(0, 16)), entry.name).toBe(false);
  }
});

test('every command of summary.md and of the terminal, pasted into a shell, selects and fails again', async () => {
  const summary = readFileSync(join(run.reportDir, 'summary.md'), 'utf8');
  const inSummary = [...summary.matchAll(/^ {2}```sh\n {2}(.*)\n {2}```$/gm)].map(([, command = '']) => command);
  const inTerminal = [...run.output.matchAll(/^ {2}again: (.*)$/gm)].map(([, command = '']) => command);
  const failed = failedOf(run);
  expect(inSummary).toHaveLength(failed.length);
  expect(inTerminal).toEqual(inSummary);
  const inDocument = `${COMMAND} --grep '@kpiGroups\\.favorite-set( |$)'`;
  expect(markdownText('docs/reading-a-failure.md')).toContain(`${inDocument}   # exit 1: 1 requirement`);
  expect(inSummary).toContain(inDocument);
  for (const [index, command] of inSummary.entries()) {
    const counted = join(folder, `again-${index}`);
    const again = await paste(command, tmpdir(), { ...SETTINGS, ...counting(counted) });
    expect(again.code, `${command}\n${again.output}`).toBe(1);
    expect(failedOf(again).map(({ id }) => id)).toContain(failed[index]?.id);
    expect(again.record).toMatchObject({
      verdict: 'non-conformant',
      exitCode: 1,
      selection: { holds: false, requirements: 1 },
    });
    if (command === inDocument) expect(again.record?.totals.checks).toEqual({ planned: 2, executed: 2 });
    expect(countedIn(counted), 'so few checks take one worker').toBe(1);
    expect(again.output).not.toContain('verdict: conformant');
    expect(again.output).toContain('a part of the suite was selected (1 requirement), and 1 requirement fails');
  }
});
