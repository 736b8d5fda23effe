/** What real clients of APIs of this kind send. */
import { expect, test } from '@playwright/test';
import { filtered, type Served, serve } from './support.ts';

let served: Served;
test.beforeAll(async () => {
  served = await serve();
});
test.afterAll(() => served.close());

type Json = Record<string, unknown>;

test('filters unquoted and form-encoded', async () => {
  const task = [...served.main.tasks.values()].find(({ ownerId, sessionId }) => ownerId && sessionId);
  const { sessionId, ownerId } = task as Json;
  const text = `{sessionId:{$in:["${sessionId}", 'x']}, ownerId:"${ownerId}"}`;
  const expected = [...served.main.tasks.values()]
    .filter((one) => one.sessionId === sessionId && one.ownerId === ownerId)
    .map(({ id }) => id);
  const encoded = new URLSearchParams({ filter: text }).toString();
  expect(encoded).toContain('+');
  for (const query of [
    encoded,
    `filter=${encodeURIComponent(text)}`,
    `filter=${text.replaceAll('"', '%22').replaceAll(' ', '+')}`,
  ]) {
    const { status, json } = await served.ask(`/v2/tasks?${query}`);
    expect([status, json.items.map(({ id }: Json) => id)]).toEqual([200, expected]);
  }
  const byId = await served.ask(filtered('/v2/tasks', `{_id: '${task?.id}'}`));
  expect(byId.json.items.map(({ id }: Json) => id)).toEqual([task?.id]);
});

test('fields that do not exist', async () => {
  for (const path of ['/v2/tasks', '/v2/users', '/v2/roles', '/v2/metrics', '/v2/sessions', '/v2/employees']) {
    const { status, json } = await served.ask(`${path}?fields=nothing,no{thing},id`);
    expect([path, status, Object.keys(json.items[0]).filter((key) => key !== 'accountId')]).toEqual([
      path,
      200,
      ['id'],
    ]);
  }
});

test('pages by skip alone until one is shorter than a hundred', async () => {
  for (const [path, size] of [
    ['/v2/tasks', served.main.tasks.size],
    ['/v2/users', served.main.users.size],
    ['/v2/tags', served.main.tags.size],
    ['/v2/employees', served.main.users.size],
  ] as const) {
    const seen: unknown[] = [];
    for (let skip = 0; ; ) {
      const { json } = await served.ask(`${path}?sort=id&skip=${skip}`);
      const page: Json[] = json.items ?? json.tags;
      expect(json.totalCount).toBe(size);
      seen.push(...page.map(({ id }) => id));
      skip += page.length;
      if (page.length < 100) break;
    }
    expect([path, seen.length, new Set(seen).size]).toEqual([path, size, size]);
    expect(seen).toEqual([...seen].sort());
  }
});

test('whole records are posted back with their read-only fields', async () => {
  const task = (await served.ask(`/v1/tasks/${served.fixtures.ids.task?.[0]}`)).json;
  const again = await served.ask('/v1/tasks', { method: 'POST', body: task });
  expect(again.status).toBe(201);
  expect(again.json.id).not.toBe(task.id);
  for (const field of [
    'name',
    'description',
    'ownerId',
    'parentId',
    'parentName',
    'status',
    'sessionId',
    'assignee',
    'riskNotes',
    'effort_days',
  ])
    expect([field, again.json[field]]).toEqual([field, task[field]]);
  const field = (await served.ask(`/v1/customFields/${served.fixtures.ids.customField?.[0]}`)).json;
  const updated = await served.ask(`/v1/customFields/${field._id}`, { method: 'PUT', body: field });
  expect([updated.status, { ...updated.json, lastModified: field.lastModified }]).toEqual([200, field]);
  const group = (await served.ask(`/v1/kpis/groups/${served.fixtures.ids.kpiGroup?.[0]}`)).json;
  expect((await served.ask(`/v1/kpis/groups/${group.id}`, { method: 'PATCH', body: group })).status).toBe(200);
  const role = (await served.ask(`/v1/roles/${served.fixtures.ids.role?.[0]}`)).json;
  expect((await served.ask('/v1/roles/account', { method: 'POST', body: role })).status).toBe(201);
  const [announcement] = (await served.ask('/v1/announcements')).json.items;
  expect((await served.ask('/v1/announcements', { method: 'POST', body: announcement })).status).toBe(201);
});

