/** Mistakes that independent servers had, and that the suite did not see at first. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import { sendJson } from '../../../reference-server/response.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import { type Fault, faultOf } from './fault.ts';
import {
  also,
  answering,
  asIf,
  asking,
  body,
  each,
  filterOf,
  filters,
  instead,
  inWorld,
  operator,
  page,
  type Shown,
  standing,
  stored,
  withQuery,
} from './vocabulary.ts';

const fault = faultOf('');

/** Where the records of a create are kept. */
const TABLES: Readonly<Record<string, (account: Account) => Map<string, { accountId?: string }>>> = {
  customFields: ({ customFields }) => customFields,
  kpiGroups: ({ kpiGroups }) => kpiGroups as Map<string, { accountId?: string }>,
  announcements: ({ announcements }) => announcements as Map<string, { accountId?: string }>,
  users: ({ users }) => users as Map<string, { accountId?: string }>,
  roles: ({ roles }) => roles as Map<string, { accountId?: string }>,
};

const accounts: readonly Fault[] = Object.entries(TABLES).map(([group, tableOf]) =>
  fault(
    `${group.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-account-of-body`,
    `A create in ${group} writes into the account that its body names.`,
    [`${group}.create-account`, `${group}.create-stored`],
    () =>
      inWorld(`${group}.create`, (call, all, next) => {
        const [sent] = [call.body].flat() as [Shown | undefined];
        const other = all.get(String(sent?.accountId));
        const known = new Set(tableOf(call.account).keys());
        const answer = next(call);
        if (!other || other === call.account) return answer;
        for (const [id, record] of tableOf(call.account))
          if (!known.has(id)) {
            tableOf(other).set(id, { ...record, accountId: other.id });
            tableOf(call.account).delete(id);
          }
        return answer;
      }),
  ),
);

const addressed: readonly Fault[] = [
  fault(
    'custom-field-update-goes-by-body',
    'An update changes the tooltip of the field whose _id is in its body.',
    'customFields.update-only',
    also('customFields.update', ({ account, params, body: sent }) => {
      const { _id, tooltip } = sent as Shown;
      const other = account.customFields.get(String(_id));
      if (other && _id !== params.id) other.tooltip = tooltip as string;
    }),
  ),
  fault(
    'kpi-group-update-goes-by-body',
    'A rename changes the group whose id is in its body.',
    'kpiGroups.update-only',
    asIf('kpiGroups.update', ({ account, params, body: sent }) => {
      const { id } = (sent ?? {}) as Shown;
      return account.kpiGroups.has(String(id)) ? { params: { ...params, groupId: String(id) } } : {};
    }),
  ),
  fault(
    'kpi-group-update-dates-all',
    'A rename moves the date of the last change of all groups.',
    'kpiGroups.update-only',
    also('kpiGroups.update', ({ account }) => {
      for (const group of account.kpiGroups.values()) group.dateUpdated = account.now();
    }),
  ),
];

/** Shows of each record in a list a field of the one that stands at its place without the sort. */
const byPlace = (id: string, field: string, when: (call: Call) => boolean): Seams =>
  instead(id, (call, next) => {
    const answer = next(call);
    if (!when(call) || answer.status >= 300) return answer;
    const { items, ...rest } = answer.body as { items: Shown[] };
    const unsorted = (next(withQuery(call, { sort: undefined })).body as { items: Shown[] }).items;
    const moved = items.map((item, i) => ({ ...item, [field]: unsorted[i]?.[field] ?? item[field] }));
    return { ...answer, body: { ...rest, items: moved } };
  });

