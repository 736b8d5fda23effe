/** A mistake of the set-up is told as such before anything is judged: exit 3, the setting, what was seen, what to do. */
import { expect, test } from '@playwright/test';
import { loadFixtures, loadSettings, type Settings, SettingsError } from '../../../schemas/contract.ts';
import { preflight } from '../../support/http/preflight.ts';
import { conformance, withTarget } from '../cli/command.ts';
import { type Answered, type Asked, EMPTY, right, target } from './targets.ts';

/** The token and the account that `withTarget` gives. */
const OWN = { 'a-token-of-the-test': 'an-account' };
const USERS = { ...OWN, 'second-token': 'an-account', 'limited-token': 'an-account', 'other-token': 'other-account' };
const OTHER = { OTHER_ACCESS_TOKEN: 'other-token', OTHER_ACCOUNT_ID: 'other-account' };

const apart = (statuses: Record<string, number>) => (asked: Asked) =>
  asked.token !== undefined && asked.token in statuses
    ? { status: statuses[asked.token] as number }
    : right({ accounts: USERS })(asked);

const expired = `e30.${Buffer.from(JSON.stringify({ exp: 1_000_000_000 })).toString('base64url')}.x`;

interface Case {
  what: string;
  answer: (asked: Asked) => Answered;
  env?: Record<string, string>;
  /** Path behind the address. */
  at?: string;
  says: RegExp;
  /** Whether the command is run, which takes as long as a dozen looks; one case stands for those that are told alike. */
  byCommand?: true;
}

