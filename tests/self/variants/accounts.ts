/** Accounts and habits of whole servers: an account of an ordinary size, lists that lag behind, strictness about requests. */
import type { Account, User } from '../../../reference-server/store/account.ts';
import { TOKENS } from '../../../reference-server/store/sample.ts';
import { readJson } from '../../../schemas/files.ts';
import type { Operation } from '../../../schemas/operations.ts';
import { eachAccount, isObject, mainAccount, type Parts, settlesIn, type Variant } from './variant.ts';

const MID_SIZE = {
  users: 60,
  teams: 9,
  roles: 8,
  scimGroups: 0,
  customFields: 11,
  tags: 18,
  insights: 9,
  dashboards: 14,
  kpiGroups: 6,
  kpis: 24,
  sessions: 9,
  goals: 48,
  metrics: 60,
  tasks: 70,
  badges: 5,
  announcements: 3,
};

const LATE_MS = 400;

/** The data of an account as it is now, apart from what it does. */
const copied = ({ newId, now, ...data }: Account): Account => ({ ...structuredClone(data), newId, now });

/** Every list shows the account as it was a little before; reads by id show what was written at once. */
function listsLate(): Parts {
  const before = new WeakMap<Account, { at: number; account: Account }[]>();
  return {
    around: (call, next) => {
      const past = (before.get(call.account) ?? []).filter(({ at }) => at > Date.now() - LATE_MS);
      before.set(call.account, past);
      if (call.operation.method !== 'GET') {
        past.push({ at: Date.now(), account: copied(call.account) });
        return next(call);
      }
      const old = call.operation.id.endsWith('.list') ? past[0]?.account : undefined;
      return next(old === undefined ? call : { ...call, account: old });
    },
  };
}

/** The members that a body may have; undefined where the specification leaves the body open. */
function membersOf({ body }: Operation): ReadonlySet<string> | undefined {
  if (body === undefined || body.schema === 'open') return undefined;
  const { properties } = readJson<{ properties?: object }>(body.schema);
  return properties && new Set(Object.keys(properties));
}

/** Refuses each query parameter and each member of a body that is not listed. */
const strict: Parts = {
  around: (call, next) => {
    const listed = new Set(call.operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name));
    const parameter = [...call.query.keys()].find((name) => !listed.has(name));
    if (parameter !== undefined) return { status: 400, body: { message: `there is no parameter ${parameter}` } };
    const members = membersOf(call.operation);
    const member = isObject(call.body) && members && Object.keys(call.body).find((name) => !members.has(name));
    return member ? { status: 400, body: { message: `there is no member ${member}` } } : next(call);
  },
};

/** What some plans do not include. Most of these operations list 402; creating a tag on a KPI does not. */
const NOT_IN_PLAN: Readonly<Record<string, number>> = {
  'roles.create': 402,
  'customFields.create': 402,
  'customFields.update': 402,
  'users.create': 403,
  'announcements.create': 403,
  'kpis.tag': 403,
};

/** Refuses operations to everybody, whatever they ask for. */
const refusing =
  (statusOf: (operation: Operation) => number | undefined): NonNullable<Parts['around']> =>
  (call, next) => {
    const status = statusOf(call.operation);
    return status === undefined ? next(call) : { status, body: { message: 'not part of the plan' } };
  };

