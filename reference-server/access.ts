/** Which permission each operation requires: not shown in the specification, so these are this server's own. */
import type { Operation } from '../schemas/operations.ts';
import type { Account, GlobalPermission, User } from './store/account.ts';

/** Action that the writes of a group require; favourites are each user's own and require none. */
const WRITES: Readonly<Record<string, string>> = {
  customFields: 'customFields:manage',
  kpiGroups: 'kpis:manage',
  kpis: 'tags:manage',
  users: 'users:invite',
  tags: 'tags:manage',
  roles: 'roles:manage',
  tasks: 'tasks:manage',
  announcements: 'announcements:create',
};

/** Actions that single operations require. */
const SINGLE: Readonly<Record<string, string | undefined>> = {
  'kpiGroups.setFavorite': undefined,
  'kpiGroups.clearFavorite': undefined,
  'roles.mapping': 'roles:manage',
  'roles.scimGroupsExist': 'roles:manage',
  'roles.scimGroups': 'roles:manage',
  'badges.awaitingApproval': 'badges:approve',
  // Everybody may ask what they may do themselves.
  'permissions.currentUserAllowedActions': undefined,
};

/** Name of the action that a caller of the operation must be allowed; undefined: every user may call it. */
export function requiredAction({ id, group, method }: Operation): string | undefined {
  if (id in SINGLE) return SINGLE[id];
  if (group === 'permissions') return 'permissions:view';
  return method === 'GET' ? undefined : WRITES[group];
}

/** Ids that a permission can name for this user: the user's own and those of the roles. */
export const principalsOf = (user: User) => [user.id, ...user.roleIds, ...user.scimRoleIds];

/** Permissions that the principals with these ids have. */
export const permissionsOf = (account: Account, ids: readonly string[]): GlobalPermission[] =>
  [...account.permissions.values()].filter(({ principals }) => principals.some((id) => ids.includes(id)));

/** Actions that the user may take. */
export const actionsOf = (account: Account, user: User): string[] =>
  permissionsOf(account, principalsOf(user)).map(({ action }) => action);

/** Whether the user may take the action. */
export function mayDo(account: Account, user: User, action: string): boolean {
  for (const permission of account.permissions.values()) {
    if (permission.action !== action) continue;
    const { principals } = permission;
    return (
      principals.includes(user.id) ||
      user.roleIds.some((id) => principals.includes(id)) ||
      user.scimRoleIds.some((id) => principals.includes(id))
    );
  }
  return false;
}

/** Action that changing a target of this type requires. */
const MANAGES: Readonly<Record<string, string>> = {
  metric: 'goals:manage',
  goal: 'goals:manage',
  session: 'sessions:manage',
  insightBoard: 'dashboards:manage',
  kpi: 'kpis:manage',
  task: 'tasks:manage',
};

const ALL = ['view', 'modify', 'delete'];
const LOOK = ['view'];

/** What the user may do with a target of this type. */
export const allowedActions = (account: Account, user: User, type: string): readonly string[] =>
  mayDo(account, user, MANAGES[type] ?? '') ? ALL : LOOK;
