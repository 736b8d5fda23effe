/** A target that is lost in the middle: what was judged before stands, and no word about the target is said of the rest. */
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { conformance, type Run } from '../cli/command.ts';

type Fate = number | 'drop' | 'pass';

/** Judges a reference server behind a gateway. @param fate what becomes of a request, of which so many came before */
async function behind(
  fate: (before: number, request: IncomingMessage) => Fate,
  env: Record<string, string> = {},
): Promise<Run> {
  const { server, settings } = await start();
  let count = 0;
  const gateway = createServer((request, response) => {
    const what = fate(count++, request);
    if (what === 'drop') request.socket.destroy();
    else if (what === 'pass') {
      const { method, url, headers } = request;
      const onward = send(new URL(url ?? '', settings.BASE_URL), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(onward);
    } else response.writeHead(what, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = gateway.address() as AddressInfo;
    const BASE_URL = `http://127.0.0.1:${port}`;
    return await conformance([], {
      ...settings,
      BASE_URL,
      OPERATION_GROUPS: 'badges,roles',
      TIMEOUT_MS: '9000',
      ...env,
    });
  } finally {
    gateway.closeAllConnections();
    gateway.close();
    server.closeAllConnections();
    server.close();
  }
}

/** Requests of the preflight are fewer than these, and those of the run more. */
const HALF_WAY = 500;

const failed = ({ record }: Run) =>
  record?.requirements.filter(({ outcome }) => outcome === 'fail').map(({ id, reason }) => `${id}: ${reason}`);
const passed = ({ record }: Run) => record?.requirements.filter(({ outcome }) => outcome === 'pass') ?? [];

test('a server that dies: exit 3, whatever is allowed', async () => {
  const run = await behind((before) => (before < HALF_WAY ? 'pass' : 'drop'), { ALLOW_INCOMPLETE: 'true' });
  expect(run.code, run.output).toBe(3);
  expect(run.record?.errors[0]).toMatch(/^the target stopped answering at \d\d:\d\d:\d\d UTC, after [\d,]+ requests\./);
  expect(run.output).toContain('stopped answering at');
  expect(failed(run)).toEqual([]);
});

test('a token that expires half-way: exit 3, with the time, and nothing of it reads as a failure', async () => {
  const run = await behind((before) => (before < HALF_WAY ? 'pass' : 401));
  expect(run.code, run.output).toBe(3);
  expect(run.record?.errors[0]).toMatch(/turned to answering every reading with 401 at \d\d:\d\d:\d\d UTC, after/);
  expect(failed(run)).toEqual([]);
});

test('a gateway that answers 502 for a while: what it explains is not tested, the rest is judged', async () => {
  let since = 0;
  const run = await behind((before) => {
    if (before === HALF_WAY) since = Date.now();
    return since > 0 && Date.now() - since < 1500 ? 502 : 'pass';
  });
  expect(failed(run)).toEqual([]);
  expect(run.record?.errors).toEqual([]);
  expect(run.record?.warnings.join('\n')).toMatch(/turned to answering every reading with 502 at .* and came back/);
  expect(passed(run).length).toBeGreaterThan(0);
  expect(run.code).toBe(2);
});
