/** Users, employees, teams and roles as they are shown. Sections "Resources / User", "Employee", "Role", "Team". */
import { actionsOf } from '../access.ts';
import type { Assignation, Role, Team, User } from '../store/account.ts';
import { shortBadge, shortTags } from './embedded.ts';
import { type Shown, type Viewer, viewOf } from './view.ts';

const roleIdsOf = (user: User): string[] => [...new Set([...user.roleIds, ...user.scimRoleIds])];

const membersOf = ({ id }: Team, { account }: Viewer): User[] =>
  [...account.users.values()].filter((user) => user.teamIds.includes(id));

/** Assignations in force to a user or team. */
const assignationsTo = (id: string, { account }: Viewer): Assignation[] =>
  [...account.assignations.values()].filter(
    ({ status, assigneeIds }) => status === 'approved' && assigneeIds.includes(id),
  );

/** How many users have each role, counted once for an answer, in which each user may show it. */
const counts = new WeakMap<Viewer, Map<string, number>>();

function userCount({ id }: Role, viewer: Viewer): number {
  let known = counts.get(viewer);
  if (!known) {
    known = new Map();
    for (const user of viewer.account.users.values())
      for (const role of roleIdsOf(user)) known.set(role, (known.get(role) ?? 0) + 1);
    counts.set(viewer, known);
  }
  return known.get(id) ?? 0;
}

export const roleView = viewOf<Role>({ userCount });

/** A team as records embed it. */
function shortTeam({ id, accountId, name, color, avatar, parentId, manager }: Team): Shown {
  return { id, accountId, name, color, avatar, parentId, manager };
}

const shortRole = ({ accountId, description, id, name, teamId }: Role): Shown => ({
  accountId,
  description,
  id,
  name,
  teamId,
});

function rolesOf(user: User, viewer: Viewer): Shown[] {
  const { roles, teams } = viewer.account;
  return roleIdsOf(user).flatMap((id) => {
    const role = roles.get(id);
    if (!role) return [];
    const team = role.teamId === undefined ? undefined : teams.get(role.teamId);
    return [{ ...shortRole(role), userCount: userCount(role, viewer), team: team && shortTeam(team) }];
  });
}

export const userView = viewOf<User>(
  {
    accountDomain: (_user, { account }) => account.domain,
    accountName: (_user, { account }) => account.name,
    permissions: (user, { account }) => actionsOf(account, user),
    roles: rolesOf,
  },
  ['avatar', 'color', 'dynamicValueType', 'roleIds', 'scimRoleIds', 'tagIds'],
);

/** A user as records embed it. */
export function shortUser({
  accountId,
  dateCreated,
  email,
  firstName,
  id,
  language,
  lastName,
  name,
  picture,
}: User): Shown {
  return { accountId, dateCreated, email, firstName, id, language, lastName, name, picture };
}

const managedTeamIds = ({ id }: User, { account }: Viewer): string[] =>
  [...account.teams.values()].filter(({ manager }) => manager === id).map((team) => team.id);

/** What an employee does not show of the user record. */
const USERS_ONLY =
  'accountId avatar clientId color createdById dateInvited dynamicValueType identities invitedBy isAzureIDPBased isPrimary isSSOBased isSwitched language name notificationSettings pictureInfo roleIds scimRoleIds settings subscriptionType tagIds userSettings'.split(
    ' ',
  );

export const employeeView = viewOf<User>(
  {
    badges: ({ id }, viewer) => assignationsTo(id, viewer).flatMap(({ badgeId }) => shortBadge(badgeId, viewer)),
    isManager: (user, viewer) => managedTeamIds(user, viewer).length > 0,
    managedTeamIds,
    roles: rolesOf,
  },
  USERS_ONLY,
);

/** A team with all that belongs to it, as the holders of a badge show it. */
export const teamView = viewOf<Team>(
  {
    members: (team, viewer) => membersOf(team, viewer).map(({ id }) => id),
    managerInfo: ({ manager }, { account }) => {
      const user = account.users.get(manager);
      return user && shortUser(user);
    },
    membersInfo: (team, viewer) => membersOf(team, viewer).map(shortUser),
    badges: ({ id }, viewer) =>
      assignationsTo(id, viewer).map((assignation) => ({
        assigneeIds: assignation.assigneeIds,
        badge: viewer.account.badges.get(assignation.badgeId),
        id: assignation.id,
      })),
    tags: ({ tagIds }, viewer) => shortTags(tagIds, viewer),
    teamGoalCount: ({ id }, { account }) => [...account.goals.values()].filter(({ teamId }) => teamId === id).length,
    membersGoalCount: (team, viewer) => ownedBy(membersOf(team, viewer), [...viewer.account.goals.values()]).length,
    dynamicMetricCount: (team, viewer) => metricsOf(team, viewer).filter(({ dynamic }) => dynamic === true).length,
    manualMetricCount: (team, viewer) => metricsOf(team, viewer).filter(({ dynamic }) => dynamic !== true).length,
  },
  ['tagIds'],
);

function ownedBy<T extends { ownerIds: string[] }>(users: readonly User[], records: readonly T[]): T[] {
  const ids = new Set(users.map(({ id }) => id));
  return records.filter(({ ownerIds }) => ownerIds.some((id) => ids.has(id)));
}

const metricsOf = (team: Team, viewer: Viewer) =>
  ownedBy(membersOf(team, viewer), [...viewer.account.metrics.values()]);
