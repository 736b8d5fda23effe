/** Roles, permissions and SCIM groups of the sample data. */

import { roleView } from '../../views/people.ts';
import type { Role, ScimGroup } from '../account.ts';
import { permissionActions } from '../actions.ts';
import { rest } from './customFields.ts';
import type { Make } from './make.ts';
import { mention } from './texts.ts';
import { AREAS, LEVELS, nth } from './words.ts';

export function addRoles(make: Make, count: number): void {
  const { account, id } = make;
  const users = [...account.users.values()];
  const teams = [...account.teams.keys()];
  const restOf = rest(make, 'role', roleView);
  for (let n = 0; n < count; n++) {
    const team = n % 3 === 2 ? nth(teams, n) : undefined;
    const first = users[n % Math.max(users.length, 1)];
    const role: Role = {
      accountId: account.id,
      description:
        n % 4 === 1 && first
          ? `**${nth(LEVELS, n)}** as ${mention(first)} described it in role_plan_2`
          : `${nth(LEVELS, n)} of ${nth(AREAS, n)}`,
      id: id(),
      name: n === 0 ? 'Administrator' : `${nth(AREAS, n)}${nth(LEVELS, Math.floor(n / AREAS.length))}`,
      teamId: team,
      ...restOf(n),
    };
    account.roles.set(role.id, role);
  }
  const roles = [...account.roles.keys()].slice(1);
  for (const [n, user] of users.entries()) user.roleIds = n === 2 ? [] : make.some(roles, 1 + (n % 2));
}

/** The first role may do everything, the second some things; the third user has no role, so no permission. */
export function addPermissions({ account, id }: Make): void {
  const [administrator, second] = account.roles.keys();
  for (const user of [...account.users.values()].slice(0, 2)) if (administrator) user.roleIds.unshift(administrator);
  const helper = [...account.users.keys()][5];
  for (const { name } of permissionActions) {
    const principals = [
      administrator,
      name.startsWith('ta') ? second : undefined,
      name === 'badges:approve' ? helper : undefined,
    ];
    const permission = {
      accountId: account.id,
      action: name,
      id: id(),
      principals: principals.filter((principal) => principal !== undefined),
    };
    account.permissions.set(permission.id, permission);
  }
}

/** SCIM groups; the roles that they are mapped to are given to their members already. */
export function addScim(make: Make, count: number): void {
  const { account, id } = make;
  const users = [...account.users.keys()].slice(3);
  const roles = [...account.roles.keys()].slice(2);
  for (let n = 0; n < count; n++) {
    const group: ScimGroup = {
      accountId: account.id,
      displayName: `${nth(AREAS, n)} directory group`,
      id: id(),
      memberIds: make.some(users, 3 + n),
    };
    account.scimGroups.set(group.id, group);
    const roleId = roles[n];
    if (roleId === undefined || n % 2 === 1) continue;
    const mapping = { id: id(), roleId, scimGroupIds: [group.id] };
    account.roleMappings.set(mapping.id, mapping);
    for (const member of group.memberIds) account.users.get(member)?.scimRoleIds.push(roleId);
  }
}
