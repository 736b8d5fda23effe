/** Section "Endpoints / Roles". Bodies are open (gap 4): a role by its name, mappings by role and SCIM groups. */
import { type Call, find, type Handlers } from '../call.ts';
import { list } from '../query/list.ts';
import { Refusal } from '../refusal.ts';
import type { Account, Role, RoleMapping } from '../store/account.ts';
import { roleView } from '../views/people.ts';
import { show } from '../views/view.ts';

function objectIn(body: unknown): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new Refusal(400, 'the body is an object');
}

function textIn(body: Record<string, unknown>, name: string, fallback?: string): string {
  const text = body[name] ?? fallback;
  if (typeof text === 'string') return text;
  throw new Refusal(400, `${name} is a text`);
}

function idsInBody(body: Record<string, unknown>, name: string): string[] {
  const ids = body[name];
  if (Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string')) return ids;
  throw new Refusal(400, `${name} is a list of ids`);
}

/**
 * The role and the SCIM groups that a body maps to each other.
 * @throws Refusal 400 when the body has another shape, 404 or 400 when it names what is not there
 */
function mappingIn(call: Call): { role: Role; scimGroupIds: string[] } {
  const body = objectIn(call.body);
  const role = find(call.account.roles, textIn(body, 'roleId'), call);
  const scimGroupIds = idsInBody(body, 'scimGroupIds');
  for (const id of scimGroupIds) find(call.account.scimGroups, id, call);
  return { role, scimGroupIds };
}

const mappingOf = ({ roleMappings }: Account, roleId: string) =>
  [...roleMappings.values()].find((mapping) => mapping.roleId === roleId);

/** Maps the role to these groups, besides or instead of those that it has. */
function mapRole({ account }: Call, roleId: string, groupIds: (had: string[]) => string[]): RoleMapping {
  const mapping = mappingOf(account, roleId) ?? { id: account.newId(), roleId, scimGroupIds: [] };
  mapping.scimGroupIds = [...new Set(groupIds(mapping.scimGroupIds))];
  account.roleMappings.set(mapping.id, mapping);
  return mapping;
}

/** @throws Refusal 404 when the account has no SCIM groups */
function checkGroups(call: Call): void {
  if (call.account.scimGroups.size === 0) throw new Refusal(404, 'the account has no SCIM groups');
}

/** Gives each user exactly the roles that are mapped to the SCIM groups that the user is in. */
function recalculate({ users, roleMappings, scimGroups }: Account): void {
  for (const user of users.values()) {
    const groups = [...scimGroups.values()].filter(({ memberIds }) => memberIds.includes(user.id)).map(({ id }) => id);
    user.scimRoleIds = [...roleMappings.values()]
      .filter(({ scimGroupIds }) => scimGroupIds.some((id) => groups.includes(id)))
      .map(({ roleId }) => roleId);
  }
}

export const roles: Handlers = {
  'roles.list': (call) => list(call, [...call.account.roles.values()], roleView),

  'roles.get': (call) => show(roleView, find(call.account.roles, call.params.id, call), call),

  'roles.create': (call) => {
    const { account } = call;
    const body = objectIn(call.body);
    const name = textIn(body, 'name');
    if (name.trim() === '') throw new Refusal(400, 'name is blank');
    const role: Role = {
      accountId: account.id,
      description: textIn(body, 'description', ''),
      id: account.newId(),
      name,
    };
    account.roles.set(role.id, role);
    return show(roleView, role, call);
  },

  'roles.mapping': (call) => {
    checkGroups(call);
    const items = [...call.account.roleMappings.values()];
    return { items, totalCount: items.length };
  },

  'roles.scimGroupsExist': (call) => {
    checkGroups(call);
    return { exists: true };
  },

  'roles.scimGroups': ({ account }) => ({
    items: [...account.scimGroups.values()],
    totalCount: account.scimGroups.size,
  }),

  'roles.createMapping': (call) => {
    const { role, scimGroupIds } = mappingIn(call);
    mapRole(call, role.id, (had) => [...had, ...scimGroupIds]);
    return show(roleView, role, call);
  },

  'roles.upsertMappings': (call) => {
    const { role, scimGroupIds } = mappingIn(call);
    return { items: [mapRole(call, role.id, () => scimGroupIds)], totalCount: 1 };
  },

  'roles.deleteMappings': (call) => {
    const ids = idsInBody(objectIn(call.body), 'roleIds');
    for (const id of ids) find(call.account.roles, id, call);
    for (const id of ids) {
      const mapping = mappingOf(call.account, id);
      if (mapping) call.account.roleMappings.delete(mapping.id);
    }
  },

  'roles.recalculateScimRoles': ({ account }) => recalculate(account),
};
