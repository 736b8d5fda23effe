/** What connections do to the server besides well-formed requests, and what it does when it stops. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { projectRoot } from '../../../schemas/contract.ts';
import { raw } from './support.ts';

type Started = Awaited<ReturnType<typeof start>>;

let started: Started;
test.beforeAll(async () => {
  started = await start({ seams: { delay: 30 } });
});
test.afterAll(() => started.server.stop());

const signed = (settings: Record<string, string>) =>
  `host: x\r\nauthorization: Bearer ${settings.ACCESS_TOKEN}\r\nservice-accountid: ${settings.ACCOUNT_ID}\r\n`;
const get = (more = '', settings = started.settings) =>
  `GET /v1/kpis/groups HTTP/1.1\r\n${signed(settings)}${more}\r\n`;
const post = (headers: string, body: string, settings = started.settings) =>
  `POST /v1/kpis/groups HTTP/1.1\r\n${signed(settings)}content-type: application/json\r\n${headers}\r\n\r\n${body}`;
const TUNNEL = 'CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n';

/** Status codes of the answers in what came back. */
const statuses = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));

/** What comes back for bytes after which the server hangs up. */
const ask = (text: string, { settings } = started): Promise<string> => raw(settings.BASE_URL as string, text, 5000);

/** A connection that holds its half open until the test ends it; errors are expected. */
function open(text: string, { settings } = started): Promise<Socket> {
  const { hostname, port } = new URL(settings.BASE_URL as string);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  socket.on('error', () => {});
  return new Promise((resolve) => socket.write(text, () => resolve(socket)));
}

const received = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => resolve(text));
    socket.on('end', () => resolve(text));
  });

const connections = ({ server }: Started): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a reset ends nothing but its own connection', async () => {
  for (const text of [
    TUNNEL,
    get() + TUNNEL,
    get('connection: upgrade\r\nupgrade: websocket\r\n'),
    get('connection: upgrade\r\nupgrade: h2c\r\nhttp2-settings: x\r\n'),
    get(),
    get().repeat(20),
    get().slice(0, 30),
    post('content-length: 100', '{"name":'),
    post('transfer-encoding: chunked', '5\r\n{"na'),
    post('expect: 100-continue\r\ncontent-length: 12', ''),
    'NONSENSE\r\n\r\n',
  ]) {
    for (const ms of [0, 10]) {
      const socket = await open(text);
      await pause(ms);
      socket.resetAndDestroy();
    }
    expect(statuses(await ask(get('connection: close\r\n'))), text).toEqual([200]);
  }
});

test('refused connections are let go, also when the client keeps its half open', async () => {
  const own = await start();
  for (const text of [TUNNEL, TUNNEL + 'x'.repeat(100_000), 'NONSENSE\r\n\r\n', get('x', own.settings)]) {
    const socket = await open(text, own);
    expect(statuses(await received(socket)), text.slice(0, 40)).toEqual([400]);
  }
  await expect.poll(() => connections(own), { timeout: 3000 }).toBe(0);
  await own.server.stop();
});

test('what is broken is refused after the answers to the requests before it', async () => {
  const chunked = 'transfer-encoding: chunked';
  for (const [text, expected] of [
    [get() + TUNNEL, [200, 400]],
    [`${get()}GARBAGE\r\n\r\n`, [200, 400]],
    [get() + get() + post(chunked, 'zz\r\n'), [200, 200, 400]],
    [post('content-length: 12', '{"name":"a"}') + post(chunked, 'zz\r\n'), [201, 400]],
    [post(chunked, 'zz\r\n') + get(), [400]],
  ] as const) {
    expect(statuses(await ask(text)), text.slice(-60)).toEqual(expected);
  }
});

test('pipelined requests are answered in their order', async () => {
  const text = Array.from({ length: 60 }, (_, i) =>
    i % 3 === 0 ? post('content-length: 15', `{"name":"p${String(i).padStart(3, '0')}"}`) : get(),
  );
  const answers = await ask(`${text.join('')}${get('connection: close\r\n')}`);
  expect(statuses(answers)).toEqual([...text.map((_, i) => (i % 3 === 0 ? 201 : 200)), 200]);
  const names = [...answers.matchAll(/"name":"(p\d{3})","favorite":false\}(?=HTTP)/g)].map(([, name]) => name);
  expect(names.length).toBe(20);
  expect(names).toEqual([...names].sort());
});

