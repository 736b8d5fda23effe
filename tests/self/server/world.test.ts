/** The sample world is consistent: what is mentioned exists, what is counted agrees, what is asked for is there. */
import { expect, test } from '@playwright/test';
import { actionsOf } from '../../../reference-server/access.ts';
import type { Account, Goal } from '../../../reference-server/store/account.ts';
import { fixturesFor, settingsFor } from '../../../reference-server/store/fixtures.ts';
import { sampleWorld } from '../../../reference-server/store/sample.ts';
import { type Operation, operations, problem, readJson } from '../../../schemas/contract.ts';
import { filtered, type Served, serve } from './support.ts';

type Json = Record<string, unknown>;

let served: Served;
test.beforeAll(async () => {
  served = await serve();
});
test.afterAll(() => served.close());

const ID = /^[0-9a-f]{24}$/;

/** Every value in a JSON value, with the path of keys that leads to it. */
function* walk(value: unknown, path: readonly string[] = []): Generator<[unknown, readonly string[]]> {
  yield [value, path];
  if (value instanceof Map || value instanceof Set) {
    for (const inner of value.values()) yield* walk(inner, [...path, '*']);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...path, Array.isArray(value) ? '*' : key]);
}

/** Keys whose value is the record's own id, or names something outside the account. */
const OWN = new Set(['id', '_id', 'sectionHeaderId', 'pluginVersionId']);

function knownIds(account: Account): Set<string> {
  const known = new Set<string>([account.id]);
  for (const [value, path] of walk({ ...account, newId: undefined, now: undefined })) {
    if (OWN.has(path.at(-1) ?? '') && typeof value === 'string') known.add(value);
  }
  for (const id of account.checkins.keys()) known.add(id);
  return known;
}

/** Users whom a text mentions. */
const mentionedIn = (text: string) => [...text.matchAll(/@\[[^\]]*:([^:\]]*)\]/g)].map(([, id = '']) => id);

/** Places of an account that name what it does not have. */
function brokenReferences(account: Account): string[] {
  const known = knownIds(account);
  const missing: string[] = [];
  for (const [value, path] of walk({ ...account, newId: undefined, now: undefined })) {
    if (typeof value !== 'string') continue;
    if (ID.test(value) && !known.has(value)) missing.push(path.join('.'));
    if (!mentionedIn(value).every((id) => account.users.has(id))) missing.push(`mention in ${path.join('.')}`);
  }
  return missing;
}

test('every id that a stored record mentions exists in its account', () => {
  const accounts = [1, 2, 77].flatMap((seed) => [...sampleWorld(seed).accounts.values()]);
  for (const account of accounts) expect(brokenReferences(account)).toEqual([]);
});

const either = (...tables: ReadonlyMap<string, unknown>[]) => ({
  has: (id: string) => tables.some((table) => table.has(id)),
});

/** Table that an id under a key belongs to. */
const TABLES: Readonly<Record<string, (account: Account) => { has(id: string): boolean }>> = {
  ownerId: (account) => account.users,
  ownerIds: (account) => account.users,
  createdById: (account) => account.users,
  modifiedById: (account) => account.users,
  authorId: (account) => account.users,
  assignedById: (account) => account.users,
  approvedBy: (account) => account.users,
  createdBy: (account) => account.users,
  invitedBy: (account) => account.users,
  goalOwnerIds: (account) => account.users,
  watchers: (account) => account.users,
  notify: (account) => account.users,
  members: (account) => account.users,
  movedExternalMembers: (account) => account.users,
  memberIds: (account) => account.users,
  manager: (account) => account.users,
  managers: (account) => account.users,
  usersAllowedToApprove: (account) => account.users,
  teamId: (account) => account.teams,
  teamIds: (account) => account.teams,
  managedTeamIds: (account) => account.teams,
  teamsAllowedToApprove: (account) => account.teams,
  sessionId: (account) => account.sessions,
  sessionIds: (account) => account.sessions,
  parentGoalSessionId: (account) => account.sessions,
  linkedSessionIds: (account) => account.sessions,
  goalId: (account) => account.goals,
  announcementTargetId: (account) => account.goals,
  sourceMetricId: (account) => account.metrics,
  childId: (account) => account.metrics,
  groups: (account) => account.kpiGroups,
  kpiId: (account) => account.kpis,
  insightId: (account) => account.insights,
  dashboardId: (account) => account.dashboards,
  insightboardId: (account) => account.dashboards,
  dashboardsIds: (account) => account.dashboards,
  badgeId: (account) => account.badges,
  roleId: (account) => account.roles,
  scimGroupIds: (account) => account.scimGroups,
  assigneeIds: (account) => either(account.users, account.teams),
  principals: (account) => either(account.users, account.roles),
  principalId: (account) => either(account.users, account.roles),
  accountId: (account) => new Set([account.id]),
};

