/** Faults of roles: reading, creating, SCIM groups, mappings. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Role } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { actsFirst, permitsFirst } from './generalAccess.ts';
import {
  also,
  answering,
  body,
  each,
  instead,
  inWorld,
  isFirst,
  refuses,
  rule,
  type Shown,
  status,
  stored,
  success,
} from './vocabulary.ts';

/** Does something to the account after each success of an operation. */
const after = (id: string, change: (call: Call, answer: Shown) => void): Fault['seams'] =>
  also(id, (call, { body: answer }) => change(call, (answer ?? {}) as Shown));

const others = ({ account }: Call, id: unknown): Role[] => [...account.roles.values()].filter((role) => role.id !== id);

const reading: Fault[] = [
  {
    name: 'role-description-by-id-is-name',
    title: 'Reading a role by id gives the name as the description.',
    breaks: ['roles.views-agree'],
    seams: body('roles.get', (role) => {
      role.description = role.name;
    }),
  },
  {
    name: 'roles-listed-per-team',
    title: 'Roles that belong to a team are listed twice.',
    breaks: ['roles.views-agree'],
    seams: body('roles.list', (list) => {
      list.items = (list.items as Shown[]).flatMap((role) => (role.teamId ? [role, role] : [role]));
    }),
  },
  {
    name: 'roles-listed-without-team',
    title: 'The list names the role itself as the team of a role.',
    breaks: ['roles.views-agree'],
    seams: each('roles.list', (role) => {
      if (role.teamId) role.teamId = role.id;
    }),
  },
  {
    name: 'roles-user-count-zero',
    title: 'The list says of every role that nobody has it.',
    breaks: ['roles.user-count'],
    seams: each('roles.list', (role) => {
      role.userCount = 0;
    }),
  },
  {
    name: 'roles-user-count-first-role',
    title: 'A role is counted only for users who have it as their first.',
    breaks: ['roles.user-count'],
    seams: success('roles.list', (answer, { account }) => {
      for (const role of (answer.body as { items: Shown[] }).items)
        role.userCount = [...account.users.values()].filter(({ roleIds }) => roleIds[0] === role.id).length;
      return answer;
    }),
  },
  {
    name: 'users-without-roles',
    title: 'No user shows a role.',
    breaks: ['roles.user-count'],
    seams: each(['users.list', 'users.get'], (user) => {
      if ('roles' in user) user.roles = [];
    }),
  },
  {
    name: 'role-user-count-by-id-off',
    title: 'Reading a role by id counts one user too many.',
    breaks: ['roles.user-count', 'roles.views-agree'],
    seams: body('roles.get', (role) => {
      role.userCount = Number(role.userCount) + 1;
    }),
  },
];

const creating: Fault[] = [
  {
    name: 'roles-create-answers-first',
    title: 'Creating a role answers with the first role of the account.',
    breaks: ['roles.create-answer'],
    seams: success('roles.create', (answer, { account }) => ({ ...answer, body: [...account.roles.values()][0] })),
  },
  {
    name: 'roles-create-drops-description',
    title: 'The description of a created role is its name.',
    breaks: ['roles.create-kept'],
    seams: after('roles.create', ({ account }, { id, name }) => {
      (account.roles.get(String(id)) as Role).description = name;
    }),
  },
  {
    name: 'roles-create-cuts-name',
    title: 'The name of a created role is cut after eight letters.',
    breaks: ['roles.create-kept'],
    seams: after('roles.create', ({ account }, { id, name }) => {
      (account.roles.get(String(id)) as Role).name = String(name).slice(0, 8);
    }),
  },
  {
    name: 'roles-create-same-id',
    title: 'A second create changes the role of the first.',
    breaks: ['roles.create-each'],
    seams: instead('roles.create', (call, next) => {
      const { account } = call;
      const known = [...account.roles.values()].find(({ name }) => name.startsWith('gc-'));
      const answer = next(call);
      if (answer.status !== 201 || !known) return answer;
      const { id, name } = answer.body as Role;
      account.roles.delete(id);
      known.name = name;
      return { ...answer, body: { ...(answer.body as Role), id: known.id } };
    }),
  },
  {
    name: 'roles-create-describes-others',
    title: 'Creating a role gives its description to all roles.',
    breaks: ['roles.create-each'],
    seams: after('roles.create', (call, { id, description }) => {
      for (const role of others(call, id)) role.description = description;
    }),
  },
  {
    name: 'roles-create-described-as-before',
    title: 'A role that is sent without a description has that of the role before.',
    breaks: ['roles.create-each'],
    seams: () => {
      let last: unknown;
      return stored('roles.create', ({ description = last, ...given }) => {
        last = description;
        return { ...given, ...(description !== undefined && { description }) };
      });
    },
  },
  {
    name: 'roles-create-account-of-none',
    title: 'A created role names no account of its own but the id of its creator.',
    breaks: ['roles.create-account'],
    seams: success('roles.create', (answer, { user }) => ({
      ...answer,
      body: { ...(answer.body as Role), accountId: user.id },
    })),
  },
];

