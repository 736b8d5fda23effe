/** Faults of the form of answers: status, types, envelope, counts, media type, input. */
import { tagItem } from '../../../reference-server/groups/tags.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import { isRecord } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import {
  answering,
  asIf,
  body,
  each,
  instead,
  refuses,
  rule,
  type Shown,
  secondTime,
  status,
  success,
} from './vocabulary.ts';

const SUCCESS = 'general.success-status';
const SCHEMA = 'general.answer-schema';
const ENVELOPE = 'general.envelope';
const COUNTS = 'general.counts';

/** Numbers the calls of one fault, for what goes wrong now and then. */
function every(n: number): () => boolean {
  let calls = 0;
  return () => ++calls % n === 0;
}

const renamed = (from: string, to: string) => (value: Shown) => {
  value[to] = value[from];
  delete value[from];
};
const without = (key: string) => (value: Shown) => {
  delete value[key];
};
type Change = (value: unknown) => unknown;

/** Changes the field at the end of a path, in each record of the lists on the way. */
function changeAt(path: readonly string[], change: Change, value: unknown): void {
  const [key, ...rest] = path;
  if (Array.isArray(value)) for (const inner of value) changeAt(path, change, inner);
  else if (key !== undefined && typeof value === 'object' && value !== null) {
    const record = value as Shown;
    if (rest.length > 0) changeAt(rest, change, record[key]);
    else if (record[key] !== undefined) record[key] = change(record[key]);
  }
}
const deep = (path: string, change: Change) => (record: Shown) => changeAt(path.split('.'), change, record);
/** Takes the id that is given for another one, where there is such. */
const finds = (on: string, name: string, other: (account: Account, given: string) => string | undefined) =>
  asIf(on, ({ params, account }) => ({
    params: { ...params, [name]: other(account, params[name] as string) ?? (params[name] as string) },
  }));
const asText = (value: unknown) => String(value);
const idLonger = 60;