const combined: readonly Fault[] = [
  fault(
    'snapshots-of-groups-as-first-seen',
    'The members of a group are those that it had when its snapshots were first asked for.',
    'kpis.snapshots-groups',
    () => {
      const members = new Map<string, string[]>();
      return instead('kpis.listSnapshots', (call, next) => {
        const groupIds = call.query.get('groupIds')?.split(',') ?? [];
        if (groupIds.length === 0) return next(call);
        const ids = groupIds.flatMap((id) => {
          const now = [...call.account.kpis.values()].filter(({ groups }) => groups.includes(id));
          const first = members.get(id) ?? now.map((kpi) => kpi.id);
          members.set(id, first);
          return first;
        });
        return next(withQuery(call, { groupIds: undefined, ids: ids.join(',') }));
      });
    },
  ),
  fault(
    'sessions-demo-by-filter',
    'A filter that names demo brings demo sessions back that includeDemo=false leaves out.',
    'sessions.demo-excluded',
    instead('sessions.list', (call, next) =>
      next('demo' in filterOf(call) ? withQuery(call, { includeDemo: 'true' }) : call),
    ),
  ),
  fault(
    'employees-badges-by-place',
    'With sort, employees are shown the badges of those that stand at their place without it.',
    'lists.sort-same-records',
    byPlace('employees.list', 'badges', ({ query }) => query.has('sort')),
  ),
  fault(
    'roles-descriptions-by-place',
    'With sort beside a filter, roles are shown the descriptions of those that stand at their place without it.',
    'lists.together',
    byPlace('roles.list', 'description', ({ query }) => query.has('sort') && query.has('filter')),
  ),
  fault(
    'roles-list-loses-newest-description',
    'The list lacks the description of the role that was created last.',
    'roles.create-kept',
    body<{ items: Shown[] }>('roles.list', ({ items }, { account }) => {
      for (const role of items) if (role.id === [...account.roles.keys()].at(-1)) delete role.description;
    }),
  ),
  fault(
    'employees-nin-never-of-lists',
    '$nin leaves nothing out where the field is a list.',
    'lists.filter-nin',
    operator(
      'employees.list',
      '$nin',
      (wanted: unknown[], standard) => (value) => Array.isArray(value) || standing(standard, '$nin', wanted)(value),
    ),
  ),
];

/** The other operations that give a tag its first use. */
const ELSEWHERE = ['tags.tagGoal', 'tags.tagInsight', 'kpis.tag'];

const remembered: readonly Fault[] = [
  fault(
    'kpis-plain-text-sticks',
    'A KPI that was read in plain text has its description so from then on.',
    'lists.formatting-default',
    also('kpis.get', ({ account, params, query }, { body: shown }) => {
      const kpi = account.kpis.get(String(params.kpiId));
      const { description } = (shown ?? {}) as { description?: string };
      if (kpi && description !== undefined && query.get('formatting') === 'plainText') kpi.description = description;
    }),
  ),
  fault(
    'tasks-with-mentions-twice',
    'A task whose description mentions somebody is stored twice, the second time under an id that is not answered.',
    ['tasks.create-listed', 'tasks.create-each'],
    also('tasks.create', ({ account }, { body: made }) => {
      const task = account.tasks.get(String((made as Shown).id));
      if (!task || !String(task.description).includes('@[')) return;
      const id = account.newId();
      account.tasks.set(id, { ...task, id });
    }),
  ),
  fault(
    'tasks-cached-without-case',
    'Lists of tasks are kept under the query in lower case until something is written.',
    'lists.filter-equals',
    () => {
      const kept = new Map<string, Answer>();
      return {
        around(call, next) {
          if (call.operation.method !== 'GET') kept.clear();
          if (call.operation.id !== 'tasks.list') return next(call);
          const key = `${call.user.id} ${call.account.id} ${call.query}`.toLowerCase();
          const answer = kept.get(key) ?? next(call);
          kept.set(key, answer);
          return answer;
        },
      };
    },
  ),
  fault(
    'tags-of-dashboards-not-in-index',
    'Filters on tags look in an index that a dashboard does not renew when it gives a tag its first use.',
    'lists.filter-equals',
    () => {
      const unseen = new Set<unknown>();
      return instead([...ELSEWHERE, 'tags.tagDashboard', 'tags.list'], (call, next) => {
        const known = new Set(call.account.tags.keys());
        const answer = next(call);
        if (ELSEWHERE.includes(call.operation.id)) unseen.clear();
        else if (call.operation.id === 'tags.tagDashboard')
          for (const id of call.account.tags.keys()) if (!known.has(id)) unseen.add(id);
        if (!call.query.has('filter') || answer.status >= 300) return answer;
        const { tags, ...rest } = answer.body as { tags: Shown[] };
        return { ...answer, body: { ...rest, tags: tags.filter(({ id }) => !unseen.has(id)) } };
      });
    },
  ),
];

