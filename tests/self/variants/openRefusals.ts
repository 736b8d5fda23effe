/** Servers built differently: further data, refusals of what is not stated as accepted, and shapes that are not shown. */
import { deflateSync, gzipSync } from 'node:zlib';
import type { Call } from '../../../reference-server/call.ts';
import {
  answers,
  deep,
  eachAccount,
  type Json,
  type Parts,
  refused,
  refusing,
  sentBody,
  type Variant,
} from './variant.ts';

const NUMERALS = ['007', '1e3', '-0', 'NaN', '0x1F', '12', '2', '1.50', 'Infinity', '٣', '1,000', '+5'];

/** A text that is too short, or a description that is not there. */
function tooLittle(call: Call): string | undefined {
  const sent = sentBody(call);
  if (call.operation.id !== 'customFields.update' && call.operation.group !== 'kpiGroups' && !sent.description)
    return 'description: there must be one';
  const short = ['name', 'label', 'description', 'tooltip'].find((key) => String(sent[key] ?? '??').length === 1);
  return short && `${short}: at least two characters`;
}

const FOUR = ['$eq', '$in', '$regex', '$and', '$gt'];

/** Whether an update leaves a record as it is. */
const idle = (call: Call): string | undefined => {
  const { account, params, operation } = call;
  const record =
    operation.id === 'kpiGroups.update'
      ? account.kpiGroups.get(params.groupId ?? '')
      : account.customFields.get(params.id ?? '');
  if (!record) return undefined;
  const entries = Object.entries(sentBody(call));
  const same = entries.every(([key, value]) => JSON.stringify(record[key]) === JSON.stringify(value));
  return same ? 'the update changes nothing' : undefined;
};

/** What is odd about a create: a day that is over, another status than the first, or somebody who is new or has left. */
function oddities(call: Call): string | undefined {
  const { dueDate, status, ownerId, notify } = sentBody(call);
  const { account } = call;
  const today = account.now().slice(0, 10);
  const people = [ownerId, notify].flat().map((id) => account.users.get(String(id)));
  if (typeof dueDate === 'string' && dueDate < today) return 'dueDate: this day is over';
  if (status !== undefined && status !== 'todo') return 'status: a task begins as todo';
  const isOdd = people.some((user) => user?.isActive === false || String(user?.dateInvited).startsWith(today));
  return isOdd ? 'a user who has not accepted the invitation, or who has left' : undefined;
}

/** A new custom field has the id that its body names, where no field has it. */
const idTaken: Parts = {
  around: (call, next) => {
    const { account, operation } = call;
    const { _id: wanted, ...rest } = sentBody(call);
    if (operation.id !== 'customFields.create' || typeof wanted !== 'string' || wanted === '') return next(call);
    if ([...account.customFields.keys()].includes(wanted)) return refused('there is a field with this _id');
    const answer = next({ ...call, body: rest });
    const { _id: made } = (answer.body ?? {}) as Json;
    const field = account.customFields.get(made as string);
    if (answer.status !== 201 || !field) return answer;
    account.customFields.delete(made as string);
    account.customFields.set(wanted, Object.assign(field, { _id: wanted }));
    return { ...answer, body: { ...(answer.body as Json), _id: wanted } };
  },
};

const encoded = (encoding: string, encode: (bytes: Buffer) => Buffer): Parts => ({
  encode: (wire) => {
    if (!wire.bytes || !String(wire.request.headers['accept-encoding']).includes(encoding)) return;
    wire.bytes = encode(wire.bytes);
    wire.headers['content-encoding'] = encoding;
  },
});

