/** Lists and reads that leave records out, keep what they formatted, or stick to the request before. */
import type { Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { type Fault, faultOf } from './fault.ts';
import { also, filters, instead, listed, operator, type Shown, standing, withQuery } from './vocabulary.ts';

const fault = faultOf('');

const isPlain = ({ query }: Call) => query.get('formatting') === 'plainText';

/** The value with its texts in another form, wherever they stand. */
function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, change)]));
}

/** Keeps a text area of a record as plain text once it was read so. */
const keptPlain = (
  operation: string,
  find: (call: Call) => Iterable<object>,
  field: (name: string, value: unknown, call: Call) => boolean,
): Seams =>
  also(operation, (call) => {
    if (!isPlain(call)) return;
    for (const record of find(call) as Iterable<Shown>)
      for (const [name, value] of Object.entries(record))
        if (field(name, value, call)) record[name] = changed(value, call.rules.plainText);
  });

/** A text that formatting concerns, at the top of a record. */
const isText = (name: string, value: unknown, { account, rules }: Call) =>
  typeof value === 'string' && rules.textFields({ account }).has(name);
const nested = (_name: string, value: unknown) => typeof value === 'object' && value !== null;

const reads: readonly Fault[] = [
  fault(
    'kpi-notes-kept-plain',
    'Reading a KPI as plain text keeps the notes of its projections so.',
    ['general.reads-independent', 'lists.formatting-only'],
    keptPlain('kpis.get', ({ account, params }) => [account.kpis.get(String(params.kpiId)) ?? {}], nested),
  ),
  fault(
    'task-comment-kept-plain',
    'Reading a task as plain text keeps its last comment so.',
    ['general.reads-independent', 'lists.formatting-only'],
    keptPlain('tasks.get', ({ account, params }) => [account.tasks.get(String(params.taskId)) ?? {}], nested),
  ),
  fault(
    'metric-kept-plain',
    'A list of key results as plain text keeps their texts so.',
    ['general.reads-independent', 'lists.formatting-only'],
    keptPlain('metrics.list', ({ account }) => account.metrics.values(), isText),
  ),
  fault(
    'owned-metrics-kept-plain',
    'A list of the key results of an owner as plain text keeps their texts so.',
    ['general.reads-independent', 'lists.formatting-only'],
    keptPlain('metrics.byOwner', ({ account }) => account.metrics.values(), isText),
  ),
  fault(
    'announcements-list-kept-plain',
    'A list of announcements as plain text keeps their comments so.',
    ['general.reads-independent', 'lists.formatting-only'],
    keptPlain(
      'announcements.list',
      ({ account }) => account.announcements.values(),
      (name) => name === 'comment',
    ),
  ),
  fault(
    'roles-kept-plain',
    'A list of roles as plain text keeps their texts so.',
    ['general.reads-independent', 'lists.formatting-only'],
    keptPlain('roles.list', ({ account }) => account.roles.values(), isText),
  ),
];

/** The last of these records alone are listed, and counted. */
const lastOnes = (operation: string, count: number): Seams => listed(operation, (records) => records.slice(-count));

/** Leaves records out of a list; totalCount follows. */
const lacking = (operation: string, isOut: (record: Shown, call: Call) => boolean): Seams =>
  listed(operation, (records, call) => records.filter((record) => !isOut(record, call)));

/** Every record as it is kept. */
const lackingStored = (
  operation: string,
  table:
    | 'kpis'
    | 'kpiGroups'
    | 'customFields'
    | 'dashboards'
    | 'badges'
    | 'sessions'
    | 'tags'
    | 'roles'
    | 'users'
    | 'tasks',
  isOut: (record: Shown, call: Call) => boolean,
): Seams =>
  instead(operation, (call, next) => {
    const all = [...call.account[table]] as [string, Shown][];
    const records = call.account[table] as unknown as Map<string, Shown>;
    for (const [key, record] of all) if (isOut(record, call)) records.delete(key);
    try {
      return structuredClone(next(call));
    } finally {
      records.clear();
      for (const [key, record] of all) records.set(key, record);
    }
  });

