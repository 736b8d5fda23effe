/** Habits of services of which no sentence speaks: what a write touches besides, what a list leaves out, how a view writes. */
import type { Account } from '../../../reference-server/store/account.ts';
import { kind, operation, recordSchema } from '../../../schemas/contract.ts';
import {
  answers,
  deep,
  eachAccount,
  isObject,
  itemsOf,
  type Json,
  type Parts,
  refusing,
  sentBody,
  settlesIn,
  strings,
  type Variant,
} from './variant.ts';

const filtered = <T>(records: ReadonlyMap<string, T>, keep: (record: T) => boolean): Map<string, T> =>
  new Map([...records].filter(([, record]) => keep(record)));

/** Fields that hold an embedded record or a list of them, and the name of its type. */
const TYPE_NAMES: Readonly<Record<string, string>> = { assignee: 'assignee', assignees: 'assignee', roles: 'role' };

const typeName = (value: unknown, name: string): unknown => {
  if (Array.isArray(value)) return value.map((entry) => typeName(entry, name));
  return isObject(value) ? name : value;
};

const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A record inside another one, with a type name for each of its nested objects. */
const partsNamed = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, isObject(value) ? title(key) : value]));

/** A record whose embedded records, which have an id or are roles, have type names for their nested objects. */
const embeddedPartsNamed = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      // The values of a KPI to come are parts of it.
      key === 'projections'
        ? value
        : deep(value, (inner) => (typeof inner.id === 'string' || 'team' in inner ? partsNamed(inner) : inner)),
    ]),
  );

/** Names of the fields of a kind's records that hold one text each. */
const textFields = (kindName: string): string[] => {
  const { list, get } = kind(kindName);
  const { properties = {} } = recordSchema(operation((list ?? get) as string).success.schema);
  return Object.entries(properties).flatMap(([name, { type }]) => (type === 'string' ? [name] : []));
};

const KEPT = ['user', 'role', 'kpi', 'dashboard', 'task', 'metric', 'session', 'announcement', 'customField', 'badge'];

const emptyOf = (names: readonly string[], record: Json): Json =>
  Object.fromEntries(names.filter((name) => (record[name] ?? undefined) === undefined).map((name) => [name, '']));

/** Puts an empty text into each field of the records of an account that holds a text and is not set. */
function setEmpty(account: Account): void {
  for (const kindName of KEPT) {
    const names = textFields(kindName);
    const records = account[`${kindName}s` as keyof Account] as Map<string, Json>;
    for (const record of records.values()) Object.assign(record, emptyOf(names, record));
  }
}

/** The records that an answer to a create shows, when they were made. */
function noteMade(made: Map<unknown, number>, { status, body }: { status: number; body?: unknown }): void {
  if (status !== 201 || !isObject(body)) return;
  const records = [body, ...(Array.isArray(body.items) ? body.items : [])].filter(isObject);
  for (const record of records) made.set(record.id ?? record._id, Date.now());
}

/** Reads by id find a record only so many milliseconds after a create has answered with its id. */
function foundLater(ms: number): Parts {
  const made = new Map<unknown, number>();
  return {
    around: (call, next) => {
      const { id, method } = call.operation;
      const isNew = Object.values(call.params).some((one) => Date.now() - (made.get(one) ?? 0) < ms);
      if (isNew && id.endsWith('.get'))
        return { status: id === 'customFields.get' ? 400 : 404, body: { message: 'not found' } };
      const answer = next(call);
      if (method === 'POST') noteMade(made, answer);
      return answer;
    },
  };
}