/** Ids of the fixtures for each kind that a path names. */
function idsByKind(): Readonly<Record<string, readonly string[]>> {
  const { ids, facts } = served.fixtures;
  const { principals, ...own } = ids;
  return {
    ...(own as Record<string, string[]>),
    checkin: (facts.checkins as { checkinId: string }[]).map(({ checkinId }) => checkinId),
    principal: Object.values(principals).flat(),
    target: ids.session as string[],
    item: ids.session as string[],
  };
}

/** Addresses of a GET: for all ids of the fixtures where its path names one, in each form of texts. */
function addressesOf({ path, parameters }: Operation): string[] {
  const parameter = parameters.find((one) => one.in === 'path' && one.idKind !== undefined);
  const typed = path.replace(/\{(itemType|targetType)\}/, 'session');
  const ids = parameter ? (idsByKind()[parameter.idKind ?? ''] as readonly string[]) : [''];
  return ids.flatMap((id) =>
    ['', 'mentionsMarkup', 'plainText'].map(
      (formatting) =>
        `${typed.replace(`{${parameter?.name}}`, encodeURIComponent(id))}?targetType=session&limit=1000&take=1000&includeDemo=true&formatting=${formatting}`,
    ),
  );
}

/** Every answer to a GET without parameters of its own, and by id for all ids of the fixtures. */
async function everyAnswer(): Promise<[string, unknown][]> {
  const answers: [string, unknown][] = [];
  const wrong: unknown[] = [];
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const { id, success } = operation;
    for (const address of addressesOf(operation)) {
      const { status, json } = await served.ask(address);
      if (status !== success.status) wrong.push([address, status]);
      const broken = success.schema && success.schema !== 'open' && problem(success.schema, json);
      if (broken) wrong.push([address, broken]);
      answers.push([id, json]);
    }
  }
  expect(wrong).toEqual([]);
  return answers;
}

const RESOURCES =
  'access announcement assignedBadge assignedBadgeWithBadge assigneeSummary badge closedStatus customField dashboard dashboardInsight dashboardParameter employee expandedLinks globalPermission goal insightLink kpi kpiGroup kpiProjection metric permissionAction role scimGroup sectionHeaderItem session settingEntry tag tagWithCounts task team teamWithMembers user userSettings'.split(
    ' ',
  );

/** The fields that the schema of a resource names, at any depth. */
const fieldsOf = (resource: string): string[] =>
  [...walk(readJson(`resources/${resource}.json`))]
    .filter(([value, path]) => path.at(-1) === 'properties' && typeof value === 'object')
    .flatMap(([value]) => Object.keys(value as object));

test('every answer fits its schema, mentions only what exists, and every field of every resource is somewhere', async () => {
  const { main } = served;
  const known = knownIds(main);
  const seen = new Set<string>();
  const missing: string[] = [];
  for (const [operation, answer] of await everyAnswer()) {
    for (const [value, path] of walk(answer)) {
      const key = path.filter((step) => step !== '*').at(-1) ?? '';
      seen.add(key);
      if (typeof value !== 'string' || !ID.test(value)) continue;
      const table = TABLES[key]?.(main) ?? known;
      if (!known.has(value) || !table.has(value)) missing.push(`${operation}: ${path.join('.')}`);
    }
  }
  expect(missing).toEqual([]);
  for (const resource of RESOURCES)
    expect(
      fieldsOf(resource).filter((field) => !seen.has(field)),
      resource,
    ).toEqual([]);
});

