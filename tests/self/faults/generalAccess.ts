/** Faults of who may do what: credentials, account header, accounts, permissions, payment. */

import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Rules } from '../../../reference-server/rules.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { User, World } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { filterOf, inWorld, rule } from './vocabulary.ts';

const first = (world: World): User => [...world.tokens.values()][0] as User;

/** Takes requests whose Authorization header is like this for the first user's. */
export const takes = (id: string, header: RegExp | undefined): Seams =>
  rule(id, ({ authenticate }) => ({
    authenticate: (world, given) =>
      authenticate(world, given) ??
      ((header === undefined ? given === undefined : header.test(given ?? '')) ? first(world) : undefined),
  }));

/** Refuses requests without valid credentials with 401, but only after it did what they ask. */
export const actsFirst = (id: string): Seams => {
  const ghosts = new WeakSet<User>();
  return {
    ...rule(id, ({ authenticate }) => ({
      authenticate(world, given) {
        const user = authenticate(world, given);
        if (user) return user;
        const ghost = { ...first(world) };
        ghosts.add(ghost);
        return ghost;
      },
    })),
    around(call, next) {
      const answer = next(call);
      return ghosts.has(call.user) ? { status: 401 } : answer;
    },
  };
};

/** Lets everybody reach the operation; how it answers may depend on who would not have been permitted. */
const permitsAll = (
  id: string,
  answer: (call: Call, next: (call: Call) => Answer, isPermitted: boolean) => Answer,
): Seams => {
  let may: Rules['permitted'] | undefined;
  return {
    ...rule(id, ({ permitted }) => {
      may = permitted;
      return { permitted: () => true };
    }),
    around: (call, next) =>
      call.operation.id === id
        ? answer(call, next, may?.(call.user, call.operation, call.account) !== false)
        : next(call),
  };
};

/** Refuses who lacks the permission with 403, but only after it did what they ask. */
export const permitsFirst = (id: string): Seams =>
  permitsAll(id, (call, next, isPermitted) => {
    const answer = next(call);
    return isPermitted ? answer : { status: 403 };
  });

/** Acts in the account of the token, whatever the header says. */
export const ignoresHeader = (id: string): Seams =>
  rule(id, () => ({ account: (world, user) => world.accounts.get(user.accountId) }));

/** Acts in the account of the header, whoever asks. */
export const trustsHeader = (id: string): Seams =>
  rule(id, () => ({
    account: (world, user, header) => world.accounts.get(header ?? user.accountId),
    permitted: () => true,
  }));

/** Acts in one account for everybody. */
const oneForAll = (id: string): Seams =>
  rule(id, () => ({ account: (world) => world.accounts.get(first(world).accountId) }));

/** Acts in one account for everybody who names none. */
const firstWithoutHeader = (id: string): Seams =>
  rule(id, ({ account }) => ({
    accountHeaderNeeded: () => false,
    account: (world, user, header) =>
      header === undefined ? world.accounts.get(first(world).accountId) : account(world, user, header),
  }));

/** Looks for the permission in the account of the header, and lets everybody pass who names none. */
const permitsWithoutHeader = (id: string) => (): Seams => {
  let named = true;
  return rule(id, ({ account, permitted }) => ({
    account(world, user, header) {
      named = header !== undefined;
      return account(world, user, header);
    },
    permitted: (...asked) => !named || permitted(...asked),
  }));
};

/** Sees that the account header is missing when the work is done. */
const actsWithoutHeader = (id: string) => (): Seams => {
  let missing = false;
  return {
    ...rule(id, ({ account }) => ({
      accountHeaderNeeded: () => false,
      account(world, user, header) {
        missing = header === undefined;
        return account(world, user, header);
      },
    })),
    around(call, next) {
      const refused = missing && call.operation.id === id;
      const answer = next(call);
      return refused ? { status: 400 } : answer;
    },
  };
};

/** Acts in the account that a filter names. */
const byFilter = (id: string): Seams =>
  inWorld(id, (call, accounts, next) => {
    const account = accounts.get(String(filterOf(call).accountId));
    return next(account ? { ...call, account } : call);
  });

/** Tables of records in an account, by the operation that lists them. */
const TABLES = {
  'customFields.list': 'customFields',
  'kpiGroups.list': 'kpiGroups',
  'kpis.list': 'kpis',
  'users.list': 'users',
  'dashboards.list': 'dashboards',
  'roles.list': 'roles',
  'tags.list': 'tags',
  'badges.list': 'badges',
  'tasks.list': 'tasks',
  'metrics.list': 'metrics',
  'sessions.list': 'sessions',
  'employees.list': 'users',
  'announcements.list': 'announcements',
} as const;

