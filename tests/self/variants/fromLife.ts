/** What services of this kind were seen to do, where no sentence speaks of it. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { ScimGroup } from '../../../reference-server/store/account.ts';
import { kind, operation, recordSchema } from '../../../schemas/contract.ts';
import { isTagging } from '../../support/records/bodies.ts';
import {
  answers,
  deep,
  isObject,
  itemsOf,
  type Json,
  mainAccount,
  type Parts,
  refused,
  refusing,
  sentBody,
  strings,
  type Variant,
} from './variant.ts';

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

const ACTIONS = /"(currentUserActions|currentUserAllowedActions)":\[([^\]]*)\]/g;
const EVERY_ACTION = ['view', 'modify', 'delete'];
const EFFECTIVE: Readonly<Record<string, string>> = {
  'permissions.effective': 'permissions',
  'permissions.effectiveAndAllowedActions': 'effectivePermissions',
};

/** The SCIM groups that a body names; undefined where it names none, or one that there is not. */
function groupsIn({ body, account }: Call): ScimGroup[] | undefined {
  const ids = isObject(body) && Array.isArray(body.scimGroupIds) ? body.scimGroupIds : [];
  const found = ids.flatMap((id) => account.scimGroups.get(id) ?? []);
  return found.length > 0 && found.length === ids.length ? found : undefined;
}

/** A mapping is a role for the members of a SCIM group. */
const mappingsAsRoles = (): NonNullable<Parts['around']> => {
  const groupOf = new Map<string, ScimGroup>();
  const acts: Readonly<Record<string, (call: Call, groups: ScimGroup[]) => Answer>> = {
    'roles.createMapping': ({ account }, [group]) => {
      const name = `Members of ${group?.displayName}`;
      const role = { id: account.newId(), accountId: account.id, name, description: '' };
      account.roles.set(role.id, role);
      groupOf.set(role.id, group as ScimGroup);
      return { status: 201, body: { ...role, userCount: 0 } };
    },
    'roles.deleteMappings': ({ account }, groups) => {
      for (const [roleId, group] of groupOf) if (groups.includes(group)) account.roles.delete(roleId);
      return { status: 204 };
    },
  };
  return (call, next) => {
    const act = acts[call.operation.id];
    if (!act) return next(call);
    const groups = groupsIn(call);
    return groups ? act(call, groups) : refused('scimGroupIds: none, or one that there is not');
  };
};

/** The user who has no permission. */
const limitedUser = ({ account }: Call): string | undefined => [...account.users.keys()][2];

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

const titlesIn = (body: unknown): string[] => {
  const { title, titles } = isObject(body) ? body : {};
  return [title ?? [], titles ?? []].flat().filter((one): one is string => typeof one === 'string');
};

/** Refuses some taggings of items that exist. */
const tagsTaken = (isRefused: (call: Call) => boolean): Parts => ({
  around: (call, next) => (isTagging(call.operation.id) && isRefused(call) ? refused('no such tag here') : next(call)),
});

/** Titles may be so long, before they are trimmed, as one of the run is with a few spaces; its longer ones are refused. */
function titlesBounded(): Parts {
  let most: number | undefined;
  return tagsTaken(({ body }) => {
    const titles = titlesIn(body);
    most ??= titles.find((title) => /^gc-.*car\+$/is.test(title))?.length;
    const bound = (most ?? Number.POSITIVE_INFINITY) + 2;
    return titles.some((title) => title.length > bound);
  });
}

