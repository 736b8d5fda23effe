/** What any user of the account is answered, and does, and another than the first is not, or does not. */
import type { Account } from '../../../reference-server/store/account.ts';
import { type Fault, faultOf } from './fault.ts';
import { asIf, asking, body, instead, isFirst, listed, refuses, type Shown } from './vocabulary.ts';

const fault = faultOf('general.');
const LAW = 'users-answered-alike';

/** The answer to any other user than the first. */
const forOthers = (on: string, change: (answer: Shown) => unknown): Fault['seams'] =>
  body(on, (answer: Shown, call) => (isFirst(call) ? answer : change(answer)));

const cut = (on: string, length: number): Fault['seams'] =>
  forOthers(on, (answer) => {
    const items = (answer.items as unknown[]).slice(0, length);
    return { ...answer, items, ...(answer.totalCount !== undefined && { totalCount: length }) };
  });

const owns = (account: Account, userId: string, kpiId: unknown): boolean =>
  account.kpis.get(String(kpiId))?.ownerIds.includes(userId) ?? false;

/** A parameter of the snapshots chooses the caller's own KPIs for any user but the first. */
const ownAlone = (name: string): Fault['seams'] =>
  body('kpis.listSnapshots', (answer: Shown, call) => {
    if (isFirst(call) || !call.query.has(name)) return answer;
    const items = (answer.items as Shown[]).filter(({ kpiId }) => owns(call.account, call.user.id, kpiId));
    return { ...answer, items };
  });

export const usersAnswerFaults: readonly Fault[] = [
  {
    name: 'badges-list-second-user-cut',
    title: 'All users but the first are shown two badges.',
    breaks: ['badges.list-all'],
    seams: cut('badges.list', 2),
  },
  fault(
    'supported-types-second-user-cut',
    'All users but the first are shown one supported type.',
    LAW,
    cut('customFields.supportedTypes', 1),
  ),
  fault(
    'default-access-for-first-user-alone',
    'No user but the first is given a default access of a type of items.',
    LAW,
    refuses('permissions.defaultAccess', 404, (call) => !isFirst(call)),
  ),
  fault(
    'actions-second-user-cut',
    'All users but the first are shown two permission actions.',
    LAW,
    cut('permissions.actions', 2),
  ),
  fault(
    'scim-groups-second-user-cut',
    'All users but the first are shown one SCIM group.',
    LAW,
    cut('roles.scimGroups', 1),
  ),
  fault(
    'awaiting-second-user-cut',
    'All users but the first are shown one assignation that awaits approval.',
    LAW,
    cut('badges.awaitingApproval', 1),
  ),
  fault(
    'goals-met-second-user-cut',
    'All users but the first are shown one of the goals that are met.',
    LAW,
    cut('sessions.goalsMet', 1),
  ),
  fault(
    'insight-usages-second-user-none',
    'All users but the first are told that no KPI uses an insight.',
    LAW,
    cut('kpis.insightUsages', 0),
  ),
  fault(
    'badge-holders-second-user-none',
    'All users but the first are told that nobody has a badge.',
    LAW,
    forOthers('badges.assignees', (answer) => ({ ...answer, Teams: [], Users: [] })),
  ),
  fault(
    'badge-holders-second-user-teams-alone',
    'All users but the first are told of the teams that have a badge alone.',
    LAW,
    forOthers('badges.assignees', (answer) => ({ ...answer, Users: [] })),
  ),
  fault(
    'awaiting-own-alone',
    'Whoever asks is shown the assignations that this user has made, of those that await approval.',
    LAW,
    listed('badges.awaitingApproval', (items, { user }) =>
      items.filter(({ assignedById }) => assignedById === user.id),
    ),
  ),
  {
    name: 'insight-usages-own-alone',
    title: 'The usages of an insight name the KPIs that the caller owns.',
    breaks: ['kpis.insight-usages-own'],
    seams: listed('kpis.insightUsages', (items, { account, user }) =>
      items.filter(({ id }) => owns(account, user.id, id)),
    ),
  },
  fault(
    'insight-usages-first-user-none',
    'The first user is told that no KPI uses an insight.',
    LAW,
    body('kpis.insightUsages', (answer: Shown, call) => (isFirst(call) ? { items: [], totalCount: 0 } : answer)),
  ),
  fault(
    'snapshots-ids-second-user-own',
    'The ids of all users but the first choose the KPIs that the user owns.',
    LAW,
    ownAlone('ids'),
  ),
  {
    name: 'snapshots-groups-second-user-own',
    title: 'The groupIds of all users but the first choose the KPIs that the user owns.',
    breaks: ['kpis.snapshots-groups'],
    seams: ownAlone('groupIds'),
  },
  {
    name: 'snapshots-groups-second-user-all',
    title: 'The groupIds of all users but the first choose every KPI.',
    breaks: ['kpis.snapshots-groups'],
    seams: asking('kpis.listSnapshots', (query, call) =>
      isFirst(call) || !query.has('groupIds') ? {} : { groupIds: undefined },
    ),
  },
  {
    name: 'snapshots-ungrouped-second-user-own',
    title: 'With ungrouped=true, all users but the first are shown the KPIs that the user owns.',
    breaks: ['kpis.snapshots-ungrouped'],
    seams: ownAlone('ungrouped'),
  },
  {
    name: 'remove-kpi-second-user-nothing',
    title: 'A KPI stays in the group that another user than the first takes it out of.',
    breaks: ['kpiGroups.remove-kpi'],
    seams: instead('kpiGroups.removeKpi', (call, next) => {
      const kpi = call.account.kpis.get(String(call.params.kpiId));
      const before = [...(kpi?.groups ?? [])];
      const answer = next(call);
      if (kpi && !isFirst(call)) kpi.groups = before;
      return answer;
    }),
  },
  {
    name: 'tag-goal-second-user-nothing',
    title: 'A goal gets no tag from another user than the first.',
    breaks: ['tags.goal-shown'],
    seams: instead('tags.tagGoal', (call, next) => {
      const goal = call.account.goals.get(String(call.params.id));
      const before = [...(goal?.tagIds ?? [])];
      const answer = next(call);
      if (goal && !isFirst(call)) goal.tagIds = before;
      return answer;
    }),
  },
  ...['permissions.defaultAccess', 'permissions.defaultAccessOfItem'].map((on) =>
    fault(
      on === 'permissions.defaultAccess' ? 'default-access-second-user' : 'default-access-of-item-second-user',
      `All users but the first are given an access without permissions by ${on}.`,
      LAW,
      forOthers(on, (access) => ({ ...access, permissions: [], inherits: access.inherits !== true })),
    ),
  ),
  fault(
    'principal-second-user-caller',
    'Any user but the first who asks for the permissions of a principal is given those of the caller.',
    LAW,
    asIf('permissions.ofPrincipal', (call) => (isFirst(call) ? {} : { params: { id: call.user.id } })),
  ),
];