const items = async (path: string): Promise<Json[]> => (await served.ask(path)).json.items;

test('counts agree with what they count', async () => {
  const { main, ask } = served;
  const dashboards: Json[] = (await ask('/v2/dashboards', { body: { limit: 1000 } })).json.items;
  const kpis: Json[] = (await ask('/v2/kpis', { body: { limit: 1000 } })).json.items;
  const metrics = await items('/v2/metrics?limit=1000');
  const { tags }: { tags: Json[] } = (await ask('/v2/tags?take=1000')).json;
  expect(new Set(tags.map(({ id }) => id)).size).toBe(main.tags.size);
  const carrying = (records: Iterable<Json>, id: unknown) =>
    [...records].filter((record) =>
      ((record.tags ?? record.tagIds ?? []) as (Json | string)[]).some(
        (tag) => (typeof tag === 'string' ? tag : tag.id) === id,
      ),
    ).length;
  for (const tag of tags) {
    const { id } = tag;
    expect([tag.dashboardsTaggedCount, tag.kpisTaggedCount, tag.metricsTaggedCount, tag.goalsTaggedCount]).toEqual([
      carrying(dashboards, id),
      carrying(kpis, id),
      carrying(metrics, id),
      carrying(main.goals.values(), id),
    ]);
    const others = [main.insights, main.sessions, main.teams, main.users].reduce(
      (sum, table) => sum + carrying((table as Map<string, Json>).values(), id),
      0,
    );
    expect(tag.itemsTaggedCount).toBe(
      carrying(dashboards, id) +
        carrying(kpis, id) +
        carrying(metrics, id) +
        carrying(main.goals.values(), id) +
        others,
    );
    expect((tag.items as Json[]).map((below) => below.id)).toEqual(
      [...main.tags.values()].filter(({ parentId }) => parentId === id).map((below) => below.id),
    );
  }
  for (const { dashboardsCount, dashboardsIds, tagName } of await items('/v1/dashboards/tags/usages')) {
    const carriers = dashboards
      .filter(({ tags: own }) => (own as Json[]).some(({ name }) => name === tagName))
      .map(({ id }) => id);
    expect([dashboardsCount, dashboardsIds]).toEqual([carriers.length, carriers]);
  }
  const users = await items('/v2/users?limit=1000');
  for (const role of await items('/v2/roles?limit=1000')) {
    expect(role.userCount).toBe(users.filter(({ roles }) => (roles as Json[]).some(({ id }) => id === role.id)).length);
  }
  const tasks = await items('/v2/tasks?limit=1000');
  for (const metric of metrics) {
    expect(metric.tasksCount).toBe(tasks.filter(({ parentId }) => parentId === metric.id).length);
    expect(metric.numberOfOwners).toBe((metric.ownerIds as string[]).length);
  }
  for (const { insights, insightsCount, sectionHeaders, sectionHeadersCount } of dashboards) {
    expect([insightsCount, sectionHeadersCount]).toEqual([
      (insights as Json[]).length,
      (sectionHeaders as Json[]).length,
    ]);
  }
});

test('users and employees are the same people', async () => {
  const users = await items('/v2/users?limit=1000');
  const employees = await items('/v2/employees?take=1000');
  expect(employees.map(({ id }) => id)).toEqual(users.map(({ id }) => id));
  for (const [i, employee] of employees.entries()) {
    const user = users[i] as Json;
    for (const field of [
      'email',
      'firstName',
      'lastName',
      'isActive',
      'teamIds',
      'roles',
      'aboutMe',
      'costCenter',
      'dateDeactivated',
    ])
      expect(employee[field]).toEqual(user[field]);
  }
});