test('forms of smuggling: one refusal, and the bytes behind are no request', async () => {
  const hidden = get();
  const forms: readonly string[] = [
    post('transfer-encoding: chunked\r\ncontent-length: 4', `0\r\n\r\n${hidden}`),
    post('content-length: 4\r\ntransfer-encoding: chunked', `0\r\n\r\n${hidden}`),
    post('transfer-encoding : chunked', `0\r\n\r\n${hidden}`),
    post('transfer-encoding: xchunked', `0\r\n\r\n${hidden}`),
    post('transfer-encoding: chunked, identity', `0\r\n\r\n${hidden}`),
    post('transfer-encoding: chunked\r\ntransfer-encoding: identity', `0\r\n\r\n${hidden}`),
    post('content-length: 4\r\ncontent-length: 5', `abcd${hidden}`),
    post('content-length: 4, 4', `abcd${hidden}`),
    post('content-length: +4', `abcd${hidden}`),
    post('content-length: -1', hidden),
    post('content-length: 0x4', `abcd${hidden}`),
    post('content-length: 99999999999999999999', hidden),
    post('transfer-encoding: chunked', `ffffffffffffffffff\r\n${hidden}`),
    post('transfer-encoding: chunked', `-1\r\n${hidden}`),
    post('transfer-encoding: chunked', `4\nabcd\n0\n\n${hidden}`),
    get().replaceAll('\r\n', '\n'),
    get('x: a\rb\r\n'),
    get('x: a\0b\r\n'),
    get('x: a\r\n folded\r\n'),
    get(' x: leading space\r\n'),
    get('host: y\r\nconnection: close\r\n'),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ];
  for (const text of forms) {
    expect(statuses(await ask(text)), JSON.stringify(text)).toEqual([400]);
  }
});

test('slow senders are answered, hold up nobody, and are refused when they stop', async () => {
  const own = await start();
  const slow = await open('', own);
  const answer = received(slow);
  for (const char of get('connection: close\r\n', own.settings)) {
    slow.write(char);
    await pause(1);
  }
  expect(statuses(await answer)).toEqual([200]);
  own.server.headersTimeout = 200;
  own.server.requestTimeout = 200;
  const stopped = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      open(i % 2 === 0 ? 'GET /v1/kpis/groups HT' : post('content-length: 50', '{"na', own.settings), own),
    ),
  );
  expect(statuses(await ask(get('connection: close\r\n', own.settings), own))).toEqual([200]);
  for (const socket of stopped) expect(statuses(await received(socket))).toEqual([408]);
  await own.server.stop();
});

/** Both ends of each are files of this process, which may have some thousand open. */
const IDLE = 400;

test('connections without a request hold up nobody', async () => {
  const own = await start({});
  const idle = await Promise.all(Array.from({ length: IDLE }, () => open('', own)));
  await expect.poll(() => connections(own)).toBe(IDLE);
  expect(statuses(await ask(get('connection: close\r\n', own.settings), own))).toEqual([200]);
  for (const socket of idle) socket.destroy();
  await own.server.stop();
});

test('a body without end is refused while it comes', async () => {
  const socket = await open(post('transfer-encoding: chunked', ''));
  const answer = received(socket);
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  for (let i = 0; i < 200 && !socket.destroyed; i++) {
    socket.write(chunk);
    await pause(1);
  }
  expect(statuses(await answer)).toEqual([413]);
});

test('SIGTERM: what is in flight is answered, then the process ends, whoever holds a connection', async () => {
  const child = spawn(process.execPath, [join(projectRoot, 'dist/reference-server/main.js'), '--delay', '400'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const settings = JSON.parse(line) as Record<string, string>;
  const own = { ...started, settings };
  const idle = await open('', own);
  const tunnel = await open(TUNNEL, own);
  const reading = received(await open(get('', settings), own));
  const writing = received(await open(post('content-length: 12', '{"name":"a"}', settings), own));
  await pause(100);
  const signalled = performance.now();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  // Longer than a busy machine takes, shorter than any of these connections would be kept.
  expect(performance.now() - signalled).toBeLessThan(15_000);
  expect(statuses(await reading)).toEqual([200]);
  expect(statuses(await writing)).toEqual([201]);
  for (const socket of [idle, tunnel]) socket.destroy();
});