/** Leaves out every second record for all users but the first. */
const halfForOthers = (id: string, table: Parameters<typeof lackingStored>[1]): Seams =>
  lackingStored(id, table, (record, { account, user }) => {
    const [first] = account.users.values();
    const ids = [...(account[table] as unknown as Map<string, Shown>).keys()];
    return user !== first && ids.indexOf(String(record.id ?? record._id)) % 2 === 1;
  });

const lists: readonly Fault[] = [
  fault(
    'announcements-last-ten',
    'The list has the last ten announcements alone.',
    'general.list-whole',
    lastOnes('announcements.list', 10),
  ),
  fault(
    'fields-last-ten',
    'The list has the last ten custom fields alone.',
    'general.list-whole',
    lastOnes('customFields.list', 10),
  ),
  fault(
    'groups-last-eight',
    'The list has the last eight KPI groups alone.',
    'general.list-whole',
    lastOnes('kpiGroups.list', 8),
  ),
  fault(
    'first-task-unlisted',
    'The first task of the account is not listed.',
    'general.list-whole',
    lackingStored('tasks.list', 'tasks', ({ id }, { account }) => id === [...account.tasks.keys()][0]),
  ),
  fault(
    'sessions-half-for-others',
    'The list shows other users than the first every second session.',
    'general.list-whole',
    halfForOthers('sessions.list', 'sessions'),
  ),
  fault(
    'kpis-half-for-others',
    'The list shows other users than the first every second KPI.',
    'kpis.list-whole',
    halfForOthers('kpis.list', 'kpis'),
  ),
  ...(
    [
      ['customFields.list', 'customFields', 'custom-fields', 'custom field'],
      ['kpiGroups.list', 'kpiGroups', 'kpi-groups', 'KPI group'],
      ['users.list', 'users', 'users', 'user'],
      ['tasks.list', 'tasks', 'tasks', 'task'],
      ['roles.list', 'roles', 'roles', 'role'],
    ] as const
  ).map(([id, table, name, noun]) =>
    fault(
      `${name}-half-for-others`,
      `The list shows other users than the first every second ${noun}.`,
      'general.list-whole',
      halfForOthers(id, table),
    ),
  ),
  fault(
    'announcements-own-goals',
    'The list has no announcement without a target.',
    'announcements.create-listed',
    lacking('announcements.list', ({ announcementTargetId }) => announcementTargetId === undefined),
  ),
  fault(
    'roles-unused-unlisted',
    'Roles that nobody has are not listed.',
    ['roles.create-stored', 'roles.views-agree'],
    lackingStored(
      'roles.list',
      'roles',
      ({ id }, { account }) =>
        ![...account.users.values()].some(({ roleIds, scimRoleIds }) =>
          [...roleIds, ...scimRoleIds].includes(String(id)),
        ),
    ),
  ),
  fault(
    'roles-of-teams-unlisted',
    'Roles of teams are not listed.',
    'general.list-whole',
    lackingStored('roles.list', 'roles', ({ teamId }) => teamId !== undefined),
  ),
  fault(
    'dashboards-reports-unlisted',
    'Reports are not listed among the dashboards.',
    ['dashboards.views-agree', 'dashboards.reports-listed'],
    lackingStored('dashboards.list', 'dashboards', ({ isReport }) => isReport === true),
  ),
  fault(
    'tasks-of-others-unlisted',
    'Tasks without a parent are not listed.',
    ['tasks.create-listed', 'tasks.views-agree'],
    lackingStored('tasks.list', 'tasks', ({ parentId }) => parentId === undefined),
  ),
  fault(
    'managers-unlisted',
    'Users who manage a team are not listed.',
    'general.list-whole',
    lackingStored('users.list', 'users', ({ id }, { account }) =>
      [...account.teams.values()].some(({ manager }) => manager === id),
    ),
  ),
];

