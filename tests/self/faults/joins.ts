/** What joins of tables do to answers: records are left out, rows are multiplied, one of several is taken. */
import type { Call } from '../../../reference-server/call.ts';
import type { Fault } from './fault.ts';
import { asIf, each, filterOf, listed, type Shown } from './vocabulary.ts';

/** Multiplies numbers of each record by how many tags it has. */
const fannedOut = (
  on: string | readonly string[],
  counts: readonly string[],
  tagsOf: (one: Shown, call: Call) => number,
) =>
  each(on, (record, _index, call) => {
    for (const count of counts)
      if (typeof record[count] === 'number') record[count] = record[count] * Math.max(1, tagsOf(record, call));
  });

const own = ({ tags }: Shown): number => (Array.isArray(tags) ? tags.length : 0);

const entriesOf = (record: Shown, path: string): unknown[] => (Array.isArray(record[path]) ? record[path] : []);

/** How many rows of a joined table a record has for a filter with $in. */
const rows = (record: Shown, filter: Shown): number =>
  Object.entries(filter).reduce((most, [path, wanted]) => {
    const { $in } = (wanted ?? {}) as Shown;
    const found = Array.isArray($in) ? entriesOf(record, path).filter((one) => $in.includes(one)) : [];
    return most * Math.max(1, found.length);
  }, 1);

/** Whether a filter asks by $and that a list has one value and another one. */
const isOfBoth = ({ $and }: Shown, records: readonly Shown[]): boolean => {
  const parts = Array.isArray($and) ? ($and as Shown[]).flatMap((part) => Object.entries(part)) : [];
  const [path] = parts[0] ?? [];
  const isList = records.some((record) => Array.isArray(record[String(path)]));
  return isList && parts.every(([name]) => name === path) && new Set(parts.map(([, wanted]) => wanted)).size > 1;
};

const LISTS = ['users.list', 'employees.list', 'metrics.list'];

export const joinFaults: readonly Fault[] = [
  {
    name: 'joins-sessions-with-parents-alone',
    title: 'Sessions without a parent are not listed.',
    breaks: ['general.list-whole'],
    on: ['sessions.list'],
    seams: asIf('sessions.list', ({ account }) => {
      const sessions = [...account.sessions].filter(([, { parentId }]) => account.sessions.has(String(parentId)));
      return { account: { ...account, sessions: new Map(sessions) } };
    }),
  },
  {
    name: 'joins-filtered-by-list',
    title: 'A record comes once for each of the values of $in that its list has.',
    breaks: ['metrics.owner-filter', 'lists.filter-array'],
    on: LISTS,
    seams: listed(LISTS, (records, call) =>
      records.flatMap((record) => Array.from({ length: rows(record, filterOf(call)) }, () => record)),
    ),
  },
  {
    name: 'joins-both-of-one-entry',
    title: '$and of two values of a list is asked of one entry, and gives nothing.',
    breaks: ['lists.filter-array'],
    on: LISTS,
    seams: listed(LISTS, (records, call) => (isOfBoth(filterOf(call), records) ? [] : records)),
  },
  {
    name: 'joins-insights-times-tags',
    title: 'What a dashboard counts is multiplied by its tags: two joins, and no DISTINCT.',
    breaks: ['general.own-counts'],
    on: ['dashboards.list'],
    seams: fannedOut('dashboards.list', ['insightsCount', 'sectionHeadersCount', 'usersCount'], own),
  },
  {
    name: 'joins-goal-metrics-times-tags',
    title: 'metricsCount of a goal is multiplied by its tags.',
    breaks: ['general.own-counts'],
    on: ['sessions.goalsMet'],
    seams: fannedOut('sessions.goalsMet', ['metricsCount'], own),
  },
  {
    name: 'joins-tasks-times-tags',
    title: 'tasksCount of a key result is multiplied by its tags.',
    breaks: ['metrics.tasks-count'],
    seams: fannedOut('metrics.list', ['tasksCount'], own),
  },
];