const scim: Fault[] = [
  {
    name: 'scim-groups-twice',
    title: 'The first SCIM group is listed twice.',
    breaks: ['roles.scim-groups-each-once'],
    seams: body('roles.scimGroups', (list) => {
      const all = list.items as Shown[];
      list.items = [...all, ...all.slice(0, 1)];
    }),
  },
  {
    name: 'scim-groups-of-one-id',
    title: 'All SCIM groups are listed with the id of the first.',
    breaks: ['roles.scim-groups-each-once'],
    seams: body('roles.scimGroups', (list) => {
      for (const group of list.items as Shown[]) group.id = (list.items as Shown[])[0]?.id;
    }),
  },
  {
    name: 'scim-members-by-address',
    title: 'Members of SCIM groups are named by their e-mail addresses.',
    breaks: ['roles.scim-groups-members'],
    seams: success('roles.scimGroups', (answer, { account }) => {
      for (const group of (answer.body as { items: { memberIds: unknown[] }[] }).items)
        group.memberIds = group.memberIds.map((id) => account.users.get(String(id))?.email);
      return answer;
    }),
  },
  {
    name: 'scim-members-twice',
    title: 'SCIM groups have each member twice.',
    breaks: ['roles.scim-groups-members'],
    seams: each('roles.scimGroups', (group) => {
      group.memberIds = (group.memberIds as string[]).flatMap((id) => [id, id]);
    }),
  },
  {
    name: 'scim-mapping-not-found',
    title: 'The first existence check finds no SCIM groups though there are some.',
    breaks: ['roles.scim-check'],
    seams: refuses('roles.mapping', 404),
  },
  {
    name: 'scim-exists-not-found',
    title: 'The second existence check finds no SCIM groups though there are some.',
    breaks: ['roles.scim-check'],
    seams: refuses('roles.scimGroupsExist', 404),
  },
  {
    name: 'scim-exists-until-mappings-are-deleted',
    title: 'The first existence check finds no SCIM groups once role mappings have been deleted.',
    breaks: ['roles.scim-check'],
    seams: () => {
      let deleted = false;
      return {
        around(call, next) {
          if (call.operation.id === 'roles.mapping' && deleted) return { status: 404, body: { message: 'no' } };
          if (call.operation.id === 'roles.deleteMappings') deleted = true;
          return next(call);
        },
      };
    },
  },
  {
    name: 'scim-exists-from-three-on',
    title: 'The second existence check finds no SCIM groups where there are fewer than three.',
    breaks: ['roles.scim-check'],
    seams: refuses('roles.scimGroupsExist', 404, ({ account }) => account.scimGroups.size < 3),
  },
  {
    name: 'scim-mapping-for-first-user-alone',
    title: 'The first existence check finds SCIM groups for the first user of the account alone.',
    breaks: ['roles.scim-check'],
    seams: refuses('roles.mapping', 404, (call) => !isFirst(call)),
  },
  {
    name: 'scim-exists-no-content',
    title: 'The second existence check answers 204.',
    breaks: ['roles.scim-check', 'roles.scim-check-agree'],
    seams: success('roles.scimGroupsExist', () => ({ status: 204 })),
  },
  {
    name: 'scim-groups-empty',
    title: 'The list of SCIM groups is empty though there are some.',
    breaks: ['roles.scim-check'],
    seams: body('roles.scimGroups', () => ({ items: [], totalCount: 0 })),
  },
];