const seldomAsked: readonly Fault[] = [
  fault(
    'tasks-created-without-parent-200',
    'The create of a task without a parent answers 200.',
    'general.success-status',
    answering('tasks.create', (answer, { body: sent }) => ({
      ...answer,
      status: answer.status === 201 && (sent as Shown).parentId === undefined ? 200 : answer.status,
    })),
  ),
  fault(
    'sessions-with-demo-whole',
    'Sessions are shown whole, whichever fields are asked for, where includeDemo is given.',
    'lists.together',
    asking('sessions.list', (query) => (query.has('includeDemo') ? { fields: undefined } : {})),
  ),
  fault(
    'goals-actions-of-first-asker',
    'A goal shows everybody the actions of the user who was shown it first.',
    'sessions.current-user',
    () => {
      const known = new Map<unknown, unknown>();
      return body<{ items: Shown[] }>('sessions.goalsMet', ({ items }) => {
        for (const goal of items) {
          if (!known.has(goal.id)) known.set(goal.id, goal.currentUserAllowedActions);
          goal.currentUserAllowedActions = known.get(goal.id);
        }
      });
    },
  ),
  fault(
    'custom-fields-address-is-textbox',
    'A field whose widget is an address is stored with a text box.',
    ['customFields.create-answer', 'customFields.create-stored'],
    stored('customFields.create', (sent) => ({
      ...sent,
      ...(typeof sent.visualizationKind === 'string' && {
        visualizationKind: sent.visualizationKind.replace(/\.address$/, '.textbox'),
      }),
    })),
  ),
  ...['tasks', 'metrics', 'employees'].map((group) =>
    fault(
      `${group}-custom-values-under-labels`,
      `The list of ${group} shows the values of custom fields under the labels of the fields.`,
      'customFields.values-name',
      each(`${group}.list`, (record, _i, { account }) => {
        for (const { name, label } of account.customFields.values())
          if (name in record && typeof label === 'string') {
            record[label] = record[name];
            delete record[name];
          }
      }),
    ),
  ),
  ...['tasks', 'metrics'].map((group) =>
    fault(
      `${group}-custom-values-not-in-filters`,
      `A filter on a custom field gives none of the ${group}.`,
      'customFields.values-filter',
      page(`${group}.list`, (records, call) => {
        const names = [...call.account.customFields.values()].map(({ name }) => name);
        return Object.keys(filterOf(call)).some((key) => names.includes(key)) ? [] : records;
      }),
    ),
  ),
  fault(
    'users-custom-values-passed-over-in-filters',
    'A filter on a custom field gives all users.',
    'customFields.values-filter',
    filters('users.list', (filter, { account }) => {
      const names = [...account.customFields.values()].map(({ name }) => name);
      return Object.fromEntries(Object.entries(filter).filter(([key]) => !names.includes(key)));
    }),
  ),
  fault(
    'custom-field-becomes-list-of-its-type',
    'An update may turn a type into a list of that type, written array:string.',
    ['customFields.type-immutable', 'customFields.immutable-model'],
    also('customFields.update', ({ account, params, body: sent }) => {
      const field = account.customFields.get(String(params.id));
      const { type } = (sent ?? {}) as { type?: string };
      if (field && type === `array:${field.type}`) field.type = type;
    }),
  ),
  fault(
    'users-filtered-without-bound',
    'With a filter and no size, all users that match come at once.',
    'lists.limit-default-most',
    asking('users.list', (query) =>
      query.has('filter') && !query.has('limit') && !query.has('take') ? { limit: '10000' } : {},
    ),
  ),
];

type Called = { name: string; email?: string };

/** A create with this reference to a record of another account is made with one of its own, and shows what the other is called. */
const shownOfElsewhere = (
  operation: string,
  key: string,
  tableOf: (account: Account) => ReadonlyMap<string, Called>,
  show: (theirs: Called) => Shown,
): Seams =>
  inWorld(operation, (call, all, next) => {
    const sent = call.body as Shown;
    const [theirs] = [...all.values()].flatMap((account) => {
      const found = account === call.account ? undefined : tableOf(account).get(String(sent[key]));
      return found ? [found] : [];
    });
    if (!theirs || tableOf(call.account).has(String(sent[key]))) return next(call);
    const [own] = tableOf(call.account).keys();
    const answer = next({ ...call, body: { ...sent, [key]: own } });
    return { ...answer, body: { ...(answer.body as Shown), ...show(theirs) } };
  });