export const accountVariants: readonly Variant[] = [
  {
    name: 'operations-not-in-the-plan',
    title: 'The account may not create roles, custom fields, users or announcements, nor tag KPIs.',
    sparse: true,
    parts: {
      around: refusing(({ id }) => NOT_IN_PLAN[id]),
      fixtures: (file) => {
        file.notOffered = Object.keys(NOT_IN_PLAN);
      },
    },
  },
  {
    name: 'scim-not-in-the-plan',
    title: 'All that concerns SCIM groups answers 402.',
    on: ['roles', 'users'],
    sparse: true,
    parts: {
      around: refusing(({ id }) => (/scim|mapping/i.test(id) ? 402 : undefined)),
      fixtures: (file) => {
        delete file.ids.scimGroup;
        file.none = [...(file.none ?? []), 'scimGroup'];
      },
    },
  },
  {
    name: 'account-mid-size',
    title: 'The account has 60 users, 8 roles, 9 sessions, no SCIM groups, no report and no demo session.',
    kind: 'size',
    sparse: true,
    sample: { seed: 4, size: MID_SIZE },
    parts: {
      world: ({ accounts }) => {
        for (const { sessions, dashboards } of accounts.values()) {
          for (const session of sessions.values()) session.demo = false;
          for (const dashboard of dashboards.values()) dashboard.isReport = false;
        }
      },
    },
  },
  {
    name: 'lists-late',
    title: 'Every list shows what was written 400 ms later.',
    kind: 'late lists',
    warns: ['general.seen-at-once'],
    parts: () => ({
      settings: settlesIn(3_000),
      ...listsLate(),
    }),
  },
  {
    name: 'strict-about-unknown',
    title: 'Query parameters and members of bodies that are not listed are refused.',
    parts: strict,
  },
  {
    // "badgeAssigneesResponse": nothing says that anybody has a badge.
    name: 'badges-for-nobody',
    title: 'Badges were set up, and none has been given yet.',
    on: ['badges', 'employees'],
    sparse: true,
    parts: {
      ...eachAccount(({ assignations }) => assignations.clear()),
      fixtures: ({ none }) => none.push('assignation'),
    },
  },
  {
    // Nor that a team has one, or who asks.
    name: 'badges-of-other-people',
    title: 'Badges were given to people in person, to no team and to none of the users of the tokens.',
    on: ['badges', 'employees'],
    sparse: true,
    parts: {
      ...eachAccount(({ users, assignations }) => {
        const others = [...users.keys()].slice(3);
        for (const one of assignations.values()) one.assigneeIds = one.assigneeIds.filter((id) => others.includes(id));
      }),
      fixtures: ({ none }) => none.push('assignation.mine'),
    },
  },
  {
    // "Authentication": a service may have one account, and an account one user.
    name: 'one-administrator',
    title: 'There is one account, and a single administrator works with it.',
    sparse: true,
    parts: {
      settings: (settings) => {
        for (const name of ['SECOND', 'LIMITED', 'UNPAID', 'OTHER']) delete settings[`${name}_ACCESS_TOKEN`];
        for (const name of ['UNPAID', 'OTHER']) delete settings[`${name}_ACCOUNT_ID`];
      },
      fixtures: (file) => {
        file.foreignIds = {};
        file.facts.currentUsers = { first: file.facts.currentUsers.first };
        file.facts.notPermitted = [];
        file.none.push('secondUser', 'limitedUser', 'otherAccount', 'hiddenDashboard');
      },
    },
  },
  {
    // "Authentication": that a token is one of a user who can be read is not said.
    name: 'token-of-no-user',
    title: 'The token is one of a service, which is no user that can be read.',
    parts: {
      world: (world) => {
        const user = world.tokens.get(TOKENS.ACCESS_TOKEN) as User;
        world.tokens.set(TOKENS.ACCESS_TOKEN, { ...user, id: mainAccount(world).newId() });
      },
      fixtures: ({ facts }) => {
        delete facts.hiddenDashboards;
      },
    },
  },
  {
    // "includeDemo: whether to include the demo session": whose session it is is not said.
    name: 'demo-sessions-of-the-service',
    on: ['sessions'],
    title: 'Demo sessions are records of an account of the service, shown in every account.',
    parts: {
      world: ({ accounts }) => {
        const [first, ...others] = [...accounts.values()];
        for (const session of first?.sessions.values() ?? []) {
          if (!session.demo) continue;
          session.accountId = 'account-of-templates';
          for (const { sessions } of others) sessions.set(session.id, session);
        }
      },
    },
  },
  {
    name: 'badges-given-twice',
    on: ['badges', 'employees', 'users'],
    title: 'Some people were given the same badge twice, and their employee records show it twice.',
    parts: {
      world: (world) => {
        const account = mainAccount(world);
        const given = [...account.assignations.values()].filter(({ status }) => status === 'approved');
        for (const one of given.slice(0, 4)) {
          const id = account.newId();
          account.assignations.set(id, { ...one, id, assignedOn: account.now(), comment: 'Again!' });
        }
      },
    },
  },
  {
    // "ids of managers of teams the user belongs to": whether one belongs to the team above, too, is not said.
    name: 'managers-of-teams-above',
    on: ['users', 'employees'],
    title: 'Who is in a team is in the teams above it, too: their managers are named as well.',
    parts: {
      fixtures: ({ facts }) => {
        facts.managers = [];
      },
      rules: () => ({
        managers: (user, teams) => {
          const byId = new Map(teams.map((team) => [team.id, team]));
          const own = new Set(user.teamIds);
          for (const id of own) {
            const above = byId.get(id)?.parentId;
            if (typeof above === 'string') own.add(above);
          }
          const named = [...own].flatMap((id) => byId.get(id)?.manager ?? []);
          return [...new Set(named)].filter((id) => id !== user.id);
        },
      }),
    },
  },
];
