/** What services of this kind were seen to do, where no sentence speaks of it. */
import { kind, operation, recordSchema } from '../../../schemas/contract.ts';
import { answers, deep, isObject, type Json, type Parts, refused, strings, type Variant } from './variant.ts';

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

/** Everything that a filter asks of _id, at any depth. */
function idsAskedFor(filter: unknown): unknown[] {
  if (Array.isArray(filter)) return filter.flatMap(idsAskedFor);
  if (!isObject(filter)) return [];
  return Object.entries(filter).flatMap(([name, wanted]) => {
    if (name !== '_id') return idsAskedFor(wanted);
    return isObject(wanted) ? Object.values(wanted).flat() : [wanted];
  });
}

/** Whether a filter holds a list with more values. */
const hasListOver = (most: number, filter: unknown): boolean =>
  typeof filter === 'object' &&
  filter !== null &&
  ((Array.isArray(filter) && filter.length > most) || Object.values(filter).some((part) => hasListOver(most, part)));

function filterAsked(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}

const OBJECT_ID = /^[0-9a-f]{24}$/;
const WITHOUT_ACCOUNT = ['tags.list', 'employees.list', 'metrics.list'];

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
  {
    // "Dashboard": what the text tag is, where a dashboard has several tags, is not said.
    name: 'tag-asked-for-shown',
    on: ['dashboards', 'tags'],
    title: 'A dashboard that is read by a tag shows this tag as its own.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'dashboards.byTag' || answer.status >= 300) return answer;
        return { ...answer, body: { ...(answer.body as Json), tag: call.params.tag } };
      },
    },
  },
  {
    // "Announcement": that notify and the rest say who reads it is not excluded.
    name: 'announcements-for-the-notified',
    on: ['announcements'],
    title: 'A new announcement is shown to its author and to those whom it notifies.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        const { id } = call.operation;
        if (answer.status >= 300 || !['announcements.list', 'announcements.get'].includes(id)) return answer;
        // Those of the sample are older than this rule.
        const isFor = ({ authorId, notify = [], dateCreated }: Json) =>
          String(dateCreated) < '2026' || [authorId, ...(notify as unknown[])].includes(call.user.id);
        if (id === 'announcements.get') return isFor(answer.body as Json) ? answer : refused('not found', 404);
        const items = (answer.body as { items: Json[] }).items.filter(isFor);
        return { ...answer, body: { items, totalCount: items.length } };
      },
    },
  },
  {
    // "Assigned badge": the keys of this answer other than Teams are not shown.
    name: 'badge-holders-by-id',
    on: ['badges', 'employees'],
    title: 'The users who have a badge stand under People, in an object by their ids.',
    parts: answers(['badges.assignees'], (body) => {
      const { Users = [], ...rest } = body as { Users?: Json[] };
      return { ...rest, People: Object.fromEntries(Users.map(({ id, name }) => [id, { label: name }])) };
    }),
  },
  {
    // "How to read": unknown names in fields should be passed over.
    name: 'user-fields-known-alone',
    on: ['users', 'lists'],
    title: 'A list of users is refused where fields names what is neither listed nor shown.',
    warns: ['lists.fields-unknown'],
    parts: {
      around: (call, next) => {
        const { operation: of, query, account } = call;
        if (of.id !== 'users.list') return next(call);
        const { properties = {} } = recordSchema(of.success.schema);
        const shown = new Set([...account.users.values()].flatMap((user) => Object.keys(user)));
        const names = (query.get('fields') ?? '').replaceAll(/\{[^,]*(,[^,]*)*\}/g, '').split(',');
        const unknown = names.find((name) => name !== '' && !(name in properties) && !shown.has(name));
        return unknown === undefined ? next(call) : refused(`fields: there is no ${unknown}`);
      },
    },
  },
  {
    // "Resources / Conventions": which fields an answer shows is not said.
    name: 'created-users-by-address',
    on: ['users', 'employees'],
    title: 'The answer to the create of users shows their ids and e-mail addresses alone.',
    parts: answers(['users.create'], (body) => {
      const { items = [], ...rest } = body as { items?: Json[] };
      return { ...rest, items: items.map(({ id, email }) => ({ id, email })) };
    }),
  },
  {
    // "Task": each has an access of its own.
    name: 'new-tasks-private',
    on: ['tasks'],
    title: 'A new task is shown to its author and its owner alone.',
    parts: {
      around: (call, next) => {
        const { operation: of, account, user } = call;
        if (!['tasks.list', 'tasks.get'].includes(of.id)) return next(call);
        const isFor = ({ createdById, ownerId, dateCreated }: Json) =>
          String(dateCreated) < '2026' || [createdById, ownerId].includes(user.id);
        const tasks = new Map([...account.tasks].filter(([, task]) => isFor(task as unknown as Json)));
        return next({ ...call, account: { ...account, tasks } });
      },
    },
  },
  {
    // "Conventions" (formatting): markdown has references to characters.
    name: 'references-resolved',
    on: ['tasks', 'announcements', 'kpis'],
    title: 'Plain texts have the characters to which references point.',
    parts: answers(undefined, (body, { request }) =>
      /[?&]formatting=plainText/.test(request.url ?? '')
        ? strings(body, (text) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))))
        : body,
    ),
  },
  {
    // "Errors": exact conditions that produce 400 are not shown; "Limits": neither are request size limits.
    name: 'strict-bounded-lists',
    on: ['tags', 'metrics', 'employees'],
    title:
      'Lists refuse ids of another form, names in fields that their records lack, long lists of values and a far skip.',
    warns: ['lists.fields-unknown'],
    parts: {
      around: (call, next) => {
        const { operation: of, query, account } = call;
        if (!of.parameters.some(({ name }) => name === 'filter')) return next(call);
        const filter = filterAsked(query.get('filter'));
        const [own] = account.users.keys();
        if (OBJECT_ID.test(own ?? '') && idsAskedFor(filter).some((id) => !OBJECT_ID.test(String(id))))
          return refused('_id: no id');
        if (hasListOver(25, filter)) return refused('filter: at most 25 values');
        const names = (query.get('fields') ?? '').split(',');
        if (names.includes('gcNoSuchField') || (WITHOUT_ACCOUNT.includes(of.id) && names.includes('accountId')))
          return refused('fields: no such field');
        return Number(query.get('skip')) > 9_900 ? refused('skip: the window ends at 10,000') : next(call);
      },
    },
  },
];
