/** What the server makes of hostile and broken requests: a clear refusal, never a 5xx, never silence. */
import { expect, test } from '@playwright/test';
import { operations } from '../../../schemas/contract.ts';
import { filtered, raw, type Served, serve } from './support.ts';

let served: Served;
test.beforeAll(async () => {
  served = await serve();
});
test.afterAll(() => served.close());

const DEEP = (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`;

test('broken addresses', async () => {
  const cases: readonly (readonly [string, number])[] = [
    ['/', 404],
    ['/v1', 404],
    ['/v1/nothing', 404],
    ['/v1/tasks/', 405],
    ['/v1//tasks', 404],
    ['//', 404],
    ['//v2/tasks', 404],
    ['/v2/tasks//', 404],
    ['/v2/tasks%2f', 404],
    ['/v2/tasks%00', 404],
    ['/v2/tasks??&&=', 200],
    ['/v2/tasks?filter=&sort=&fields=&skip=&limit=', 200],
    ['/v2/tasks?filter[name]=x&limit[]=1', 200],
    ['/v1/tasks/%', 400],
    ['/v1/tasks/%zz', 400],
    ['/v1/tasks/%ff', 400],
    ['/v1/tasks/%00', 404],
    ['/v1/tasks/__proto__', 404],
    ['/v1/tasks/constructor', 404],
    ['/v1/tasks/..%2f..%2fetc', 404],
    [`/v1/tasks/${'x'.repeat(8000)}`, 404],
    ['/v2/tasks?filter=%', 400],
    ['/v2/tasks?filter=%c3%28', 400],
    ['/v2/tasks?filter={', 400],
    ['/v2/tasks?filter=5', 400],
    [filtered('/v2/tasks', { $where: 'process.exit()' }), 400],
    [filtered('/v2/tasks', { name: { $regex: '(' } }), 400],
    [filtered('/v2/tasks', DEEP(50)), 400],
    ['/v2/tasks?sort=-', 400],
    ['/v2/tasks?fields=a%7B', 400],
    ['/v2/tasks?skip=-1', 400],
    ['/v2/tasks?skip=x', 400],
    ['/v2/tasks?limit=1.5', 400],
    ['/v2/users?take=x', 400],
    ['/v1/kpi-snapshots?from=yesterday', 400],
    ['/v1/kpi-snapshots?from=2025-13-40', 400],
    ['/v1/kpi-snapshots?from=2025-02-30', 400],
    [`/v2/tasks?sort=${'name,'.repeat(2500)}`, 200],
    [`/v2/tasks?sort=${'a.'.repeat(5000)}`, 200],
    [`/v2/tasks?fields=${'a%7B'.repeat(500)}`, 400],
    ['/v2/tasks?limit=99999999999999999999', 400],
    ['/v2/tasks?skip=999999999999999&limit=999999999999999', 200],
    [filtered('/v2/tasks', '{"__proto__":{"$gt":1},"a":{"__proto__":1}}'), 200],
    [filtered('/v2/tasks', '{"a":{"$__proto__":1}}'), 400],
    ['/v1/kpi-snapshots?timeZone=Mars/Base', 400],
    ['/v1/kpi-snapshots?groupBy=constructor', 400],
    ['/v2/permissions/allowed-actions/constructor', 400],
    [`/v1/permissions/currentUser-allowedActions/${'f'.repeat(24)}?targetType=__proto__`, 400],
    ['/v1/permissions/default-access/__proto__', 404],
    ['/v2/tasks?__proto__=1&constructor=2&fields=__proto__%7Bx%7D&sort=__proto__,constructor.name', 200],
  ];
  for (const [path, status] of cases) {
    const reply = await served.ask(path);
    expect(reply.status, path.slice(0, 100)).toBe(status);
    if (status >= 400) expect(reply.json).toEqual({ statusCode: status, message: expect.any(String) });
  }
});

test('a parameter that stands twice counts once, for what it said first', async () => {
  const { status, json } = await served.ask('/v2/tasks?limit=2&limit=x&sort=name&sort=-name&filter={}&filter={');
  const names = json.items.map(({ name }: { name: string }) => name);
  expect([status, names]).toEqual([
    200,
    [...served.main.tasks.values()]
      .map(({ name }) => name)
      .sort()
      .slice(0, 2),
  ]);
});

test('other methods', async () => {
  const wrong = await served.ask('/v1/tasks', { method: 'DELETE' });
  expect([wrong.status, wrong.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  const options = await served.ask('/v2/tasks', { method: 'OPTIONS' });
  expect([options.status, options.headers.allow, options.text]).toEqual([204, 'GET, HEAD, OPTIONS', '']);
  expect((await served.ask('/v1/nothing', { method: 'OPTIONS' })).status).toBe(404);
  const whole = await served.ask('/v1/kpis/groups');
  const head = await served.ask('/v1/kpis/groups', { method: 'HEAD' });
  expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', whole.headers['content-length']]);
});

test('content negotiation', async () => {
  for (const [accept, status] of [
    ['application/json', 200],
    ['text/html, */*;q=0.1', 200],
    ['application/*', 200],
    ['', 200],
    ['text/html', 406],
  ] as const) {
    expect((await served.ask('/v1/kpis/groups', { headers: { accept } })).status, accept).toBe(status);
  }
  for (const [type, status] of [
    ['application/json', 201],
    ['application/json; charset=utf-8', 201],
    ['application/merge-patch+json', 201],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
  ] as const) {
    const reply = await served.ask('/v1/kpis/groups', {
      method: 'POST',
      body: { name: 'negotiated' },
      headers: { 'content-type': type },
    });
    expect(reply.status, type).toBe(status);
  }
  expect(
    (
      await served.ask('/v1/kpis/groups', {
        method: 'POST',
        body: { name: 'n' },
        headers: { 'content-encoding': 'gzip' },
      })
    ).status,
  ).toBe(415);
});

const POISON = [
  '{',
  '',
  ' ',
  '[]',
  '5',
  'null',
  '"text"',
  '{"name":5}',
  '{"name":{"a":1}}',
  DEEP(1000),
  '['.repeat(200_000),
  '{"a":1}}',
  "{'name':'x'}",
];

test('broken bodies are refused by every write, and change nothing', async () => {
  const before = JSON.stringify([
    served.main.tasks.size,
    served.main.users.size,
    served.main.roles.size,
    served.main.announcements.size,
  ]);
  for (const { id, method, path, body, parameters } of operations) {
    if (method === 'GET' || body === undefined) continue;
    let address = path;
    for (const { name, idKind = '' } of parameters)
      address = address.replace(`{${name}}`, served.fixtures.ids[idKind]?.[0] ?? 'x');
    for (const text of POISON) {
      const reply = await served.ask(address, { method, body: text });
      const mayPass =
        ['', '{"name":5}', '{"name":{"a":1}}'].includes(text) &&
        ['customFields.update', 'kpiGroups.update'].includes(id);
      if (!mayPass) expect([id, text.slice(0, 40), reply.status]).toEqual([id, text.slice(0, 40), 400]);
      expect(reply.status, `${id} ${text.slice(0, 40)}`).toBeLessThan(500);
    }
  }
  expect(
    JSON.stringify([
      served.main.tasks.size,
      served.main.users.size,
      served.main.roles.size,
      served.main.announcements.size,
    ]),
  ).toBe(before);
});

test('bodies that are not UTF-8 or too large', async () => {
  const head = (length: number) =>
    `POST /v1/kpis/groups HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${served.settings.ACCESS_TOKEN}\r\nservice-accountid: ${served.settings.ACCOUNT_ID}\r\ncontent-length: ${length}\r\n\r\n`;
  expect(await raw(served.settings.BASE_URL as string, head(2_000_000))).toMatch(/^HTTP\/1.1 413 /);
  const large = await served
    .ask('/v1/kpis/groups', { method: 'POST', body: { name: 'x'.repeat(1_100_000) } })
    .catch(() => undefined);
  if (large) expect(large.status).toBe(413);
  const chunked = `POST /v1/kpis/groups HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${served.settings.ACCESS_TOKEN}\r\nservice-accountid: ${served.settings.ACCOUNT_ID}\r\ntransfer-encoding: chunked\r\n\r\n${`10000\r\n${'x'.repeat(0x10000)}\r\n`.repeat(17)}0\r\n\r\n`;
  expect(await raw(served.settings.BASE_URL as string, chunked, 1000)).toMatch(/^HTTP\/1.1 413 /);
  expect((await served.ask('/v1/kpis/groups')).status).toBe(200);
});

test('a body with __proto__ poisons nothing', async () => {
  const body = '{"name":"poison","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
  for (const path of ['/v1/kpis/groups', '/v1/tasks', '/v1/roles/account']) {
    const reply = await served.ask(path, { method: 'POST', body });
    expect([path, reply.status]).toEqual([path, 201]);
    expect(reply.json.polluted).toBeUndefined();
  }
  const field = await served.ask('/v1/customFields', {
    method: 'POST',
    body: '{"name":"poisoned","label":"x","type":"string","__proto__":{"isPrivate":true}}',
  });
  expect([field.status, field.json.isPrivate]).toEqual([201, false]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('a custom field may have the name of what every object has', async () => {
  const create = await served.ask('/v1/customFields', {
    method: 'POST',
    body: { name: 'constructor', label: 'x', type: 'string', targetTypes: ['task'] },
  });
  expect(create.status).toBe(201);
  const task = await served.ask('/v1/tasks', { method: 'POST', body: { name: 'x', constructor: 'value' } });
  expect(task.json.constructor).toBe('value');
  const list = await served.ask(filtered('/v2/tasks', { constructor: 'value' }, '&fields=constructor'));
  expect(list.json.items.map((item: Record<string, unknown>) => item.constructor)).toEqual(['value']);
});

test('what is not HTTP', async () => {
  const { BASE_URL = '' } = served.settings;
  for (const [text, status] of [
    ['NONSENSE\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\n\r\n', 400],
    ['GET /v1/kpis/groups HTTP/1.1\r\n\r\n', 400],
    [`GET /v1/kpis/groups HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n`, 400],
    [`GET /v1/kpis/groups HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['GET /v1/kpis/groups HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n', 400],
    ['GET http://other.example.com/v1/nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404],
    ['GET http://other.example.com/v1/kpis/groups HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 401],
    ['OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404],
    ['CONNECT /v2/tasks HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['PROPFIND /v2/tasks HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 405],
    ['GET /v1/kpis/groups HTTP/1.1\r\nhost: x\r\nexpect: everything\r\nconnection: close\r\n\r\n', 417],
    ['GET /v1/kpis/groups HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n', 400],
    ['BREW /v2/tasks HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['GET /v1/kpis/groups HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n', 401],
  ] as const) {
    expect((await raw(BASE_URL, text)).split('\r\n')[0], text.slice(0, 60)).toContain(`HTTP/1.1 ${status} `);
  }
});

test('odd credentials', async () => {
  const { ACCESS_TOKEN, OTHER_ACCOUNT_ID = '' } = served.settings;
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${ACCESS_TOKEN}`,
    `${ACCESS_TOKEN}`,
    `Bearer ${ACCESS_TOKEN}x`,
    `Bearer ${ACCESS_TOKEN} x`,
    `Bearer ${ACCESS_TOKEN?.slice(0, -1)}`,
    'Bearer __proto__',
    'Bearer constructor',
  ]) {
    expect((await served.ask('/v1/kpis/groups', { headers: { authorization } })).status, authorization).toBe(401);
  }
  expect((await served.ask('/v1/kpis/groups', { headers: { authorization: `bearer ${ACCESS_TOKEN}` } })).status).toBe(
    200,
  );
  for (const account of [OTHER_ACCOUNT_ID, '', '__proto__', `${served.settings.ACCOUNT_ID},${OTHER_ACCOUNT_ID}`]) {
    expect((await served.ask('/v1/kpis/groups', { headers: { 'service-accountid': account } })).status, account).toBe(
      403,
    );
  }
});
