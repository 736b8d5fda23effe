/** Servers built differently: what stands in the account, and how ids are formed. */
import { createHash } from 'node:crypto';
import { plainText } from '../../../reference-server/query/plainText.ts';
import type { Account, Role, World } from '../../../reference-server/store/account.ts';
import { ids } from './data.ts';
import {
  answers,
  deep,
  eachAccount,
  type FixturesFile,
  type Json,
  mainAccount,
  type Parts,
  type Variant,
} from './variant.ts';

const hash = (text: string) => createHash('sha256').update(text).digest();

const NAMED = ['kpiGroups', 'tasks', 'roles', 'kpis', 'dashboards', 'metrics', 'goals', 'badges', 'teams'] as const;

/** Gives each named record another name; sessions have titles. */
const named = (name: (n: number, kind: string) => string): Parts =>
  eachAccount((account) => {
    for (const kind of NAMED) {
      const records = [...(account[kind] as Map<string, { name: string }>).values()];
      for (const [n, record] of records.entries()) record.name = name(n, kind);
    }
    for (const [n, session] of [...account.sessions.values()].entries()) session.title = name(n, 'sessions');
  });

/** Moves the values of a custom field, or takes them away. */
function renamed(account: Account, name: string, to: string | undefined): void {
  for (const kind of [...NAMED, 'sessions', 'users', 'announcements'] as const)
    for (const record of (account[kind] as Map<string, Json>).values()) {
      if (to !== undefined && record[name] !== undefined) record[to] = record[name];
      delete record[name];
    }
}

/** Other ids; that of an account, which travels in a header, keeps to ASCII. */
const idsBut = (spell: (id: string) => string): Parts => {
  const accounts = new Set<string>();
  return ids((id) => {
    const account = id.slice(0, 8);
    if (accounts.has(account)) return spell(id);
    accounts.add(account);
    return id;
  });
};

/** The bits of a hash as the case of letters. */
const cased = (id: string) => {
  const bits = [...hash(id).subarray(0, 4)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return [...bits].map((bit, i) => (bit === '1' ? 'ABCDEFGH' : 'abcdefgh')[i % 8]).join('');
};

/** Ids that are unique within a kind alone, for kinds that no operation addresses together. */
function perKind(): Parts {
  const kinds = new Map<string, string>();
  const counts = new Map<string, number>();
  const own = ids((id) => {
    const kind = kinds.get(id) ?? 'other';
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return kind === 'other' ? `9${count}` : String(count);
  });
  return {
    ...own,
    world: (world) => {
      for (const [, account] of world.accounts)
        for (const kind of ['customFields', 'tags', 'dashboards', 'kpiGroups', 'kpis', 'sessions', 'badges'] as const)
          for (const id of account[kind].keys())
            kinds.set(id, `${kind}/${account === mainAccount(world) ? 'main' : 'rest'}`);
      own.world?.(world);
    },
    fixtures: (file) => {
      own.fixtures?.(file);
      delete file.foreignIds;
    },
  };
}

/** The kind of record of each id in the sample data. */
function kindsOfIds(world: World): Map<string, string> {
  const entries = [...world.accounts.values()].flatMap((account) => Object.entries(account));
  const stores = entries.filter((entry): entry is [string, Map<string, Json>] => entry[1] instanceof Map);
  return new Map(stores.flatMap(([kind, records]) => [...records.keys()].map((id) => [id, kind])));
}

const FAR_ABOVE = 10_000_000;

/** Ids that each table counts by itself, over all accounts, as AUTO_INCREMENT does. */
function perTable(first: number, tables: RegExp): Parts {
  let kinds = new Map<string, string>();
  const counts = new Map<string, number>();
  const own = ids((id) => {
    const kind = kinds.get(id) ?? '';
    const table = tables.test(kind) ? kind : 'other';
    const count = counts.get(table) ?? 0;
    counts.set(table, count + 1);
    return String((table === 'other' ? 9 * FAR_ABOVE : 0) + first + count);
  });
  return {
    world: (world) => {
      kinds = kindsOfIds(world);
      own.world?.(world);
    },
    fixtures: (file) => {
      own.fixtures?.(file);
      delete file.foreignIds;
    },
  };
}
const LONG_AGO = '0001-01-01';
const FAR_AHEAD = '9999-12-31';

const onlyFirst = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value);

const TYPE_NAMES: Readonly<Record<string, string>> = {
  task: 'Task / to-do',
  goal: 'objective',
  metric: 'key_result',
  kpi: 'KPI',
  user: 'person:user',
};

