/** What joins of tables do to answers: records are left out, rows are multiplied, one of several is taken. */
import type { Call } from '../../../reference-server/call.ts';
import type { Fault } from './fault.ts';
import { asIf, each, type Shown } from './vocabulary.ts';

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
