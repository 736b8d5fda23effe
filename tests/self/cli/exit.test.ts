/** Exit codes and messages of the command line: fail closed, and say what to do. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { conformance, withTarget } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
const GROUPS = { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '5' };

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

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const waivers = (name: string, ...more: readonly object[]) =>
  file(
    `${name}.json`,
    JSON.stringify(
      more.map((one) => ({ requirement: 'kpiGroups.favorite-set', reason: 'known', expires: '2099-01-01', ...one })),
    ),
  );

for (const [what, args, env, message] of [
  ['a bad URL', [], { BASE_URL: 'goals.example.com' }, 'BASE_URL: "goals.example.com" is not allowed'],
  [
    'an unknown name in the env file',
    [],
    { ENV_FILE: file('typo.env', 'BASE_ULR=http://x\n') },
    'unknown setting BASE_ULR. Did you mean BASE_URL?',
  ],
  ['a bad value', [], { STRICT: 'maybe' }, 'STRICT: "maybe" is not allowed. Allowed: true or false'],
  ['an unknown group', [], { OPERATION_GROUPS: 'kpis,goals' }, 'OPERATION_GROUPS: unknown group goals'],
  [
    'a password in the URL',
    [],
    { BASE_URL: 'https://user:geheim@goals.example.com' },
    'BASE_URL: holds a user name or a password',
  ],
  ['a slip in the name of a setting', [], { ALOW_WRITES: 'true' }, 'Did you mean ALLOW_WRITES?'],
  ['a shard beyond the last', ['--shard=4/3'], {}, '--shard: "4/3" is not allowed'],
  ['a shard that is none', ['--shard', 'x'], {}, '--shard: "x" is not allowed'],
  ['a selection that is no pattern', ['--grep', '('], {}, 'is no regular expression'],
  [
    'a waiver for an unknown requirement',
    [],
    { WAIVERS: waivers('unknown', { requirement: 'kpiGroups.favourite-set' }) },
    'there is no such requirement. Did you mean kpiGroups.favorite-set?',
  ],
  [
    'a waiver for another operation',
    [],
    { WAIVERS: waivers('operation', { operation: 'kpiGroups.lst' }) },
    'the requirement does not concern this operation',
  ],
  ['an expired waiver', [], { WAIVERS: waivers('expired', { expires: '2020-01-31' }) }, 'expired on 2020-01-31'],
  ['waivers that break their schema', [], { WAIVERS: file('waivers.json', '[{"requirement": "x"}]') }, 'WAIVERS: '],
  ['an empty selection', ['--grep', 'nothing has this name'], {}, 'selects no check'],
  ['an unknown fault', ['--fault', 'favorite-togles'], {}, 'Did you mean favorite-toggles?'],
  ['a reporter that would hide the verdict', ['--reporter=list'], {}, '--reporter: not taken'],
  [
    'a target that does not listen',
    [],
    { BASE_URL: 'http://127.0.0.1:9', ACCESS_TOKEN: 'a', ACCOUNT_ID: 'b' },
    'BASE_URL: the target cannot be reached',
  ],
] as const) {
  test(`${what} ends with exit 3 and one clear message`, async () => {
    const { code, output } = await conformance(args, { ...env });
    expect(output).toContain(message);
    expect(output.match(/^goal-conformance: /gm), output).toHaveLength(1);
    expect(output).not.toMatch(/^\s+at .*\.js:/m);
    expect(output).not.toContain('geheim');
    expect(output).toContain('verdict: harness-error');
    expect(code).toBe(3);
  });
}

test('what is known before the run ends it before the target is asked', async () => {
  let requests = 0;
  await withTarget(
    (_request, response) => {
      requests++;
      response.end('{}');
    },
    async (settings) => {
      const { record, code } = await conformance([], {
        ...settings,
        WAIVERS: waivers('two', { requirement: 'kpiGroups.nothing' }, { expires: '2020-01-31' }),
      });
      expect(record?.errors.join('\n')).toMatch(/kpiGroups\.nothing: there is no such(.|\n)*expired on 2020-01-31/);
      expect(record?.totals).toMatchObject({ requests: 0, requirements: { observed: 0 } });
      expect(code).toBe(3);
    },
  );
  expect(requests).toBe(0);
});

test('unreadable fixtures end with exit 3, and the record says so', async () => {
  const { code, output, record } = await conformance([], {
    BASE_URL: 'http://127.0.0.1:9',
    ACCESS_TOKEN: 'a',
    ACCOUNT_ID: 'b',
    FIXTURES: join(folder, 'none.json'),
  });
  expect(output).toContain('cannot be read (ENOENT)');
  expect(record).toMatchObject({
    verdict: 'harness-error',
    exitCode: 3,
    errors: [expect.stringContaining('FIXTURES')],
  });
  expect(code).toBe(3);
});

test('a worker that crashes ends with exit 3', async () => {
  const crash = file(
    'crash.cjs',
    "if (/workerProcessEntry/.test(process.argv[1])) setTimeout(() => process.kill(process.pid, 'SIGKILL'), 700);\n",
  );
  const { code, output, record } = await conformance([], { ...GROUPS, NODE_OPTIONS: `--require ${crash}` });
  expect(record?.verdict, output).toBe('harness-error');
  expect(output).toContain('did not end');
  expect(code).toBe(3);
});

test('a fault ends with exit 1, and its evidence names requirement, exchange, curl and how to run it again', async () => {
  const { code, output, record, reportDir } = await conformance(['--fault', 'favorite-toggles'], {
    ...GROUPS,
    NUM_RUNS: '60',
    SEED: '1',
  });
  expect(code, output).toBe(1);
  expect(record?.verdict).toBe('non-conformant');
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
  // Quiet when not a terminal: no line is written over.
  for (const control of ['\r', '\u001b']) expect(output).not.toContain(control);
  for (const name of ['index.html', 'junit.xml', 'summary.md', 'exchanges.har', 'evidence/kpiGroups.favorite-set.html'])
    expect(readFileSync(join(reportDir, name), 'utf8')).toContain('kpiGroups.favorite-set');
});

test('a failed batch costs no worker, and counts as failed in the reports of Playwright and Allure too', async () => {
  const workers = join(folder, 'workers');
  const note = file(
    'note.cjs',
    `if (/workerProcessEntry/.test(process.argv[1])) require('node:fs').appendFileSync(${JSON.stringify(workers)}, process.pid + '\\n');\n`,
  );
  const { record, reportDir, code } = await conformance(['--fault', 'favorite-toggles'], {
    ...GROUPS,
    SEED: '1',
    NODE_OPTIONS: `--require ${note}`,
  });
  expect(code).toBe(1);
  expect(record?.target.name).toBe('reference server with the fault favorite-toggles');
  const results = readdirSync(join(reportDir, 'allure-results'))
    .filter((name) => name.endsWith('-result.json'))
    .map((name) => JSON.parse(readFileSync(join(reportDir, 'allure-results', name), 'utf8')) as AllureResult);
  const labels = ({ labels: all }: AllureResult, name: string) =>
    all.filter((label) => label.name === name).map(({ value }) => value);
  const failed = results.filter(({ status }) => status === 'failed');
  expect(failed.length).toBeGreaterThan(0);
  expect(results.length).toBeGreaterThan(failed.length);
  const started = readFileSync(workers, 'utf8').trim().split('\n');
  expect(started.length, 'workers that were started').toBeLessThanOrEqual(2);
  for (const one of results) {
    expect(labels(one, 'requirement').length, one.name).toBeGreaterThan(0);
    expect(labels(one, 'group'), one.name).toEqual(['kpiGroups']);
    expect(labels(one, 'suite'), one.name).toHaveLength(1);
    const gravest = ['must', 'should', 'open'].find((level) => labels(one, 'level').includes(level)) ?? '';
    const severities: Record<string, string> = { must: 'critical', should: 'normal', open: 'minor' };
    expect(labels(one, 'severity'), one.name).toEqual([severities[gravest]]);
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

test('a selection is judged by itself: exit 0 when it holds, and no word of the whole', async () => {
  const { code, output, record } = await conformance(['--grep', '@kpiGroups\\.favorite-set( |$)'], GROUPS);
  expect(record).toMatchObject({
    verdict: 'incomplete',
    exitCode: 0,
    totals: { checks: { planned: 1, executed: 1 } },
    selection: { holds: true, requirements: 1 },
  });
  expect(output).toContain('a part of the suite was selected (1 requirement), and it holds');
  expect(output).not.toContain('verdict: conformant');
  expect(code).toBe(0);
});

test('a selection of which something is not tested ends with exit 2, one that fails with 1', async () => {
  const selected = ['--grep', '@kpiGroups\\.favorite-set( |$)'];
  const reading = await conformance(selected, { ...GROUPS, ALLOW_WRITES: 'false' });
  expect(reading.record).toMatchObject({ verdict: 'incomplete', selection: { holds: false } });
  expect(reading.output).toContain(
    'a part of the suite was selected (1 requirement), and not all of it could be tested',
  );
  expect(reading.code).toBe(2);
  const failing = await conformance(['--fault', 'favorite-toggles', ...selected], GROUPS);
  expect(failing.record).toMatchObject({ verdict: 'non-conformant', selection: { holds: false } });
  expect(failing.output).toContain('a part of the suite was selected (1 requirement), and 1 requirement fails');
  expect(failing.code).toBe(1);
});

test('tokens stand in no file and in no output', async () => {
  const { output, reportDir } = await conformance(['--fault', 'favorite-toggles'], GROUPS);
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
