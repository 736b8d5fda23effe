/** Mistakes that show only after something else has happened, only together with something else, or only at one value. */
import type { Seams } from '../../../reference-server/server.ts';
import type { CustomField, Task } from '../../../reference-server/store/account.ts';
import { type Fault, faultOf } from './fault.ts';
import {
  also,
  asking,
  each,
  filters,
  instead,
  listed,
  rule,
  type Shown,
  storedOtherwise,
  withQuery,
} from './vocabulary.ts';

const fault = faultOf('');

/** Whether an expression has an operator at any depth, and how often. */
const times = (filter: unknown, name: string): number => JSON.stringify(filter).split(`"${name}":`).length - 1;

/** Requests that come within so many milliseconds of each other arrive at once. */
const AT_ONCE_MS = 100;

const groups: readonly Fault[] = [
  fault(
    'favourite-clear-of-namesakes',
    "Ending a favourite ends it for the user's other groups with the same name.",
    'kpiGroups.favorite-one',
    also('kpiGroups.clearFavorite', ({ account, params, user }) => {
      const name = account.kpiGroups.get(String(params.groupId))?.name;
      for (const group of account.kpiGroups.values()) if (group.name === name) group.favoriteOf.delete(user.id);
    }),
  ),
  fault(
    'rename-to-own-name-missing',
    'A rename to the name that the group has already answers 404.',
    'kpiGroups.update-name',
    instead('kpiGroups.update', (call, next) => {
      const group = call.account.kpiGroups.get(String(call.params.groupId));
      return group && group.name === (call.body as Shown).name ? { status: 404 } : next(call);
    }),
  ),
  fault(
    'removed-twice-is-back',
    'A KPI that is taken out of a group a second time is in it again.',
    'kpiGroups.remove-kpi',
    () => {
      const removed = new Set<string>();
      return instead('kpiGroups.removeKpi', (call, next) => {
        const { kpiId = '', groupId = '' } = call.params;
        const answer = next(call);
        const kpi = call.account.kpis.get(kpiId);
        if (answer.status < 300 && removed.has(`${kpiId} ${groupId}`)) kpi?.groups.push(groupId);
        removed.add(`${kpiId} ${groupId}`);
        return answer;
      });
    },
  ),
  fault(
    'removed-at-once-one-is-back',
    'Of two KPIs that are taken out of one group at once the first is in it again.',
    'kpiGroups.remove-kpi',
    () => {
      const lastOf = new Map<string, { kpiId: string; at: number }>();
      return instead('kpiGroups.removeKpi', (call, next) => {
        const { kpiId = '', groupId = '' } = call.params;
        const answer = next(call);
        if (answer.status >= 300) return answer;
        const at = performance.now();
        const last = lastOf.get(groupId);
        if (last && last.kpiId !== kpiId && at - last.at < AT_ONCE_MS)
          call.account.kpis.get(last.kpiId)?.groups.push(groupId);
        lastOf.set(groupId, { kpiId, at });
        return answer;
      });
    },
  ),
];

const fieldAt = ({ account, params }: Parameters<Parameters<typeof also>[1]>[0]): CustomField | undefined =>
  account.customFields.get(String(params.id));

const fields: readonly Fault[] = [
  fault(
    'update-of-two-texts-loses-targets',
    'An update of label and description together leaves one target type.',
    ['customFields.update-only', 'customFields.immutable-model'],
    instead('customFields.update', (call, next) => {
      const before = { ...fieldAt(call) } as Shown;
      const answer = next(call);
      const field = fieldAt(call);
      if (field && field.label !== before.label && field.description !== before.description)
        field.targetTypes = field.targetTypes.slice(0, 1);
      return answer;
    }),
  ),
  fault(
    'longest-names-cut-in-list',
    'The list shows names of 14 symbols without the last.',
    ['customFields.views-agree', 'customFields.create-listed', 'customFields.name-length'],
    each('customFields.list', (record) => {
      if (String(record.name).length === 14) record.name = String(record.name).slice(0, 13);
    }),
  ),
  fault(
    'filterable-never-back',
    'filterable can be set to true, but not back to false.',
    'customFields.update-stored',
    instead('customFields.update', (call, next) => {
      const was = fieldAt(call)?.filterable;
      const answer = next(call);
      const field = fieldAt(call);
      if (field && was === true) field.filterable = true;
      return answer;
    }),
  ),
  fault(
    'field-with-twin-label-hidden',
    'A new field whose label another one has is not listed.',
    'customFields.update-only',
    listed('customFields.list', (records) =>
      records.filter(
        (one) =>
          !records.some(
            (other) =>
              other !== one && other.label === one.label && String(other.dateCreated) < String(one.dateCreated),
          ),
      ),
    ),
  ),
];

