/** How ids, date-times and numbers are written, and which records carry what. */
import { createHash } from 'node:crypto';
import { plainText } from '../../../reference-server/query/plainText.ts';
import type { Account, Goal, User, World } from '../../../reference-server/store/account.ts';
import { operation } from '../../../schemas/contract.ts';
import { withQuery } from '../faults/vocabulary.ts';
import { answers, deep, type FixturesFile, type Parts, type Variant } from './variant.ts';

const ID = /[0-9a-f]{24}/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An empty container of the same form. */
function emptied(like: object): object {
  if (Array.isArray(like)) return [];
  if (like instanceof Map) return new Map();
  return like instanceof Set ? new Set() : {};
}

/** Puts copies of what one container holds into another of its form. */
function fill(into: object, from: object, copy: (value: unknown) => unknown): void {
  if (Array.isArray(from)) for (const entry of from) (into as unknown[]).push(copy(entry));
  else if (from instanceof Map) for (const [key, entry] of from) (into as typeof from).set(copy(key), copy(entry));
  else if (from instanceof Set) for (const entry of from) (into as typeof from).add(copy(entry));
  else for (const [key, entry] of Object.entries(from)) (into as Record<string, unknown>)[key] = copy(entry);
}

/** A copy of stored data with each string replaced, keys of maps among them; what was one object stays one. */
function rewritten<T>(data: T, change: (text: string) => string, known = new Map<unknown, unknown>()): T {
  const copy = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value);
    if (typeof value !== 'object' || value === null) return value;
    if (known.has(value)) return known.get(value);
    const copied = emptied(value);
    known.set(value, copied);
    fill(copied, value, copy);
    return copied;
  };
  return copy(data) as T;
}

/** Rewrites every account, and points the tokens at the new users. */
function rewriteWorld(world: World, change: (text: string) => string): void {
  const users = new Map<unknown, unknown>();
  const accounts = [...world.accounts.values()];
  world.accounts.clear();
  for (const account of accounts) {
    const { newId, now, ...data } = account;
    Object.assign(account, rewritten(data, change, users));
    account.newId = () => change(newId());
    account.now = () => change(now());
    world.accounts.set(account.id, account);
  }
  for (const [token, user] of world.tokens) world.tokens.set(token, users.get(user) as User);
}

const hash = (id: string) => createHash('sha256').update(id).digest();

/** Other ids in place of the 24 hexadecimal digits. No unknown id is given: the suite must make its own. */
export const ids = (spell: (id: string) => string): Parts => ({
  world: (world) => {
    const known = new Map<string, string>();
    const other = (id: string) => {
      const found = known.get(id) ?? spell(id);
      known.set(id, found);
      return found;
    };
    rewriteWorld(world, (text) => text.replaceAll(ID, other));
  },
  fixtures: (file) => {
    delete file.unknownIds['*'];
  },
});

/** Ids that are unique within an account alone: the first eight digits of the usual ones are the account's. */
function numbered(): Parts {
  const counts = new Map<string, number>();
  const own = ids((id) => {
    const account = id.slice(0, 8);
    const count = counts.get(account) ?? 0;
    counts.set(account, count + 1);
    // The first one is that of the account itself.
    return String(count === 0 ? 900_000 + counts.size : 1000 + count);
  });
  return {
    ...own,
    fixtures: (file) => {
      own.fixtures?.(file);
      delete file.foreignIds;
    },
  };
}

export const times = (spell: (time: Date) => string): Parts => ({
  world: (world) => rewriteWorld(world, (text) => (TIME.test(text) ? spell(new Date(text)) : text)),
});

const iso = (time: Date) => time.toISOString();

function eachAccount(change: (account: Account) => void): Parts {
  return { world: ({ accounts }) => accounts.forEach(change) };
}

/** Numbers that are percentages as fractions of one. */
const ATTAINMENTS = ['attainment', 'aggregatedAttainment', 'childrenAggregatedAttainment', 'fullAggregatedAttainment'];

/** The facts of the data are worked out before attainments are written in another way. */
const fractions = (): Parts => {
  let goals: Goal[] = [];
  return {
    world: ({ accounts }) => {
      goals = [...accounts.values()].flatMap((account) => [...account.goals.values()]);
    },
    fixtures: () => {
      for (const goal of goals) {
        for (const key of ATTAINMENTS) goal[key] = Math.round((goal[key] as number) * 1000) / 100_000;
      }
    },
    rules: () => ({ goalMet: ({ attainment }) => attainment > 0.99 }),
  };
};

