/** Writes: kept, all of them, and seen everywhere at once. */
import { expect, test } from '@playwright/test';
import { operations } from '../../../schemas/contract.ts';
import { filtered, type Served, serve } from './support.ts';

let served: Served;
test.beforeAll(async () => {
  served = await serve();
});
test.afterAll(() => served.close());

const FIRST = 'ACCESS_TOKEN';
const SECOND = 'SECOND_ACCESS_TOKEN';

test('concurrent writes of two users are all kept, each with an id of its own', async () => {
  const names = Array.from({ length: 200 }, (_, n) => `concurrent ${n}`);
  const post = (path: string, body: (name: string) => object) =>
    Promise.all(
      names.map((name, n) => served.ask(path, { method: 'POST', body: body(name), as: n % 2 === 0 ? FIRST : SECOND })),
    );
  for (const replies of [
    await post('/v1/tasks', (name) => ({ name })),
    await post('/v1/kpis/groups', (name) => ({ name })),
    await post('/v1/users', (name) => ({
      email: `${name.replace(' ', '.')}@x.example.com`,
      firstName: name,
      lastName: 'x',
    })),
  ]) {
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = replies.map(({ json }) => json.id ?? json.items[0].id);
    expect(new Set(ids).size).toBe(names.length);
  }
  const listed = await served.ask(filtered('/v2/tasks', { name: { $regex: '^concurrent ' } }, '&limit=500'));
  expect(listed.json.items.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort());
  const goal = served.fixtures.ids.goal?.[0];
  await Promise.all(names.map((title) => served.ask(`/v1/goals/${goal}/tags`, { method: 'POST', body: { title } })));
  const tags = await served.ask(filtered('/v2/tags', { name: { $regex: '^concurrent ' } }, '&take=500'));
  expect(tags.json.totalCount).toBe(names.length);
  expect(tags.json.tags.every((tag: { goalsTaggedCount: number }) => tag.goalsTaggedCount === 1)).toBe(true);
});

test('a tag is one, whatever the case and the spaces, in all four places', async () => {
  const { goal, kpi, dashboard, insight } = served.fixtures.ids;
  const places: readonly (readonly [string, number])[] = [
    [`/v1/goals/${goal?.[1]}/tags`, 201],
    [`/v1/kpis/${kpi?.[1]}/tags`, 201],
    [`/v1/dashboards/${dashboard?.[1]}/tags`, 200],
    [`/v1/insights/${insight?.[1]}/tags`, 201],
  ];
  const spellings = ['New Tag', ' new tag', 'NEW TAG  ', 'nEW tAG'];
  const ids = new Set<string>();
  for (const [n, [path, status]] of places.entries()) {
    const body = n % 2 === 0 ? { title: spellings[n] } : { titles: [spellings[n], `second ${n}`] };
    const reply = await served.ask(path, { method: 'POST', body });
    expect(reply.status).toBe(status);
    ids.add(reply.json.id);
    expect((await served.ask(path, { method: 'POST', body })).json.id).toBe(reply.json.id);
  }
  expect(ids.size).toBe(1);
  const listed = await served.ask(filtered('/v2/tags', { name: 'new tag' }));
  expect(listed.json.tags).toEqual([
    expect.objectContaining({
      dashboardsTaggedCount: 1,
      goalsTaggedCount: 1,
      itemsTaggedCount: 4,
      kpisTaggedCount: 1,
      metricsTaggedCount: 0,
      title: 'New Tag',
    }),
  ]);
  const byTag = await served.ask('/v1/dashboards/tag/NEW%20tag');
  expect(byTag.json.id).toBe(dashboard?.[1]);
  const usages = (await served.ask('/v1/dashboards/tags/usages')).json.items;
  expect(usages.filter(({ tagName }: { tagName: string }) => tagName === 'new tag')).toEqual([
    { dashboardsCount: 1, dashboardsIds: [dashboard?.[1]], tagName: 'new tag', tagTitle: 'New Tag' },
  ]);
});

test('several users are created together or not at all', async () => {
  const before = served.main.users.size;
  const existing = served.fixtures.bodies.existingUser as { email: string };
  const fresh = { email: 'fresh@x.example.com', firstName: 'F', lastName: 'R' };
  for (const body of [existing, [fresh, { ...existing, email: existing.email.toUpperCase() }], [fresh, fresh]]) {
    expect((await served.ask('/v1/users', { method: 'POST', body })).status).toBe(409);
  }
  expect((await served.ask('/v1/users', { method: 'POST', body: [fresh, { firstName: 'no address' }] })).status).toBe(
    400,
  );
  expect(served.main.users.size).toBe(before);
  const made = await served.ask('/v1/users', {
    method: 'POST',
    body: [fresh, { ...fresh, email: 'other@x.example.com' }],
  });
  expect([made.status, made.json.items.length, served.main.users.size]).toEqual([201, 2, before + 2]);
  const [{ id }] = made.json.items;
  expect((await served.ask(`/v1/users/${id}`)).json).toEqual(made.json.items[0]);
  expect((await served.ask(`/v1/employees/${id}`)).json.info).toEqual(
    expect.objectContaining({ id, email: fresh.email, isActive: true }),
  );
});