export const general: readonly Fault[] = [
  {
    name: 'task-create-200',
    title: 'Creating a task answers 200.',
    breaks: [SUCCESS],
    seams: status('tasks.create', 200),
  },
  {
    name: 'user-create-200',
    title: 'Creating a user answers 200.',
    breaks: [SUCCESS],
    seams: status('users.create', 200),
  },
  {
    name: 'scim-groups-200',
    title: 'The list of SCIM groups answers 200, not 201.',
    breaks: [SUCCESS],
    seams: status('roles.scimGroups', 200),
  },
  {
    name: 'delete-mappings-200',
    title: 'Deleting role mappings answers 200 with a body.',
    breaks: [SUCCESS],
    seams: success('roles.deleteMappings', () => ({ status: 200, body: {} })),
  },
  {
    name: 'recalculate-202',
    title: 'The recalculation of roles answers 202.',
    breaks: [SUCCESS],
    seams: status('roles.recalculateScimRoles', 202),
  },
  {
    name: 'upsert-mappings-201',
    title: 'Upserting role mappings answers 201.',
    breaks: [SUCCESS],
    seams: status('roles.upsertMappings', 201),
  },
  {
    name: 'group-rename-204',
    title: 'Renaming a KPI group answers 204.',
    breaks: [SUCCESS],
    seams: success('kpiGroups.update', () => ({ status: 204 })),
  },
  {
    name: 'rename-without-change-204',
    title: 'A rename to the name that the KPI group has answers 204.',
    breaks: [SUCCESS, 'kpiGroups.update-name'],
    seams: instead('kpiGroups.update', (call, next) => {
      const before = call.account.kpiGroups.get(String(call.params.groupId))?.name;
      const answer = next(call);
      return answer.status === 200 && (call.body as { name?: unknown }).name === before ? { status: 204 } : answer;
    }),
  },
  {
    name: 'field-without-change-204',
    title: 'An update that changes nothing of a custom field answers 204.',
    breaks: [SUCCESS, 'customFields.update-stored', 'customFields.update-only'],
    seams: instead('customFields.update', (call, next) => {
      const field = { ...(call.account.customFields.get(String(call.params.id)) as Shown | undefined) };
      const same = Object.entries((call.body ?? {}) as Shown).every(
        ([name, value]) => JSON.stringify(field[name]) === JSON.stringify(value),
      );
      const answer = next(call);
      return answer.status === 200 && same ? { status: 204 } : answer;
    }),
  },
  {
    name: 'no-favourite-cleared-204',
    title: 'Clearing the favourite of a KPI group that is none answers 204.',
    breaks: [SUCCESS, 'kpiGroups.favorite-clear'],
    seams: instead('kpiGroups.clearFavorite', (call, next) => {
      const had = call.account.kpiGroups.get(String(call.params.groupId))?.favoriteOf.has(call.user.id);
      const answer = next(call);
      return answer.status === 200 && had === false ? { status: 204 } : answer;
    }),
  },
  {
    name: 'last-group-left-204',
    title: 'Taking a KPI out of its last group answers 204.',
    breaks: [SUCCESS, 'kpiGroups.remove-kpi'],
    seams: instead('kpiGroups.removeKpi', (call, next) => {
      const groups = call.account.kpis.get(String(call.params.kpiId))?.groups.length;
      const answer = next(call);
      return answer.status === 200 && groups === 1 ? { status: 204 } : answer;
    }),
  },
  {
    name: 'dashboard-tag-201',
    title: 'Tagging a dashboard answers 201 like the other items.',
    breaks: [SUCCESS],
    seams: status('tags.tagDashboard', 201),
  },
  { name: 'goal-tag-200', title: 'Tagging a goal answers 200.', breaks: [SUCCESS], seams: status('tags.tagGoal', 200) },
  {
    name: 'kpi-tag-200',
    title: 'Tagging a KPI answers 200 like a dashboard.',
    breaks: [SUCCESS],
    seams: status('kpis.tag', 200),
  },
  {
    name: 'scim-check-404',
    title: 'The existence check of SCIM groups answers 404 although there are groups.',
    breaks: [SUCCESS],
    seams: refuses('roles.scimGroupsExist', 404),
  },
  {
    name: 'badges-500-now-and-then',
    title: 'Every fifth list of badges is a server error.',
    breaks: [SUCCESS],
    seams: refuses('badges.list', 500, every(5)),
  },
  {
    name: 'employees-first-only',
    title: 'Only the first half of the employees can be read by id.',
    breaks: [SUCCESS],
    seams: refuses(
      'employees.get',
      404,
      ({ params, account }) => [...account.users.keys()].indexOf(params.employeeId ?? '') > account.users.size / 2,
    ),
  },
  {
    name: 'insight-board-refused',
    title: 'The target type insightBoard is refused.',
    breaks: [SUCCESS],
    seams: refuses(
      'permissions.currentUserAllowedActions',
      400,
      ({ query }) => query.get('targetType') === 'insightBoard',
    ),
  },
  {
    name: 'default-access-session-only',
    title: 'The default access of dashboards is not found.',
    breaks: [SUCCESS],
    seams: refuses('permissions.defaultAccess', 404, ({ params }) => params.itemType === 'dashboard'),
  },
  {
    name: 'item-access-dashboard-missing',
    title: 'The default access of one dashboard is not found.',
    breaks: [SUCCESS],
    seams: refuses('permissions.defaultAccessOfItem', 404, ({ params }) =>
      /^(dashboard|insightBoard)/i.test(params.itemType ?? ''),
    ),
  },
  {
    name: 'role-principal-refused',
    title: 'Permissions of a role are not found, those of a user are.',
    breaks: ['permissions.principal-kinds', SUCCESS],
    seams: refuses('permissions.ofPrincipal', 400, ({ params, account }) => account.roles.has(params.id ?? '')),
  },
  {
    name: 'dashboards-body-refused',
    title: 'The list of dashboards refuses a body.',
    breaks: [SUCCESS],
    seams: refuses('dashboards.list', 400, ({ body: given }) => given !== undefined),
  },
  {
    name: 'kpis-body-needed',
    title: 'The list of KPIs cannot be read without a body.',
    breaks: [SUCCESS],
    seams: refuses('kpis.list', 400, ({ body: given }) => given === undefined),
  },
  {
    name: 'snapshots-one-id-only',
    title: 'Snapshots of several KPIs are refused.',
    breaks: [SUCCESS],
    seams: refuses('kpis.listSnapshots', 400, ({ query }) => (query.get('ids') ?? '').includes(',')),
  },

  {
    name: 'total-count-text',
    title: 'totalCount of the list of tasks is a text.',
    breaks: [SCHEMA],
    seams: body('tasks.list', deep('totalCount', asText)),
  },
  {
    name: 'favorite-text',
    title: 'favorite of a KPI group is a text.',
    breaks: [SCHEMA],
    seams: body('kpiGroups.get', deep('favorite', asText)),
  },
  {
    name: 'role-id-number',
    title: 'The id of a role is a number in the list.',
    breaks: [SCHEMA],
    seams: each('roles.list', (item, i) => {
      item.id = i;
    }),
  },
  {
    name: 'user-count-text',
    title: 'userCount of a role is a text.',
    breaks: [SCHEMA],
    seams: body('roles.get', deep('userCount', asText)),
  },
  {
    name: 'insight-col-text',
    title: 'The column of an insight on a dashboard is a text.',
    breaks: [SCHEMA],
    seams: body('dashboards.get', deep('insights.col', asText)),
  },
  {
    name: 'task-priority-text',
    title: 'The priority of a task is a text in the list.',
    breaks: [SCHEMA],
    seams: each('tasks.list', deep('priority', asText)),
  },
  {
    name: 'due-date-with-time',
    title: 'The due date of a task has a time.',
    breaks: [SCHEMA],
    seams: body(
      'tasks.get',
      deep('dueDate', (date) => `${date}T00:00:00Z`),
    ),
  },
  {
    name: 'metric-target-text',
    title: 'The target of a key result is a text.',
    breaks: [SCHEMA],
    seams: each('metrics.list', deep('target', asText)),
  },
  {
    name: 'milestone-value-text',
    title: 'The target value of a milestone is a text.',
    breaks: [SCHEMA],
    seams: each('metrics.byOwner', deep('milestones.targetValue', asText)),
  },
  {
    name: 'goal-locked-text',
    title: 'locked of a met goal is a text.',
    breaks: [SCHEMA],
    seams: each('sessions.goalsMet', deep('locked', asText)),
  },
  {
    name: 'session-settings-text',
    title: 'A limit in the settings of a session is a text.',
    breaks: [SCHEMA],
    seams: each('sessions.list', deep('settings.goalsPerOwnerLimit', asText)),
  },
  {
    name: 'employee-active-number',
    title: 'isActive of an employee is a number.',
    breaks: [SCHEMA],
    seams: body('employees.get', deep('info.isActive', Number)),
  },
  {
    name: 'user-teams-text',
    title: 'teamIds of a user is one text.',
    breaks: [SCHEMA],
    seams: body('users.get', deep('teamIds', asText)),
  },
  {
    name: 'new-user-id-number',
    title: 'The id of a created user is a number.',
    breaks: [SCHEMA],
    seams: each('users.create', (item) => {
      item.id = 7;
    }),
  },
  {
    name: 'tag-count-text',
    title: 'A count of a tag is a text.',
    breaks: [SCHEMA],
    seams: each('tags.list', deep('goalsTaggedCount', asText)),
  },
  {
    name: 'usage-ids-text',
    title: 'The ids of a usage are one text.',
    breaks: [SCHEMA],
    seams: each('dashboards.tagUsages', deep('dashboardsIds', asText)),
  },
  {
    name: 'badge-object-text',
    title: 'The badge among the badges of the current user is a text.',
    breaks: [SCHEMA],
    seams: each(
      'badges.mine',
      deep('badge', () => 'a badge'),
    ),
  },
  {
    name: 'assignees-text',
    title: 'assigneeIds of an assignation is one text.',
    breaks: [SCHEMA],
    seams: each('badges.awaitingApproval', deep('assigneeIds', asText)),
  },
  {
    name: 'notify-text',
    title: 'notify of an announcement is one text.',
    breaks: [SCHEMA],
    seams: each('announcements.list', deep('notify', asText)),
  },
  {
    name: 'actions-object',
    title: 'The allowed actions of a target are an object.',
    breaks: [SCHEMA],
    seams: body(
      'permissions.currentUserAllowedActions',
      deep('currentUserActions', (value) => ({ ...(value as object) })),
    ),
  },
  {
    name: 'access-inherits-text',
    title: 'inherits of a default access is a text.',
    breaks: [SCHEMA],
    seams: body('permissions.defaultAccess', deep('inherits', asText)),
  },
  {
    name: 'managers-objects',
    title: 'The managers of a user are objects.',
    breaks: [SCHEMA],
    seams: body(
      'users.managers',
      deep('managers', (ids) => (ids as string[]).map((id) => ({ id }))),
    ),
  },
  {
    name: 'user-token-number',
    title: 'The user of users-actions is a number.',
    breaks: [SCHEMA],
    seams: body(
      'permissions.usersActions',
      deep('userId', () => 12),
    ),
  },

  {
    name: 'employees-under-data',
    title: 'The list of employees stands under data.',
    breaks: [ENVELOPE],
    seams: body('employees.list', renamed('items', 'data')),
  },
  {
    name: 'tags-under-items',
    title: 'The list of tags stands under items.',
    breaks: [ENVELOPE],
    seams: body('tags.list', renamed('tags', 'items')),
  },
  {
    name: 'metrics-under-metrics',
    title: 'The list of key results stands under metrics.',
    breaks: [ENVELOPE],
    seams: body('metrics.list', renamed('items', 'metrics')),
  },
  {
    name: 'badges-no-total',
    title: 'The list of badges has no totalCount.',
    breaks: [ENVELOPE],
    seams: body('badges.list', without('totalCount')),
  },
  {
    name: 'dashboards-no-count',
    title: 'The list of dashboards has no count.',
    breaks: [ENVELOPE],
    seams: body('dashboards.list', without('count')),
  },
  {
    name: 'fields-no-target-types',
    title: 'The list of custom fields has no targetTypes.',
    breaks: [ENVELOPE],
    seams: body('customFields.list', without('targetTypes')),
  },
  {
    name: 'employee-bare',
    title: 'The employee is not wrapped in info.',
    breaks: [ENVELOPE],
    seams: body('employees.get', ({ info }) => info),
  },
  {
    name: 'usages-bare',
    title: 'The usages of tags are a bare array.',
    breaks: [ENVELOPE],
    seams: body('dashboards.tagUsages', (value) => value.items),
  },
  {
    name: 'reports-wrapped',
    title: 'The reports stand under items.',
    breaks: [ENVELOPE],
    seams: body('dashboards.reports', (value) => ({ items: value })),
  },
  {
    name: 'managers-bare',
    title: 'The managers of a user are a bare array.',
    breaks: [ENVELOPE],
    seams: body('users.managers', (value) => value.managers),
  },
  {
    name: 'effective-no-domain',
    title: 'The effective and allowed actions name no domain.',
    breaks: [ENVELOPE],
    seams: body('permissions.effectiveAndAllowedActions', without('domain')),
  },
  {
    name: 'teams-lower-case',
    title: 'The teams that have a badge stand under teams.',
    breaks: [ENVELOPE],
    seams: body('badges.assignees', renamed('Teams', 'teams')),
  },

  {
    name: 'badges-total-off-by-one',
    title: 'totalCount of the badges is one too high.',
    breaks: [COUNTS],
    seams: body(
      'badges.list',
      deep('totalCount', (n) => Number(n) + 1),
    ),
  },
  {
    name: 'approve-total-zero',
    title: 'totalCount of the assignations awaiting approval is 0.',
    breaks: [COUNTS],
    seams: body(
      'badges.awaitingApproval',
      deep('totalCount', () => 0),
    ),
  },
  {
    name: 'managers-count-off',
    title: 'count of the managers counts the user, too.',
    breaks: [COUNTS],
    seams: body(
      'users.managers',
      deep('count', (n) => Number(n) + 1),
    ),
  },
  {
    name: 'kpis-count-zero',
    title: 'count of the KPIs is 0.',
    breaks: [COUNTS],
    seams: body(
      'kpis.list',
      deep('count', () => 0),
    ),
  },
  {
    name: 'types-total-off',
    title: 'totalCount of the supported types is one too low.',
    breaks: [COUNTS],
    seams: body(
      'customFields.supportedTypes',
      deep('totalCount', (n) => Number(n) - 1),
    ),
  },
  {
    name: 'tags-page-of-50',
    title: 'The list of tags shows 50 by default.',
    breaks: [COUNTS, 'lists.take-default'],
    seams: body('tags.list', (value) => {
      value.tags = (value.tags as unknown[]).slice(0, 50);
    }),
  },

  {
    name: 'task-plain-text',
    title: 'A task comes as text/plain.',
    breaks: ['general.json'],
    seams: success('tasks.get', (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
  },
  {
    name: 'actions-of-sessions-plain-text',
    title: 'The allowed actions for sessions come as text/plain.',
    breaks: ['general.json'],
    seams: success('permissions.allowedActions', (answer, { params }) => ({
      ...answer,
      ...(params.targetType === 'sessions' && { headers: { 'content-type': 'text/plain' } }),
    })),
  },
  {
    name: 'role-by-id-of-kpi',
    title: 'The id of a KPI finds a role.',
    breaks: ['general.unknown-id'],
    seams: asIf('roles.get', ({ account, params }) =>
      account.kpis.has(params.id ?? '') ? { params: { id: [...account.roles.keys()][0] as string } } : {},
    ),
  },
  {
    name: 'sessions-filtered-partial-content',
    title: 'A list of sessions under a filter is answered with 206.',
    breaks: ['general.success-status'],
    seams: success('sessions.list', (answer, { query }) => ({
      ...answer,
      ...(query.has('filter') && { status: 206 }),
    })),
  },
  {
    name: 'snapshots-html',
    title: 'Snapshots come as text/html.',
    breaks: ['general.json'],
    seams: success('kpis.snapshots', (answer) => ({ ...answer, headers: { 'content-type': 'text/html' } })),
  },
  {
    name: 'tasks-filtered-plain-text',
    title: 'A list of tasks under a filter comes as text/plain.',
    breaks: ['general.json'],
    seams: success('tasks.list', (answer, { query }) => ({
      ...answer,
      ...(query.has('filter') && { headers: { 'content-type': 'text/plain' } }),
    })),
  },
  {
    name: 'roles-latin-1',
    title: 'The list of roles says that it is in ISO 8859-1.',
    breaks: ['general.json'],
    seams: success('roles.list', (answer) => ({
      ...answer,
      headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    })),
  },

  {
    name: 'task-account-of-user',
    title: 'accountId of a task is the id of a user.',
    breaks: ['general.account-id'],
    seams: each('tasks.list', (item) => {
      item.accountId = item.ownerId;
    }),
  },
  {
    name: 'session-account-empty',
    title: 'accountId of the sessions is empty.',
    breaks: ['general.account-id'],
    seams: each('sessions.list', (item) => {
      item.accountId = '';
    }),
  },
  {
    name: 'task-without-description-breaks',
    title: 'A task without a description breaks the service.',
    breaks: ['general.no-server-error'],
    seams: refuses('tasks.create', 500, ({ body }) => isRecord(body) && body.description === undefined),
  },
  {
    name: 'task-of-nobody-breaks',
    title: 'A task whose owner there is not breaks the service.',
    breaks: ['general.no-server-error'],
    seams: refuses(
      'tasks.create',
      500,
      ({ body, account }) => isRecord(body) && typeof body.ownerId === 'string' && !account.users.has(body.ownerId),
    ),
  },
  {
    name: 'announcement-of-nobody-breaks',
    title: 'An announcement whose author there is not breaks the service.',
    breaks: ['general.no-server-error'],
    seams: refuses(
      'announcements.create',
      500,
      ({ body, account }) => isRecord(body) && typeof body.authorID === 'string' && !account.users.has(body.authorID),
    ),
  },
  {
    name: 'null-in-task-breaks',
    title: 'A field that is null in a new task breaks the service.',
    breaks: ['general.no-server-error'],
    seams: refuses('tasks.create', 500, ({ body }) => isRecord(body) && Object.values(body).includes(null)),
  },
  {
    name: 'null-in-field-update-breaks',
    title: 'A tooltip that is null in the update of a custom field breaks the service.',
    breaks: ['general.no-server-error'],
    seams: refuses('customFields.update', 500, ({ body }) => isRecord(body) && body.tooltip === null),
  },
  {
    name: 'new-role-account',
    title: 'A created role has the accountId global.',
    breaks: ['general.account-id'],
    seams: body('roles.create', (item) => {
      item.accountId = 'global';
    }),
  },

  {
    name: 'kpi-now-and-then-nameless',
    title: 'Every third read of a KPI gives another name.',
    breaks: ['general.repeatable'],
    seams: ((wrong: () => boolean) =>
      body('kpis.get', (item) => {
        if (wrong()) item.name = 'Someone else’s';
      }))(every(3)),
  },
  {
    name: 'goals-met-now-and-then-empty',
    title: 'Every fourth read of the met goals is empty.',
    breaks: ['general.repeatable'],
    seams: ((wrong: () => boolean) =>
      body('sessions.goalsMet', (value) => {
        if (wrong()) value.items = [];
      }))(every(4)),
  },

  {
    name: 'dashboard-unknown-400',
    title: 'An unknown dashboard is answered with 400, not 404.',
    breaks: ['general.unknown-id'],
    seams: refuses('dashboards.get', 400, ({ params, account }) => !account.dashboards.has(params.dashboardId ?? '')),
  },
  {
    name: 'kpis-get-by-beginning',
    title: 'A KPI is found by the beginning of its id.',
    breaks: ['general.unknown-id'],
    seams: finds('kpis.get', 'kpiId', ({ kpis }, given) => [...kpis.keys()].find((id) => id.startsWith(given))),
  },
  {
    name: 'roles-get-with-more',
    title: 'A role is found by its id with more at the end.',
    breaks: ['general.unknown-id'],
    seams: finds('roles.get', 'id', ({ roles }, given) => [...roles.keys()].find((id) => given.startsWith(id))),
  },
  {
    name: 'roles-get-of-team',
    title: 'A role is found by the id of its team.',
    breaks: ['roles.get-record', 'general.unknown-id'],
    seams: finds(
      'roles.get',
      'id',
      ({ roles }, given) => [...roles.values()].find(({ teamId }) => teamId === given)?.id,
    ),
  },
  {
    name: 'tag-on-any-taggable',
    title: 'The id of a KPI is taken where a dashboard is tagged, and the KPI gets the tag.',
    breaks: ['general.unknown-id'],
    on: ['tags.tagDashboard'],
    seams: instead('tags.tagDashboard', (call, next) => {
      const kpi = call.account.kpis.get(call.params.dashboardId ?? '');
      return kpi ? { status: 200, body: tagItem(call, kpi) } : next(call);
    }),
  },
  {
    name: 'role-of-scim-group',
    title: 'A SCIM group is found where roles are read by their ids.',
    breaks: ['general.unknown-id'],
    seams: instead('roles.get', (call, next) => {
      const group = call.account.scimGroups.get(call.params.id ?? '');
      if (!group) return next(call);
      const { id, displayName } = group;
      return {
        status: 200,
        body: { id, accountId: call.account.id, name: displayName, description: '', userCount: 0 },
      };
    }),
  },
  {
    name: 'kpi-group-inherited-empty',
    title: 'What every object has of its own is read as a KPI group.',
    breaks: ['general.unknown-id'],
    seams: instead('kpiGroups.get', (call, next) =>
      (call.params.groupId ?? '') in {} ? { status: 200, body: {} } : next(call),
    ),
  },
  {
    name: 'task-inherited-500',
    title: 'What every object has of its own breaks the service where it is an id of a task.',
    breaks: ['general.unknown-id'],
    seams: refuses('tasks.get', 500, ({ params }) => params.taskId === 'constructor'),
  },
  {
    name: 'group-rename-by-part-of-id',
    title: 'A rename of a KPI group takes the beginning of its id for it.',
    breaks: ['general.unknown-id'],
    seams: instead('kpiGroups.update', (call, next) => {
      const given = call.params.groupId ?? '';
      const id = [...call.account.kpiGroups.keys()].find((one) => given !== '' && one.startsWith(given));
      return next(id === undefined ? call : { ...call, params: { ...call.params, groupId: id } });
    }),
  },
  {
    name: 'role-unknown-empty',
    title: 'An unknown role is answered with an empty success.',
    breaks: ['general.unknown-id'],
    seams: instead('roles.get', (call, next) =>
      !call.account.roles.has(call.params.id ?? '') ? { status: 200, body: {} } : next(call),
    ),
  },
  {
    name: 'managers-unknown-empty',
    title: 'An unknown user has no managers, with 200.',
    breaks: ['general.unknown-id'],
    seams: instead('users.managers', (call, next) =>
      !call.account.users.has(call.params.userId ?? '')
        ? { status: 200, body: { count: 0, managers: [] } }
        : next(call),
    ),
  },
  {
    name: 'goal-tag-unknown-201',
    title: 'Tagging an unknown goal pretends success.',
    breaks: ['general.unknown-id'],
    seams: instead('tags.tagGoal', (call, next) =>
      !call.account.goals.has(call.params.id ?? '') ? { status: 201, body: {} } : next(call),
    ),
  },
  {
    name: 'insight-unknown-500',
    title: 'An unknown insight is a server error.',
    breaks: ['general.unknown-id', 'general.no-server-error'],
    seams: refuses('kpis.insightUsages', 500, ({ params, account }) => !account.insights.has(params.id ?? '')),
  },
  {
    name: 'insight-unknown-known-again',
    title: 'An unknown insight has no usages, with 200, from the second time on.',
    breaks: ['general.unknown-id'],
    seams: secondTime(
      'kpis.insightUsages',
      ({ params, account }) => Object.values(params).find((id) => !account.insights.has(id)),
      { status: 200, body: { items: [] } },
    ),
  },
  {
    name: 'badge-unknown-nobody',
    title: 'An unknown badge is nobody’s, with 200.',
    breaks: ['general.unknown-id'],
    seams: instead('badges.assignees', (call, next) =>
      !call.account.badges.has(call.params.id ?? '') ? { status: 200, body: { Teams: [] } } : next(call),
    ),
  },
  {
    name: 'goals-met-unknown-session',
    title: 'An unknown session is taken for the first.',
    breaks: ['general.unknown-id-nothing'],
    seams: instead('sessions.goalsMet', (call, next) => {
      const { sessions } = call.account;
      if (sessions.has(call.params.id ?? '')) return next(call);
      const all = [...sessions.keys()].map((id) => next({ ...call, params: { id } }));
      return all.find(({ body: found }) => (found as { items: unknown[] }).items.length > 0) ?? next(call);
    }),
  },

  {
    name: 'task-any-body',
    title: 'A task is created from a body with wrong types.',
    breaks: ['general.malformed-body'],
    seams: {
      ...rule('tasks.create', () => ({ bodyProblem: () => undefined })),
      ...success('tasks.create', (answer) => answer),
    },
  },
  {
    name: 'announcement-any-body',
    title: 'An announcement is created from a body with wrong types.',
    breaks: ['general.malformed-body'],
    seams: rule('announcements.create', () => ({ bodyProblem: () => undefined })),
  },
  {
    name: 'group-422',
    title: 'A malformed KPI group is refused with 422.',
    breaks: ['general.status-listed'],
    seams: status('kpiGroups.create', 422, 400),
  },
  {
    name: 'user-long-id-500',
    title: 'A long id of a user is a server error.',
    breaks: ['general.no-server-error'],
    seams: refuses('users.get', 500, ({ params }) => (params.userId ?? '').length > idLonger),
  },
  {
    name: 'no-object-500',
    title: 'Tagging an insight with a body that is JSON and no object is a server error.',
    breaks: ['general.no-server-error'],
    seams: refuses('tags.tagInsight', 500, ({ body: sent }) => sent === null),
  },
  {
    name: 'empty-mapping-500',
    title: 'A mapping of roles from an object without fields is a server error.',
    breaks: ['general.no-server-error'],
    seams: refuses('roles.createMapping', 500, ({ body: sent }) => JSON.stringify(sent) === '{}'),
  },
  {
    name: 'list-in-body-500',
    title: 'A KPI group from a body that is a list is a server error.',
    breaks: ['general.no-server-error'],
    seams: {
      ...rule('kpiGroups.create', ({ bodyProblem }) => ({
        bodyProblem(operation, sent) {
          if (Array.isArray(sent)) throw new TypeError('a list');
          return bodyProblem(operation, sent);
        },
      })),
    },
  },
  {
    name: 'odd-time-zone-500',
    title: 'A time zone that there is not is a server error.',
    breaks: ['general.no-server-error'],
    seams: answering('kpis.listSnapshots', (answer, { query }) =>
      query.has('timeZone') && answer.status === 400 ? { status: 500 } : answer,
    ),
  },
  {
    name: 'settings-of-whoever-asks',
    title: 'A user is shown with the checklist of whoever asks.',
    breaks: ['general.users-agree'],
    seams: body('users.get', (value, { user }) => {
      value.userSettings = {
        ...(value.userSettings as Shown),
        checklist: { optOut: false, stepsV1Completed: user.id },
      };
    }),
  },
  {
    name: 'flags-lose-their-is',
    title: 'Flags are shown without the word that their names begin with.',
    breaks: ['general.field-names'],
    seams: each(['employees.list', 'employees.get'], (record) => {
      for (const flag of ['isActive', 'isManager']) renamed(flag, flag.slice(2).toLowerCase())(record);
    }),
  },
  {
    name: 'field-twice-500',
    title: 'A field that is asked for twice is a server error.',
    breaks: ['general.no-server-error'],
    seams: refuses('roles.list', 500, ({ query }) => query.get('fields') === 'id,id'),
  },
  {
    name: 'sort-twice-500',
    title: 'A field that is sorted by in both directions is a server error.',
    breaks: ['general.no-server-error'],
    seams: refuses('users.list', 500, ({ query }) => query.get('sort') === 'id,-id'),
  },
  {
    name: 'odd-demo-500',
    title: 'A value of includeDemo that is neither true nor false is a server error.',
    breaks: ['general.no-server-error'],
    seams: refuses('sessions.list', 500, ({ query }) => !['true', 'false', null].includes(query.get('includeDemo'))),
  },
  {
    name: 'field-wrong-type-500',
    title: 'A custom field with a wrong type in its body is a server error.',
    breaks: ['general.no-server-error'],
    seams: answering('customFields.create', (answer) => (answer.status === 400 ? { status: 500 } : answer)),
  },
];