type Table = (typeof TABLES)[keyof typeof TABLES];

/** Finds records of every account, or those of them that are such. */
const allAccounts = (id: string, kind: Table, isSuch: (record: object, place: number) => boolean = () => true): Seams =>
  rule(id, ({ account }) => ({
    account(world, user, header) {
      const own = account(world, user, header);
      if (!own) return undefined;
      const all = [...world.accounts.values()].flatMap((each) =>
        [...(each[kind] as Map<string, object>)].filter(([, record], place) => isSuch(record, place)),
      );
      return { ...own, [kind]: new Map([...all, ...(own[kind] as Map<string, unknown>)]) };
    },
  }));

const each = <T extends string>(
  ids: readonly T[],
  prefix: string,
  title: string,
  requirement: string,
  seams: (id: T) => Fault['seams'],
): Fault[] =>
  ids.map((id) => ({
    name: `${prefix}-${id.replaceAll('.', '-').replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`,
    title: `${id} ${title}`,
    breaks: [requirement],
    seams: seams(id),
  }));

type Change = Parameters<typeof rule>[1];

/**
 * Replaces rules for requests whose path is spelled otherwise.
 * @param plain the path without what is other in it
 * @param rules the seams for the changed rules, of one operation or of all
 */
const elsewhere = (
  plain: (path: string) => string,
  change: (isThere: () => boolean) => Change,
  rules: (change: Change) => Seams,
): Seams => {
  let isThere = false;
  return {
    ...rules(change(() => isThere)),
    pages(request) {
      const [path = '', ...query] = (request.url ?? '').split('?');
      isThere = plain(path) !== path;
      request.url = [plain(path), ...query].join('?');
      return false;
    },
  };
};

/** How a path is spelled without what routers pass over. */
const PLAIN = {
  slash: (path: string) => path.replace(/\/$/, ''),
  suffix: (path: string) => path.replace(/\.json$/, ''),
  slashes: (path: string) => path.replaceAll(/\/{2,}/g, '/'),
  parameter: (path: string) => path.replaceAll(/;[^/]*/g, ''),
  letters: (path: string) => path.replace(/^\/V/, '/v'),
};

/** Looks for no token where the path is spelled otherwise. */
const opens =
  (isThere: () => boolean): Change =>
  ({ authenticate }) => ({
    authenticate: (world, given) => authenticate(world, given) ?? (isThere() ? first(world) : undefined),
  });

const openAtSlash = (id: string) => () => elsewhere(PLAIN.slash, opens, (change) => rule(id, change));

/** Looks for no permission where the path has a slash at its end. */
const permitsAtSlash = (id: string) => () =>
  elsewhere(
    PLAIN.slash,
    (isThere) =>
      ({ permitted }) => ({ permitted: (...asked) => isThere() || permitted(...asked) }),
    (change) => rule(id, change),
  );

const openSpelling = (name: keyof typeof PLAIN, title: string): Fault => ({
  name: `open-at-${name}`,
  title: `No operation asks for a token if its path ${title}.`,
  breaks: ['general.credentials-missing'],
  seams: () => elsewhere(PLAIN[name], opens, (change) => ({ rules: change })),
});

/** Lets everybody do what the operation does if the body says so. */
const permitsBody = (id: string, says: (body: Readonly<Record<string, unknown>>) => boolean) => (): Seams =>
  permitsAll(id, (call, next, isPermitted) =>
    isPermitted || says((call.body ?? {}) as Readonly<Record<string, unknown>>) ? next(call) : { status: 403 },
  );

/** Lets everybody do what the operation does. */
export const permits = (id: string) => rule(id, () => ({ permitted: () => true }));