test('there are two accounts and one unpaid, and users with every permission, with some and with none', async () => {
  const { main, world, settings, ask } = served;
  const accounts = [...world.accounts.values()];
  expect(accounts.map(({ paid }) => paid)).toEqual([true, true, false]);
  for (const { users } of accounts) expect(users.size).toBeGreaterThanOrEqual(4);
  const named = [
    'ACCESS_TOKEN',
    'SECOND_ACCESS_TOKEN',
    'LIMITED_ACCESS_TOKEN',
    'OTHER_ACCESS_TOKEN',
    'UNPAID_ACCESS_TOKEN',
  ];
  const users = named.map((name) => world.tokens.get(settings[name] as string));
  expect(new Set(users.map((user) => user?.id)).size).toBe(named.length);
  expect(users.map((user) => user?.accountId)).toEqual([0, 0, 0, 1, 2].map((n) => accounts[n]?.id));
  const shown = await Promise.all(users.slice(0, 3).map((user) => ask(`/v1/users/${user?.id}`)));
  const { size } = main.permissions;
  expect(shown.map(({ json }) => json.permissions.length)).toEqual([size, size, 0]);
  const some = [...main.users.values()].map((user) => actionsOf(main, user).length);
  expect(some.some((count) => count > 0 && count < size)).toBe(true);
});

test('every list that has pages has more than one', async () => {
  const paged = operations.filter(
    ({ method, parameters }) => method === 'GET' && parameters.some(({ name }) => name === 'skip'),
  );
  expect(paged.length).toBe(7);
  for (const { id, path } of paged) expect((await served.ask(path)).json.totalCount, id).toBeGreaterThan(100);
  for (const path of ['/v2/kpis', '/v2/dashboards'])
    expect((await served.ask(path)).json.totalCount, path).toBeGreaterThan(100);
  expect(served.main.tasks.size).toBeGreaterThan(250);
});

test('tags nest, and people are mentioned in texts of every kind', () => {
  const { main } = served;
  const depth = (id: string | undefined): number => (id === undefined ? 0 : 1 + depth(main.tags.get(id)?.parentId));
  expect(Math.max(...[...main.tags.keys()].map(depth))).toBeGreaterThanOrEqual(3);
  const kinds: readonly (readonly [string, ReadonlyMap<string, object>])[] = [
    ['description', main.tasks],
    ['riskNotes', main.tasks],
    ['description', main.goals],
    ['description', main.metrics],
    ['description', main.kpis],
    ['description', main.roles],
    ['description', main.teams],
    ['comment', main.announcements],
    ['aboutMe', main.users],
    ['kpiBackground', main.kpis],
  ];
  for (const [field, table] of kinds) {
    const mentioning = [...table.values()].filter((record) => /@\[.+:.+:.+\]/.test(String((record as Json)[field])));
    expect(mentioning.length, field).toBeGreaterThan(2);
  }
});

test('goals lie around the bound of those that are met, in several sessions', () => {
  const { main } = served;
  const bounds = (goals: Goal[]) =>
    [98.9, 99, 99.01, 100, 120].every((bound) => goals.some(({ attainment }) => attainment === bound));
  const sessions = [...new Set([...main.goals.values()].map(({ sessionId }) => sessionId))];
  const whole = sessions.filter((id) => bounds([...main.goals.values()].filter(({ sessionId }) => sessionId === id)));
  expect(whole.length).toBeGreaterThanOrEqual(3);
});

test('managers overlap: of teams that a user is in, some have one manager, and some are the user’s own', () => {
  const { main } = served;
  const members = [...main.users.values()];
  expect(members.filter(({ isActive }) => !isActive).length).toBeGreaterThan(3);
  expect(members.some(({ id, teamIds }) => teamIds.some((team) => main.teams.get(team)?.manager === id))).toBe(true);
  expect(
    members.some(({ teamIds }) => new Set(teamIds.map((team) => main.teams.get(team)?.manager)).size < teamIds.length),
  ).toBe(true);
  expect(members.some(({ teamIds }) => teamIds.length === 0)).toBe(true);
});

