/** Exit codes and messages of the command line: fail closed, and say what to do. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { optionsOf } from '../../../bin/run/options.ts';
import { checkFiles, planOf } from '../../../bin/run/prepared.ts';
import { settingsOf } from '../../../bin/run/target.ts';
import { checkNames, SettingsError } from '../../../schemas/contract.ts';
import { conformance, withTarget } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
const GROUPS = { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '5' };

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

interface Case {
  what: string;
  args?: readonly string[];
  env?: Record<string, string>;
  /** What is to be mended. */
  message: string;
  /** Where it is looked at as the command looks at it: another case stands for how the command tells it. */
  alike?: true;
}

const NOBODY = { BASE_URL: 'http://127.0.0.1:9', ACCESS_TOKEN: 'a', ACCOUNT_ID: 'b' };

const cases: readonly Case[] = [
  {
    what: 'a bad URL',
    env: { BASE_URL: 'goals.example.com' },
    message: 'BASE_URL: "goals.example.com" is not allowed',
    alike: true,
  },
  {
    what: 'an unknown name in the env file',
    env: { ENV_FILE: file('typo.env', 'BASE_ULR=http://x\n') },
    message: 'unknown setting BASE_ULR. Did you mean BASE_URL?',
  },
  {
    what: 'a bad value',
    env: { STRICT: 'maybe' },
    message: 'STRICT: "maybe" is not allowed. Allowed: true or false',
  },
  {
    what: 'an unknown group',
    env: { OPERATION_GROUPS: 'kpis,goals' },
    message: 'OPERATION_GROUPS: unknown group goals',
    alike: true,
  },
  {
    what: 'a password in the URL',
    env: { BASE_URL: 'https://user:geheim@goals.example.com' },
    message: 'BASE_URL: holds a user name or a password',
  },
  { what: 'a slip in the name of a setting', env: { ALOW_WRITES: 'true' }, message: 'Did you mean ALLOW_WRITES?' },
  { what: 'a shard beyond the last', args: ['--shard=4/3'], message: '--shard: "4/3" is not allowed' },
  { what: 'a shard that is none', args: ['--shard', 'x'], message: '--shard: "x" is not allowed', alike: true },
  { what: 'a selection that is no pattern', args: ['--grep', '('], message: 'is no regular expression', alike: true },
  {
    what: 'a waiver for an unknown requirement',
    env: { WAIVERS: waivers('unknown', { requirement: 'kpiGroups.favourite-set' }) },
    message: 'there is no such requirement. Did you mean kpiGroups.favorite-set?',
  },
  {
    what: 'a waiver for another operation',
    env: { WAIVERS: waivers('operation', { operation: 'kpiGroups.lst' }) },
    message: 'the requirement does not concern this operation',
    alike: true,
  },
  {
    what: 'an expired waiver',
    env: { WAIVERS: waivers('expired', { expires: '2020-01-31' }) },
    message: 'expired on 2020-01-31',
    alike: true,
  },
  {
    what: 'waivers that break their schema',
    env: { WAIVERS: file('waivers.json', '[{"requirement": "x"}]') },
    message: 'WAIVERS: ',
    alike: true,
  },
  { what: 'an empty selection', args: ['--grep', 'nothing has this name'], message: 'selects no check' },
  { what: 'an unknown fault', args: ['--fault', 'favorite-togles'], message: 'Did you mean favorite-toggles?' },
  { what: 'a target that does not listen', env: NOBODY, message: 'BASE_URL: the target cannot be reached' },
];

/** What ends a run before it looks at the target, called as the command calls it. */
function toldBy(args: readonly string[], env: Record<string, string>): string {
  try {
    const { grep, fault } = optionsOf(args);
    checkNames(env);
    const { settings } = settingsOf(fault, env);
    checkFiles(settings, new Date().toISOString().slice(0, 10));
    planOf(settings, grep);
    return '';
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message;
  }
}

for (const { what, args = [], env = {}, message, alike } of cases)
  test(`${what}: ${alike ? '' : 'exit 3, and '}one clear message`, async () => {
    if (alike) {
      expect(toldBy(args, env)).toContain(message);
      return;
    }
    const { code, output } = await conformance(args, env);
    expect(output).toContain(message);
    expect(output.match(/^goal-conformance: /gm), output).toHaveLength(1);
    expect(output).not.toMatch(/^\s+at .*\.js:/m);
    expect(output).not.toContain('geheim');
    expect(output).toContain('verdict: harness-error');
    expect(code).toBe(3);
  });

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
    ...NOBODY,
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

test('a selection of which something is not tested ends with exit 2', async () => {
  const selected = ['--grep', '@kpiGroups\\.favorite-set( |$)'];
  const { code, output, record } = await conformance(selected, { ...GROUPS, ALLOW_WRITES: 'false' });
  expect(record).toMatchObject({ verdict: 'incomplete', selection: { holds: false } });
  expect(output).toContain('a part of the suite was selected (1 requirement), and not all of it could be tested');
  expect(code).toBe(2);
});
