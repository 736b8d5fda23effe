/** Targets behind gateways and proxies: further headers in every request, and requests by way of a proxy. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { loadSettings, type Settings, SettingsError } from '../../../schemas/contract.ts';
import { unanswered } from '../../support/http/preflight/unreached.ts';
import { proxyOf } from '../../support/http/proxy.ts';
import { conformance } from '../cli/command.ts';
import { judgedHere } from '../cli/here.ts';
import { SMALLER } from '../world.ts';

const KEY = 'key-of-the-gateway-1234';
const SELECTED = '@kpiGroups\\.create-stored( |$)';
const ONE = ['--grep', SELECTED];

/** Every file below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** A server that stands before the reference server. @param note sees each request, and may refuse it with a status */
async function before<T>(
  note: (request: IncomingMessage) => number | undefined,
  use: (address: string, settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { server, settings } = await start({ size: SMALLER });
  const front = createServer((request, response) => {
    const status = note(request);
    if (status !== undefined) {
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const { method, headers } = request;
    const onward = send(new URL(request.url ?? '', settings.BASE_URL), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  front.on('connect', (request, socket, head) => {
    note(request);
    const [host = '', port] = (request.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  try {
    return await use(`http://127.0.0.1:${(front.address() as AddressInfo).port}`, { ...settings });
  } finally {
    for (const one of [front, server]) {
      one.closeAllConnections();
      one.close();
    }
  }
}

test('EXTRA_HEADERS go out with every request, and their values stand in no report', async () => {
  const missing = ({ headers }: IncomingMessage) => (headers['x-api-key'] === KEY ? undefined : 403);
  await before(missing, async (address, settings) => {
    const env = { ...settings, BASE_URL: address, ALLOW_WRITES: 'true' };
    await expect(judgedHere(SELECTED, env)).rejects.toThrow(SettingsError);
    const run = await conformance(ONE, { ...env, EXTRA_HEADERS: JSON.stringify({ 'X-Api-Key': KEY, 'x-env': 'ci' }) });
    expect(run.code, run.output).toBe(0);
    expect(run.output).not.toContain(KEY);
    for (const file of filesIn(run.reportDir)) expect(readFileSync(file, 'latin1').includes(KEY), file).toBe(false);
  });
});

test('requests go through the proxy that the environment names', async () => {
  const seen: string[] = [];
  const note = ({ url = '' }: IncomingMessage) => {
    seen.push(url);
    return undefined;
  };
  await before(note, async (address, settings) => {
    const env = { ...settings, ALLOW_WRITES: 'true', HTTP_PROXY: address };
    const run = await conformance(ONE, { ...env, NO_PROXY: '' });
    expect(run.code, run.output).toBe(0);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen[0]).toContain(new URL(settings.BASE_URL as string).host);
    seen.length = 0;
    // Who is refused has been there: the run need not go on.
    const direct = await conformance(ONE, { ...env, NO_PROXY: 'localhost, 127.0.0.1', ACCESS_TOKEN: 'of-nobody' });
    expect(direct.output).toContain('ACCESS_TOKEN: the target refuses it (401');
    expect(seen).toEqual([]);
    const dead = await conformance(ONE, { ...env, NO_PROXY: '', HTTP_PROXY: 'http://127.0.0.1:9' });
    expect(dead.code).toBe(3);
    expect(dead.output).toMatch(/HTTP_PROXY or HTTPS_PROXY sends requests through 127\.0\.0\.1:9: mend the proxy/);
  });
});

for (const [url, env, proxy] of [
  ['http://api.example.com', { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
  ['https://api.example.com', { HTTP_PROXY: 'http://p:1' }, undefined],
  ['https://api.example.com', { https_proxy: 'http://p:2' }, 'http://p:2'],
  ['http://api.example.com', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'other.com, .example.com' }, undefined],
  ['http://api.example.com', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'example.com' }, undefined],
  ['http://api.example.com', { HTTP_PROXY: 'http://p:1', NO_PROXY: '*' }, undefined],
  ['http://badexample.com', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'example.com' }, 'http://p:1'],
  ['http://a.com:8080', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'a.com:80' }, 'http://p:1'],
  ['http://a.com:8080', { HTTP_PROXY: 'http://p:1', NO_PROXY: 'a.com:8080' }, undefined],
] as const)
  test(`${url} with ${JSON.stringify(env)} goes ${proxy === undefined ? 'directly' : `through ${proxy}`}`, () => {
    expect(proxyOf(url, env)).toBe(proxy);
  });

test('a certificate for another name is told as such, also behind a proxy', () => {
  const { HTTPS_PROXY: before } = process.env;
  process.env.HTTPS_PROXY = 'http://proxy.example.com:8080';
  try {
    const settings = { ...loadSettings('/', {}), baseUrl: 'https://api.example.org' };
    const said = (code: string) => unanswered({ code, message: 'no answer' }, settings);
    expect(said('ERR_TLS_CERT_ALTNAME_INVALID')).toMatch(/TLS with api\.example\.org fails/);
    expect(said('ECONNREFUSED')).toMatch(/through proxy\.example\.com:8080: mend the proxy/);
  } finally {
    if (before === undefined) delete process.env.HTTPS_PROXY;
    else process.env.HTTPS_PROXY = before;
  }
});

const load = (EXTRA_HEADERS: string): Settings => loadSettings('/', { EXTRA_HEADERS });

for (const [given, says] of [
  ['{x}', /is no JSON \(its value is not repeated here\)/],
  ['{"Authorization": "Bearer x"}', /Authorization is a header that each request has already/],
  ['{"a b": "x"}', /"a b" is no header/],
  ['{"x-a": "line\\nbreak"}', /"x-a" is no header/],
  ['{"x-a": 7}', /"x-a" is no header/],
  ['x-a: secret', /^EXTRA_HEADERS: \(secret\) is not allowed/],
] as const)
  test(`EXTRA_HEADERS=${given} is refused, and says why`, () => {
    expect(() => load(given)).toThrow(SettingsError);
    expect(() => load(given)).toThrow(says);
  });

test('a proxy that is no address is refused without repeating it', () => {
  expect(() => proxyOf('http://a.com', { HTTP_PROXY: 'user:secret@proxy' })).toThrow(
    'HTTP_PROXY: is no address of a proxy. Example: http://proxy.example.com:8080',
  );
});
