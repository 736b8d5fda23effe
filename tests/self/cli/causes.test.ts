/** What follows from one cause is grouped under it in every report, and all of them give the same counts. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { behindGateway } from './gateway.ts';
import { type Here, judgedHere } from './here.ts';

// One run is looked at by several of these.
test.describe.configure({ mode: 'default' });
test.setTimeout(120_000);

const BASE = { ALLOW_WRITES: 'true', SETTLE_MS: '0', NUM_RUNS: '1' };
const form = ({ reportDir }: Here, name: string) => readFileSync(join(reportDir, name), 'utf8');

const USERS = '@(general\\.(json|envelope|reads-independent|success-status)|users\\.create-stored)( |$)';
/** Where the list of users breaks off. */
const BYTES = 2000;

const WORDS = 'users.list answers what is no JSON: it ends at byte 2,000, before it is complete';

test.describe('a list that breaks off', () => {
  let run: Here;

  test.beforeAll(async () => {
    run = await behindGateway(
      (_, { method, url }) =>
        method === 'GET' && /^\/v2\/users(\?|$)/.test(url ?? '') ? (body) => body.subarray(0, BYTES) : 'pass',
      (settings) => judgedHere(USERS, { ...settings, ...BASE, OPERATION_GROUPS: 'users', SHOW_BODIES: 'true' }),
    );
  });

  test('is the cause under which the terminal, the page, the summary and JUnit put what follows', () => {
    const { output, record } = run;
    expect(record, output).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
    const effects = /: because of it (\d+) requirements fail and (\d+) (is|are) not tested/;
    const line = output.split('\n').find((one) => one.startsWith('✗')) ?? '';
    expect(line).toContain(`✗ ${WORDS}`);
    expect(line).toMatch(effects);
    expect(output.match(/users\.list answers what is no JSON/g), 'once').toHaveLength(1);
    expect(form(run, 'summary.md').replaceAll(/\\|\*/g, '')).toContain(`- ${WORDS}: because of it`);
    expect(form(run, 'index.html')).toContain(`<strong>${WORDS}</strong>: because of it`);
    const inJunit = form(run, 'junit.xml').match(/message="[^"]*because users\.list answers what is no JSON/g);
    const [, failed, untested] = effects.exec(line) ?? [];
    expect(inJunit).toHaveLength(Number(failed) + Number(untested));
    const remedies = record.requirements.flatMap(({ operations }) => operations.map(({ remedy = '' }) => remedy));
    expect(remedies.filter((remedy) => /ids\.user|"user"/.test(remedy))).toEqual([]);
  });

  test('shows where it breaks off and its last bytes, and says where we cut', () => {
    const evidence = run.record.requirements
      .flatMap(({ operations }) => operations)
      .flatMap(({ evidence: all = [] }) => all)
      .find(({ broken }) => broken !== undefined);
    expect(evidence?.broken).toBe(WORDS);
    const body = evidence?.exchange?.responseBody ?? '';
    expect(body).toHaveLength(BYTES);
    expect(evidence?.received).toContain(`before it is complete. It ends with ${JSON.stringify(body.slice(-60))}`);
  });

  test('leads to the same counts in every report', () => {
    const { record, output } = run;
    const of = (wanted: string, level?: string) =>
      record.requirements.filter(
        (one) => one.level !== 'open' && one.outcome === wanted && (level ?? one.level) === one.level,
      ).length;
    const [passed, failed, warned, untested, other] = [
      of('pass'),
      of('fail', 'must'),
      of('fail', 'should'),
      of('not-tested'),
      of('not-applicable'),
    ];
    const warn = warned > 0 ? `${warned} only warn, ` : '';
    expect(output).toContain(
      `requirements: ${passed} passed, ${failed} failed, ${warn}0 waived, ${untested} not tested, ${other} not applicable`,
    );
    const words = `${passed} passed, ${failed} failed, ${warned} only warn, 0 waived, ${untested} not tested, ${other} not applicable`;
    for (const name of ['index.html', 'summary.md']) expect(form(run, name), name).toContain(`Requirements: ${words}`);
    const junit = form(run, 'junit.xml');
    expect(junit).toContain(`tests="${passed + failed + warned + untested + other}" failures="${failed}" errors="0"`);
    expect(junit.match(/<skipped /g)).toHaveLength(untested + other);
    expect(record.totals.requirements).toMatchObject({ pass: passed, fail: failed + warned, 'not-tested': untested });
    const cells = record.groups.reduce((sum, { totals }) => sum + totals.fail, 0);
    expect(cells).toBe(record.totals.cells.fail);
  });
});

/** The parts of a fixtures file that are changed here. */
type Parts = Record<'ids' | 'facts' | 'bodies', Record<string, unknown>>;

/** Judges with the fixtures of a reference server, changed. */
const withFixtures = (change: (fixtures: Parts) => void, grep: string, env: Record<string, string>): Promise<Here> =>
  behindGateway(
    () => 'pass',
    (settings) => {
      const fixtures = JSON.parse(readFileSync(settings.FIXTURES as string, 'utf8'));
      change(fixtures);
      const path = join(mkdtempSync(join(tmpdir(), 'goal-conformance-test-')), 'fixtures.json');
      writeFileSync(path, JSON.stringify(fixtures));
      return judgedHere(grep, { ...settings, ...BASE, ...env, FIXTURES: path });
    },
  );

test('a body with a wrong key is named by its place in the failure that rests on it, in every report', async () => {
  const run = await withFixtures(
    ({ bodies }) => Object.assign(bodies as object, { createUser: { emial: '{{email}}', firstName: '{{unique}}' } }),
    '@(general\\.success-status|users\\.create-(stored|answer))( |$)',
    { OPERATION_GROUPS: 'users' },
  );
  const rests = 'it rests on FIXTURES: /bodies/createUser, which nothing has confirmed. Look there first.';
  expect(run.record.exitCode, run.output).toBe(1);
  expect(run.output).toContain(rests);
  expect(run.output).toMatch(
    /^✗ users\.create answers 400: because of it 1 requirement fails and \d+ (is|are) not tested/m,
  );
  for (const name of ['index.html', 'junit.xml', 'evidence/general.success-status.html'])
    expect(form(run, name), name).toContain(rests);
  expect(form(run, 'summary.md').replaceAll('\\', '')).toContain(rests);
});

test('a dead check-in is doubted before the run, and named in the failure that rests on it', async () => {
  const run = await withFixtures(
    ({ facts }) => {
      const [first] = facts.checkins as { checkinId: string }[];
      Object.assign(first as object, { checkinId: 'f'.repeat(24) });
    },
    '@metrics\\.checkin( |$)',
    { OPERATION_GROUPS: 'metrics' },
  );
  expect(run.record.warnings.join('\n')).toContain('FIXTURES: /facts/checkins/0/checkinId: nothing');
  expect(run.output).toContain('it rests on FIXTURES: /facts/checkins/0');
  expect(run.record.exitCode, run.output).toBe(1);
});