export const accountAndIdVariants: readonly Variant[] = [
  {
    // "Resources": name is a string; nothing says that two records may not have the same.
    name: 'other-names-all-equal',
    title: 'All records of all kinds have the same name.',
    kind: 'names',
    sparse: true,
    parts: named(() => 'Untitled'),
  },
  {
    // "Resources": name is a string, of whatever characters.
    name: 'other-names-unicode',
    title: 'Names hold emoji of several characters, text from right to left, combining marks and a line separator.',
    kind: 'names',
    parts: named((n, kind) => `👩‍👩‍👧‍👦 ${n} עברית \u202Bعربي\u202C e\u0301 ǅ ﬁ İ ẞ \u2028 ${kind} 𝔘`),
  },
  {
    // "Resources": name is a string, of whatever characters, those of expressions among them.
    name: 'other-names-like-expressions',
    title: 'Names look like filters, selections, paths and escapes.',
    kind: 'names',
    parts: named((n, kind) => `{"$in":['${kind}',\\${n}]} a,b{c} %2F & + ?x=#1 ../.. <b>"'\`$ne null`),
  },
  {
    // "Resources": name is a string; an empty one is a string.
    name: 'other-names-some-empty',
    title: 'Every third record has an empty name, the next one has a name of one space.',
    kind: 'names',
    sparse: true,
    parts: named((n, kind) => (n % 3 === 0 ? '' : n % 3 === 1 ? ' ' : `${kind} ${n}`)),
  },
  {
    // "Conventions": date-only values are YYYY-MM-DD, with no bound; the format of date-times is not shown.
    name: 'other-dates-far-away',
    title: 'Dates are in the years 1 and 9999, and on leap days.',
    kind: 'dates',
    parts: eachAccount((account) => {
      const day = (n: number) => [LONG_AGO, FAR_AHEAD, '2024-02-29', '1969-12-31'][n % 4] as string;
      for (const [n, task] of [...account.tasks.values()].entries()) if (task.dueDate) task.dueDate = day(n);
      for (const [n, metric] of [...account.metrics.values()].entries())
        Object.assign(metric, { dueDate: day(n), softDueDate: day(n + 1) });
      for (const [n, session] of [...account.sessions.values()].entries())
        Object.assign(session, { start: `${day(n)}T00:00:00.000Z`, end: `${FAR_AHEAD}T23:59:59.999Z` });
      for (const goal of account.goals.values())
        Object.assign(goal, { dateFrom: `${LONG_AGO}T00:00:00.000Z`, dateTo: `${FAR_AHEAD}T23:59:59.999Z` });
    }),
  },
  {
    // "Metric": actual, critical, initialValue and target are numbers, of whatever size and sign.
    name: 'other-numbers-extreme',
    title: 'Values of key results are negative, tiny, huge and have many digits.',
    parts: eachAccount((account) => {
      const values = [-1, 0, 1e21, 5e-324, 0.1 + 0.2, -1.7976931348623157e308, 123_456_789.123_456_78, 2 ** 53];
      for (const [n, metric] of [...account.metrics.values()].entries())
        for (const [i, key] of ['actual', 'critical', 'initialValue', 'target'].entries())
          metric[key] = values[(n * 3 + i) % values.length];
    }),
  },
  {
    // "Goal": attainment has no bound shown; "goalsMet": goals over 99%.
    name: 'other-attainment-beyond-bounds',
    on: ['sessions', 'metrics'],
    title: 'Attainments are negative or far above a hundred percent.',
    kind: 'attainment',
    parts: eachAccount((account) => {
      for (const [n, goal] of [...account.goals.values()].entries()) {
        if (goal.attainment === 99) continue;
        const attainment = goal.attainment > 99 ? 99.000_001 + n * 1000 : goal.attainment - 500;
        for (const key of [
          'attainment',
          'aggregatedAttainment',
          'childrenAggregatedAttainment',
          'fullAggregatedAttainment',
        ])
          (goal as unknown as Json)[key] = attainment;
      }
    }),
  },
  {
    // "Conventions": whether fields are always present is not shown; nothing says that everything has an owner.
    name: 'other-nobody-owns',
    on: ['kpis', 'metrics', 'tasks', 'sessions'],
    title: 'No KPI, goal, key result or task has an owner.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const kind of ['kpis', 'goals', 'metrics'] as const)
        for (const record of account[kind].values()) record.ownerIds = [];
      for (const task of account.tasks.values()) task.ownerId = undefined;
    }),
  },
  {
    // "Resources": tags is a list of tags, of whatever length.
    name: 'other-all-tags-on-all',
    on: ['tags', 'kpis', 'metrics', 'dashboards', 'sessions'],
    title: 'Every record has every tag.',
    sparse: true,
    parts: eachAccount((account) => {
      const all = [...account.tags.keys()];
      for (const kind of ['dashboards', 'kpis', 'sessions', 'goals', 'metrics', 'insights', 'users'] as const)
        for (const record of account[kind].values()) record.tagIds = [...all];
    }),
  },
  {
    // "Tag": items is a list of tags, "nested several levels".
    name: 'other-tags-nested-deep',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'Each tag lies below the one before it, fourteen levels deep.',
    parts: eachAccount((account) => {
      let above: string | undefined;
      for (const tag of account.tags.values()) {
        tag.parentId = above;
        above = tag.id;
      }
    }),
  },
  {
    // "Tag": items is a list of tags, nested; nothing says that those stand in the list by themselves, too.
    name: 'other-tags-listed-as-a-tree',
    // It adds a condition to each filter.
    kind: 'conditions',
    on: ['tags', 'dashboards', 'sessions'],
    title: 'The list of tags has those of the first level; the others stand below them alone.',
    parts: {
      around: (call, next) => {
        if (call.operation.id !== 'tags.list') return next(call);
        const query = new URLSearchParams(call.query);
        const top = [...call.account.tags.values()].filter(({ parentId }) => parentId === undefined);
        const isTop = JSON.stringify({ _id: { $in: top.map(({ id }) => id) } });
        const filter = query.get('filter') ?? '';
        query.set('filter', filter.trim() === '' ? isTop : `{"$and":[${filter},${isTop}]}`);
        return next({ ...call, query });
      },
    },
  },
  {
    // "Custom field": targetTypes is a list; nothing says that it has an entry.
    name: 'other-fields-without-targets',
    on: ['customFields', 'tasks', 'kpis'],
    title: 'The custom fields of the account apply to nothing.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const field of account.customFields.values()) {
        field.targetTypes = [];
        renamed(account, field.name, undefined);
      }
    }),
  },
  {
    // "Custom fields": valid names of types come from the supported-types endpoint; which they are is not shown.
    name: 'other-target-types-own-names',
    on: ['customFields', 'tasks'],
    title: 'Target types have names with spaces, slashes, colons and capital letters.',
    kind: 'target types',
    parts: eachAccount((account) => {
      const own = (type: string) => TYPE_NAMES[type] ?? type;
      account.targetTypes = account.targetTypes.map(own);
      for (const field of account.customFields.values()) field.targetTypes = field.targetTypes.map(own);
    }),
  },
  {
    // "Custom fields": how many types are supported is not shown.
    name: 'other-target-types-one',
    on: ['customFields'],
    title: 'Custom fields apply to one type alone.',
    kind: 'target types',
    sparse: true,
    parts: eachAccount((account) => {
      account.targetTypes = ['goal'];
      for (const field of account.customFields.values()) field.targetTypes = ['goal'];
    }),
  },
  {
    // "Custom fields": how many types are supported is not shown.
    name: 'other-target-types-many',
    on: ['customFields'],
    title: 'There are three hundred target types.',
    kind: 'target types',
    parts: eachAccount((account) => {
      account.targetTypes = [...account.targetTypes, ...Array.from({ length: 300 }, (_, n) => `plugin.entity${n}`)];
    }),
  },
  {
    // "Limits": a name of a custom field has 4 to 14 symbols; those of the account stand at both ends.
    name: 'other-field-names-at-the-bounds',
    on: ['customFields'],
    title: 'Custom fields have names of 4 and of 14 symbols that end with underscores and digits.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const [n, field] of [...account.customFields.values()].entries()) {
        const name = n % 2 ? `z${n % 10}${n < 10 ? '_' : 'A'}_` : `a__Zz9_${String(n).padStart(4, '0')}___`;
        renamed(account, field.name, name);
        field.name = name;
      }
    }),
  },
  {
    // "User": email is a string; these are addresses by RFC 5322 and RFC 6531.
    name: 'other-emails-odd',
    on: ['users', 'employees'],
    title: 'E-mail addresses hold plus signs, apostrophes, capitals and letters outside ASCII.',
    parts: eachAccount((account) => {
      for (const [n, user] of [...account.users.values()].entries())
        user.email = [`o'Brien+tag${n}@Example.COM`, `üser${n}@bücher.example`, `{a}${n}/x=y@example.org`][
          n % 3
        ] as string;
    }),
  },
  {
    // "User", "Employee": isActive is a boolean and dateDeactivated a string: people may have left.
    name: 'other-people-have-left',
    on: ['users', 'employees', 'roles'],
    title: 'All users but those of the tokens are deactivated, and have no names, teams and roles.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const user of [...account.users.values()].slice(3))
        Object.assign(user, {
          isActive: false,
          dateDeactivated: '2020-01-01T00:00:00.000Z',
          firstName: '',
          lastName: '',
          name: '',
          teamIds: [],
          roleIds: [],
          scimRoleIds: [],
        });
    }),
  },
  {
    // "Conventions": ids are strings, of no form that is shown.
    name: 'other-ids-outside-ascii',
    title: 'Ids hold letters outside ASCII and an emoji; that of the account does not.',
    kind: 'ids',
    parts: () => idsBut((id) => `ключ-é-🔑-${id}`),
  },
  {
    // "Conventions": ids are strings: two that differ in the case of letters are two.
    name: 'other-ids-differ-by-case',
    title: 'Ids are the same letters, and differ in their case alone.',
    kind: 'ids',
    parts: ids(cased),
  },
  {
    // "Conventions": ids are strings, of no length that is shown.
    name: 'other-ids-of-two-letters',
    title: 'Ids are as short as can be: a number in base 36.',
    kind: 'ids',
    parts: () => {
      let n = 9;
      return ids(() => (++n).toString(36));
    },
  },
  {
    // "Conventions": ids are strings; in a path a slash is written as %2F (RFC 3986, section 2.2).
    name: 'other-ids-with-slashes',
    title: 'Ids are resource names with slashes, which paths hold encoded.',
    kind: 'ids',
    parts: () => {
      const own = idsBut((id) => `accounts/${id.slice(0, 8)}/records/${id.slice(8)}`);
      return {
        ...own,
        fixtures: (file: FixturesFile) => {
          own.fixtures?.(file);
          const { usersWithAction } = file.openOperations;
          if (usersWithAction)
            usersWithAction.path = usersWithAction.path.replace(/accounts\/\w+\/records\/\w+/, encodeURIComponent);
        },
      };
    },
  },
  {
    // "Conventions": ids are strings; unique is what a kind needs, as each path names its kind.
    name: 'other-ids-per-kind',
    title: 'Every kind numbers its records from one on, so that a KPI and a session have the same id.',
    kind: 'ids',
    parts: perKind,
  },
  {
    // "Conventions": ids are strings, unique within a kind at least. Roles are principals beside users, teams assignees.
    name: 'ids-of-tables-from-ten-million',
    title: 'Every table counts its rows from 10000001 on: a KPI, a user and a task may have one id of eight digits.',
    kind: 'ids',
    parts: () => perTable(FAR_ABOVE + 1, /^(?!snapshots$|checkins$|roles$|teams$)./),
  },
  {
    // "Conventions": ids are strings, of no form that is shown; readers of base64 do without its padding.
    name: 'ids-in-base64',
    title: 'Ids are bytes in base64, and the padding at their end may be left out.',
    kind: 'ids',
    parts: () => {
      const padded = (text: string) =>
        /^bjo[\w-]+$/.test(text) && text.length % 4 > 1 ? text.padEnd(Math.ceil(text.length / 4) * 4, '=') : text;
      return {
        ...idsBut((id) => Buffer.from(`n:${id}`).toString('base64').replaceAll('/', '_').replaceAll('+', '-')),
        around: (call, next) =>
          next({
            ...call,
            params: Object.fromEntries(Object.entries(call.params).map(([name, value]) => [name, padded(value)])),
          }),
      };
    },
  },
  {
    // "Role": what accountId says of a role that comes with the product is not said, nor of a guest.
    name: 'roles-of-the-product',
    on: ['roles', 'users', 'employees', 'badges'],
    title: 'A role that comes with the product is of the account system, and a guest is at home in another account.',
    warns: ['general.account-id-shared'],
    parts: {
      world: ({ accounts, tokens }) => {
        const [{ roles, users }, other] = [...accounts.values()] as [Account, Account];
        for (const role of [...roles.values()].slice(0, 1)) role.accountId = 'system';
        const guest = [...users.values()].findLast((user) => ![...tokens.values()].includes(user));
        if (guest) guest.accountId = other.id;
      },
    },
  },
  {
    // That an id in a record leads to a record of the account is not said.
    name: 'records-set-up-from-elsewhere',
    on: ['kpis', 'kpiGroups', 'dashboards'],
    title:
      'A user of another account, who is none of this one, has set up KPI groups and dashboards, and KPIs are copies.',
    warns: ['general.references'],
    parts: {
      world: ({ accounts }) => {
        const [{ kpiGroups, dashboards, kpis }, other] = [...accounts.values()] as [Account, Account];
        const [helper] = [...other.users.keys()].slice(-1) as [string];
        for (const record of [...kpiGroups.values(), ...dashboards.values()].slice(1)) record.createdById = helper;
        const sources = [...other.kpis.keys()];
        for (const [n, kpi] of [...kpis.values()].entries())
          Object.assign(kpi, {
            copiedFromId: sources[n % sources.length],
            source: { id: sources[n % sources.length] },
          });
      },
    },
  },
  {
    // "Role": nothing says that a role which comes with the product has another id in each account.
    name: 'roles-of-all-accounts',
    on: ['roles', 'users', 'employees', 'permissions'],
    title: 'A role that comes with the product has one id in every account.',
    parts: {
      world: ({ accounts }) => {
        const [{ roles }, other] = [...accounts.values()] as [Account, Account];
        const [[shared], [old, theirs]] = [[...roles.keys()], [...other.roles].at(0) as [string, Role]] as const;
        other.roles.delete(old);
        other.roles = new Map([[shared as string, { ...theirs, id: shared as string }], ...other.roles]);
        const moved = (ids: readonly string[]) => ids.map((id) => (id === old ? (shared as string) : id));
        for (const user of other.users.values()) user.roleIds = moved(user.roleIds);
        for (const permission of other.permissions.values()) permission.principals = moved(permission.principals);
      },
      // Another variant may have taken all of these out.
      fixtures: ({ foreignIds = {} }) => {
        delete foreignIds.role;
        delete foreignIds.principal;
      },
    },
  },
  {
    // "Employee": fields may be absent; a team may have the id of a user.
    name: 'ids-of-teams-like-users',
    on: ['badges', 'users', 'employees'],
    title: 'Users and teams count their ids from one on each, and nobody shows teams or badges of people.',
    kind: 'ids',
    sparse: true,
    parts: () => ({
      ...perTable(1, /^(teams|users)$/),
      ...answers(undefined, (body, { operation }) =>
        /^(users|employees)$/.test(operation?.group ?? '')
          ? deep(body, ({ teamIds: _teams, managedTeamIds: _managed, badges: _badges, ...rest }) => rest)
          : body,
      ),
    }),
  },
  {
    // "Conventions": ids are strings, of no form that is shown.
    name: 'other-ids-look-like-words',
    title: 'Ids look like words of other paths, like numbers with exponents and like versions.',
    kind: 'ids',
    parts: () => {
      let n = 0;
      const forms = ['1e', 'true', '0x', 'null', 'v1.', '00'];
      return ids(() => `${forms[++n % forms.length]}${n}`);
    },
  },
  {
    // "Naming": nothing says that ids end nowhere with a file extension or hold a colon.
    name: 'other-ids-urn',
    title: 'Ids are URNs that end like a file name.',
    kind: 'ids',
    parts: () => {
      const ours = (text: string) => text.replaceAll(/urn:goal-app:(\w{4}):(\w+)\.json/g, '$1$2');
      return {
        ...idsBut((id) => `urn:goal-app:${id.slice(0, 4)}:${id.slice(4)}.json`),
        fixtures: (file: FixturesFile) => {
          delete file.unknownIds['*'];
          for (const fact of file.facts.texts) fact.plainText = plainText(ours(fact.mentionsMarkup));
        },
        rules: ({ plainText: plain }) => ({ plainText: (text) => plain(ours(text)) }),
      };
    },
  },
  {
    // The fixtures may name one id where it could name several; what an account has is data.
    name: 'other-fixtures-one-id',
    title: 'The target names one id of each kind.',
    kind: 'fixtures',
    sparse: true,
    parts: {
      fixtures: (file: FixturesFile) => {
        file.ids = deep(file.ids, (record) =>
          Object.fromEntries(Object.entries(record).map(([key, value]) => [key, onlyFirst(value)])),
        );
      },
    },
  },
  {
    // "Authentication": how tokens are obtained is not shown; an owner may have two users alone.
    name: 'other-two-users-alone',
    title: 'Two users of one account are given, and no other account.',
    kind: 'users',
    sparse: true,
    parts: {
      settings: (settings) => {
        for (const name of Object.keys(settings)) if (/^(LIMITED|UNPAID|OTHER)_/.test(name)) delete settings[name];
      },
    },
  },
];
