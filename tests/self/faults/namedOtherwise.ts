/** Faults of ids that are no ids, or of other records than stand beside them, and of listed fields deep inside under other names. */
import { isRecord } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import { body, each, recordsIn, type Shown } from './vocabulary.ts';

const ASSIGNEES = 'badges.assignees';
const ACCESS = ['permissions.defaultAccess', 'permissions.defaultAccessOfItem'];

const shownIn = (value: unknown): Shown[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** A fault of the teams that have a badge. */
const ofTeams = (name: string, title: string, breaks: string, change: (team: Shown) => void): Fault => ({
  name,
  title,
  breaks: [breaks],
  on: [ASSIGNEES],
  seams: body(ASSIGNEES, ({ Teams }: Shown) => {
    shownIn(Teams).forEach(change);
  }),
});

const BESIDE = 'general.embedded-agree';
const NAMES = 'general.field-names';
const REFERENCES = 'general.references';

const besideIds: readonly Fault[] = [
  ofTeams('team-members-empty', 'members of a team that has a badge is empty beside membersInfo.', BESIDE, (team) => {
    team.members = [];
  }),
  ofTeams('team-members-emails', 'members of a team that has a badge are e-mail addresses.', BESIDE, (team) => {
    team.members = shownIn(team.membersInfo).map(({ email }) => email);
  }),
  ofTeams('team-manager-name', 'manager of a team that has a badge is the name of the manager.', BESIDE, (team) => {
    if (isRecord(team.managerInfo)) team.manager = team.managerInfo.name;
  }),
  {
    name: 'role-team-is-role',
    title: 'The teamId of a role inside of a user is not the id of the team beside it.',
    breaks: [BESIDE],
    seams: each(['users.list', 'users.get'], (user) => {
      for (const role of shownIn(user.roles)) if (isRecord(role.team)) role.teamId = role.id;
    }),
  },
];

const deepNames: readonly Fault[] = [
  ofTeams('team-mapping-camel', 'ExternalTeamMapping of a team has externalId.', NAMES, (team) => {
    const { ExternalId, ExternalSystem } = { ...(team.ExternalTeamMapping as Shown | undefined) };
    team.ExternalTeamMapping = { externalId: ExternalId, externalSystem: ExternalSystem };
  }),
  ofTeams('team-active-camel', 'isActive of a team has isActive in place of IsActive.', NAMES, (team) => {
    if (isRecord(team.isActive)) team.isActive = { isActive: team.isActive.IsActive };
  }),
];

const noIds: readonly Fault[] = [
  {
    name: 'access-role-names',
    title: 'The principalId of a default access is the name of the role.',
    breaks: [REFERENCES],
    seams: body(ACCESS, ({ permissions }: Shown, { account }) => {
      for (const one of shownIn(permissions))
        one.principalId = account.roles.get(String(one.principalId))?.name ?? one.principalId;
    }),
  },
  {
    name: 'assignees-are-names',
    title: 'assigneeIds of assigned badges are the names of users.',
    breaks: [REFERENCES],
    seams: each(['badges.mine', 'badges.awaitingApproval'], (one, _, { account }) => {
      one.assigneeIds = (one.assigneeIds as string[] | undefined)?.map((id) => account.users.get(id)?.name ?? id);
    }),
  },
  {
    name: 'linked-kpis-are-key-results',
    title: 'KPIs that a key result links have the id of the key result.',
    breaks: [REFERENCES],
    seams: each(['metrics.list', 'metrics.byOwner', 'metrics.byCheckin'], ({ id, links }) => {
      const { kpis } = { ...((links as Shown | undefined)?.expanded as Shown | undefined) };
      for (const kpi of shownIn(kpis)) kpi.id = id;
    }),
  },
];

const ofOthers: readonly Fault[] = [
  {
    name: 'last-change-of-another-kpi',
    title: 'lastValueChange of a KPI names the latest snapshot of another KPI.',
    breaks: ['kpis.last-value-change'],
    seams: each(['kpis.list', 'kpis.get'], ({ id, lastValueChange }, _, { account }) => {
      const [, other] = [...account.snapshots].find(([kpiId, all]) => kpiId !== id && all.length > 0) ?? [];
      if (isRecord(lastValueChange)) lastValueChange.snapshotId = other?.at(-1)?.id;
    }),
  },
  {
    name: 'parent-session-own',
    title: 'The parentGoalSessionId of a goal that a key result or a KPI links is the session of the goal itself.',
    breaks: [BESIDE],
    seams: each(['metrics.list', 'kpis.list'], ({ links }) => {
      const { goals } = { ...((links as Shown | undefined)?.expanded as Shown | undefined) };
      for (const goal of shownIn(goals))
        if (goal.parentGoalSessionId !== undefined) goal.parentGoalSessionId = goal.sessionId;
    }),
  },
  {
    name: 'parent-session-other',
    title: 'The parentGoalSessionId of a goal that is met is the first session that is not that of the parent.',
    breaks: [BESIDE],
    seams: each('sessions.goalsMet', (goal, _, { account }) => {
      const { parentGoalSessionId: right } = goal;
      if (right !== undefined) goal.parentGoalSessionId = [...account.sessions.keys()].find((id) => id !== right);
    }),
  },
  ofTeams(
    'team-badges-of-users-alone',
    'Badges of a team have the members of the team as their assignees.',
    'badges.assignees-agree',
    ({ badges, membersInfo }) => {
      for (const one of shownIn(badges)) one.assigneeIds = shownIn(membersInfo).map(({ id }) => id);
    },
  ),
];

const kinds: readonly Fault[] = [
  {
    name: 'access-kinds-swapped',
    title: 'The principalKind of a default access says user for roles, and role for users.',
    breaks: [REFERENCES],
    seams: body(ACCESS, ({ permissions }: Shown) => {
      for (const one of shownIn(permissions)) one.principalKind = one.principalKind === 'role' ? 'user' : 'role';
    }),
  },
  {
    name: 'task-parents-are-sessions',
    title: 'The parentType of every task is session.',
    breaks: [REFERENCES],
    seams: body(['tasks.list'], (value) => {
      for (const task of recordsIn(value)) task.parentType = 'session';
    }),
  },
];

export const namedOtherwise: readonly Fault[] = [...besideIds, ...deepNames, ...noIds, ...ofOthers, ...kinds];
