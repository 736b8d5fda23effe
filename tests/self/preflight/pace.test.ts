/** Requests go out again only where that is safe, and a target that refuses for its load is borne within bounds. */
import type { RequestListener } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from '@playwright/test';
import { loadSettings, type Settings } from '../../../schemas/contract.ts';
import { type Client, createClient } from '../../support/http/client.ts';
import { pace, retryAfter } from '../../support/http/pace.ts';
import { createRefusals } from '../../support/http/refusals.ts';
import { conformance, withTarget } from '../cli/command.ts';
import { behindGateway } from '../cli/gateway.ts';
import { judgedHere } from '../cli/here.ts';

async function asked<T>(
  answer: RequestListener,
  use: (client: Client) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> {
  return withTarget(answer, async (env) => {
    const settings = loadSettings('/', { ...env, ...more, ALLOW_WRITES: 'true' }) as Settings & { baseUrl: string };
    const client = createClient(settings);
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

for (const [operation, times] of [
  ['kpiGroups.list', 2],
  ['kpiGroups.create', 1],
] as const) {
  test(`${operation} goes out ${times === 1 ? 'once' : 'again'} when this process was too busy to read the answer`, async () => {
    let count = 0;
    const answer: RequestListener = (_request, response) => {
      count++;
      if (count > 1) response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      else for (const until = performance.now() + 400; performance.now() < until; );
    };
    const message = await asked(answer, (client) => messageOf(client, operation), { TIMEOUT_MS: '300' });
    expect(count).toBe(times);
    if (times === 1) expect(message).toContain('none within 300 ms');
  });
}

test('what is no time to wait for is none', () => {
  for (const header of [undefined, '0', '-5', 'soon', 'Wed, 21 Oct 2015 07:28:00 GMT'])
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

test('what is learnt from 503 is not called 429', async () => {
  const refusals = createRefusals(pace(undefined));
  refusals.refused(503, 1, 0);
  await new Promise((resolve) => setTimeout(resolve, 600));
  refusals.accepted();
  refusals.refused(503, 1, 0);
  expect(refusals).toMatchObject({ learnt: expect.any(Number), learntFrom: 503 });
});

/** So few a second that a slow machine sends more. */
const BORNE = 25;

test('a server that allows few requests a second is judged at its pace, and one line suggests MAX_RPS', async () => {
  let [window, inWindow, taken, refused] = [0, 0, 0, 0];
  const run = await behindGateway(
    () => {
      const now = Math.floor(Date.now() / 1000);
      if (now !== window) [window, inWindow] = [now, 0];
      if (++inWindow > BORNE) {
        refused++;
        return 429;
      }
      taken++;
      return 'pass';
    },
    (settings) =>
      judgedHere('@badges\\.', {
        ...settings,
        OPERATION_GROUPS: 'badges',
        NUM_RUNS: '1',
        SETTLE_MS: '0',
      }),
  );
  expect(run.output).toMatch(/^~ the target refused requests for their number \(429\).* MAX_RPS=\d+ keeps to that/m);
  expect(run.record.requirements.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  // Without a pace more are refused than taken, on however slow a machine.
  expect(refused).toBeLessThan(0.75 * taken);
});

test('MAX_RPS and MAX_IN_FLIGHT hold for all workers together, in every second', async () => {
  const [most, atOnce, arrivals, together]: [number, number, number[], number[]] = [80, 3, [], []];
  const delays = monitorEventLoopDelay();
  delays.enable();
  const run = await behindGateway(
    (_before, _request, underWay) => {
      arrivals.push(performance.now());
      together.push(underWay);
      return 'pass';
    },
    (settings) =>
      conformance(['--grep', '@(badges|announcements)\\.', '--workers', '2'], {
        ...settings,
        OPERATION_GROUPS: 'badges,announcements',
        NUM_RUNS: '1',
        MAX_RPS: String(most),
        MAX_IN_FLIGHT: String(atOnce),
      }),
  );
  expect(run.record?.requirements.filter(({ outcome }) => outcome === 'fail')).toEqual([]);
  expect(arrivals.length).toBeGreaterThan(2 * most);
  const within = (from: number) => arrivals.filter((at) => at >= from && at < from + 1000).length;
  // What waited on the way may arrive together with the next, and so may what came while this process did not run.
  const stalledS = delays.max / 1e9;
  expect(Math.max(...arrivals.map(within))).toBeLessThanOrEqual((1.5 + stalledS) * most);
  expect(Math.max(...together)).toBeLessThanOrEqual(atOnce);
});

test('no more requests are under way than MAX_IN_FLIGHT allows, and what waits is sent', async () => {
  let [underWay, most, count] = [0, 0, 0];
  const slow: RequestListener = (_request, response) => {
    count++;
    most = Math.max(most, ++underWay);
    setTimeout(() => {
      underWay--;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }, 20);
  };
  const all = (client: Client) => Promise.all(Array.from({ length: 20 }, () => client.send('tags.list')));
  await asked(slow, all, { MAX_IN_FLIGHT: '3' });
  expect([count, most]).toEqual([20, 3]);
});

test('a worker that begins after the token has expired knows that the target is lost', async () => {
  const refuses: RequestListener = (_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  };
  await asked(refuses, async (client) => {
    const started = performance.now();
    expect((await client.send('roles.list')).status).toBe(401);
    expect(await client.watch.lostSince(started)).toMatchObject({ actor: 'first', back: false });
  });
});

test('MAX_RPS holds for what is asked of a target that seems to be lost', async () => {
  const arrivals: number[] = [];
  const refuses: RequestListener = (_request, response) => {
    arrivals.push(performance.now());
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  };
  await asked(
    refuses,
    async (client) => {
      await client.send('roles.list');
      expect(await client.watch.lostSince(0)).toMatchObject({ back: false });
    },
    { MAX_RPS: '5' },
  );
  expect(arrivals.length).toBeGreaterThan(5);
  // What waited on the way may arrive together with the next.
  expect((arrivals.at(-1) as number) - (arrivals[0] as number)).toBeGreaterThan((arrivals.length - 2) * 200);
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