test('favourites are set, not toggled, and are each user’s own', async () => {
  const [group] = served.fixtures.ids.kpiGroup as [string];
  const path = `/v1/kpis/groups/${group}`;
  const state = async () => [
    (await served.ask(path)).json.favorite,
    (await served.ask(path, { as: SECOND })).json.favorite,
  ];
  for (const as of [FIRST, SECOND]) await served.ask(`${path}/favorite`, { method: 'DELETE', as });
  expect(await state()).toEqual([false, false]);
  for (let i = 0; i < 2; i++) await served.ask(`${path}/favorite`, { method: 'PUT' });
  expect(await state()).toEqual([true, false]);
  await served.ask(path, { method: 'PATCH', body: { name: 'renamed' } });
  expect(await state()).toEqual([true, false]);
  expect((await served.ask('/v1/kpis/groups/nothing/favorite', { method: 'PUT' })).status).toBe(404);
});

test('a KPI leaves one group only', async () => {
  const [{ kpiId, groupIds }] = served.fixtures.facts.kpiGroups as unknown as [{ kpiId: string; groupIds: string[] }];
  const reply = await served.ask(`/v1/kpis/${kpiId}/groups/${groupIds[1]}`, { method: 'DELETE' });
  expect(reply.status).toBe(200);
  expect((await served.ask(`/v1/kpis/${kpiId}`)).json.groups).toEqual([groupIds[0], groupIds[2]]);
});

test('role mappings are created, shown, worked out and deleted', async () => {
  const { fixtures, main } = served;
  const [role, group] = [fixtures.ids.role?.[2], fixtures.ids.scimGroup?.[1]] as [string, string];
  const members = main.scimGroups.get(group)?.memberIds ?? [];
  const body = { roleId: role, scimGroupIds: [group] };
  const created = await served.ask('/v1/roles/account/mapping', { method: 'POST', body });
  expect([created.status, created.json.id]).toEqual([201, role]);
  const rolesOf = async () =>
    (await served.ask(`/v1/users/${members[0]}`)).json.roles.map(({ id }: { id: string }) => id);
  const before = await rolesOf();
  expect((await served.ask('/v1/users/roles/recalculate-scim-roles', { method: 'POST' })).status).toBe(200);
  expect(await rolesOf()).toEqual(before.includes(role) ? before : expect.arrayContaining([role]));
  const upsert = fixtures.openOperations.upsertRoleMappings as { method: string; path: string };
  expect((await served.ask(upsert.path, { method: upsert.method, body })).status).toBe(200);
  const deleted = await served.ask('/v1/roles/account/delete-mappings', { method: 'POST', body: { roleIds: [role] } });
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  await served.ask('/v1/users/roles/recalculate-scim-roles', { method: 'POST' });
  expect(await rolesOf()).toEqual(before);
});

test('custom fields keep name and type, and only have supported target types', async () => {
  const made = await served.ask('/v1/customFields', {
    method: 'POST',
    body: { name: 'made_1', label: 'Made', type: 'array:[date]', targetTypes: ['task'], settings: { any: 1 } },
  });
  expect([made.status, made.json.settings]).toEqual([201, { any: 1 }]);
  const path = `/v1/customFields/${made.json._id}`;
  const changed = await served.ask(path, {
    method: 'PUT',
    body: { ...made.json, name: 'other', type: 'number', label: 'New', accountId: 'x' },
  });
  expect(changed.json).toEqual({ ...made.json, label: 'New', lastModified: expect.any(String) });
  expect((await served.ask(path, { method: 'PUT', body: { targetTypes: ['task', 'moon'] } })).status).toBe(400);
  for (const name of ['abc', 'Abcd', 'a'.repeat(15), 'abc-d', '_abcd', '1abcd', 'abc d']) {
    expect(
      (await served.ask('/v1/customFields', { method: 'POST', body: { name, label: 'x', type: 'string' } })).status,
      name,
    ).toBe(400);
  }
});

test('the limited user is refused what the fixtures say, and nothing else', async () => {
  const { fixtures, ask } = served;
  const refused = new Set(
    (fixtures.facts.notPermitted as unknown as { operation: string }[]).map(({ operation }) => operation),
  );
  for (const { id, method, path } of operations) {
    const address = path.replaceAll(/\{\w+\}/g, 'x');
    const { status } = await ask(address, {
      method,
      as: 'LIMITED_ACCESS_TOKEN',
      ...(method !== 'GET' && { body: {} }),
    });
    expect([id, status === 403]).toEqual([id, refused.has(id)]);
  }
});

test('an account that is not paid is refused with 402 where it is listed', async () => {
  for (const { id, method, path, errors } of operations) {
    const { status } = await served.ask(path.replaceAll(/\{\w+\}/g, 'x'), { method, as: 'UNPAID_ACCESS_TOKEN' });
    expect([id, status === 402]).toEqual([id, errors.includes(402)]);
  }
});

test('records of another account are not there', async () => {
  const { fixtures, ask } = served;
  for (const { id, method, path, parameters, errors } of operations) {
    const parameter = parameters.find(({ idKind }) => idKind !== undefined && fixtures.foreignIds[idKind]);
    if (!parameter || (method !== 'GET' && method !== 'DELETE')) continue;
    const foreign = fixtures.foreignIds[parameter.idKind as string]?.[0] as string;
    const address = path
      .replace(`{${parameter.name}}`, foreign)
      .replace('{itemType}', 'session')
      .replace('{groupId}', 'x');
    const { status } = await ask(`${address}?targetType=session`, { method });
    expect([id, status]).toEqual([id, errors.includes(404) ? 404 : 400]);
  }
});