test('expressions in the body where the row says so', async () => {
  const body = {
    filter: { targetOperator: 'at_least' },
    sort: '-name',
    fields: 'name,owner{x},tags{title}',
    skip: 2,
    limit: 3,
  };
  const { json } = await served.ask('/v2/kpis', { body });
  const names = [...served.main.kpis.values()]
    .filter(({ targetOperator }) => targetOperator === 'at_least')
    .map(({ name }) => name)
    .sort()
    .reverse();
  expect([json.count, json.totalCount, json.items.map(({ name }: Json) => name)]).toEqual([
    3,
    names.length,
    names.slice(2, 5),
  ]);
  expect(Object.keys(json.items[0]).sort()).toEqual(['accountId', 'id', 'name', 'tags']);
  expect(
    (await served.ask('/v2/dashboards', { body: { filter: "{name: {$regex: '^Churn'}}", sort: ['name'] } })).json.items
      .length,
  ).toBeGreaterThan(0);
  expect((await served.ask('/v2/customFields', { body: { filter: { name: 'riskNotes' } } })).json.totalCount).toBe(1);
  for (const wrong of [{ filter: 5 }, { sort: 5 }, { fields: [1] }, { limit: -1 }, []])
    expect((await served.ask('/v2/kpis', { body: wrong })).status).toBe(400);
});

test('formatting of texts, in reads and lists', async () => {
  for (const { resource, id, field, mentionsMarkup, plainText } of served.fixtures.facts.texts as unknown as Record<
    string,
    string
  >[]) {
    const path = { task: '/v1/tasks', kpi: '/v1/kpis', user: '/v1/users', announcement: '/v1/announcements' }[
      resource as string
    ];
    const list = { task: '/v2/tasks', metric: '/v2/metrics', role: '/v2/roles', user: '/v2/users' }[resource as string];
    for (const [formatting, expected] of [
      ['', mentionsMarkup],
      ['mentionsMarkup', mentionsMarkup],
      ['plainText', plainText],
    ]) {
      if (path)
        expect((await served.ask(`${path}/${id}?formatting=${formatting}`)).json[field as string]).toBe(expected);
      if (list)
        expect(
          (await served.ask(filtered(list, { id }, `&formatting=${formatting}`))).json.items[0][field as string],
        ).toBe(expected);
    }
    expect(plainText).not.toMatch(/@\[|\*\*|```|\]\(/);
  }
});

test('KPI snapshots as asked', async () => {
  const ids = async (query: string) =>
    (await served.ask(`/v1/kpi-snapshots?${query}`)).json.items.map(({ kpiId }: Json) => kpiId);
  const kpis = [...served.main.kpis.values()];
  const [one, two] = kpis;
  expect(await ids(`ids=${two?.id},${one?.id}`)).toEqual([one?.id, two?.id]);
  expect(await ids(`groupIds=${one?.groups[0]}`)).toEqual(
    kpis.filter(({ groups }) => groups.includes(one?.groups[0] as string)).map(({ id }) => id),
  );
  expect(await ids('ungrouped=true')).toEqual(kpis.filter(({ groups }) => groups.length === 0).map(({ id }) => id));
  const me = served.world.tokens.get(served.settings.ACCESS_TOKEN as string)?.id as string;
  expect(await ids('mykpis=true')).toEqual(kpis.filter(({ ownerIds }) => ownerIds.includes(me)).map(({ id }) => id));
  expect((await ids('')).length).toBe(kpis.length);
  const groups = async (query: string) =>
    (await served.ask(`/v1/kpi-snapshots?ids=${one?.id}&${query}`)).json.items[0].groups;
  const all = served.main.snapshots.get(one?.id as string) ?? [];
  expect((await groups('groupBy=year')).map(({ group }: Json) => group)).toEqual(['2025']);
  const [first, second] = all.map(({ date }) => date.slice(0, 10)) as [string, string];
  expect((await groups(`from=${first}&to=${first}`)).map(({ group }: Json) => group)).toEqual([first]);
  expect((await groups(`from=${second}&to=${second}&timeZone=Asia/Tokyo`)).length).toBe(0);
  expect(
    (await served.ask('/v2/kpis/snapshots?groupBy=month', { body: { filter: { id: one?.id } } })).json.items.length,
  ).toBe(1);
});