/** Any $or in a filter read in another way. */
function changeOr(filter: unknown, change: (parts: unknown[]) => unknown[]): unknown {
  if (Array.isArray(filter)) return filter.map((part) => changeOr(part, change));
  if (typeof filter !== 'object' || filter === null) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      name === '$or' && Array.isArray(value)
        ? change(value).map((part) => changeOr(part, change))
        : changeOr(value, change),
    ]),
  );
}

const keysOf = (part: unknown) => Object.keys(part as Shown).join();

const expressions: readonly Fault[] = [
  ...['tasks.list', 'employees.list'].map((id) =>
    fault(
      `${id.replace('.list', '')}-third-of-or`,
      'Of $or the first two conditions count.',
      ['lists.filter-or', 'lists.filter-law'],
      filters(id, (filter) => changeOr(filter, (parts) => parts.slice(0, 2))),
    ),
  ),
  fault(
    'users-third-key-of-or',
    'Of $or on more than two different fields the first two count.',
    ['lists.filter-or', 'lists.filter-law'],
    filters('users.list', (filter) =>
      changeOr(filter, (parts) => (new Set(parts.map(keysOf)).size > 2 ? parts.slice(0, 2) : parts)),
    ),
  ),
  fault(
    'metrics-and-in-or',
    'Of $and in $or the first condition counts.',
    ['lists.filter-or', 'lists.filter-law'],
    filters('metrics.list', (filter) =>
      changeOr(filter, (parts) => parts.map((part) => ((part as Shown).$and as unknown[] | undefined)?.[0] ?? part)),
    ),
  ),
  fault(
    'roles-several-in-or',
    'Of several fields in one part of $or the first counts.',
    ['lists.filter-or', 'lists.filter-law'],
    filters('roles.list', (filter) =>
      changeOr(filter, (parts) => parts.map((part) => Object.fromEntries(Object.entries(part as Shown).slice(0, 1)))),
    ),
  ),
  fault(
    'sessions-or-beside',
    'What stands beside $or is not looked at.',
    ['lists.filter-or', 'lists.filter-law'],
    filters('sessions.list', (filter) => ('$or' in filter ? { $or: filter.$or } : filter)),
  ),
  fault(
    'employees-in-over-20',
    'Of more than 20 values of $in the rest is ignored.',
    ['lists.filter-in', 'lists.filter-law'],
    operator('employees.list', '$in', (wanted: unknown[], standard) => standing(standard, '$in', wanted.slice(0, 20))),
  ),
];

/** The next request without this parameter is read with the one before, once, whoever asks. */
const sticksOnce = (operation: string, name: string) => (): Seams => {
  let left: string | undefined;
  return instead(operation, (call, next) => {
    const given = call.query.get(name);
    const used = given ?? left;
    left = given ?? undefined;
    return next(given === null && used !== undefined ? withQuery(call, { [name]: used }) : call);
  });
};

const LISTS_WITH: readonly (readonly [string, string])[] = [
  ['tasks.list', 'filter'],
  ['users.list', 'filter'],
  ['employees.list', 'filter'],
  ['roles.list', 'filter'],
  ['tags.list', 'filter'],
  ['sessions.list', 'filter'],
  ['metrics.list', 'filter'],
  ['roles.list', 'limit'],
  ['tags.list', 'fields'],
  ['announcements.list', 'formatting'],
  ['dashboards.tagUsages', 'fields'],
];

const sticking: readonly Fault[] = LISTS_WITH.map(([id, name]) =>
  fault(
    `${id.replace('.', '-').toLowerCase()}-${name}-sticks-once`,
    `${id} reads the next request with the ${name} of the one before.`,
    ['lists.filter-own', 'lists.own-parameters', 'general.reads-independent'],
    sticksOnce(id, name),
  ),
);

export const wholeListFaults: readonly Fault[] = [...reads, ...lists, ...expressions, ...sticking];