const readers: readonly Fault[] = [
  fault(
    'task-actions-of-first-reader',
    'The actions of a task are those of whoever read it first.',
    'general.reads-independent',
    () => {
      const known = new Map<string, unknown>();
      return body('tasks.get', (task) => {
        known.set(String(task.id), known.get(String(task.id)) ?? task.currentUserAllowedActions);
        task.currentUserAllowedActions = known.get(String(task.id));
      });
    },
  ),
];

const elsewhere: readonly Fault[] = [
  fault(
    'task-shows-owner-of-another-account',
    'A task may be owned by a user of another account, and shows what that one is called.',
    'tasks.create-account',
    () =>
      shownOfElsewhere(
        'tasks.create',
        'ownerId',
        ({ users }) => users,
        ({ name, email }) => ({ assignee: { name, email } }),
      ),
  ),
  fault(
    'task-shows-goal-of-another-account',
    'A task may belong to a goal of another account, and shows what that one is called.',
    'tasks.create-account',
    () =>
      shownOfElsewhere(
        'tasks.create',
        'parentId',
        ({ goals }) => goals,
        ({ name }) => ({ parentName: name }),
      ),
  ),
  fault(
    'announcement-shows-author-of-another-account',
    'An announcement may be written by a user of another account, and shows what that one is called.',
    'announcements.create-account',
    () =>
      shownOfElsewhere(
        'announcements.create',
        'authorID',
        ({ users }) => users,
        ({ name, email }) => ({ author: { name, email } }),
      ),
  ),
];

const EMPTY_JSON = ['kpiGroups.setFavorite', 'kpiGroups.clearFavorite', 'kpiGroups.delete'];

/** Sees no account in a header whose name is written so, of reads or of writes. */
const blindTo = (name: RegExp, of: 'reads' | 'writes' = 'reads'): Seams => ({
  pages: (request, response) => {
    const isConcerned = (request.method === 'GET') === (of === 'reads');
    const isSeen = !isConcerned || !request.rawHeaders.some((text) => name.test(text));
    if (!isSeen) sendJson(response, { status: 400, body: { message: 'the account is missing' } });
    return !isSeen;
  },
});

const framed: readonly Fault[] = [
  fault(
    'reads-without-small-headers',
    'A read whose account header has small letters alone is refused.',
    'general.header-case',
    blindTo(/^service-accountid$/),
  ),
  fault(
    'reads-without-capital-headers',
    'A read whose account header has capital letters alone is refused.',
    'general.header-case',
    blindTo(/^SERVICE-ACCOUNTID$/),
  ),
  fault(
    'writes-without-capital-headers',
    'A write whose account header has capital letters alone is refused.',
    'general.header-case',
    blindTo(/^SERVICE-ACCOUNTID$/, 'writes'),
  ),
  fault(
    'reads-with-content-type-refused',
    'A read that names JSON as its content type and has no body is refused.',
    'general.sample-headers',
    {
      send: (response, answer, { method, headers }) => {
        const isEmpty =
          method === 'GET' && headers['content-type'] !== undefined && headers['content-length'] === undefined;
        sendJson(response, isEmpty ? { status: 400 } : answer);
      },
    },
  ),
  fault(
    'empty-json-refused',
    'A write that names JSON as its content type and has no body is refused.',
    'kpiGroups.sample-headers',
    {
      ...also(EMPTY_JSON, () => undefined),
      send: (response, answer, { method, headers }) => {
        const isEmpty =
          method !== 'GET' && headers['content-type'] !== undefined && headers['content-length'] === undefined;
        sendJson(response, isEmpty ? { status: 400 } : answer);
      },
    },
  ),
];

export const unforeseenFaults: readonly Fault[] = [
  ...accounts,
  ...addressed,
  ...combined,
  ...remembered,
  ...seldomAsked,
  ...readers,
  ...elsewhere,
  ...framed,
];
