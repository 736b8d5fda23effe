/** What services of this kind were seen to do, where no sentence speaks of it. */
import { kind, operation, recordSchema } from '../../../schemas/contract.ts';
import { answers, deep, isObject, type Json, type Parts, type Variant } from './variant.ts';

/** Moves the values of custom fields from a record into an object of their own. */
const nestValues =
  (names: ReadonlySet<string>) =>
  (record: Json): Json => {
    const entries = Object.entries(record);
    const values = entries.filter(([key]) => names.has(key));
    if (values.length === 0) return record;
    return {
      ...Object.fromEntries(entries.filter(([key]) => !names.has(key))),
      customFields: Object.fromEntries(values),
    };
  };

const valuesNested: Parts = {
  around: (call, next) => {
    const answer = next(call);
    if (answer.status >= 300 || call.operation.group === 'customFields') return answer;
    const names = new Set([...call.account.customFields.values()].map(({ name }) => name));
    return { ...answer, body: deep(answer.body, nestValues(names)) };
  },
};

const NEVER = '0001-01-01T00:00:00Z';
const DATED = ['kpi', 'dashboard', 'task', 'session', 'announcement', 'user'];

/** Date-times of a kind that hold a text. */
const momentsOf = (kindName: string): string[] => {
  const { list, get } = kind(kindName);
  const { properties = {} } = recordSchema(operation((list ?? get) as string).success.schema);
  return Object.keys(properties).filter((name) => /^date[A-Z]|[a-z]Date$/.test(name) && !/^(due|soft)/.test(name));
};

const STATUSES: Readonly<Record<string, readonly string[]>> = {
  tasks: ['todo', 'inprogress', 'done'],
  sessions: ['open', 'locked', 'closed'],
};

/** A record with a type name for each of its lists of records. */
const listsNamed = (record: unknown): unknown =>
  isObject(record)
    ? Object.fromEntries(
        Object.entries(record).map(([key, value]) => [
          key,
          Array.isArray(value) && value.some(isObject) ? `${key.charAt(0).toUpperCase()}${key.slice(1)}` : value,
        ]),
      )
    : record;

export const variantsFromLife: readonly Variant[] = [
  {
    // "Conventions": a type name may stand in place of what is nested in an embedded record.
    name: 'expanded-lists-named',
    title: 'Linked records have type names for their lists of records.',
    parts: answers(undefined, (body) =>
      deep(body, (record) =>
        isObject(record.expanded)
          ? {
              ...record,
              expanded: Object.fromEntries(
                Object.entries(record.expanded).map(([key, list]) => [
                  key,
                  Array.isArray(list) ? list.map(listsNamed) : list,
                ]),
              ),
            }
          : record,
      ),
    ),
  },
  {
    name: 'custom-values-nested',
    title: 'The values of custom fields stand in an object customFields of their record.',
    parts: valuesNested,
  },
  {
    name: 'moments-unset-year-one',
    title: 'Moments that are not set are the first one of the year 1.',
    kind: 'unset',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values())
          for (const kindName of DATED)
            for (const record of (account[`${kindName}s` as keyof typeof account] as Map<string, Json>).values())
              for (const name of momentsOf(kindName)) record[name] ??= NEVER;
      },
    },
  },
  {
    name: 'access-null',
    title: 'Records do not say who has access: access is null.',
    parts: answers(undefined, (body) =>
      deep(body, (record) => ('access' in record && 'id' in record ? { ...record, access: null } : record)),
    ),
  },
  {
    name: 'user-created-bare',
    on: ['users', 'employees', 'roles'],
    title: 'A single user who is created is answered without a list.',
    kind: 'users',
    parts: answers(['users.create'], (body) => {
      const items = isObject(body) && Array.isArray(body.items) ? body.items : [];
      return items.length === 1 ? items[0] : body;
    }),
  },
  {
    name: 'statuses-of-life',
    on: ['tasks', 'sessions'],
    title: 'Tasks are todo, inprogress or done, and sessions open, locked or closed.',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values())
          for (const [records, statuses] of Object.entries(STATUSES))
            [...(account[records as 'tasks'] as Map<string, Json>).values()].forEach((record, n) => {
              record.status = statuses[n % statuses.length];
            });
      },
    },
  },
  {
    // "Endpoints / Badges": what awaits approval is assigned; whether its assignees have the badge is another matter.
    name: 'pending-badges-mine',
    on: ['badges', 'employees'],
    title: 'The badges of the current user show assignations that await approval, too.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'badges.mine' || answer.status >= 300) return answer;
        const { items } = answer.body as { items: Json[] };
        const pending = [...call.account.assignations.values()]
          .filter(({ status, assigneeIds }) => status === 'pending' && assigneeIds.includes(call.user.id))
          .map(({ badgeId, ...assignation }) => ({ ...assignation, badge: call.account.badges.get(badgeId) }));
        const all = [...items, ...pending];
        return { ...answer, body: { items: all, totalCount: all.length } };
      },
    },
  },
  {
    // "States and transitions": what becomes of a KPI in no group is not said.
    name: 'groupless-into-default',
    on: ['kpiGroups', 'kpis'],
    title: 'A KPI that is taken out of its last group comes into a group for all others.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        const { operation: of, account, params, user } = call;
        const kpi = account.kpis.get(String(params.kpiId));
        if (of.id !== 'kpiGroups.removeKpi' || answer.status >= 300 || !kpi || kpi.groups.length > 0) return answer;
        const name = 'All others';
        const known = [...account.kpiGroups.values()].find((group) => group.name === name);
        const [like] = account.kpiGroups.values();
        const id = known?.id ?? account.newId();
        if (!known && like)
          account.kpiGroups.set(id, { ...like, id, name, createdById: user.id, favoriteOf: new Set() });
        kpi.groups = [id];
        return answer;
      },
    },
  },
  {
    // "How to read": which texts are accepted is not said.
    name: 'empty-texts-not-given',
    on: ['customFields', 'tasks', 'announcements', 'roles'],
    title: 'An empty text in a body counts as one that is not given.',
    warns: ['customFields.update-emptied'],
    parts: {
      around: (call, next) =>
        next(
          isObject(call.body)
            ? { ...call, body: Object.fromEntries(Object.entries(call.body).filter(([, value]) => value !== '')) }
            : call,
        ),
    },
  },
];
