/** Requests go out again only where that is safe, and a target that refuses for its load is borne within bounds. */
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { loadSettings, type Settings } from '../../../schemas/contract.ts';
import { type Client, createClient } from '../../support/http/client.ts';
import { retryAfter } from '../../support/http/pace.ts';
import type { Patience } from '../../support/http/refusals.ts';
import { conformance, withTarget } from '../cli/command.ts';
import { behindGateway } from '../cli/gateway.ts';

async function asked<T>(answer: RequestListener, use: (client: Client) => Promise<T>, patience?: Patience): Promise<T> {
  return withTarget(answer, async (env) => {
    const settings = loadSettings('/', { ...env, ALLOW_WRITES: 'true' }) as Settings & { baseUrl: string };
    const client = createClient(settings, 1, patience);
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  });
}

const messageOf = (client: Client, id = 'tags.list') => client.send(id).then(String, (error: Error) => error.message);

for (const [operation, times] of [
  ['kpiGroups.create', 1],
  ['kpiGroups.list', 3],
] as const) {
  test(`${operation} goes out ${times === 1 ? 'once' : `${times} times`} when the connection is dropped`, async () => {
    let count = 0;
    const drop: RequestListener = (request) => {
      count++;
      request.socket.destroy();
    };
    await asked(drop, (client) => messageOf(client, operation));
    expect(count).toBe(times);
  });
}

for (const header of [undefined, '0', '-5', 'soon', 'Wed, 21 Oct 2015 07:28:00 GMT'])
  test(`a target that refuses for ever with Retry-After ${header} is asked seldom, and given up`, async () => {
    let count = 0;
    const refuse: RequestListener = (_request, response) => {
      count++;
      response.writeHead(429, header === undefined ? {} : { 'retry-after': header }).end();
    };
    const message = await asked(refuse, (client) => messageOf(client), { ms: 1000, inAllMs: 5000, refusals: 100 });
    expect(message).toContain('by its rate limit, so the run has ended: it answered 429 for');
    expect(count).toBeLessThan(12);
    expect(retryAfter(header)).toBe(undefined);
  });

test('a pace is learnt from repeated refusals, and MAX_RPS suggested', async () => {
  let [window, taken, refused] = [0, 0, 0];
  const limited: RequestListener = (_request, response) => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== window) [window, taken] = [now, 0];
    if (++taken > 20) {
      refused++;
      response.writeHead(429, { 'retry-after': '1' }).end();
    } else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };
  const notices = await asked(limited, async (client) => {
    await Promise.all(Array.from({ length: 120 }, () => client.send('tags.list')));
    return client.notices();
  });
  expect(notices.join()).toMatch(/MAX_RPS=\d+ keeps to that/);
  expect(refused).toBeLessThan(400);
});

test('a server that allows few requests a second is judged at its pace, and one line suggests MAX_RPS', async () => {
  let [window, taken, refused] = [0, 0, 0];
  const run = await behindGateway(
    () => {
      const now = Math.floor(Date.now() / 1000);
      if (now !== window) [window, taken] = [now, 0];
      if (++taken <= 40) return 'pass';
      refused++;
      return 429;
    },
    (settings) =>
      conformance(['--grep', '@badges\\.'], { ...settings, OPERATION_GROUPS: 'badges', NUM_RUNS: '1', SETTLE_MS: '0' }),
  );
  expect(run.output).toMatch(/^~ the target refused requests for their number \(429\).* MAX_RPS=\d+ keeps to that/m);
  expect(run.record?.requirements.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(refused).toBeLessThan(200);
});

const MB = 1024 * 1024;
const answers: readonly (readonly [string, () => Buffer | string, Record<string, string>, RegExp | string])[] = [
  [
    'a gzip bomb',
    () => gzipSync(Buffer.alloc(100 * MB, 'a')),
    { 'content-encoding': 'GZip' },
    /larger than 16 MB once decoded/,
  ],
  ['deep JSON', () => `${'['.repeat(5000)}${']'.repeat(5000)}`, {}, /more than 1000 levels/],
  ['very many values', () => `[${'1,'.repeat(510_000)}1]`, {}, /more than 500000 values/],
  ['a very long text', () => JSON.stringify({ name: 'y'.repeat(2 * MB) }), {}, /a text of more than 1 MB/],
  ['brackets in texts', () => JSON.stringify({ items: ['[\\"'.repeat(3000)] }), {}, '[object Object]'],
  ['a coding in capitals', () => gzipSync('{"tags":[]}'), { 'content-encoding': 'GZIP' }, '[object Object]'],
];

for (const [what, body, headers, says] of answers)
  test(`an answer with ${what}`, async () => {
    const listener: RequestListener = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body());
    };
    const message = await asked(listener, (client) => messageOf(client));
    if (typeof says === 'string') expect(message).toBe(says);
    else expect(message).toMatch(says);
  });

test('a target behind redirects that refuses once is not lost', async () => {
  const redirect: RequestListener = (request, response) => {
    const [path = '', query = ''] = (request.url ?? '').split('?');
    if (!path.endsWith('/')) response.writeHead(308, { location: `${path}/?${query}` }).end();
    else response.writeHead(path.includes('roles') ? 401 : 200, { 'content-type': 'application/json' }).end('{}');
  };
  await asked(redirect, async (client) => {
    const started = performance.now();
    expect((await client.send('tags.list')).status).toBe(200);
    expect((await client.send('roles.list')).status).toBe(401);
    expect(client.watch.suspicions).toBe(1);
    expect(await client.watch.lostSince(started)).toBe(undefined);
  });
});