const mappings: Fault[] = [
  {
    name: 'mapping-create-answers-mapping',
    title: 'Creating mappings answers with the mapping, whose id is no role’s.',
    breaks: ['roles.mapping-create'],
    seams: success('roles.createMapping', (answer, { account }) => ({
      ...answer,
      body: [...account.roleMappings.values()].at(-1),
    })),
  },
  {
    name: 'mapping-create-answers-list',
    title: 'Creating mappings answers with a list.',
    breaks: ['roles.mapping-create'],
    seams: success('roles.createMapping', (answer) => ({ ...answer, body: [answer.body] })),
  },
  {
    name: 'mapping-delete-answers',
    title: 'Deleting mappings answers 200 with a body.',
    breaks: ['roles.mapping-delete-empty'],
    seams: success('roles.deleteMappings', () => ({ status: 200, body: { deleted: 1 } })),
  },
  {
    name: 'mapping-of-a-role-of-any-account',
    title: 'A mapping takes a role of another account, and answers with it.',
    breaks: ['roles.mapping-refused', 'general.foreign-token'],
    seams: inWorld('roles.createMapping', (call, accounts, next) => {
      const { roleId } = (call.body ?? {}) as Shown;
      const theirs = [...accounts.values()].flatMap(({ roles }) => roles.get(String(roleId)) ?? []);
      if (theirs.length === 0 || call.account.roles.has(String(roleId))) return next(call);
      return { status: 201, body: theirs[0] };
    }),
  },
  {
    name: 'mapping-delete-keeps-first',
    title: 'The first mapping that is to be deleted stays.',
    breaks: ['roles.mapping-delete-ends'],
    seams: instead('roles.deleteMappings', (call, next) => {
      const { roleMappings } = call.account;
      const [first] = (call.body as { roleIds?: string[] }).roleIds ?? [];
      const mapping = [...roleMappings.values()].find(({ roleId }) => roleId === first);
      const answer = next(call);
      if (mapping) roleMappings.set(mapping.id, mapping);
      return answer;
    }),
  },
  {
    name: 'mapping-delete-remembers',
    title: 'With the mappings that are named those are deleted that were named before.',
    breaks: ['roles.mapping-delete-ends'],
    seams: () => {
      const named = new Set<string>();
      return stored('roles.deleteMappings', ({ roleIds, ...rest }, { account }) => {
        for (const id of Array.isArray(roleIds) ? roleIds : []) if (account.roles.has(id)) named.add(id);
        return { ...rest, roleIds: Array.isArray(roleIds) ? [...new Set([...named, ...roleIds])] : roleIds };
      });
    },
  },
  {
    name: 'mapping-delete-keeps-groups',
    title: 'A mapping that is deleted is marked as such, and has its groups still when the role is mapped anew.',
    breaks: ['roles.mapping-delete-ends'],
    seams: () => {
      const retired = new Map<string, string[]>();
      return instead(['roles.deleteMappings', 'roles.createMapping'], (call, next) => {
        const { roleMappings } = call.account;
        const before = [...roleMappings.values()];
        const answer = next(call);
        for (const { id, roleId, scimGroupIds } of before) if (!roleMappings.has(id)) retired.set(roleId, scimGroupIds);
        const { roleId } = (call.body ?? {}) as Shown;
        const mapping = [...roleMappings.values()].find((one) => one.roleId === roleId);
        const groups = retired.get(String(roleId)) ?? [];
        if (mapping) mapping.scimGroupIds = [...new Set([...mapping.scimGroupIds, ...groups])];
        return answer;
      });
    },
  },
  {
    name: 'mapping-delete-deletes-roles',
    title: 'Deleting mappings deletes the roles.',
    breaks: ['roles.mapping-delete-roles'],
    seams: after('roles.deleteMappings', ({ account, body: sent }) => {
      for (const id of (sent as { roleIds: string[] }).roleIds) account.roles.delete(id);
    }),
  },
  {
    name: 'mapping-delete-deletes-unused-roles',
    title: 'Deleting the mapping of a role that nobody has deletes the role.',
    breaks: ['roles.mapping-delete-roles'],
    seams: after('roles.deleteMappings', ({ account, body: sent }) => {
      const used = new Set(
        [...account.users.values()].flatMap(({ roleIds, scimRoleIds }) => [...roleIds, ...scimRoleIds]),
      );
      for (const id of (sent as { roleIds: string[] }).roleIds) if (!used.has(id)) account.roles.delete(id);
    }),
  },
  {
    name: 'mapping-delete-deletes-new-roles',
    title: 'Deleting mappings deletes those of the roles that the API has made.',
    breaks: ['roles.mapping-delete-roles'],
    seams: after('roles.deleteMappings', ({ account, body: sent }) => {
      const given = (sent as { roleIds: string[] }).roleIds;
      for (const { id, name } of account.roles.values())
        if (given.includes(id) && /gc-/.test(name)) account.roles.delete(id);
    }),
  },
  {
    name: 'mapping-delete-deletes-groups',
    title: 'Deleting mappings deletes a SCIM group.',
    breaks: ['roles.mapping-delete-roles'],
    seams: after('roles.deleteMappings', ({ account }) => {
      account.scimGroups.delete([...account.scimGroups.keys()].at(-1) as string);
    }),
  },
  {
    name: 'mapping-delete-first-alone',
    title: 'Of several mappings the first alone is deleted.',
    breaks: ['roles.mapping-delete-ends'],
    seams: stored('roles.deleteMappings', ({ roleIds, ...rest }) => ({
      ...rest,
      roleIds: Array.isArray(roleIds) ? roleIds.slice(0, 1) : roleIds,
    })),
  },
  {
    name: 'mapping-delete-until-unknown',
    title: 'Mappings are deleted before a later role is found to be unknown.',
    breaks: ['roles.mapping-refused'],
    seams: instead('roles.deleteMappings', (call, next) => {
      const { roles, roleMappings } = call.account;
      for (const id of (call.body as { roleIds?: string[] }).roleIds ?? []) {
        if (!roles.has(id)) break;
        for (const mapping of roleMappings.values()) if (mapping.roleId === id) roleMappings.delete(mapping.id);
      }
      return next(call);
    }),
  },
  {
    name: 'mapping-refused-maps',
    title: 'A mapping to an unknown SCIM group is refused, and the role is mapped to all others.',
    breaks: ['roles.mapping-refused'],
    seams: answering('roles.createMapping', (answer, { account, body: sent }) => {
      const { roleId = '' } = sent as { roleId?: string };
      if (answer.status >= 400 && account.roles.has(roleId)) {
        const id = account.newId();
        account.roleMappings.set(id, { id, roleId, scimGroupIds: [...account.scimGroups.keys()] });
      }
      return answer;
    }),
  },
  {
    name: 'mapping-deleted-without-credentials',
    title: 'Mappings are deleted before the token is looked at.',
    breaks: ['general.credentials-missing'],
    seams: actsFirst('roles.deleteMappings'),
  },
  {
    name: 'mapping-created-without-credentials',
    title: 'A mapping is created before the token is looked at.',
    breaks: ['general.credentials-missing'],
    seams: actsFirst('roles.createMapping'),
  },
  {
    name: 'mapping-deleted-without-permission',
    title: 'Mappings are deleted before the permission is looked at.',
    breaks: ['general.permission'],
    seams: permitsFirst('roles.deleteMappings'),
  },
  {
    name: 'mapping-deleted-in-every-account',
    title: 'Mappings are deleted by the id of the role, in whichever account it is.',
    breaks: ['general.foreign-token'],
    seams: inWorld('roles.deleteMappings', (call, accounts) => {
      const { roleIds = [] } = call.body as { roleIds?: string[] };
      for (const { roleMappings } of accounts.values())
        for (const { id, roleId } of roleMappings.values()) if (roleIds.includes(roleId)) roleMappings.delete(id);
      return { status: 204 };
    }),
  },
  {
    name: 'mapping-to-group-of-another-account',
    title: 'A role is mapped to a SCIM group of whichever account.',
    breaks: ['roles.mapping-refused'],
    seams: inWorld('roles.createMapping', (call, accounts, next) => {
      const scimGroups = new Map([...accounts.values()].flatMap((account) => [...account.scimGroups]));
      return next({ ...call, account: { ...call.account, scimGroups } });
    }),
  },
  {
    name: 'recalculation-not-in-cached-list',
    title: 'The list of roles comes out of a cache that a recalculation does not clear.',
    breaks: ['roles.views-agree'],
    seams: () => {
      const cache = new Map<string, Answer>();
      return instead(['roles.list', 'roles.create'], (call, next) => {
        if (call.operation.id === 'roles.create') cache.clear();
        const key = `${call.operation.id} ${call.account.id} ${call.query}`;
        const answer = cache.get(key) ?? next(call);
        if (call.operation.id === 'roles.list' && answer.status < 300) cache.set(key, structuredClone(answer));
        return structuredClone(answer);
      });
    },
  },
  {
    name: 'recalculation-forgets-employees',
    title: 'Employees show the roles that they had before the first recalculation.',
    breaks: ['employees.user-more-agree'],
    on: ['employees.list'],
    seams: () => {
      const had = new Map<string, string[]>();
      const LISTS = ['employees.list', 'employees.get', 'roles.recalculateScimRoles'];
      return instead(LISTS, (call, next) => {
        const { account, operation } = call;
        if (operation.id === 'roles.recalculateScimRoles') {
          for (const { id, scimRoleIds } of account.users.values()) if (!had.has(id)) had.set(id, [...scimRoleIds]);
          return next(call);
        }
        const then = [...account.users.values()].map((user) => ({
          ...user,
          scimRoleIds: had.get(user.id) ?? user.scimRoleIds,
        }));
        return next({ ...call, account: { ...account, users: new Map(then.map((user) => [user.id, user])) } });
      });
    },
  },
  {
    name: 'recalculation-of-all-accounts',
    title: 'A recalculation gives everybody in the other accounts a further role.',
    breaks: ['general.foreign-token'],
    on: ['roles.recalculateScimRoles'],
    seams: inWorld('roles.recalculateScimRoles', (call, accounts, next) => {
      for (const account of accounts.values())
        if (account !== call.account)
          for (const user of account.users.values()) {
            const next = [...account.roles.keys()].find((id) => !user.roleIds.includes(id));
            if (next !== undefined) user.roleIds = [...user.roleIds, next];
          }
      return next(call);
    }),
  },
  {
    name: 'recalculation-answers',
    title: 'The recalculation answers with a body.',
    breaks: ['roles.recalculate-empty'],
    seams: success('roles.recalculateScimRoles', () => ({ status: 200, body: { recalculated: true } })),
  },
  {
    name: 'recalculation-takes-roles-given-by-hand',
    title: 'The recalculation takes from most users the roles that they do not have by SCIM groups.',
    breaks: ['roles.recalculate-roles'],
    seams: after('roles.recalculateScimRoles', ({ account }) => {
      for (const user of [...account.users.values()].slice(3)) user.roleIds = [];
    }),
  },
  {
    name: 'recalculation-deletes-unused-roles',
    title: 'The recalculation deletes roles that nobody has.',
    breaks: ['roles.recalculate-roles'],
    seams: after('roles.recalculateScimRoles', ({ account }) => {
      const used = new Set(
        [...account.users.values()].flatMap(({ roleIds, scimRoleIds }) => [...roleIds, ...scimRoleIds]),
      );
      for (const id of account.roles.keys()) if (!used.has(id)) account.roles.delete(id);
      account.roles.delete([...account.roles.keys()].at(-1) as string);
    }),
  },
  {
    name: 'recalculation-renames-roles',
    title: 'The recalculation names a role after a SCIM group that is not mapped to it.',
    breaks: ['roles.recalculate-roles'],
    seams: after('roles.recalculateScimRoles', ({ account }) => {
      const role = [...account.roles.values()].at(-1);
      const [group] = account.scimGroups.values();
      if (role && group) role.name = group.displayName;
    }),
  },
  {
    name: 'mappings-deleted-by-group',
    title: 'Deleting a mapping deletes those of other roles to the same SCIM groups.',
    breaks: ['roles.mapping-delete-ends'],
    seams: instead('roles.deleteMappings', (call, next) => {
      const before = [...call.account.roleMappings];
      const answer = next(call);
      const gone = before.filter(([id]) => !call.account.roleMappings.has(id)).map(([, mapping]) => mapping);
      const groups = new Set(gone.flatMap(({ scimGroupIds }) => scimGroupIds));
      for (const [id, { scimGroupIds }] of call.account.roleMappings)
        if (scimGroupIds.some((group) => groups.has(group))) call.account.roleMappings.delete(id);
      return answer;
    }),
  },
  {
    name: 'upsert-mappings-created',
    title: 'Creating or updating role mappings answers 201.',
    breaks: ['roles.upsert-mappings'],
    seams: status('roles.upsertMappings', 201),
  },
  {
    name: 'upsert-mappings-created-at-first',
    title: 'Creating or updating role mappings answers 201 where the role had none yet.',
    breaks: ['general.success-status'],
    seams: instead('roles.upsertMappings', (call, next) => {
      const had = [...call.account.roleMappings.values()].map(({ roleId }) => roleId);
      const answer = next(call);
      const { roleId } = call.body as { roleId: string };
      return answer.status === 200 && !had.includes(roleId) ? { ...answer, status: 201 } : answer;
    }),
  },
  {
    name: 'upsert-mappings-updates-alone',
    title: 'Creating or updating role mappings answers 200 and creates none.',
    breaks: ['roles.mapping-create'],
    seams: instead('roles.upsertMappings', (call, next) => {
      const before = new Map(call.account.roleMappings);
      const answer = next(call);
      for (const id of [...call.account.roleMappings.keys()]) if (!before.has(id)) call.account.roleMappings.delete(id);
      return answer;
    }),
  },
  {
    name: 'upsert-mappings-adds',
    title: 'Creating or updating role mappings adds one to the one that is there.',
    breaks: ['roles.mapping-delete-ends'],
    seams: instead('roles.upsertMappings', (call, next) => {
      const { roleMappings } = call.account;
      const { roleId } = call.body as { roleId: string };
      const had = [...roleMappings].filter(([, mapping]) => mapping.roleId === roleId);
      for (const [id] of had) roleMappings.delete(id);
      const answer = next(call);
      for (const [id, mapping] of had) roleMappings.set(id, mapping);
      return answer;
    }),
  },
  {
    name: 'upsert-mappings-open-to-all',
    title: 'Role mappings may be updated without credentials.',
    breaks: ['roles.upsert-mappings'],
    seams: rule('roles.upsertMappings', (standard) => ({
      authenticate: (world, header) => standard.authenticate(world, header) ?? [...world.tokens.values()][0],
    })),
  },
];

export const roleFaults: readonly Fault[] = [...reading, ...creating, ...scim, ...mappings];