/** Attainments to one decimal. */
const roundedAttainments = (record: Record<string, unknown>) => ({
  ...record,
  ...Object.fromEntries(
    ATTAINMENTS.flatMap((key) =>
      typeof record[key] === 'number' ? [[key, Math.round(record[key] * 10) / 10] as const] : [],
    ),
  ),
});

const without =
  (...keys: string[]) =>
  (file: FixturesFile): void => {
    for (const key of keys) delete file[key];
  };

const SIGNS = ' ?#&%25:~(1)';

export const dataVariants: readonly Variant[] = [
  {
    name: 'ids-uuid',
    title: 'Ids are UUIDs.',
    kind: 'ids',
    parts: ids((id) => {
      const x = hash(id).toString('hex');
      return `${x.slice(0, 8)}-${x.slice(8, 12)}-4${x.slice(13, 16)}-a${x.slice(17, 20)}-${x.slice(20, 32)}`;
    }),
  },
  {
    name: 'ids-numeric',
    title: 'Ids are numbers, as strings.',
    kind: 'ids',
    parts: () => {
      let n = 1000;
      return ids(() => String(++n));
    },
  },
  {
    name: 'ids-as-long-numbers',
    title: 'Ids are numbers of 18 digits: moments, with what tells machines apart behind them.',
    kind: 'ids',
    parts: () => {
      let n = 0n;
      return ids(() => String(731204500008493056n + 4_194_304n * ++n));
    },
  },
  {
    name: 'ids-per-account',
    title: 'Every account numbers its records from the same number on.',
    kind: 'ids',
    parts: numbered,
  },
  {
    name: 'ids-prefixed',
    title: 'Ids have a prefix and letters of either case.',
    kind: 'ids',
    parts: ids((id) => `gm_${hash(id).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, 14)}`),
  },
  {
    name: 'ids-with-bars',
    title: 'Ids have a bar and a dot, as those of identity providers do.',
    kind: 'ids',
    parts: ids((id) => `auth0|${id.slice(0, 6)}.${hash(id).toString('hex').slice(0, 12)}`),
  },
  {
    name: 'ids-with-signs',
    title: 'Ids hold a space, parentheses, and signs that mean something else in an address or in a mention.',
    kind: 'ids',
    parts: {
      ...ids((id) => `${id.slice(0, 8)}${SIGNS}${id.slice(8)}`),
      fixtures: (file) => {
        delete file.unknownIds['*'];
        for (const fact of file.facts.texts) fact.plainText = plainText(fact.mentionsMarkup.replaceAll(SIGNS, ''));
      },
      rules: ({ plainText }) => ({ plainText: (text) => plainText(text.replaceAll(SIGNS, '')) }),
    },
  },
  {
    name: 'times-epoch',
    title: 'Date-times are milliseconds since 1970, as strings.',
    kind: 'times',
    parts: {
      ...times((time) => String(time.getTime())),
      // What a time zone does is open: this server passes it over.
      around: (call, next) => next(withQuery(call, { timeZone: undefined })),
    },
  },
  {
    name: 'times-offset',
    title: 'Date-times have an offset of +02:00.',
    kind: 'times',
    parts: times((time) => iso(new Date(time.getTime() + 7_200_000)).replace('Z', '+02:00')),
  },
  {
    name: 'times-seconds',
    title: 'Date-times have no milliseconds.',
    kind: 'times',
    parts: times((time) => iso(time).replace(/\.\d+/, '')),
  },
  {
    name: 'times-microseconds',
    title: 'Date-times have microseconds and no zone.',
    kind: 'times',
    parts: times((time) => iso(time).replace('Z', '417')),
  },
  {
    name: 'times-spaced',
    title: 'Date-times have a space between day and time.',
    kind: 'times',
    parts: times((time) => iso(time).replace('T', ' ').replace('Z', ' UTC')),
  },
  {
    name: 'times-http',
    title: 'Date-times are written as in HTTP, and ordered as texts.',
    kind: 'times',
    parts: times((time) => time.toUTCString()),
  },
  {
    name: 'attainment-fraction',
    on: ['sessions', 'metrics'],
    title: 'Attainment is a fraction of one.',
    kind: 'attainment',
    parts: fractions,
  },
  {
    name: 'dashboards-hidden-from-one',
    on: ['dashboards', 'tags'],
    title: 'Most dashboards are hidden from the second user alone.',
    parts: {
      world: ({ accounts }) => {
        const [{ users, dashboards }] = [...accounts.values()] as [Account];
        const [, { id: principalId }] = [...users.values()] as [User, User];
        for (const [n, { access }] of [...dashboards.values()].entries()) {
          if (n % 4 === 0) continue;
          access.permissions.push({ principalId, principalKind: 'user', grant: { Subtype: 0 }, deny: { Subtype: 1 } });
        }
      },
    },
  },
  {
    name: 'dashboards-found-by-hidden-text',
    on: ['dashboards', 'tags'],
    title: 'The path by tag takes a text of the dashboard that no answer shows.',
    sparse: true,
    parts: {
      reply: (reply) => {
        if (reply.operation?.group === 'dashboards') reply.body = deep(reply.body, ({ tag: _text, ...rest }) => rest);
      },
      around: (call, next) => {
        if (call.operation.id !== 'dashboards.byTag') return next(call);
        const [id] = [...call.account.dashboards.keys()].filter((_, i) => String(call.params.tag) === `text${i}`);
        if (id === undefined) return { status: 404, body: { message: 'not found' } };
        return next({ ...call, operation: operation('dashboards.get'), params: { dashboardId: id } });
      },
      fixtures: (file) => {
        file.ids.dashboardTag = ['text0', 'text1'];
      },
    },
  },
  {
    name: 'tags-unused',
    on: ['tags', 'dashboards', 'kpis'],
    title: 'There are tags that nothing carries.',
    parts: eachAccount(({ tags, newId, now }) => {
      for (const title of ['Unused', 'Never Used', 'ünüsed']) {
        const id = newId();
        tags.set(id, { id, name: title.toLowerCase(), title, isActive: true, dateCreated: now() });
      }
    }),
  },
  { name: 'seed-2', title: 'The account has other data.', kind: 'seed', sample: { seed: 2 }, parts: {} },
  { name: 'seed-77', title: 'The account has other data again.', kind: 'seed', sample: { seed: 77 }, parts: {} },
  {
    name: 'no-scim',
    on: ['roles', 'users'],
    title: 'The account has no SCIM groups, so that the checks for them answer 404.',
    sparse: true,
    sample: { size: {} },
    parts: {
      ...eachAccount(({ scimGroups, roleMappings }) => {
        scimGroups.clear();
        roleMappings.clear();
      }),
      fixtures: (file) => {
        delete file.ids.scimGroup;
      },
    },
  },
  {
    name: 'account-nearly-empty',
    title: 'The account has its users and nothing else.',
    kind: 'size',
    sparse: true,
    sample: { size: sizes(0) },
    parts: {},
  },
  {
    name: 'account-one-of-each',
    title: 'The account has one record of each kind.',
    kind: 'size',
    sparse: true,
    sample: { size: sizes(1) },
    parts: {},
  },
  {
    name: 'account-few',
    title: 'The account has three records of each kind.',
    kind: 'size',
    sparse: true,
    sample: { size: sizes(3) },
    parts: {},
  },
  {
    name: 'customer-of-four',
    title: 'A customer of four people has one session, four goals and three tags.',
    kind: 'size',
    sparse: true,
    sample: {
      seed: 5,
      size: {
        ...sizes(0),
        users: 4,
        teams: 1,
        roles: 2,
        customFields: 2,
        tags: 3,
        dashboards: 1,
        kpiGroups: 1,
        kpis: 3,
        sessions: 1,
        goals: 4,
        metrics: 4,
        tasks: 6,
      },
    },
    parts: {},
  },
  {
    name: 'customer-without-kpis',
    title: 'A customer of objectives and key results alone has no KPIs, dashboards or insights.',
    kind: 'size',
    sparse: true,
    sample: {
      seed: 7,
      size: { scimGroups: 0, insights: 0, dashboards: 0, kpiGroups: 0, kpis: 0, users: 16, tags: 14 },
    },
    parts: {},
  },
  {
    name: 'account-large',
    title: 'The account has hundreds of records of most kinds.',
    kind: 'size',
    sample: { seed: 3, size: {} },
    parts: {},
  },
  {
    name: 'limited-may-nearly-all',
    on: ['permissions', 'metrics', 'sessions', 'kpis'],
    title: 'The limited user may do everything except invite users.',
    sparse: true,
    parts: {
      world: ({ accounts }) => {
        const [{ users, permissions }] = [...accounts.values()] as [Account];
        const [, , { id }] = [...users.values()] as [User, User, User];
        for (const { action, principals } of permissions.values())
          if (action !== 'users:invite' && !principals.includes(id)) principals.push(id);
      },
      fixtures: (file) => {
        file.facts.notPermitted = [{ user: 'limited', operation: 'users.create' }];
      },
    },
  },
  {
    // "goals over 99% in the session": to how many digits an attainment is shown is open.
    name: 'attainment-shown-rounded',
    on: ['sessions'],
    title: 'Attainments are kept exactly and shown to one decimal: a goal of 99.01 % shows 99.',
    kind: 'attainment',
    parts: answers(['sessions.goalsMet'], (body) => deep(body, roundedAttainments)),
  },
  {
    name: 'account-without-demo-and-bounds',
    on: ['sessions', 'metrics'],
    title: 'The account has no demo session, no check-in and no goal at the bound, and says so.',
    kind: 'attainment',
    parts: {
      world: ({ accounts }) => {
        for (const { sessions, checkins, goals } of accounts.values()) {
          for (const session of sessions.values()) session.demo = false;
          checkins.clear();
          for (const goal of goals.values()) {
            const attainment = Math.abs(goal.attainment - 99) < 1 ? 80 : goal.attainment;
            for (const name of ATTAINMENTS) (goal as unknown as Record<string, unknown>)[name] = attainment;
          }
        }
      },
      fixtures: (file) => {
        file.none.push('demoSession', 'checkin', 'goal.atBound', 'goal.justOver');
        delete file.foreignIds.checkin;
      },
    },
  },
  {
    name: 'badge-lists-null',
    on: ['badges'],
    title: 'A badge that no team has shows null under Teams.',
    parts: answers(['badges.assignees'], (body) => {
      const { Teams, ...rest } = body as { Teams: unknown[] };
      return { ...rest, Teams: Teams.length === 0 ? null : Teams };
    }),
  },
  {
    name: 'fixtures-none',
    title: 'The target says nothing of itself.',
    kind: 'fixtures',
    sparse: true,
    parts: { fixtures: without('ids', 'unknownIds', 'foreignIds', 'facts', 'bodies', 'openOperations') },
  },
  {
    name: 'fixtures-no-facts',
    title: 'The target says no facts of its data.',
    kind: 'fixtures',
    sparse: true,
    parts: { fixtures: without('facts') },
  },
  {
    name: 'fixtures-no-ids',
    title: 'The target names no ids.',
    kind: 'fixtures',
    sparse: true,
    parts: { fixtures: without('ids', 'unknownIds', 'foreignIds') },
  },
  {
    name: 'fixtures-no-bodies',
    title: 'The target says no bodies.',
    kind: 'fixtures',
    sparse: true,
    parts: { fixtures: without('bodies', 'openOperations') },
  },
  {
    name: 'only-the-first-user',
    title: 'No token but the first is given.',
    kind: 'users',
    sparse: true,
    parts: {
      settings: (settings) => {
        for (const name of Object.keys(settings))
          if (/^(SECOND|LIMITED|UNPAID|OTHER)_/.test(name)) delete settings[name];
      },
    },
  },
  {
    name: 'read-only',
    title: 'Writing is not allowed.',
    kind: 'writes',
    sparse: true,
    parts: {
      settings: (settings) => {
        settings.ALLOW_WRITES = 'false';
        settings.ALLOW_DESTRUCTIVE = 'false';
      },
    },
  },
];

function sizes(n: number) {
  return {
    users: 3 + n,
    teams: n,
    roles: n,
    scimGroups: n,
    customFields: n,
    tags: n,
    insights: n,
    dashboards: n,
    kpiGroups: n,
    kpis: n,
    sessions: n,
    goals: n,
    metrics: n,
    tasks: n,
    badges: n,
    announcements: n,
  };
}