const lists: readonly Fault[] = [
  fault(
    'second-in-of-and-ignored',
    'Of two $in in one $and the first counts alone.',
    ['lists.filter-and', 'lists.filter-law'],
    filters('employees.list', (filter) => {
      let seen = 0;
      const { $and } = filter;
      if (!Array.isArray($and) || times(filter, '$in') < 2) return filter;
      return { ...filter, $and: $and.filter((part) => times(part, '$in') === 0 || seen++ === 0) };
    }),
  ),
  fault(
    'regex-cached-by-length',
    'A $regex is answered like the first one of the same length.',
    ['lists.filter-regex', 'lists.filter-law'],
    () => {
      const known = new Map<number, string>();
      return filters('roles.list', (filter) =>
        JSON.parse(
          JSON.stringify(filter, (name, value) => {
            if (name !== '$regex' || typeof value !== 'string') return value;
            if (!known.has(value.length)) known.set(value.length, value);
            return known.get(value.length);
          }),
        ),
      );
    },
  ),
  fault(
    'minus-of-first-key-for-all',
    'The minus of the first key also reverses those after it.',
    ['lists.sort-several', 'lists.sort-law'],
    rule('tasks.list', ({ sortKeys }) => ({
      sortKeys: (text) =>
        sortKeys(text).map((key, i, [first]) => ({
          ...key,
          descending: i > 0 && first?.descending ? !key.descending : key.descending,
        })),
    })),
  ),
  fault(
    'descending-lost-with-skip',
    'With skip a descending sort is ascending.',
    ['lists.pages', 'lists.page-slice', 'lists.together'],
    asking('users.list', (query) =>
      Number(query.get('skip')) > 0 ? { sort: (query.get('sort') ?? '').replaceAll('-', '') || undefined } : {},
    ),
  ),
  fault(
    'sort-by-unselected-ignored',
    'A sort by a field that is not selected is ignored.',
    'lists.together',
    asking('tasks.list', (query) => {
      const [fields, sort] = [query.get('fields'), query.get('sort')];
      if (!fields || !sort) return {};
      const names = fields.split(',');
      return {
        sort:
          sort
            .split(',')
            .filter((key) => names.includes(key.replace(/^-/, '').split('.')[0] as string))
            .join(',') || undefined,
      };
    }),
  ),
  fault(
    'filter-by-unselected-matches-nothing',
    'A filter on a field that is not selected matches nothing.',
    'lists.together',
    asking('metrics.list', (query) => {
      const [fields, filter] = [query.get('fields'), query.get('filter')];
      if (!fields || !filter) return {};
      const names = fields.split(',').map((name) => name.split('{')[0]);
      const asked = Object.keys(JSON.parse(filter) as Shown).filter(
        (name) => !name.startsWith('$') && !/^_?id$/.test(name),
      );
      return asked.every((name) => names.includes(name)) ? {} : { filter: '{"gcNone":1}' };
    }),
  ),
];

const tasks: readonly Fault[] = [
  fault(
    'page-two-shifted-after-create',
    'After a create the second page begins with the last record of the first.',
    ['lists.pages', 'lists.page-slice'],
    () => {
      let created = false;
      return {
        around(call, next) {
          if (call.operation.id === 'tasks.create') created = true;
          const skip = Number(call.query.get('skip'));
          return next(
            created && call.operation.id === 'tasks.list' && skip > 0
              ? withQuery(call, { skip: String(skip - 1) })
              : call,
          );
        },
      } satisfies Seams;
    },
  ),
  fault(
    'total-without-those-of-others',
    'totalCount does not count new tasks of another user.',
    ['lists.total-filter', 'tasks.create-listed'],
    instead('tasks.list', (call, next) => {
      const answer = structuredClone(next(call));
      const theirs = [...call.account.tasks.values()].filter(
        ({ name, createdById }) => name.includes('gc-') && createdById !== call.user.id,
      );
      if (answer.status < 300 && !call.query.has('filter'))
        (answer.body as Shown).totalCount = Number((answer.body as Shown).totalCount) - theirs.length;
      return answer;
    }),
  ),
  fault(
    'parent-name-of-last',
    'parentName is that of the parent of the task that was created before.',
    ['tasks.parent-name', 'tasks.views-agree'],
    () => {
      let last: unknown;
      return instead(['tasks.create', 'tasks.get'], (call, next) => {
        const answer = structuredClone(next(call));
        if (answer.status >= 300) return answer;
        const record = answer.body as Shown;
        const own = record.parentName;
        if (last !== undefined && own !== undefined && String(record.name).includes('gc-')) record.parentName = last;
        if (call.operation.id === 'tasks.create') last = own;
        return answer;
      });
    },
  ),
  fault(
    'leap-day-moved',
    'A due date of 29 February is kept as 1 March.',
    'tasks.due-date',
    storedOtherwise(
      'tasks.create',
      ({ account }) => account.tasks as Map<string, Task>,
      (record) => {
        record.dueDate = String(record.dueDate).replace('-02-29', '-03-01');
      },
    ),
  ),
  fault(
    'plain-for-the-next-user',
    'Once a user has read a task as plain text, another user reads it so, too.',
    ['general.reads-independent', 'lists.formatting-only', 'lists.formatting-default'],
    () => {
      const plain = new Map<string, string>();
      return instead('tasks.get', (call, next) => {
        const id = String(call.params.taskId);
        if (call.query.get('formatting') === 'plainText') plain.set(id, call.user.id);
        const by = plain.get(id);
        return next(by !== undefined && by !== call.user.id ? withQuery(call, { formatting: 'plainText' }) : call);
      });
    },
  ),
];

const others: readonly Fault[] = [
  fault(
    'exactly-99-with-tags',
    'With tags a goal of exactly 99 counts as met.',
    ['sessions.goals-met-not-under', 'sessions.goals-met-tags-over'],
    {
      rules: (standard, { id }) =>
        id === 'sessions.goalsMet'
          ? { goalMet: (goal) => standard.goalMet(goal) || (goal.attainment === 99 && withTags) }
          : {},
      around(call, next) {
        withTags = call.operation.id === 'sessions.goalsMet' && call.query.has('tags');
        return next(call);
      },
    },
  ),
  fault(
    'notify-two-at-most',
    'Of more than two who are notified the first two are kept.',
    'announcements.create-notify',
    storedOtherwise(
      'announcements.create',
      ({ account }) => account.announcements,
      (record) => {
        if (Array.isArray(record.notify)) record.notify = record.notify.slice(0, 2);
      },
    ),
  ),
];

let withTags = false;

export const historyFaults: readonly Fault[] = [...groups, ...fields, ...lists, ...tasks, ...others];