test('sort keys have one order in any collation', () => {
  const { main } = served;
  const collator = new Intl.Collator('en');
  const check = (values: unknown[]) => {
    const texts = values.filter((value): value is string => typeof value === 'string');
    const plain = [...texts].sort();
    expect([...texts].sort(collator.compare)).toEqual(plain);
    expect([...texts].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))).toEqual(plain);
  };
  for (const field of ['name', 'status', 'externalId', 'dueDate', 'taskType', 'dateCreated'])
    check([...main.tasks.values()].map((task) => task[field]));
  for (const field of ['email', 'firstName', 'lastName', 'name', 'dateCreated'])
    check([...main.users.values()].map((user) => user[field]));
  for (const [table, field] of [
    [main.tags, 'title'],
    [main.tags, 'name'],
    [main.roles, 'name'],
    [main.sessions, 'title'],
    [main.metrics, 'name'],
    [main.kpis, 'name'],
    [main.dashboards, 'name'],
    [main.goals, 'name'],
    [main.badges, 'name'],
    [main.kpiGroups, 'name'],
  ] as const) {
    const values = [...table.values()].map((record) => (record as Json)[field]);
    check(values);
    // No parameter sorts KPIs or their groups, and some of them are namesakes.
    if (table !== main.kpis && table !== main.kpiGroups) expect(new Set(values).size).toBe(values.length);
  }
});

test('the same seed gives the same world, another one another', () => {
  const text = (seed: number) => JSON.stringify(fixturesFor(sampleWorld(seed)));
  expect(text(5)).toBe(text(5));
  expect(text(5)).not.toBe(text(6));
  expect(problem('suite/fixtures.json', fixturesFor(sampleWorld(5)))).toBeUndefined();
});

test('accounts share no ids', () => {
  const ids = [...sampleWorld(1).accounts.values()].flatMap((account) =>
    [...knownIds(account)].filter((id) => ID.test(id)),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

/** What replaces requests that are learnt from the account: only a target that wants more gives it. */
const LEARNT = ['createTask', 'createAnnouncement', 'createCustomField', 'createKpiGroup', 'tagGoal', 'usersActions'];

test('the fixtures hold every key', () => {
  const { properties } = readJson<{ properties: Record<string, { properties?: object }> }>('suite/fixtures.json');
  for (const [part, { properties: keys = {} }] of Object.entries(properties)) {
    expect(Object.keys((served.fixtures as unknown as Record<string, object>)[part] ?? {}), part).toEqual(
      expect.arrayContaining(Object.keys(keys).filter((key) => !LEARNT.includes(key))),
    );
  }
});

test('few records, or many, make a world, too', async () => {
  const few = {
    users: 3,
    teams: 0,
    roles: 1,
    scimGroups: 0,
    customFields: 0,
    tags: 0,
    insights: 0,
    dashboards: 0,
    kpiGroups: 0,
    kpis: 0,
    sessions: 0,
    goals: 0,
    metrics: 0,
    tasks: 0,
    badges: 0,
    announcements: 0,
  };
  const world = sampleWorld({ seed: 3, size: few });
  expect(problem('suite/fixtures.json', fixturesFor(world))).toBeUndefined();
  expect(world.accounts.get(settingsFor(world).ACCOUNT_ID as string)?.tasks.size).toBe(0);
  const empty = await serve({ size: few });
  for (const { method, path, success } of operations) {
    if (method !== 'GET' || path.includes('{')) continue;
    const { status } = await empty.ask(path);
    if (path.includes('mapping')) expect(status).toBe(404);
    else expect([path, status]).toEqual([path, success.status]);
  }
  await empty.close();
});

test('one record beyond the first hundred can be singled out', async () => {
  const { main } = served;
  for (const [path, table, field] of [
    ['/v2/tasks', main.tasks, 'name'],
    ['/v2/metrics', main.metrics, 'name'],
    ['/v2/sessions', main.sessions, 'title'],
    ['/v2/users', main.users, 'email'],
    ['/v2/employees', main.users, 'email'],
    ['/v2/roles', main.roles, 'name'],
  ] as const) {
    const record = [...table.values()][104] as Json;
    const found = await items(filtered(path, { [field]: record[field] }));
    expect([path, found.map(({ id }) => id)]).toEqual([path, [record.id]]);
  }
});