export const variantsFromLife: readonly Variant[] = [
  {
    // "goals over 99% in the session": a year may have what its quarters have. Only the should takes each goal for one session's.
    name: 'goals-met-of-quarters',
    on: ['sessions'],
    title: 'Goals of the sessions below a session are met in it, too.',
    warns: ['sessions.goals-met-below'],
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'sessions.goalsMet' || answer.status !== 200) return answer;
        const below = (above: unknown): string[] =>
          [...call.account.sessions.values()]
            .filter(({ parentId }) => parentId === above)
            .flatMap(({ id }) => [id, ...below(id)]);
        const more = below(call.params.id).flatMap((id) => itemsOf(next({ ...call, params: { id } }).body));
        return { ...answer, body: { ...(answer.body as Json), items: [...itemsOf(answer.body), ...more] } };
      },
    },
  },
  {
    // "Endpoints / Permissions": which names there are, and whether one stands for others, is not shown.
    name: 'highest-action-alone',
    on: ['permissions', 'sessions', 'tasks', 'dashboards', 'metrics', 'kpis'],
    title: 'Of the actions of a user only the highest is named.',
    warns: [
      'permissions.target-actions-most',
      'dashboards.current-user',
      'kpis.current-user',
      'metrics.current-user',
      'sessions.current-user',
      'tasks.current-user',
    ],
    parts: answers(undefined, (body) =>
      body === undefined
        ? body
        : JSON.parse(
            JSON.stringify(body).replaceAll(ACTIONS, (_, field, actions) =>
              actions === '' ? `"${field}":[]` : `"${field}":["${actions.includes('modify') ? 'manage' : 'view'}"]`,
            ),
          ),
    ),
  },
  {
    // "Endpoints / Permissions": nor is it shown that there is one for each action.
    name: 'permission-for-everything',
    on: ['permissions'],
    title: 'Who may do everything has one permission, and a user who may only look at things has several.',
    parts: {
      fixtures: (file) => {
        file.facts.notPermitted = file.facts.notPermitted.filter(
          (one: { operation: string }) => EFFECTIVE[one.operation] === undefined,
        );
      },
      rules: (_, { id }) => (EFFECTIVE[id] === undefined ? {} : { permitted: () => true }),
      around: (call, next) => {
        const answer = next(call);
        if (answer.status >= 300) return answer;
        if (call.operation.id === 'permissions.ofPrincipal') return { ...answer, body: {} };
        const field = EFFECTIVE[call.operation.id];
        if (field === undefined) return answer;
        const names = call.user.id === limitedUser(call) ? ['goals:view', 'sessions:view', 'kpis:view'] : ['*'];
        return { ...answer, body: { ...(answer.body as Json), [field]: names } };
      },
    },
  },
  {
    // "Endpoints / Roles": a mapping that is created is answered with a role, and what a mapping is, is not shown.
    name: 'mapping-is-a-role',
    on: ['roles'],
    title: 'A mapping is a role for the members of a SCIM group, and deleting the mapping deletes this role.',
    parts: () => ({
      fixtures: (file) => {
        file.bodies.createRoleMapping = { scimGroupIds: ['{{id:scimGroup}}'] };
        file.bodies.deleteRoleMappings = { scimGroupIds: ['{{id:scimGroup}}'] };
        delete file.openOperations.upsertRoleMappings;
      },
      around: mappingsAsRoles(),
    }),
  },
  {
    // "Endpoints / Roles": the recalculation is one "from SCIM provisioning".
    name: 'recalculation-reads-directory',
    on: ['roles', 'users'],
    title: 'The recalculation reads the directory: a SCIM group has a member more, and its role takes its name.',
    // Which roles were mapped before is not shown.
    warns: ['roles.recalculate-roles'],
    parts: {
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'roles.recalculateScimRoles' || answer.status >= 300) return answer;
        const { roles, roleMappings, scimGroups, users } = call.account;
        const [group] = scimGroups.values();
        // Those of the tokens keep what they may do.
        const joined = [...users.keys()].slice(3).find((id) => group && !group.memberIds.includes(id));
        if (group && joined) group.memberIds.push(joined);
        for (const { roleId, scimGroupIds } of roleMappings.values()) {
          const [role, own] = [roles.get(roleId), scimGroups.get(scimGroupIds[0] ?? '')];
          if (role && own) role.name = own.displayName;
        }
        return answer;
      },
    },
  },
  {
    // "How to read": an id in a record need not lead to a record.
    name: 'goals-deleted-still-named',
    on: ['permissions', 'metrics', 'tasks', 'tags'],
    title: 'Key results name goals that have been deleted, and nobody says which goals there are.',
    sparse: true,
    parts: {
      world: (world) => {
        const { goals, metrics, tasks } = mainAccount(world);
        const named = new Set([...new Set([...metrics.values()].map(({ goalId }) => goalId))].slice(0, 8));
        for (const id of named) goals.delete(id);
        for (const [id, { parentId }] of tasks) if (named.has(String(parentId))) tasks.delete(id);
      },
      fixtures: (file) => {
        delete file.ids.goal;
      },
    },
  },
  {
    // "Access": owners are granted rights, whatever their permissions are.
    name: 'goals-of-limited-user',
    on: ['permissions', 'metrics'],
    title: 'A user without permissions owns all goals, and may do everything with them.',
    sparse: true,
    parts: {
      world: (world) => {
        const account = mainAccount(world);
        const [, , limited] = account.users.keys();
        for (const goal of account.goals.values()) goal.ownerIds = [limited as string];
      },
      around: (call, next) => {
        const answer = next(call);
        const goal = call.account.goals.get(call.params.targetId ?? '');
        const owned = goal?.ownerIds.includes(call.user.id) && answer.status === 200;
        return owned && call.operation.id === 'permissions.currentUserAllowedActions'
          ? { ...answer, body: { currentUserActions: EVERY_ACTION } }
          : answer;
      },
    },
  },
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
    // "How to read": which texts are accepted is not said.
    name: 'tag-titles-of-letters',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'Titles of tags hold letters, digits and spaces alone; others are refused.',
    parts: tagsTaken(({ body }) => titlesIn(body).some((title) => !/^[\p{L}\p{N} ]+$/u.test(title))),
  },
  {
    // "Limits": how long a title may be, with the spaces at its ends, is not said.
    name: 'tag-titles-bounded-before-trimming',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'Titles of tags are counted with the spaces at their ends, and those of the run nearly fill the bound.',
    parts: titlesBounded,
  },
  {
    // "Tags": which flowName a body must have, and which goals and dashboards take tags, is not shown.
    name: 'tags-by-flow-on-open-items',
    on: ['tags', 'dashboards', 'metrics'],
    title:
      'Goals are tagged with a flowName of the account and while they are not locked, dashboards that are not only read.',
    sparse: true,
    parts: {
      world: ({ accounts }) => {
        for (const { goals, dashboards } of accounts.values()) {
          for (const goal of goals.values()) goal.locked = goal.attainment > 99;
          [...dashboards.values()].forEach((dashboard, n) => {
            dashboard.readOnly = n < 6;
          });
        }
      },
      fixtures: (file) => {
        delete file.ids.goal;
        delete file.ids.dashboard;
      },
      ...tagsTaken(({ operation: { id }, account, params, body }) =>
        id === 'tags.tagGoal'
          ? (body as Json).flowName !== 'import' || account.goals.get(String(params.id))?.locked === true
          : account.dashboards.get(String(params.dashboardId))?.readOnly === true,
      ),
    },
  },
  {
    // "Limits": how many tags an item has is not said.
    name: 'tags-ten-per-item',
    on: ['tags', 'kpis', 'dashboards'],
    title: 'An item has ten tags at most.',
    sparse: true,
    parts: tagsTaken((call) => {
      const { account, params } = call;
      const id = String(params.id ?? params.dashboardId ?? params.kpiId);
      const all = [account.goals, account.insights, account.dashboards, account.kpis];
      const item = all.map((records) => records.get(id)).find((one) => one !== undefined);
      const keys = new Set((item?.tagIds ?? []).map((tag) => call.rules.tagKey(account.tags.get(tag)?.title ?? '')));
      for (const title of titlesIn(call.body)) keys.add(call.rules.tagKey(title));
      return keys.size > 10 && keys.size > (item?.tagIds ?? []).length;
    }),
  },
  {
    // "How to read": whether a record shows a field is its own matter. The filter reads what is stored.
    name: 'owner-ids-of-several',
    on: ['metrics'],
    title: 'A key result shows ownerIds where it has several owners, else ownerId alone.',
    warns: ['lists.filter-array'],
    parts: answers(['metrics.list', 'metrics.byOwner', 'metrics.byCheckin'], (body) =>
      deep(body, (record) =>
        Array.isArray(record.ownerIds) && record.ownerIds.length === 1 ? { ...record, ownerIds: undefined } : record,
      ),
    ),
  },
  {
    // "Metric": private. What a list leaves out is not said.
    name: 'key-results-left-out',
    on: ['metrics', 'sessions'],
    title: 'Private key results are shown to their owners, and those of archived sessions by owner and check-in alone.',
    parts: {
      world: ({ accounts }) => {
        for (const { users, metrics } of accounts.values()) {
          const [first, ...others] = users.keys();
          [...metrics.values()].forEach((metric, n) => {
            metric.private = n % 3 === 0;
            metric.ownerIds = [(metric.private ? first : others[n % others.length]) as string];
            metric.isArchived = !metric.private && (n % others.length) % 4 === 3;
          });
        }
      },
      around: (call, next) => {
        if (call.operation.group !== 'metrics') return next(call);
        const { account, user } = call;
        const isShown = (metric: Json) =>
          (!metric.private || (metric.ownerIds as string[]).includes(user.id)) &&
          !(metric.isArchived && call.operation.id === 'metrics.list');
        const metrics = new Map([...account.metrics].filter(([, metric]) => isShown(metric)));
        return next({ ...call, account: { ...account, metrics } });
      },
    },
  },
  {
    // "Operations left open" (gap 2): what an answer with snapshots shows. "Limits": how much a request may ask for.
    name: 'snapshots-of-ten-with-formulas',
    on: ['kpis'],
    title: 'Snapshots are given of ten KPIs or groups at once, with the KPIs that a KPI is worked out from.',
    parts: {
      around: (call, next) => {
        const { id } = call.operation;
        if (!['kpis.listSnapshots', 'kpis.snapshots'].includes(id)) return next(call);
        const most = Math.max(...['ids', 'groupIds'].map((name) => (call.query.get(name) ?? '').split(',').length));
        if (id === 'kpis.listSnapshots' && most > 10) return refused('at most ten ids');
        const answer = next(call);
        if (answer.status >= 300) return answer;
        const all = [...call.account.kpis.keys()];
        const worked = ({ kpiId, ...rest }: Json) => {
          const at = all.indexOf(String(kpiId));
          const operands = all.slice(Math.max(0, at - 2), at).map((of) => ({ kpiId: of, factor: 1 }));
          return at % 5 === 4 ? { kpiId, formula: { operator: 'sum', operands }, ...rest } : { kpiId, ...rest };
        };
        const { items, ...rest } = answer.body as { items: Json[] };
        return { ...answer, body: { items: items.map(worked), ...rest } };
      },
    },
  },
  {
    // "Endpoints / KPIs": snapshots starting on this date only, and ending on this date only.
    name: 'snapshots-of-exactly-the-day',
    on: ['kpis'],
    title: 'from alone gives the snapshots of exactly this day, and so does to.',
    parts: answers(['kpis.listSnapshots', 'kpis.snapshots'], (body, { request }) => {
      const query = new URL(request.url ?? '', 'http://localhost').searchParams;
      const [from, to] = [query.get('from'), query.get('to')];
      const day = from && to ? null : (from ?? to);
      if (!day) return body;
      const { items, ...rest } = body as { items: { groups: { snapshots: { date: string }[] }[] }[] };
      const isOfDay = ({ snapshots }: { snapshots: { date: string }[] }) =>
        snapshots.some(({ date }) => date.startsWith(day));
      return { ...rest, items: items.map((item) => ({ ...item, groups: item.groups.filter(isOfDay) })) };
    }),
  },
  {
    // "Errors": how long a name may be is not said.
    name: 'group-names-of-forty',
    on: ['kpiGroups', 'kpis'],
    title: 'Names of KPI groups have at most 40 characters.',
    parts: refusing(['kpiGroups.create', 'kpiGroups.update'], (call) =>
      String(sentBody(call).name ?? '').length > 40 ? 'name: at most 40 characters' : undefined,
    ),
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
    // "Assigned badge": how users are named beside Teams is not shown, nor whether a team shows all of its badges.
    name: 'badge-holders-by-address',
    on: ['badges', 'users', 'employees'],
    title:
      'The users who have a badge are named by e-mail address and picture, and a team shows its newest badge alone.',
    warns: ['badges.assignees-agree'],
    parts: answers(['badges.assignees'], (body) => {
      const { Users = [], Teams = [], ...rest } = body as { Users?: Json[]; Teams?: Json[] };
      return {
        ...rest,
        Teams: Teams.map((team) => (Array.isArray(team.badges) ? { ...team, badges: team.badges.slice(-1) } : team)),
        Users: Users.map(({ email, picture }) => ({ email, picture })),
      };
    }),
  },
  {
    // "Team": teams nest; whose badges those of a department are is not said.
    name: 'badges-of-departments',
    on: ['badges', 'users', 'employees'],
    title: 'A badge of a department is one of those who are in the teams below it.',
    parts: {
      world: (world) => {
        const { users, teams, assignations } = mainAccount(world);
        const [user] = users.values();
        const team = [...teams.values()].find(({ parentId }) => parentId !== undefined);
        const given = [...assignations.values()].find(
          ({ status, assigneeIds }) => status === 'approved' && assigneeIds.includes(user?.id ?? ''),
        );
        if (!user || !team || !given) return;
        user.teamIds = [team.id];
        given.assigneeIds = [String(team.parentId)];
      },
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== 'badges.mine' || answer.status >= 300) return answer;
        const { account, user } = call;
        const above = user.teamIds.flatMap((id) => account.teams.get(id)?.parentId ?? []);
        const { items } = answer.body as { items: Json[] };
        const shown = items.map(({ id }) => id);
        const more = [...account.assignations.values()]
          .filter(
            ({ id, status, assigneeIds }) =>
              !shown.includes(id) && status === 'approved' && assigneeIds.some((one) => above.includes(one)),
          )
          .map(({ badgeId, ...assignation }) => ({ ...assignation, badge: account.badges.get(badgeId) }));
        const all = [...items, ...more];
        return { ...answer, body: { items: all, totalCount: all.length } };
      },
    },
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
  {
    // "Whether response fields are always present: not shown"; filters know "e-mail" of users.
    name: 'addresses-of-others-hidden',
    on: ['users', 'employees'],
    title: 'A user is shown no e-mail address but the own one; filters and sorts know all of them.',
    sparse: true,
    warns: ['users.create-kept'],
    parts: {
      around: (call, next) => {
        const answer = next(call);
        const isOwn = ({ id, email }: Json) => id === call.user?.id || email === call.user?.email;
        return answer.status < 300 && call.operation.method === 'GET'
          ? {
              ...answer,
              body: deep(answer.body, (record) => (isOwn(record) ? record : { ...record, email: undefined })),
            }
          : answer;
      },
    },
  },
];