export const openRefusalVariants: readonly Variant[] = [
  {
    // "Resources": name is a string, also one of digits.
    name: 'other-names-numerals',
    title: 'Names are numerals of all kinds, as texts.',
    kind: 'names',
    sparse: true,
    parts: eachAccount((account) => {
      for (const kind of ['kpiGroups', 'tasks', 'roles', 'kpis', 'dashboards', 'metrics', 'goals', 'badges'] as const)
        for (const [n, record] of [...account[kind].values()].entries())
          record.name = `${NUMERALS[n % NUMERALS.length]}${n < NUMERALS.length ? '' : n}`;
      for (const [n, session] of [...account.sessions.values()].entries()) session.title = String(2000 + n);
    }),
  },
  {
    // "Session": demo is a boolean; how many sessions are demo sessions is data.
    name: 'other-sessions-all-demo',
    on: ['sessions'],
    title: 'All sessions are demo sessions, so that the list without includeDemo is empty.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const session of account.sessions.values()) session.demo = true;
    }),
  },
  {
    // "KPI": groups is a list; that a KPI is in a group is data.
    name: 'other-kpis-ungrouped',
    on: ['kpis', 'kpiGroups'],
    title: 'No KPI is in a group.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const kpi of account.kpis.values()) kpi.groups = [];
    }),
  },
  {
    // "Dashboard": isReport is a boolean; what is a report is data.
    name: 'other-dashboards-all-reports',
    on: ['dashboards'],
    title: 'All dashboards are reports.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const dashboard of account.dashboards.values()) dashboard.isReport = true;
    }),
  },
  {
    // "Goal": attainment is data.
    name: 'other-goals-none-met',
    on: ['sessions'],
    title: 'No goal is met: each has an attainment of exactly 99 or none.',
    sparse: true,
    parts: eachAccount((account) => {
      for (const [n, goal] of [...account.goals.values()].entries())
        for (const key of [
          'attainment',
          'aggregatedAttainment',
          'childrenAggregatedAttainment',
          'fullAggregatedAttainment',
        ])
          (goal as unknown as Json)[key] = n % 2 ? 99 : 0;
    }),
  },
  {
    // "Team": that an account has teams is data.
    name: 'other-teams-none',
    title: 'The account has no teams.',
    sparse: true,
    parts: eachAccount((account) => {
      const ids = new Set(account.teams.keys());
      account.teams.clear();
      for (const user of account.users.values()) user.teamIds = [];
      for (const role of account.roles.values()) role.teamId = undefined;
      for (const one of account.assignations.values()) one.assigneeIds = one.assigneeIds.filter((id) => !ids.has(id));
    }),
  },
  {
    // "GET /v2/users": fields is "listed as required".
    name: 'other-users-fields-demanded',
    on: ['users'],
    title: 'The list of users without fields is refused.',
    sparse: true,
    parts: refusing(['users.list'], ({ query }) => (query.get('fields') ? undefined : 'fields is required')),
  },
  {
    // "filter: operators such as $in, $regex, $and, $gt": those that are named, and equality.
    name: 'other-operators-four',
    title: 'Filters know the operators that the specification names, and refuse others.',
    kind: 'operators',
    warns: ['ne', 'nin', 'gte', 'lt', 'lte', 'exists', 'dates'].map((name) => `lists.filter-${name}`),
    parts: {
      rules: ({ operators }) => ({
        operators: Object.fromEntries(Object.entries(operators).filter(([name]) => FOUR.includes(name))),
      }),
    },
  },
  {
    // "Custom field": "_id: also accepted in request body": a service may take it.
    name: 'other-field-id-of-body',
    on: ['customFields'],
    title: 'A new custom field has the _id of its body.',
    parts: idTaken,
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-field-id-must-match',
    on: ['customFields'],
    title: 'An update whose _id is not that of the path is refused.',
    parts: refusing(['customFields.update'], (call) => {
      const { _id } = sentBody(call);
      return _id === undefined || _id === call.params.id ? undefined : '_id is not that of the path';
    }),
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-field-names-unique-in-any-case',
    on: ['customFields'],
    title: 'Two custom fields cannot have names that differ in case alone.',
    parts: refusing(['customFields.create'], (call) => {
      const name = String(sentBody(call).name).toLowerCase();
      const taken = [...call.account.customFields.values()].some((field) => field.name.toLowerCase() === name);
      return taken ? 'the name is taken' : undefined;
    }),
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-full-groups-stay',
    on: ['kpiGroups', 'kpis'],
    title: 'A KPI group that has KPIs cannot be deleted.',
    parts: refusing(['kpiGroups.delete'], ({ account, params }) =>
      [...account.kpis.values()].some(({ groups }) => groups.includes(params.groupId ?? ''))
        ? 'the group has KPIs'
        : undefined,
    ),
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-idle-updates-refused',
    on: ['kpiGroups', 'customFields'],
    title: 'An update that changes nothing is refused.',
    parts: refusing(['kpiGroups.update', 'customFields.update'], idle),
  },
  {
    // "Employee": "the employee record extends the user record": not every user need have one.
    name: 'other-first-user-no-employee',
    on: ['employees'],
    warns: ['employees.users-are-employees', 'employees.users-listed'],
    title: 'The user of the first token is a service account, and no employee.',
    sparse: true,
    parts: {
      around: (call, next) => {
        if (call.operation.group !== 'employees') return next(call);
        const users = new Map([...call.account.users].slice(1));
        return next({ ...call, account: { ...call.account, users } });
      },
      fixtures: (file) => {
        delete file.ids.employee;
      },
    },
  },
  {
    // "Conventions": whether response fields are always present is not shown.
    name: 'other-access-empty',
    title: 'Access is an empty object, in records and by the operations for it.',
    kind: 'access',
    parts: answers(undefined, (body, { operation }) => {
      if (operation?.id.startsWith('permissions.defaultAccess')) return {};
      return deep(body, (record) => ('access' in record ? { ...record, access: {} } : record));
    }),
  },
  {
    // "{items: permission action[]}": which actions there are is not shown.
    name: 'other-actions-none',
    on: ['permissions'],
    warns: ['permissions.actions-named'],
    title: 'The list of actions is empty.',
    kind: 'actions',
    sparse: true,
    parts: answers(['permissions.actions'], () => ({ items: [] })),
  },
  {
    // "usersResponse": its shape is not shown.
    name: 'other-users-under-users',
    on: ['users'],
    title: 'Users stand under data.users, with their number under data.paging.',
    kind: 'users',
    parts: answers(['users.list'], (body) => {
      const { items, totalCount } = body as Json;
      return { data: { users: items, paging: { total: totalCount } } };
    }),
  },
  {
    // "roleMappingsResponse", "allUsersWithAction": their shapes are not shown.
    name: 'other-open-answers-brief',
    on: ['roles', 'permissions'],
    title: 'The upsert of mappings answers with a number, and users with an action are ids.',
    parts: answers(['roles.upsertMappings', 'permissions.usersWithAction'], (body, { operation }) => {
      const items = (body as { items: Json[] }).items ?? [];
      return operation?.id === 'roles.upsertMappings'
        ? { updated: items.length }
        : { userIds: items.map(({ id }) => id) };
    }),
  },
  {
    // RFC 1952, section 2.2: a gzip file is a series of members.
    name: 'other-gzip-members',
    title: 'Answers are compressed with gzip, in two members.',
    kind: 'encoding',
    parts: encoded('gzip', (bytes) => {
      const half = bytes.length >> 1;
      return Buffer.concat([gzipSync(bytes.subarray(0, half)), gzipSync(bytes.subarray(half))]);
    }),
  },
  {
    // RFC 9110, section 8.4.1.2: deflate is the zlib format.
    name: 'other-deflate',
    title: 'Answers are compressed with deflate.',
    kind: 'encoding',
    parts: encoded('deflate', (bytes) => deflateSync(bytes)),
  },
  {
    // No time is named: that bad credentials are answered slowly is a usual guard.
    name: 'other-refusals-slow',
    title: 'A 401 comes after half a second.',
    parts: {
      wire: (wire) => {
        if (wire.status === 401) wire.delay = 500;
      },
    },
  },
  {
    // "HTTP": a redirect on the same origin that keeps method and body.
    name: 'other-redirects-absolute',
    title: 'Every request is redirected by 307 to an absolute address on the same origin, under /node-7.',
    kind: 'redirect',
    parts: {
      front: (request, response, next) => {
        const url = request.url ?? '/';
        if (url.startsWith('/node-7/')) {
          request.url = url.slice('/node-7'.length);
          return next();
        }
        request.resume();
        response.writeHead(307, { location: `http://${request.headers.host}/node-7${url}`, 'content-length': 0 });
        response.end();
      },
    },
  },
  {
    // "States": a KPI is in a group or not; the order of writes and reads of two clients is not shown.
    name: 'other-groups-by-copy',
    on: ['kpiGroups', 'kpis'],
    title: 'Favourites come with the time at which they were marked, and groups with how many KPIs they have.',
    parts: answers(['kpiGroups.list', 'kpiGroups.get', 'kpiGroups.create'], (body) =>
      deep(body, (record) => ('favorite' in record ? { ...record, favoriteSince: Date.now(), kpiCount: 0 } : record)),
    ),
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-texts-long-enough',
    on: ['tasks', 'customFields', 'roles', 'kpiGroups'],
    title: 'A text of one character is refused, and so is a new task, custom field or role without a description.',
    parts: refusing(
      ['tasks.create', 'customFields.create', 'customFields.update', 'roles.create', 'kpiGroups.update'],
      tooLittle,
    ),
  },
  {
    // "Exact conditions that produce 400: not shown".
    name: 'other-creates-choosy',
    on: ['tasks', 'announcements'],
    title:
      'A new task is not due in the past and begins as todo, and only who is active and not new is named by a create.',
    parts: refusing(['tasks.create', 'announcements.create'], oddities),
  },
  {
    // "Request body of the v2 collection GETs": body shape not shown.
    name: 'allowed-actions-need-ids',
    on: ['permissions'],
    title: 'The allowed actions are given for targets that the body names, and the fixtures give no body.',
    sparse: true,
    parts: {
      fixtures: ({ bodies }) => {
        delete bodies.allowedActions;
      },
      around: (call, next) =>
        call.operation.id === 'permissions.allowedActions' && !Array.isArray(sentBody(call).targetIds)
          ? refused('targetIds: missing')
          : next(call),
    },
  },
];
