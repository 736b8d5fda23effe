/** Exit codes and messages of the command line: fail closed, and say what to do. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { conformance, withTarget } from './command.ts';
import { refusedHere } from './here.ts';

const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));

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

type Case = readonly [what: string, args: readonly string[], env: Record<string, string>, message: string];

/** One for each place in which a run may end before it judges: arguments, settings, selection, files and target. */
const byCommand: readonly Case[] = [
  ['a shard that is none', ['--shard', 'x'], {}, '--shard: "x" is not allowed'],
  [
    'a password in the URL',
    [],
    { BASE_URL: 'https://user:geheim@goals.example.com' },
    'BASE_URL: holds a user name or a password',
  ],
  ['a selection that is no pattern', ['--grep', '('], {}, 'is no regular expression'],
  [
    'a waiver for an unknown requirement',
    [],
    { WAIVERS: waivers('unknown', { requirement: 'kpiGroups.favourite-set' }) },
    'there is no such requirement. Did you mean kpiGroups.favorite-set?',
  ],
  [
    'a target that does not listen',
    [],
    { BASE_URL: 'http://127.0.0.1:9', ACCESS_TOKEN: 'a', ACCOUNT_ID: 'b' },
    'BASE_URL: the target cannot be reached',
  ],
];

for (const [what, args, env, message] of byCommand) {
  test(`${what} ends with exit 3 and one clear message`, async () => {
    const { code, output } = await conformance(args, env);
    expect(output).toContain(message);
    expect(output.match(/^goal-conformance: /gm), output).toHaveLength(1);
    expect(output).not.toMatch(/^\s+at .*\.js:/m);
    expect(output).not.toContain('geheim');
    expect(output).toContain('verdict: harness-error');
    expect(code).toBe(3);
  });
}

/** These are told in the same ways. */
const alike: readonly Case[] = [
  ['a bad URL', [], { BASE_URL: 'goals.example.com' }, 'BASE_URL: "goals.example.com" is not allowed'],
  [
    'an unknown name in the env file',
    [],
    { ENV_FILE: file('typo.env', 'BASE_ULR=http://x\n') },
    'unknown setting BASE_ULR. Did you mean BASE_URL?',
  ],
  ['a bad value', [], { STRICT: 'maybe' }, 'STRICT: "maybe" is not allowed. Allowed: true or false'],
  ['an unknown group', [], { OPERATION_GROUPS: 'kpis,goals' }, 'OPERATION_GROUPS: unknown group goals'],
  ['a slip in the name of a setting', [], { ALOW_WRITES: 'true' }, 'Did you mean ALLOW_WRITES?'],
  [
    'more workers than requests may be under way',
    ['--workers', '4'],
    { MAX_IN_FLIGHT: '3' },
    'MAX_IN_FLIGHT=3 allows fewer',
  ],
  ['a shard beyond the last', ['--shard=4/3'], {}, '--shard: "4/3" is not allowed'],
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
];

for (const [what, args, env, says] of alike) {
  test(`${what} is refused with one clear message`, async () => {
    const { message, record } = await refusedHere(args, env);
    expect(message).toContain(says);
    expect(message).not.toMatch(/^\s+at /m);
    if (record) expect(record).toMatchObject({ verdict: 'harness-error', exitCode: 3, errors: [message] });
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

test('a run does not begin where node would print the environment with the tokens', async () => {
  const token = 'a-token-of-the-test';
  const env = {
    BASE_URL: 'http://127.0.0.1:9',
    ACCESS_TOKEN: token,
    ACCOUNT_ID: 'b',
    NODE_DEBUG: 'http,child_process',
  };
  const { code, output } = await conformance([], env);
  expect(output).toContain('NODE_DEBUG: has node print the environment');
  expect(output).not.toContain(token);
  expect(code).toBe(3);
});

test('a worker that crashes ends with exit 3', async () => {
  // It is lost when it turns to the target: by then it has begun, and nothing has been judged yet.
  const crash = file(
    'crash.cjs',
    "if (/workerProcessEntry/.test(process.argv[1])) require('node:net').Socket.prototype.connect = () => process.kill(process.pid, 'SIGKILL');\n",
  );
  const { code, output, record } = await conformance(['--grep', '@kpiGroups\\.favorite-set( |$)'], {
    NODE_OPTIONS: `--require ${crash}`,
  });
  expect(record?.verdict, output).toBe('harness-error');
  expect(output).toContain('did not end');
  expect(code).toBe(3);
});
