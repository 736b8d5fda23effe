/** What a team could get wrong with badges. */
import type { Call } from '../../../reference-server/call.ts';
import type { Fault } from './fault.ts';
import { answering, asIf, body, each, instead, isFirst, lagging, listed, type Shown, twice } from './vocabulary.ts';

const assignations = ({ account }: Call): Shown[] => [...account.assignations.values()];

/** Answers with these assignations, each with its badge. */
const mine = (pick: (call: Call) => Shown[]) =>
  instead('badges.mine', (call) => {
    const found = pick(call).map(({ badgeId, ...rest }) => ({
      ...rest,
      badge: call.account.badges.get(String(badgeId)),
    }));
    return { status: 200, body: { items: found, totalCount: found.length } };
  });

const holders = (change: (body: { Teams: Shown[]; Users: Shown[] }) => object) =>
  body('badges.assignees', (answer) => change(answer as never));

/** Whether a badge matches one key of a filter. */
const hasValue = (badge: Shown, field: string, value: unknown): boolean =>
  ((value as { $in?: unknown[] }).$in ?? [value]).includes(badge[field]);

/** A filter by id or name that the reference server does not offer, and that goes wrong. */
const filtered = (right: (badge: Shown, value: unknown, all: Shown[]) => boolean, total?: (all: Shown[]) => number) =>
  instead('badges.list', (call, next) => {
    const filter = JSON.parse(call.query.get('filter') ?? '{}') as Shown;
    const [field] = Object.keys(filter);
    const answer = next(call);
    const all = (answer.body as { items: Shown[] }).items;
    if (field === undefined) return answer;
    const value = filter[field];
    const wanted = (value as { $in?: unknown[] }).$in ?? [value];
    const found = all.filter((badge) => wanted.some((one) => right(badge, one, all) && badge[field] !== undefined));
    return { ...answer, body: { items: found, totalCount: total?.(all) ?? found.length } };
  });

