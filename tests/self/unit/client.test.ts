import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { loadSettings, type Settings } from '../../../schemas/contract.ts';
import { createClient } from '../../support/http/client.ts';
import { PATIENCE } from '../../support/http/refusals.ts';
import { jsonAnswer } from '../inProcess.ts';

type Hinder = (request: IncomingMessage, response: ServerResponse) => void;

/** Drops the connection before it answers. */
const dropping: Hinder = ({ socket }) => socket.destroy();
const gateway: Hinder = (_, response) => response.writeHead(502).end();

interface Hindrance {
  /** Requests that go well first. */
  before: number;
  /** Requests after them that are hindered. */
  times: number;
}

/** A server that does something else with some requests; it counts the requests. */
async function hindered(
  hinder: Hinder,
  { before, times }: Hindrance,
): Promise<{ server: Server; seen: string[]; baseUrl: string }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.method as string);
    if (seen.length > before && seen.length <= before + times) hinder(request, response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, seen, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function sent(
  operation: string,
  input: object,
  hinder = dropping,
  hindrance: Hindrance = { before: 0, times: 1 },
): Promise<{ seen: string[]; outcome: unknown }> {
  const { server, seen, baseUrl } = await hindered(hinder, hindrance);
  const given = { BASE_URL: baseUrl, ACCESS_TOKEN: 'token', ACCOUNT_ID: 'account', ALLOW_WRITES: 'true' };
  const settings = loadSettings('/', given) as Settings & { baseUrl: string };
  const client = createClient(settings);
  try {
    for (let asked = 0; asked < hindrance.before; asked++) await client.send(operation, input);
    const outcome = await client.send(operation, input).then(
      ({ status }) => status,
      (error: Error) => error.name,
    );
    return { seen, outcome };
  } finally {
    await client.close();
    server.close();
  }
}

test('a field that says how an object becomes a text is left out of what is read', async () => {
  const body = { items: [{ id: 'a', toString: 1, in: [{ valueOf: null }] }], totalCount: 1 };
  const given = { BASE_URL: 'http://127.0.0.1:9', ACCESS_TOKEN: 'token', ACCOUNT_ID: 'account' };
  const settings = loadSettings('/', given) as Settings & { baseUrl: string };
  const carrier = { request: async () => jsonAnswer(200, body), destroy: async () => {} };
  const { json } = await createClient(settings, 1, PATIENCE, 0, carrier).send('tags.list');
  expect(JSON.parse(JSON.stringify(json))).toEqual({ items: [{ id: 'a', in: [{}] }], totalCount: 1 });
  expect(String((json as { items: unknown[] }).items)).toBe('[object Object]');
});

test('a read whose connection is lost is sent again', async () => {
  expect(await sent('kpiGroups.list', {})).toEqual({ seen: ['GET', 'GET'], outcome: 200 });
});

test('setting a favourite is sent again, since twice is like once', async () => {
  const found = await sent('kpiGroups.setFavorite', { params: { groupId: 'a' } });
  expect(found).toEqual({ seen: ['PUT', 'PUT'], outcome: 200 });
});

test('a create and a delete whose answers are lost are never repeated', async () => {
  expect(await sent('kpiGroups.create', { body: {} })).toEqual({ seen: ['POST'], outcome: 'NotTested' });
  const removed = await sent('kpiGroups.delete', { params: { groupId: 'a' } });
  expect(removed).toEqual({ seen: ['DELETE'], outcome: 'NotTested' });
});

test('a read that a gateway answers for the target is sent again, a create is not', async () => {
  expect(await sent('kpiGroups.list', {}, gateway)).toEqual({ seen: ['GET', 'GET'], outcome: 200 });
  expect(await sent('kpiGroups.create', { body: {} }, gateway)).toEqual({ seen: ['POST'], outcome: 502 });
});

test('a read that a gateway answers until shortly before another goes well is sent once more', async () => {
  const { seen, outcome } = await sent('kpiGroups.list', {}, gateway, { before: 1, times: 3 });
  expect(outcome).toBe(200);
  // The one before, three times, a reading that shows the target, and once more.
  expect(seen).toHaveLength(6);
});

test('a read of a target that was never there is not sent once more', async () => {
  const { seen, outcome } = await sent('kpiGroups.list', {}, gateway, { before: 0, times: 3 });
  expect(outcome).toBe(502);
  expect(seen).toHaveLength(3);
});