export const habitVariants: readonly Variant[] = [
  {
    name: 'times-by-view',
    title: 'A read by id writes the moments that lists write with Z with the offset +00:00.',
    kind: 'times',
    parts: answers(undefined, (body, { operation }) =>
      operation?.id.endsWith('.get')
        ? strings(body, (text) => text.replace(/^(\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3})Z$/, '$1+00:00'))
        : body,
    ),
  },
  {
    name: 'tags-active-listed',
    on: ['tags'],
    title: 'The list of tags has active tags alone.',
    parts: {
      around: (call, next) => {
        if (call.operation.id !== 'tags.list') return next(call);
        return next({
          ...call,
          account: { ...call.account, tags: filtered(call.account.tags, (tag) => tag.isActive !== false) },
        });
      },
    },
  },
  {
    name: 'field-orders-shift',
    on: ['customFields'],
    title: 'A new custom field comes first: the orderId of each other field grows by one.',
    warns: ['customFields.further-stored'],
    parts: {
      around: (call, next) => {
        const others = [...call.account.customFields.values()];
        const answer = next(call);
        if (call.operation.id === 'customFields.create' && answer.status < 300)
          for (const field of others) if (typeof field.orderId === 'number') field.orderId++;
        return answer;
      },
    },
  },
  {
    name: 'item-touched-by-tag',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'Tagging a KPI or a dashboard changes its date of change.',
    parts: {
      around: (call, next) => {
        const { account, params, operation } = call;
        const answer = next(call);
        if (answer.status >= 300) return answer;
        const kpi = operation.id === 'tags.tagKpi' && account.kpis.get(params.kpiId as string);
        const dashboard = operation.id === 'tags.tagDashboard' && account.dashboards.get(params.dashboardId as string);
        if (kpi) kpi.dateUpdated = account.now();
        if (dashboard) dashboard.dateModified = account.now();
        return answer;
      },
    },
  },
  {
    name: 'ids-any-case',
    title: 'Ids are found in either case.',
    kind: 'ids',
    parts: {
      around: (call, next) => {
        const lower = ([name, id]: [string, string]) => [name, /^[\da-f]{24}$/i.test(id) ? id.toLowerCase() : id];
        return next({ ...call, params: Object.fromEntries(Object.entries(call.params).map(lower)) });
      },
    },
  },
  {
    name: 'mappings-deleted-unseen',
    on: ['roles'],
    title: 'Deleting the mappings of roles that are not there answers 204.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        const named = isObject(call.body) && Array.isArray(call.body.roleIds) && call.body.roleIds.length > 0;
        const unseen = call.operation.id === 'roles.deleteMappings' && named && [400, 404].includes(answer.status);
        return unseen ? { status: 204 } : answer;
      },
    },
  },
  {
    name: 'favorite-in-settings',
    on: ['kpiGroups', 'users'],
    title: 'Marking a group as a favourite, and clearing it, also changes the settings of the user.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        const { account, operation, user } = call;
        if (answer.status < 300 && ['kpiGroups.setFavorite', 'kpiGroups.clearFavorite'].includes(operation.id)) {
          const groups = [...account.kpiGroups.values()].filter(({ favoriteOf }) => favoriteOf.has(user.id));
          user.userSettings = {
            ...(user.userSettings as Json),
            kpiVirtualGroups: { favorites: groups.map(({ id }) => id) },
          };
        }
        return answer;
      },
    },
  },
  {
    name: 'employee-badges-listed-alone',
    on: ['employees', 'badges'],
    title: 'Employees show their badges in the list, and not in the read by id.',
    parts: answers(['employees.get'], (body) => {
      const { badges: _, ...info } = (body as { info: Json }).info;
      return { info };
    }),
  },
  {
    name: 'embedded-type-names',
    title: 'Assignees and roles inside of records are names of their types.',
    parts: answers(undefined, (body, { operation }) =>
      operation?.group === 'roles'
        ? body
        : deep(body, (record) =>
            Object.fromEntries(
              Object.entries(record).map(([key, value]) => {
                const name = TYPE_NAMES[key];
                return [key, name === undefined ? value : typeName(value, name)];
              }),
            ),
          ),
    ),
  },
  {
    name: 'empties-left-out',
    title: 'Fields that are false, an empty text or an empty list are left out of records.',
    warns: ['kpiGroups.favorite-new'],
    parts: answers(undefined, (body) => {
      const kept = (record: Json): Json =>
        Object.fromEntries(
          Object.entries(record).filter(
            ([, value]) => value !== false && value !== '' && !(Array.isArray(value) && value.length === 0),
          ),
        );
      // The keys of an envelope stay.
      return isObject(body) && body.id === undefined && body._id === undefined
        ? { ...body, ...Object.fromEntries(Object.entries(body).map(([key, inner]) => [key, deep(inner, kept)])) }
        : deep(body, kept);
    }),
  },
  {
    name: 'reads-late',
    on: ['kpiGroups', 'customFields', 'tasks', 'announcements', 'roles', 'users'],
    title: 'What was created is listed at once, and is found by its id 300 ms later.',
    warns: ['general.seen-at-once'],
    parts: () => ({
      settings: settlesIn(3_000),
      ...foundLater(300),
    }),
  },
  {
    name: 'unset-empty',
    title: 'Texts, ids and dates that are not set are empty texts.',
    parts: {
      world: ({ accounts }) => accounts.forEach(setEmpty),
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.method === 'POST') setEmpty(call.account);
        return answer;
      },
    },
  },
  {
    name: 'embedded-parts-named',
    title: 'Records inside of records have type names for their nested objects.',
    parts: answers(undefined, (body) => {
      if (!isObject(body)) return body;
      if (isObject(body.info)) return { ...body, info: embeddedPartsNamed(body.info) };
      return Array.isArray(body.items) && body.id === undefined
        ? { ...body, items: body.items.map((item) => (isObject(item) ? embeddedPartsNamed(item) : item)) }
        : embeddedPartsNamed(body);
    }),
  },
  {
    name: 'scim-mapped-unlisted',
    on: ['roles'],
    title: 'A SCIM group that is mapped to a role leaves the list of those that can be mapped.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'roles.scimGroups' || !isObject(answer.body)) return answer;
        const mapped = new Set([...call.account.roleMappings.values()].flatMap(({ scimGroupIds }) => scimGroupIds));
        const items = (answer.body.items as Json[]).filter(({ id }) => !mapped.has(id as string));
        return { ...answer, body: { items, totalCount: items.length } };
      },
    },
  },
  {
    name: 'group-touched-by-member',
    on: ['kpiGroups', 'kpis'],
    title: 'Taking a KPI out of a group changes when and by whom the group was last changed.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        const group = call.account.kpiGroups.get(call.params.groupId ?? '');
        if (answer.status < 300 && call.operation.id === 'kpiGroups.removeKpi' && group)
          Object.assign(group, { dateUpdated: call.account.now(), modifiedById: call.user.id });
        return answer;
      },
    },
  },
  {
    name: 'awaiting-with-badge',
    on: ['badges'],
    title: 'Assignations that await approval hold the badge beside its id.',
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'badges.awaitingApproval' || !isObject(answer.body)) return answer;
        const withBadge = (item: Json) => ({ ...item, badge: call.account.badges.get(item.badgeId as string) });
        return { ...answer, body: { ...answer.body, items: (answer.body.items as Json[]).map(withBadge) } };
      },
    },
  },
  {
    name: 'badges-as-assigned',
    on: ['badges'],
    title: 'The badges of the current user are shown as they were when they were assigned.',
    warns: ['badges.mine-agree', 'general.embedded-agree'],
    parts: answers(['badges.mine'], (body) => ({
      ...(body as Json),
      items: (body as { items: Json[] }).items.map((item) => ({
        ...item,
        badge: { ...(item.badge as Json), summary: 'What it was for then' },
      })),
    })),
  },
  {
    name: 'users-many-uncounted',
    on: ['users'],
    title: 'The list of users is an array without any count, and the account has more than a page of them.',
    kind: 'size',
    sample: { seed: 5, size: { users: 130 } },
    parts: answers(['users.list'], itemsOf),
  },
  {
    // "Errors": how long a text may be is not said.
    name: 'texts-of-thirty',
    on: ['customFields', 'tasks', 'kpiGroups'],
    title: 'Names, labels and tooltips have at most 30 characters.',
    warns: ['general.texts-accepted'],
    parts: refusing(
      ['customFields.create', 'customFields.update', 'tasks.create', 'kpiGroups.create', 'kpiGroups.update'],
      (call) =>
        ['name', 'label', 'tooltip'].some((key) => String(sentBody(call)[key] ?? '').length > 30)
          ? 'at most 30 characters'
          : undefined,
    ),
  },
  {
    name: 'names-short',
    on: ['tasks', 'kpiGroups', 'announcements'],
    title: 'Names of more than 60 characters are refused, and comments of more than 250.',
    warns: ['general.texts-accepted'],
    parts: {
      around: (call, next) => {
        const { name, comment } = isObject(call.body) ? call.body : {};
        const isLong = String(name ?? '').length > 60 || String(comment ?? '').length > 250;
        return isLong ? { status: 400, body: { message: 'too long' } } : next(call);
      },
    },
  },
  {
    name: 'ids-new-first',
    on: ['tags', 'tasks'],
    title: 'The ids of new records come before all others in the order of texts.',
    kind: 'ids',
    parts: {
      world: ({ accounts }) => {
        for (const account of accounts.values()) {
          const { newId } = account;
          account.newId = () => newId().replace(/^(.{8})./, (_, account: string) => `${account}0`);
        }
      },
    },
  },
  {
    name: 'active-people-listed',
    on: ['users', 'employees', 'roles'],
    title: 'The lists of users and employees have active ones alone, no invited ones; roles count the others, too.',
    parts: {
      around: (call, next) => {
        if (call.operation.id === 'users.create') {
          const known = new Set(call.account.users.keys());
          const answer = next(call);
          for (const user of call.account.users.values()) if (!known.has(user.id)) user.isActive = false;
          return {
            ...answer,
            body: deep(answer.body, (user) => ('email' in user ? { ...user, isActive: false } : user)),
          };
        }
        if (!['users.list', 'employees.list'].includes(call.operation.id)) return next(call);
        const users = filtered(call.account.users, (user) => user.isActive !== false);
        const answer = next({ ...call, account: { ...call.account, users } });
        // How many users an embedded role has would be counted of those alone.
        return { ...answer, body: deep(answer.body, ({ userCount, ...rest }) => rest) };
      },
    },
  },
  {
    name: 'checkin-as-of-then',
    on: ['metrics'],
    title: 'The key result of a check-in has the values that it had then: another owner, and an open goal.',
    warns: ['metrics.checkin-values'],
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'metrics.byCheckin' || answer.status >= 300) return answer;
        const { assignee: _, assignees: __, goalClosedStatus: ___, ...now } = answer.body as Json;
        const [ownerId] = [...call.account.users.keys()].sort();
        const then = { actual: 1, tasksCount: 0, ownerId, ownerIds: [ownerId], numberOfOwners: 1, watchers: [] };
        return { ...answer, body: { ...now, ...then } };
      },
    },
  },
  {
    name: 'goals-met-brief',
    on: ['sessions'],
    title: 'Goals that are met are shown in a short form.',
    parts: answers(['sessions.goalsMet'], (body) => ({
      items: (body as { items: Json[] }).items.map(({ id, name, ownerId, parentId, sessionId, url }) => ({
        ...{ id, name, ownerId, parentId, sessionId, url },
      })),
    })),
  },
  {
    name: 'lists-link-next',
    title: 'Envelopes of lists have links to the next and the previous page.',
    parts: answers(undefined, (body) =>
      isObject(body) && Array.isArray(body.items) ? { ...body, next: '/v2/next?skip=100', previous: null } : body,
    ),
  },
  {
    name: 'creates-answer-brief',
    title: 'Creates answer with the id of the record alone.',
    warns: ['roles.create-kept', 'general.create-shown'],
    parts: answers(undefined, (body, { operation }) =>
      operation?.id.endsWith('.create') && isObject(body) && !Array.isArray(body.items)
        ? Object.fromEntries(Object.entries(body).filter(([key]) => ['id', '_id'].includes(key)))
        : body,
    ),
  },
  {
    name: 'allowed-actions-apart',
    title: 'No record shows currentUserAllowedActions: an operation of its own does.',
    parts: answers(undefined, (body, { operation }) =>
      operation?.group === 'permissions' ? body : deep(body, ({ currentUserAllowedActions: _, ...record }) => record),
    ),
  },
  {
    name: 'favourites-first',
    on: ['kpiGroups'],
    title: 'The list of KPI groups has the favourites of the user first.',
    parts: answers(['kpiGroups.list'], (body) => {
      const { items } = body as { items: Json[] };
      return { ...(body as Json), items: [...items].sort((a, b) => Number(b.favorite) - Number(a.favorite)) };
    }),
  },
  {
    name: 'role-counts-of-last-night',
    on: ['roles', 'users'],
    title: 'How many users have a role is counted once a night.',
    warns: ['roles.user-count'],
    parts: answers(['roles.list', 'roles.get', 'roles.create'], (body) =>
      deep(body, (record) => ('userCount' in record ? { ...record, userCount: 4 } : record)),
    ),
  },
  {
    name: 'goals-obfuscated',
    on: ['sessions'],
    title: 'Of a goal whose contents are hidden from the user, the owners are counted and not named.',
    parts: answers(['sessions.goalsMet'], (body) => {
      const { items } = body as { items: Json[] };
      const hidden = items.map((goal, i) => (i % 2 === 0 ? { ...goal, obfuscated: true, ownerIds: [] } : goal));
      return { ...(body as Json), items: hidden };
    }),
  },
  {
    // "dashboardsTaggedCount": which dashboards it counts is not said.
    name: 'archived-uncounted',
    on: ['tags', 'dashboards'],
    title: 'Tags do not count dashboards that are archived.',
    parts: {
      around: (call, next) => {
        if (call.operation.id !== 'tags.list') return next(call);
        const dashboards = filtered(call.account.dashboards, ({ archived }) => archived !== true);
        return next({ ...call, account: { ...call.account, dashboards } });
      },
    },
  },
  {
    // Nothing says that the list of tags has those that are not active, nor that usages leave them out.
    name: 'inactive-tags-in-usages',
    on: ['tags', 'dashboards'],
    title: 'Every second tag is not active: the list of tags leaves them out, and usages name them.',
    kind: 'inactive tags',
    sparse: true,
    parts: {
      ...eachAccount(({ tags }) => {
        for (const [n, tag] of [...tags.values()].entries()) tag.isActive = n % 2 === 0;
      }),
      around: (call, next) => {
        if (call.operation.id !== 'tags.list') return next(call);
        const tags = filtered(call.account.tags, ({ isActive }) => isActive !== false);
        return next({ ...call, account: { ...call.account, tags } });
      },
    },
  },
];