export const badgeFaults: readonly Fault[] = [
  {
    name: 'badges-assignees-without-who-asks',
    title: 'The user who asks is left out among those who have a badge.',
    breaks: ['badges.mine-assignees'],
    seams: body<{ Users?: Shown[] }>('badges.assignees', (answer, { user }) => ({
      ...answer,
      Users: (answer.Users ?? []).filter(({ id }) => id !== user.id),
    })),
  },
  {
    name: 'badges-mine-one-assignee-bare',
    title: 'A single assignee of a badge of the second user stands there without a list.',
    breaks: ['general.answer-schema'],
    seams: each('badges.mine', (assignation, _, { user, account }) => {
      const [, second] = account.users.keys();
      if (user.id === second) assignation.assigneeIds = (assignation.assigneeIds as string[])[0];
    }),
  },
  {
    name: 'badges-list-twice',
    title: 'The list of badges shows the last badge twice.',
    breaks: ['badges.list-each-once'],
    seams: twice('badges.list'),
  },
  {
    name: 'badges-list-lacks-one',
    title: 'The list of badges lacks the last badge.',
    breaks: ['badges.list-all'],
    seams: listed('badges.list', (list) => list.slice(0, -1)),
  },
  {
    name: 'badges-list-awarded-only-to-caller',
    title: 'The list of badges has the badges of the caller only.',
    breaks: ['badges.list-all'],
    seams: listed('badges.list', (list, call) => {
      const own = assignations(call).filter(({ assigneeIds }) => (assigneeIds as string[]).includes(call.user.id));
      return list.filter(({ id }) => own.some(({ badgeId }) => badgeId === id));
    }),
  },
  {
    name: 'badges-filter-by-prefix',
    title: 'A filter by id gives badges whose ids begin alike.',
    breaks: ['badges.filter'],
    seams: filtered(
      (badge, value) => String(badge.name) === value || String(badge.id).slice(0, 4) === String(value).slice(0, 4),
    ),
  },
  {
    name: 'badges-filter-total-of-all',
    title: 'Under a filter totalCount is the number of all badges.',
    breaks: ['badges.filter'],
    seams: filtered(
      (badge, value) => badge.id === value || badge.name === value,
      (all) => all.length,
    ),
  },
  {
    name: 'badges-filter-joined-by-or',
    title: 'A filter with several keys gives the badges that match one of them.',
    breaks: ['badges.filter'],
    seams: listed('badges.list', (all, { query }) => {
      const filter = Object.entries(JSON.parse(query.get('filter') ?? '{}') as Shown);
      return filter.length === 0 ? all : all.filter((badge) => filter.some((key) => hasValue(badge, ...key)));
    }),
  },
  {
    name: 'badges-awaiting-twice',
    title: 'An assignation that awaits approval is there twice.',
    breaks: ['badges.awaiting-each-once'],
    seams: twice('badges.awaitingApproval'),
  },
  {
    name: 'badges-approve-first-per-badge',
    title: 'Of several assignations of a badge that await approval only the first is shown.',
    breaks: ['badges.awaiting-each-once'],
    seams: listed('badges.awaitingApproval', (items) =>
      items.filter(({ badgeId }, at) => items.findIndex((one) => one.badgeId === badgeId) === at),
    ),
  },
  {
    name: 'badges-awaiting-own-id-as-badge',
    title: 'badgeId of an assignation is its own id.',
    breaks: ['badges.awaiting-badge'],
    seams: each('badges.awaitingApproval', (item) => {
      item.badgeId = item.id;
    }),
  },
  {
    name: 'badges-awaiting-user-as-badge',
    title: 'badgeId of an assignation is the id of who assigned it.',
    breaks: ['badges.awaiting-badge'],
    seams: each('badges.awaitingApproval', (item) => {
      item.badgeId = item.assignedById;
    }),
  },
  {
    name: 'badges-awaiting-approved-too',
    title: 'Assignations that are approved stand among those that await approval.',
    breaks: ['badges.awaiting-not-approved'],
    seams: listed('badges.awaitingApproval', (_, call) => assignations(call)),
  },
  {
    name: 'badges-awaiting-rejected-too',
    title: 'Assignations that were rejected stand among those that await approval.',
    breaks: ['badges.awaiting-not-approved'],
    seams: listed('badges.awaitingApproval', (items) =>
      items.map((item, i) => (i === 0 ? { ...item, status: 'Rejected' } : item)),
    ),
  },
  {
    name: 'badges-mine-id-beside',
    title: 'The badges of the current user have badgeId beside the badge.',
    breaks: ['badges.mine-badge-id'],
    seams: each('badges.mine', (item) => {
      item.badgeId = (item.badge as Shown).id;
    }),
  },
  {
    name: 'badges-mine-id-alone',
    title: 'The badges of the current user have badgeId in place of badge.',
    breaks: ['badges.mine-badge'],
    seams: each('badges.mine', (item) => {
      item.badgeId = (item.badge as Shown).id;
      delete item.badge;
    }),
  },
  {
    name: 'badges-mine-name-as-badge',
    title: 'The badge of an assignation is its name.',
    breaks: ['badges.mine-badge'],
    seams: each('badges.mine', (item) => {
      item.badge = (item.badge as Shown).name;
    }),
  },
  {
    name: 'badges-mine-other-name',
    title: 'The badge of an assignation has another name than in the list.',
    breaks: ['badges.mine-agree'],
    seams: listed('badges.mine', (list) =>
      list.map((item, i) => ({
        ...item,
        badge: { ...(item.badge as Shown), name: `${(item.badge as Shown).name} ${i}` },
      })),
    ),
  },
  {
    name: 'badges-mine-twice',
    title: 'An assignation of the current user is there twice.',
    breaks: ['badges.mine-each-once'],
    seams: twice('badges.mine'),
  },
  {
    name: 'badges-mine-of-everybody',
    title: 'The badges of the current user are those of all users.',
    breaks: ['badges.mine-user'],
    seams: mine((call) => assignations(call).filter(({ status }) => status === 'approved')),
  },
  {
    name: 'badges-mine-of-first-user',
    title: 'Everybody is shown the badges of the first user.',
    breaks: ['badges.mine-user'],
    seams: asIf('badges.mine', ({ account, user }) => ({ user: [...account.users.values()][0] ?? user })),
  },
  {
    name: 'badges-mine-that-i-gave',
    title: 'The badges of the current user are those that the user gave to others.',
    breaks: ['badges.mine-user'],
    seams: mine((call) => assignations(call).filter(({ assignedById }) => assignedById === call.user.id)),
  },
  {
    name: 'badges-mine-of-nobody-is-everybody',
    title: 'A user who has no badges is shown those of all users.',
    breaks: ['badges.mine-user'],
    seams: mine((call) => {
      const all = assignations(call).filter(({ status }) => status === 'approved');
      const own = all.filter(({ assigneeIds }) => (assigneeIds as string[]).includes(call.user.id));
      return own.length > 0 ? own : all;
    }),
  },
  {
    name: 'badges-mine-of-nobody-404',
    title: 'A user who has no badges is answered with 404.',
    breaks: ['badges.mine-none'],
    seams: answering('badges.mine', (answer) =>
      (answer.body as { totalCount?: number }).totalCount === 0 ? { status: 404, body: {} } : answer,
    ),
  },
  {
    name: 'badges-assignees-of-nobody-404',
    title: 'A badge that nobody has is answered with 404.',
    breaks: ['badges.assignees-teams'],
    seams: answering('badges.assignees', (answer) =>
      Object.values(Object(answer.body)).flat().length === 0 ? { status: 404, body: {} } : answer,
    ),
  },
  {
    name: 'badges-mine-first-alone',
    title: 'Of the badges of the current user only the first is there.',
    breaks: ['badges.mine-all'],
    seams: listed('badges.mine', (list) => list.slice(0, 1)),
  },
  {
    name: 'badges-assignees-of-badge-before',
    title: 'Asked for another badge than before, the assignees are still those of the one before.',
    breaks: ['badges.assignees-own'],
    seams: lagging('badges.assignees', ({ params }) => params.id ?? ''),
  },
  {
    name: 'badges-assignees-empty-for-first-after-second',
    title: 'Behind a request of the second user the first one is shown nobody who has a badge.',
    breaks: ['badges.assignees-own'],
    seams: () => {
      let others = false;
      return instead('badges.assignees', (call, next) => {
        const answer = next(call);
        const wrong = others && isFirst(call);
        others = !isFirst(call);
        return wrong && answer.status < 300 ? { ...answer, body: { Teams: [], Users: [] } } : answer;
      });
    },
  },
  {
    name: 'badges-mine-of-user-before',
    title: 'Asked by another user than before, the badges are still those of the one before.',
    breaks: ['badges.mine-user'],
    seams: lagging('badges.mine', ({ user }) => user.id),
  },
  {
    name: 'badges-assignees-teams-alone',
    title: 'Only teams are named that have a badge, no users.',
    breaks: ['badges.assignees-holders', 'badges.mine-assignees', 'badges.assignees-agree'],
    seams: holders(({ Teams }) => ({ Teams })),
  },
  {
    name: 'employees-have-no-badges',
    title: 'No employee shows a badge.',
    breaks: ['badges.assignees-agree'],
    seams: each(['employees.list', 'employees.get'], (employee) => {
      if ('badges' in employee) employee.badges = [];
    }),
  },
  {
    name: 'employees-have-their-last-badge',
    title: 'An employee shows the last of several badges alone.',
    breaks: ['badges.assignees-agree'],
    seams: each(['employees.list', 'employees.get'], (employee) => {
      if (Array.isArray(employee.badges)) employee.badges = employee.badges.slice(-1);
    }),
  },
  {
    name: 'badges-assignees-users-alone',
    title: 'Only users are named that have a badge, no teams.',
    breaks: ['badges.assignees-holders'],
    seams: holders((answer) => ({ ...answer, Teams: [] })),
  },
  {
    name: 'badges-assignees-first-user',
    title: 'Only the first of the users who have a badge is named.',
    breaks: ['badges.assignees-holders'],
    seams: holders((answer) => ({ ...answer, Users: answer.Users.slice(0, 1) })),
  },
  {
    name: 'badges-assignees-of-first-badge',
    title: 'The assignees are those of the first badge, whichever is addressed.',
    breaks: ['badges.assignees-holders', 'badges.assignees-own'],
    seams: asIf('badges.assignees', ({ account }) => ({ params: { id: [...account.badges.keys()][0] ?? '' } })),
  },
  {
    name: 'badges-assignees-pending-too',
    title: 'Those whose badge still awaits approval are among the assignees.',
    breaks: ['badges.assignees-other-users'],
    seams: asIf('badges.assignees', ({ account }) => ({
      account: {
        ...account,
        assignations: new Map([...account.assignations].map(([id, one]) => [id, { ...one, status: 'approved' }])),
      },
    })),
  },
  {
    name: 'badges-assignees-team-of-others',
    title: 'Teams show the badges that they have, but for the one that is addressed.',
    breaks: ['badges.assignees-agree'],
    seams: body<{ Teams?: Shown[] }>('badges.assignees', (answer, { params, account }) => {
      const [first, second] = account.badges.values();
      const badge = first?.id === params.id ? second : first;
      return { ...answer, Teams: (answer.Teams ?? []).map((team) => ({ ...team, badges: [{ badge }] })) };
    }),
  },
  {
    name: 'badges-assignees-every-team',
    title: 'Every team of the account is named, whether or not it has the badge.',
    breaks: ['badges.assignees-not-holders'],
    seams: answering('badges.assignees', (answer, call) => {
      const Teams = [...call.account.teams.values()].map(({ id, name }) => ({ id, name }));
      return answer.status < 300 ? { ...answer, body: { ...(answer.body as object), Teams } } : answer;
    }),
  },
  {
    name: 'badges-assignees-teams-lower-case',
    title: 'The teams stand under teams, in lower case.',
    breaks: ['badges.assignees-teams', 'general.envelope'],
    seams: holders(({ Teams, ...rest }) => ({ ...rest, teams: Teams })),
  },
  {
    name: 'badges-assignees-users-as-teams',
    title: 'Users stand among the teams that have a badge.',
    breaks: ['badges.assignees-teams'],
    seams: holders(({ Teams, Users }) => ({ Users, Teams: [...Teams, ...Users] })),
  },
  {
    name: 'badges-assignees-team-ids',
    title: 'Under Teams stand ids, not records.',
    breaks: ['badges.assignees-teams', 'general.answer-schema'],
    seams: holders((answer) => ({ ...answer, Teams: answer.Teams.map(({ id }) => id) })),
  },
];