const cases: readonly Case[] = [
  {
    what: 'a web page everywhere',
    byCommand: true,
    answer: () => ({ status: 200, html: '<!doctype html><title>Welcome</title>' }),
    says: /^BASE_URL: .* answers 200 with HTML/,
  },
  {
    what: 'another API, with JSON 404s',
    answer: ({ path }) => (path === '/users' ? EMPTY : { status: 404 }),
    says: /^BASE_URL: .* has none of the API's operations: every request is answered with 404/,
  },
  {
    what: 'the base path forgotten',
    answer: right({ accounts: OWN }, '/api/goals'),
    says: /^BASE_URL: .*or the base path is missing/,
  },
  {
    what: '/v2 at the end of the address',
    answer: right({ accounts: OWN }),
    at: '/v2',
    says: /^BASE_URL: .* has a part too much: .* Set BASE_URL=http:\/\/127\.0\.0\.1:\d+$/m,
  },
  {
    what: '/v1 at the end of the address of a server that refuses everywhere else',
    answer: right({ accounts: OWN }, '/api'),
    at: '/api/v1',
    says: /^BASE_URL: .* Set BASE_URL=http:\/\/127\.0\.0\.1:\d+\/api$/m,
  },
  {
    what: 'a redirect to another host',
    answer: ({ path }) => ({ status: 301, headers: { location: `http://elsewhere.example${path}` } }),
    says: /^BASE_URL: .* are redirected \(301\) to http:\/\/elsewhere\.example/,
  },
  {
    what: 'a proxy that wants a password',
    answer: () => ({ status: 407, html: '<html>' }),
    says: /^BASE_URL: a proxy before the target/,
  },
  {
    what: 'a gateway without a server behind it',
    answer: () => ({ status: 502, html: '<html>Bad gateway</html>' }),
    says: /^BASE_URL: a gateway answers in the place of the target \(502/,
  },
  {
    what: 'a server that errs everywhere',
    answer: () => ({ status: 500 }),
    says: /^BASE_URL: the target answers 500 to every request/,
  },
  {
    what: 'a rate limit that is over',
    byCommand: true,
    answer: () => ({ status: 429, headers: { 'retry-after': '0' } }),
    says: /^MAX_RPS: the target refuses requests by its rate limit/,
  },
  {
    what: 'a wrong account',
    answer: right({ accounts: OWN }),
    env: { ACCOUNT_ID: 'another-account' },
    says: /^ACCOUNT_ID: the target takes the token and refuses its user everything in account another-account/,
  },
  {
    what: 'a wrong account that hides everything',
    answer: (asked) => {
      const answered = right({ accounts: OWN })(asked);
      return typeof answered === 'object' && answered.status === 403 ? { status: 404 } : answered;
    },
    env: { ACCOUNT_ID: 'another-account' },
    says: /^ACCOUNT_ID: the target knows nothing in account another-account/,
  },
  {
    what: 'a wrong account that makes the token invalid',
    answer: ({ path, token, account }) =>
      token === 'a-token-of-the-test' && (account === undefined || account === 'an-account')
        ? right({ accounts: OWN })({ method: 'GET', path, token, account: 'an-account', count: 0 })
        : { status: 401 },
    env: { ACCOUNT_ID: 'another-account' },
    says: /^ACCOUNT_ID: the target refuses every request .* takes the same token without the account header/,
  },
  {
    what: 'the accounts swapped',
    answer: right({ accounts: USERS }),
    env: { ACCOUNT_ID: 'other-account', OTHER_ACCESS_TOKEN: 'other-token', OTHER_ACCOUNT_ID: 'an-account' },
    says: /^ACCOUNT_ID: .* takes the same token in account an-account/,
  },
  {
    what: 'a wrong token',
    answer: right({ accounts: {} }),
    says: /^ACCESS_TOKEN: the target refuses it \(401/,
  },
  {
    what: 'an expired token',
    answer: right({ accounts: {} }),
    env: { ACCESS_TOKEN: expired },
    says: /^ACCESS_TOKEN: .*; it expired at 2001-09-09/,
  },
  {
    what: 'a limited user’s token as the first',
    answer: (asked) => (/permissions|roles|badges\/approve/.test(asked.path) ? { status: 403 } : EMPTY),
    says: /^ACCESS_TOKEN: its user lacks permissions/,
  },
  {
    what: 'a limited user who may do nothing as the first',
    answer: ({ account }) => ({ status: account === 'an-account' ? 403 : account === undefined ? 400 : 404 }),
    says: /^(ACCESS_TOKEN|ACCOUNT_ID): /,
  },
  {
    what: 'an unpaid account',
    answer: right({ accounts: OWN, unpaid: ['an-account'] }),
    says: /^ACCOUNT_ID: the subscription of account an-account is not paid \(402/,
  },
  {
    what: 'Bearer pasted into the token',
    byCommand: true,
    answer: right({ accounts: OWN }),
    env: { ACCESS_TOKEN: 'Bearer a-token-of-the-test' },
    says: /^ACCESS_TOKEN: begins with "Bearer "/,
  },
  {
    what: 'a token in two lines',
    answer: right({ accounts: OWN }),
    env: { ACCESS_TOKEN: 'a-token\nof-the-test' },
    says: /^ACCESS_TOKEN: holds a space or a character/,
  },
  ...['SECOND', 'LIMITED', 'OTHER', 'UNPAID'].map(
    (user): Case => ({
      what: `the first token as ${user}_ACCESS_TOKEN`,
      answer: right({ accounts: OWN }),
      env: { [`${user}_ACCESS_TOKEN`]: 'a-token-of-the-test', OTHER_ACCOUNT_ID: 'o', UNPAID_ACCOUNT_ID: 'u' },
      says: new RegExp(`^${user}_ACCESS_TOKEN: is the same token as ACCESS_TOKEN`),
    }),
  ),
  {
    what: 'the first account as the other',
    answer: right({ accounts: USERS }),
    env: { ...OTHER, OTHER_ACCOUNT_ID: 'an-account' },
    says: /^OTHER_ACCOUNT_ID: is the same account as ACCOUNT_ID/,
  },
  {
    what: 'a second token that is not valid',
    byCommand: true,
    answer: apart({ 'second-token': 401 }),
    env: { SECOND_ACCESS_TOKEN: 'second-token' },
    says: /^SECOND_ACCESS_TOKEN: the target refuses it \(401.*and takes ACCESS_TOKEN/,
  },
  {
    what: 'a second token of a limited user',
    answer: apart({ 'second-token': 403 }),
    env: { SECOND_ACCESS_TOKEN: 'second-token' },
    says: /^SECOND_ACCESS_TOKEN: its user is refused what the first may do/,
  },
  {
    what: 'a limited token that is not valid',
    answer: apart({ 'limited-token': 401 }),
    env: { LIMITED_ACCESS_TOKEN: 'limited-token' },
    says: /^LIMITED_ACCESS_TOKEN: the target refuses it/,
  },
  {
    what: 'a limited user who is permitted everything',
    answer: (asked) =>
      asked.path.endsWith('effective-and-allowed-actions')
        ? { status: 200, json: { effectivePermissions: ['read', 'write'], currentUserAllowedActions: {}, domain: 'x' } }
        : right({ accounts: USERS })(asked),
    env: { LIMITED_ACCESS_TOKEN: 'limited-token' },
    says: /^LIMITED_ACCESS_TOKEN: its user may all that the first may/,
  },
  {
    what: 'the first and the limited token swapped',
    answer: (asked) =>
      asked.token === 'a-token-of-the-test' && asked.path.includes('permissions/actions') ? { status: 403 } : EMPTY,
    env: { LIMITED_ACCESS_TOKEN: 'limited-token' },
    says: /^ACCESS_TOKEN: .*the two tokens are swapped/,
  },
  {
    what: 'a token of the first account as the other one’s',
    answer: right({ accounts: { ...USERS, 'other-token': 'an-account' } }),
    env: OTHER,
    says: /^OTHER_ACCESS_TOKEN: it belongs to the first account/,
  },
  {
    what: 'an other token that is not valid',
    answer: apart({ 'other-token': 401 }),
    env: OTHER,
    says: /^OTHER_ACCESS_TOKEN: the target refuses it in account other-account/,
  },
  {
    what: 'no answer at all',
    answer: () => 'silent',
    env: { TIMEOUT_MS: '400' },
    says: /^BASE_URL: .*none within 400 ms/,
  },
  {
    what: 'connections that end without an answer',
    byCommand: true,
    answer: () => 'drop',
    says: /^BASE_URL: the target cannot be reached/,
  },
];

const toldIn = (output: string) => /^goal-conformance: (.*(?:\n.*)?)/m.exec(output)?.[1] ?? '';

/** What the look before a run says of these settings, called as the command calls it. */
async function toldBy(env: Record<string, string>): Promise<{ told: string; warnings: readonly string[] }> {
  try {
    const settings = loadSettings('/', env) as Settings & { baseUrl: string };
    return { told: '', ...(await preflight(settings, loadFixtures(undefined))) };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { told: error.message, warnings: [] };
  }
}

for (const { what, answer, env = {}, at = '', says, byCommand } of cases) {
  test(`${what}: ${byCommand ? 'exit 3, and ' : ''}what to mend`, async () => {
    const tokens = [env.ACCESS_TOKEN ?? 'a-token-of-the-test', 'second-token', 'limited-token', 'other-token'];
    await withTarget(target(answer), async (settings) => {
      const all = { ...settings, BASE_URL: settings.BASE_URL + at, TIMEOUT_MS: '2000', ...env };
      if (!byCommand) {
        const { told } = await toldBy(all);
        expect(told).toMatch(says);
        for (const token of tokens) expect(told).not.toContain(token);
        return;
      }
      const run = await conformance([], all);
      expect(toldIn(run.output), run.output).toMatch(says);
      expect(run.code).toBe(3);
      expect(run.record?.verdict).toBe('harness-error');
      for (const token of tokens) expect(run.output).not.toContain(token);
    });
  });
}

const NOWHERE = { ACCESS_TOKEN: 'x1', ACCOUNT_ID: 'an-account', TIMEOUT_MS: '2000' };

// That the command ends with exit 3 there stands in cli/exit.
test('nobody listens: what to mend', async () => {
  const { told } = await toldBy({ ...NOWHERE, BASE_URL: 'http://127.0.0.1:9' });
  expect(told).toMatch(/^BASE_URL: .*nobody listens at 127\.0\.0\.1:9/);
});

test('there is no such host: what to mend', async () => {
  const { told } = await toldBy({ ...NOWHERE, BASE_URL: 'http://no-such-host.invalid' });
  expect(told).toMatch(/^BASE_URL: .*there is no host no-such-host\.invalid/);
});

test('https where plain HTTP is spoken: what to mend', async () => {
  const { told } = await withTarget(target(right({ accounts: OWN })), (settings) =>
    toldBy({ ...settings, BASE_URL: settings.BASE_URL?.replace('http:', 'https:') ?? '' }),
  );
  expect(told).toMatch(/^BASE_URL: .*TLS with 127\.0\.0\.1:\d+ fails/);
});

const fine: readonly (readonly [string, (asked: Asked) => Answered, Record<string, string>])[] = [
  ['empty lists', right({ accounts: USERS }), { SECOND_ACCESS_TOKEN: 'second-token', ...OTHER }],
  ['one list that errs', (asked) => (asked.path.includes('tags') ? { status: 500 } : EMPTY), {}],
  [
    'one operation that a user with every permission may not do',
    (asked) => (asked.path.includes('scim') ? { status: 403 } : EMPTY),
    {},
  ],
  [
    'a group that is not there and not claimed',
    (asked) => (asked.path.includes('badges') ? { status: 404 } : EMPTY),
    { OPERATION_GROUPS: 'tags,badges' },
  ],
  ['a limited user who may read', right({ accounts: USERS }), { LIMITED_ACCESS_TOKEN: 'limited-token' }],
  [
    'an unpaid account that is refused',
    right({ accounts: { ...OWN, u: 'unpaid' }, unpaid: ['unpaid'] }),
    { UNPAID_ACCESS_TOKEN: 'u', UNPAID_ACCOUNT_ID: 'unpaid' },
  ],
];

for (const [what, answer, env] of fine) {
  test(`${what}: nothing of the set-up is blamed`, async () => {
    const found = await withTarget(target(answer), (settings) =>
      toldBy({ OPERATION_GROUPS: 'tags', ...settings, ...env }),
    );
    expect(found.told).toBe('');
  });
}