export const generalAccess: readonly Fault[] = [
  openSpelling('suffix', 'ends with .json'),
  openSpelling('slashes', 'has two slashes in one place'),
  openSpelling('parameter', 'holds a parameter'),
  openSpelling('letters', 'begins with a capital V'),
  ...each(
    ['badges.list', 'permissions.effective', 'kpiGroups.create'],
    'open-at-slash',
    'asks for no token if its path has a slash at its end.',
    'general.credentials-missing',
    openAtSlash,
  ),
  ...each(
    ['tasks.create', 'badges.awaitingApproval'],
    'permitted-at-slash',
    'asks for no permission if its path has a slash at its end.',
    'general.permission',
    permitsAtSlash,
  ),
  {
    name: 'permitted-by-titles',
    title: 'Tagging a goal by titles needs no permission, by a title it does.',
    breaks: ['general.permission'],
    seams: permitsBody('tags.tagGoal', ({ title }) => title === undefined),
  },
  {
    name: 'permitted-for-key-results',
    title: 'Tasks of key results need no permission, others do.',
    breaks: ['general.permission'],
    seams: permitsBody('tasks.create', ({ parentType }) => parentType === 'metric'),
  },
  ...each(
    ['kpis.tag', 'roles.deleteMappings', 'permissions.allowedActions'],
    'permitted-without-header',
    'lets everybody pass who sends no account header, which it does not list.',
    'general.permission',
    permitsWithoutHeader,
  ),
  ...each(
    ['kpiGroups.create', 'kpiGroups.delete', 'customFields.update', 'tags.tagGoal'],
    'acts-without-account-header',
    'does its work without the account header, and then refuses.',
    'general.account-header',
    actsWithoutHeader,
  ),
  ...each(
    ['customFields.list', 'users.get', 'tags.tagGoal', 'metrics.list', 'roles.upsertMappings'],
    'open',
    'needs no credentials.',
    'general.credentials-missing',
    (id) => takes(id, undefined),
  ),
  ...each(
    ['kpis.list', 'tasks.create', 'employees.get', 'permissions.usersWithAction'],
    'any-token',
    'takes any bearer token.',
    'general.credentials-invalid',
    (id) => takes(id, /^Bearer gc-/),
  ),
  ...each(
    ['dashboards.reports', 'users.managers', 'badges.mine'],
    'token-prefix',
    'takes a token with something behind it.',
    'general.credentials-invalid',
    (id) => takes(id, /^Bearer \S+x$/),
  ),
  ...each(
    ['announcements.get', 'roles.deleteMappings'],
    'token-cut',
    'finds a token by its beginning.',
    'general.credentials-invalid',
    (id) =>
      rule(id, ({ authenticate }) => ({
        authenticate(world, given) {
          const [, sent] = given?.match(/^Bearer (\S{9,})$/) ?? [];
          const found = sent === undefined ? undefined : [...world.tokens].find(([token]) => token.startsWith(sent));
          return found ? found[1] : authenticate(world, given);
        },
      })),
  ),
  ...each(
    ['tasks.list', 'kpiGroups.create'],
    'token-case',
    'takes a token with letters of another case.',
    'general.credentials-invalid',
    (id) =>
      rule(id, ({ authenticate }) => ({
        authenticate(world, given) {
          const wanted = given?.toLowerCase();
          const found = [...world.tokens].find(([token]) => `bearer ${token}`.toLowerCase() === wanted);
          return found ? found[1] : authenticate(world, given);
        },
      })),
  ),
  ...each(
    ['permissions.actions', 'kpiGroups.setFavorite', 'announcements.list'],
    'any-scheme',
    'takes an Authorization header of another scheme.',
    'general.credentials-malformed',
    (id) => takes(id, /^Basic /),
  ),
  ...each(
    [
      'tasks.create',
      'users.create',
      'roles.create',
      'tags.tagDashboard',
      'tags.tagInsight',
      'kpis.tag',
      'announcements.create',
      'customFields.update',
      'kpiGroups.delete',
      'kpiGroups.clearFavorite',
      'kpiGroups.removeKpi',
    ],
    'acts-first',
    'refuses missing credentials only after it acted.',
    'general.refusal-no-effect',
    actsFirst,
  ),
  ...each(
    ['tasks.get', 'tags.list', 'roles.createMapping', 'sessions.goalsMet'],
    'no-header',
    'needs no account header.',
    'general.account-header',
    (id) => rule(id, () => ({ accountHeaderNeeded: () => false })),
  ),
  ...each(
    [
      'tasks.list',
      'users.get',
      'roles.create',
      'tags.tagGoal',
      'dashboards.tagUsages',
      'permissions.currentUserAllowedActions',
    ],
    'ignores-header',
    'acts in the account of the token under the id of another.',
    'general.foreign-account',
    ignoresHeader,
  ),
  ...each(
    ['users.list', 'tasks.list', 'kpiGroups.get', 'dashboards.get'],
    'without-header-first',
    'acts in the first account where no header names one.',
    'general.foreign-token',
    firstWithoutHeader,
  ),
  ...each(
    [
      'employees.list',
      'kpiGroups.update',
      'announcements.create',
      'metrics.byOwner',
      'permissions.ofPrincipal',
      'permissions.effectiveAndAllowedActions',
    ],
    'trusts-header',
    'acts in any account that the header names.',
    'general.foreign-token',
    trustsHeader,
  ),
  ...each(
    [
      'roles.list',
      'roles.get',
      'dashboards.list',
      'metrics.list',
      'customFields.get',
      'kpis.snapshots',
      'badges.assignees',
      'sessions.goalsMet',
    ],
    'one-for-all',
    'acts in the same account for everybody.',
    'general.foreign-token',
    oneForAll,
  ),
  {
    name: 'tasks-of-all-accounts',
    title: 'A task of any account can be read.',
    breaks: ['general.foreign-record'],
    seams: allAccounts('tasks.get', 'tasks'),
  },
  {
    name: 'users-of-all-accounts',
    title: 'A user of any account can be read.',
    breaks: ['general.foreign-record'],
    seams: allAccounts('users.get', 'users'),
  },
  {
    name: 'managers-of-all-accounts',
    title: 'Managers of a user of any account can be read.',
    breaks: ['general.foreign-record'],
    seams: allAccounts('users.managers', 'users'),
  },
  {
    name: 'tagged-kpis-of-all-accounts',
    title: 'A KPI of any account that has tags, and is none of the first, can be read.',
    breaks: ['general.foreign-record'],
    seams: allAccounts(
      'kpis.get',
      'kpis',
      (kpi, place) => place > 1 && (kpi as { tagIds: string[] }).tagIds.length > 0,
    ),
  },
  {
    name: 'tasks-with-parents-of-all-accounts',
    title: 'A task of any account that has a parent, and is none of the first, can be read.',
    breaks: ['general.foreign-record'],
    seams: allAccounts('tasks.get', 'tasks', (task, place) => place > 1 && 'parentId' in task),
  },
  {
    name: 'kpis-of-all-accounts',
    title: 'A KPI of any account can be read.',
    breaks: ['general.foreign-record'],
    seams: allAccounts('kpis.get', 'kpis'),
  },
  ...each(
    Object.keys(TABLES) as (keyof typeof TABLES)[],
    'foreign-listed',
    'lists the records of every account',
    'general.foreign-listed',
    (id) => allAccounts(id, TABLES[id]),
  ),
  {
    name: 'tasks-filtered-by-account',
    title: 'A filter by the id of an account lists the tasks of that account.',
    breaks: ['general.foreign-listed'],
    seams: () => byFilter('tasks.list'),
  },
  {
    name: 'list-of-all-accounts',
    title: 'The list of tasks shows those of every account.',
    breaks: ['general.foreign-token', 'general.account-id'],
    seams: allAccounts('tasks.list', 'tasks'),
  },
  ...each(
    [
      'tasks.create',
      'users.create',
      'tags.tagDashboard',
      'customFields.update',
      'kpiGroups.delete',
      'roles.scimGroups',
      'roles.recalculateScimRoles',
    ],
    'permits',
    'asks for no permission.',
    'general.permission',
    permits,
  ),
  {
    name: 'forbidden-as-401',
    title: 'A caller who lacks the permission to create a role is answered with 401.',
    breaks: ['general.permission'],
    seams: {
      rules: ({ authenticate, permitted }, operation) =>
        operation.id !== 'roles.create'
          ? {}
          : {
              authenticate(world, header) {
                const user = authenticate(world, header);
                const account = user && world.accounts.get(user.accountId);
                return user && account && permitted(user, operation, account) ? user : undefined;
              },
            },
    },
  },
  {
    name: 'unpaid-fields-created',
    title: 'an account that has not paid may list custom fields; a create is answered with 402 when the field is made',
    breaks: ['general.unpaid'],
    seams: {
      ...rule(['customFields.list', 'customFields.create'], () => ({ paymentNeeded: () => false })),
      around: (call, next) => {
        const answer = next(call);
        return call.operation.id === 'customFields.create' && !call.account.paid ? { status: 402, body: {} } : answer;
      },
    },
  },
  ...each(
    ['kpis.list', 'tasks.create', 'users.list', 'badges.mine', 'roles.scimGroups', 'tasks.get', 'dashboards.get'],
    'unpaid',
    'serves an account that has not paid.',
    'general.unpaid',
    (id) => rule(id, () => ({ paymentNeeded: () => false })),
  ),
];
