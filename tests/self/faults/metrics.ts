/** What a team could get wrong with key results. */
import type { Fault } from './fault.ts';
import { asIf, body, each, filters, instead, isFirst, lagging, listed, rule, type Shown, twice } from './vocabulary.ts';

const OPERATIONS = ['metrics.list', 'metrics.byOwner', 'metrics.byCheckin'] as const;

/** One fault for each operation that shows key results. */
const everywhere = (name: string, title: string, breaks: readonly string[], change: (metric: Shown) => void): Fault[] =>
  OPERATIONS.map((id) => ({
    name: `${name}-${id.slice('metrics.'.length).toLowerCase()}`,
    title: `${title} (${id})`,
    breaks,
    seams: each(id, change),
  }));

export const metricFaults: readonly Fault[] = [
  {
    name: 'metrics-by-owner-inactive-none',
    title: 'An owner who has left is answered with no key results.',
    breaks: ['metrics.owner-all'],
    seams: listed('metrics.byOwner', (metrics, { account, params }) =>
      account.users.get(String(params.ownerId))?.isActive === false ? [] : metrics,
    ),
  },
  {
    name: 'metrics-checkin-first',
    title: 'Every check-in leads to the first key result.',
    breaks: ['metrics.checkin'],
    seams: instead('metrics.byCheckin', (call, next) => {
      const [first] = call.account.checkins.keys();
      return call.account.checkins.has(call.params.checkinId ?? '')
        ? next({ ...call, params: { checkinId: first ?? '' } })
        : next(call);
    }),
  },
  {
    name: 'metrics-checkin-other-target',
    title: 'The key result of a check-in shows its actual value as its target.',
    breaks: ['metrics.checkin-values'],
    seams: body('metrics.byCheckin', (metric) => {
      metric.target = metric.actual;
    }),
  },
  {
    name: 'metrics-checkin-other-actual',
    title: 'The key result of a check-in shows its target as its actual value.',
    breaks: ['metrics.checkin-values'],
    seams: body('metrics.byCheckin', (metric) => {
      metric.actual = metric.target;
    }),
  },
  {
    name: 'metrics-checkin-dynamic',
    title: 'The key result of a check-in is shown as dynamic, whether it is or not.',
    breaks: ['metrics.checkin-agree'],
    seams: body('metrics.byCheckin', (metric) => {
      metric.dynamic = true;
    }),
  },
  {
    name: 'metrics-checkin-first-nameless',
    title: 'Every check-in leads to the first key result, without its id.',
    breaks: ['metrics.checkin'],
    seams: instead('metrics.byCheckin', (call, next) => {
      const [first = ''] = call.account.checkins.keys();
      const answer = next(call);
      if (answer.status >= 300) return answer;
      const { id: _, ...metric } = next({ ...call, params: { checkinId: first } }).body as Shown;
      return { ...answer, body: metric };
    }),
  },
  {
    name: 'metrics-list-twice',
    title: 'The list shows a key result twice.',
    breaks: ['metrics.list-each-once'],
    seams: twice('metrics.list'),
  },
  {
    name: 'metrics-owner-of-caller',
    title: 'The key results of an owner are those of the caller.',
    breaks: ['metrics.owner-only', 'metrics.owner-all'],
    seams: asIf('metrics.byOwner', ({ user }) => ({ params: { ownerId: user.id } })),
  },
  {
    name: 'metrics-owner-of-caller-for-others',
    title: 'A second user is shown their own key results, whichever owner is addressed.',
    breaks: ['metrics.owner-each-once'],
    seams: asIf('metrics.byOwner', ({ user, account, params }) =>
      [...account.users.keys()][0] === user.id ? { params } : { params: { ownerId: user.id } },
    ),
  },
  {
    name: 'metrics-owner-of-goal',
    title: 'The key results of an owner are those of goals of the owner.',
    breaks: ['metrics.owner-only', 'metrics.owner-all'],
    seams: asIf('metrics.byOwner', ({ rules, account }) => ({
      rules: {
        ...rules,
        owns: (userId, record) => rules.owns(userId, account.goals.get(String((record as Shown).goalId)) ?? record),
      } as typeof rules,
    })),
  },
  {
    name: 'metrics-owner-first-alone',
    title: 'A key result counts for the first of its owners alone.',
    breaks: ['metrics.owner-each'],
    seams: rule('metrics.byOwner', () => ({ owns: (userId, { ownerIds }) => ownerIds[0] === userId })),
  },
  {
    name: 'metrics-owner-sole',
    title: 'A key result counts for an owner who has it alone.',
    breaks: ['metrics.owner-all', 'metrics.owner-each'],
    seams: rule('metrics.byOwner', () => ({
      owns: (userId, { ownerIds }) => ownerIds.length === 1 && ownerIds[0] === userId,
    })),
  },
  {
    name: 'metrics-owner-lacks-one',
    title: 'The last key result of an owner is not there.',
    breaks: ['metrics.owner-all'],
    seams: listed('metrics.byOwner', (list) => list.slice(0, -1)),
  },
  {
    name: 'metrics-owner-of-owner-before',
    title: 'Asked for another owner than before, the key results are still those of the one before.',
    breaks: ['metrics.owner-each-once', 'metrics.owner-only'],
    seams: lagging('metrics.byOwner', ({ params }) => params.ownerId ?? ''),
  },
  {
    name: 'metrics-owner-lacks-one-after-second-user',
    title: 'Behind a request of the second user the first one is shown a key result less.',
    breaks: ['metrics.owner-each-once'],
    seams: () => {
      let others = false;
      return listed('metrics.byOwner', (list, call) => {
        const wrong = others && isFirst(call);
        others = !isFirst(call);
        return wrong ? list.slice(1) : list;
      });
    },
  },
  {
    name: 'metrics-owner-of-none-all',
    title: 'A user who owns no key result is given every one.',
    breaks: ['metrics.owner-only'],
    seams: instead('metrics.byOwner', (call, next) => {
      const answer = next(call);
      const none = (answer.body as { items?: Shown[] }).items?.length === 0;
      return none ? next({ ...call, rules: { ...call.rules, owns: () => true } }) : answer;
    }),
  },
  {
    name: 'metrics-owner-of-none-broken',
    title: 'For a user who owns no key result the service breaks.',
    breaks: ['metrics.owner-only'],
    seams: instead('metrics.byOwner', (call, next) => {
      const answer = next(call);
      return (answer.body as { items?: Shown[] }).items?.length === 0 ? { status: 500, body: {} } : answer;
    }),
  },
  {
    name: 'metrics-owner-none-for-others',
    title: 'A second user is given no key result of any owner.',
    breaks: ['metrics.owner-each-once'],
    seams: listed('metrics.byOwner', (list, call) => (isFirst(call) ? list : [])),
  },
  {
    name: 'metrics-owner-filter-two-first',
    title: 'Of two owners in a filter the first counts.',
    breaks: ['metrics.owner-filter'],
    seams: filters('metrics.list', ({ ownerIds, ...filter }) => {
      const { $in: owners } = (ownerIds ?? {}) as { $in?: string[] };
      return ownerIds === undefined ? filter : { ...filter, ownerIds: owners ? { $in: owners.slice(0, 1) } : ownerIds };
    }),
  },
  {
    name: 'metrics-checkin-of-one-before',
    title: 'Asked for another check-in than before, the key result is still that of the one before.',
    breaks: ['metrics.checkin'],
    seams: lagging('metrics.byCheckin', ({ params }) => params.checkinId ?? ''),
  },
  {
    name: 'metrics-owner-twice',
    title: 'A key result of an owner is there twice.',
    breaks: ['metrics.owner-each-once'],
    seams: twice('metrics.byOwner'),
  },
  {
    name: 'metrics-owner-other-name',
    title: 'By owner a key result has the name of its goal.',
    breaks: ['metrics.owner-agree'],
    seams: each('metrics.byOwner', (metric) => {
      metric.name = metric.goalName;
    }),
  },
  {
    name: 'metrics-owner-filter-first',
    title: 'A filter by $in on ownerIds compares the first owner alone.',
    breaks: ['metrics.owner-filter'],
    seams: instead('metrics.list', (call, next) => {
      const filter = call.query.get('filter') ?? '';
      const owners = /"ownerIds":\{"\$in":(\[[^\]]*\])/.exec(filter)?.[1];
      const answer = next(call);
      if (!owners || answer.status >= 300) return answer;
      const wanted = JSON.parse(owners) as string[];
      const { items: all } = answer.body as { items: Shown[] };
      const found = all.filter(({ ownerIds }) => wanted.includes(String((ownerIds as string[])[0])));
      return { ...answer, body: { items: found, totalCount: found.length } };
    }),
  },
  {
    name: 'metrics-owner-filter-ignored',
    title: 'A filter on ownerIds is ignored.',
    breaks: ['metrics.owner-filter'],
    seams: asIf('metrics.list', ({ query }) => {
      const kept = new URLSearchParams(query);
      if (query.get('filter')?.includes('ownerIds')) kept.delete('filter');
      return { query: kept };
    }),
  },
  {
    name: 'metrics-owner-unknown-all',
    title: 'An unknown owner is given every key result.',
    breaks: ['metrics.owner-unknown'],
    seams: instead('metrics.byOwner', (call, next) => {
      const answer = next(call);
      if (answer.status < 400) return answer;
      return next({ ...call, params: { ownerId: [...call.account.metrics.values()][0]?.ownerIds[0] ?? '' } });
    }),
  },
  ...everywhere('metrics-due-date-time', 'dueDate is a date-time.', ['metrics.dates'], (metric) => {
    metric.dueDate = `${metric.dueDate}T00:00:00Z`;
  }),
  ...everywhere(
    'metrics-soft-due-date-local',
    'softDueDate is written by the customs of a country.',
    ['metrics.dates'],
    (metric) => {
      metric.softDueDate = String(metric.softDueDate).split('-').reverse().join('.');
    },
  ),
  ...everywhere(
    'metrics-owners-without-owner',
    'The owner is not among the owners.',
    ['metrics.owner-ids'],
    (metric) => {
      metric.ownerIds = (metric.ownerIds as string[]).filter((id) => id !== metric.ownerId);
    },
  ),
  ...everywhere(
    'metrics-owners-counted-less',
    'numberOfOwners does not count the owner.',
    ['metrics.owner-ids'],
    (metric) => {
      metric.numberOfOwners = Number(metric.numberOfOwners) - 1;
    },
  ),
  ...everywhere(
    'metrics-assignee-misnamed',
    'An assignee has the name of another user.',
    ['metrics.embedded-agree'],
    (metric) => {
      metric.assignees = (metric.assignees as Shown[]).map((one) => ({ ...one, name: 'Somebody Else' }));
    },
  ),
  ...everywhere(
    'metrics-tags-misnamed',
    'A tag has a title that is not its own.',
    ['metrics.embedded-agree'],
    (metric) => {
      metric.tags = (metric.tags as Shown[]).map((one) => ({ ...one, title: `${one.title} (old)` }));
    },
  ),
  ...OPERATIONS.map(
    (id): Fault => ({
      name: `metrics-actions-turned-round-${id.slice('metrics.'.length).toLowerCase()}`,
      title: `Users without permissions are shown the actions that they lack. (${id})`,
      breaks: ['metrics.current-user'],
      seams: instead(id, (call, next) => {
        const { user, account, rules } = call;
        const answer = next(call);
        if (answer.status >= 300) return answer;
        const full = rules.permitted(user, { ...call.operation, group: 'tasks', method: 'POST' }, account);
        const copy = structuredClone(answer.body) as Shown;
        for (const metric of (copy.items as Shown[] | undefined) ?? [copy])
          metric.currentUserAllowedActions = full ? [] : ['modify', 'delete'];
        return { ...answer, body: copy };
      }),
    }),
  ),
  {
    name: 'metrics-actions-of-first-user',
    title: 'Everybody is shown the actions of the first user.',
    breaks: ['metrics.current-user'],
    seams: asIf('metrics.list', ({ account, user }) => ({ user: [...account.users.values()][0] ?? user })),
  },
  {
    name: 'metrics-goal-named-like-themselves',
    title: 'The goalName of a key result is its own name.',
    breaks: ['metrics.goal-named'],
    seams: each(OPERATIONS, (metric) => {
      if (metric.goalName) metric.goalName = metric.name;
    }),
  },
  {
    name: 'metrics-count-no-tasks',
    title: 'No key result counts a task, whichever tasks it has.',
    breaks: ['metrics.tasks-count'],
    seams: each('metrics.list', (metric) => {
      metric.tasksCount = 0;
    }),
  },
  {
    name: 'metrics-in-goal-of-other',
    title: 'A goal embeds the key results of another goal.',
    breaks: ['metrics.goal-agree'],
    seams: listed('sessions.goalsMet', (list) =>
      list.map((goal, i) => ({ ...goal, metrics: list[(i + 1) % list.length]?.metrics })),
    ),
  },
  {
    name: 'metrics-in-no-goal',
    title: 'No goal shows key results.',
    breaks: ['metrics.goal-agree'],
    seams: each('sessions.goalsMet', (goal) => {
      goal.metrics = [];
    }),
  },
  {
    name: 'metrics-in-goal-misnamed',
    title: 'A key result in a goal has the name of the goal.',
    breaks: ['metrics.goal-agree'],
    seams: each('sessions.goalsMet', (goal) => {
      goal.metrics = (goal.metrics as Shown[]).map((metric) => ({ ...metric, name: goal.name }));
    }),
  },
];
