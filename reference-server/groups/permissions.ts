/** Section "Endpoints / Permissions". Shapes that are open (gap 2) are this server's. */
import { actionsOf, allowedActions, permissionsOf, principalsOf } from '../access.ts';
import { type Call, find, type Handlers } from '../call.ts';
import { expressionsOf } from '../query/expressions.ts';
import { matching } from '../query/list.ts';
import { Refusal } from '../refusal.ts';
import type { Access, User } from '../store/account.ts';
import { permissionActions } from '../store/actions.ts';
import { goalView, metricView, sessionView } from '../views/goals.ts';
import { shortUser } from '../views/people.ts';
import { dashboardView } from '../views/work.ts';
import { visibleDashboards } from './dashboards.ts';

/** Ids of the targets of a type that match the expressions in the body. */
const targets: Readonly<Record<string, (call: Call) => { id: string }[]>> = {
  metric: (call) => matching(call, [...call.account.metrics.values()], metricView, expressionsOf(call)),
  goal: (call) => matching(call, [...call.account.goals.values()], goalView, expressionsOf(call)),
  session: (call) => matching(call, [...call.account.sessions.values()], sessionView, expressionsOf(call)),
  insightBoard: (call) => matching(call, visibleDashboards(call), dashboardView, expressionsOf(call)),
};

/** The name of a target type in whatever number and case, `dashboard` included; undefined when there is no such type. */
function typeOf(name: string | null | undefined): string | undefined {
  const plain = (name ?? '').toLowerCase().replace(/s$/, '');
  if (plain === 'dashboard' || plain === 'insightboard') return 'insightBoard';
  return Object.hasOwn(targets, plain) ? plain : undefined;
}

function refuseType(name: string | null | undefined): never {
  throw new Refusal(400, `targetType: there are ${Object.keys(targets).join(', ')}, not ${name}`);
}

/**
 * The target of this type and id.
 * @throws Refusal when there is none, or the caller may not see it
 */
function target(call: Call, type: string, id: string | undefined): { id: string } {
  const { account } = call;
  if (type === 'insightBoard') {
    return find(new Map(visibleDashboards(call).map((dashboard) => [dashboard.id, dashboard])), id, call);
  }
  const records = { metric: account.metrics, goal: account.goals, session: account.sessions }[type] ?? new Map();
  return find(records as ReadonlyMap<string, { id: string }>, id, call);
}

const accessOf = ({ inherits, ownerPermissions, permissions }: Access): Access => ({
  inherits,
  ownerPermissions,
  permissions,
});

/**
 * The access of the item that the path addresses. Section "Endpoints / Permissions".
 * @throws Refusal 404 when items of the type have no access, or there is no such item
 */
function itemAccess(call: Call): Access {
  const { account, params } = call;
  if (params.itemType === 'session') return find(account.sessions, params.itemId, call);
  if (params.itemType === 'goal') return find(account.goals, params.itemId, call).access;
  if (typeOf(params.itemType) === 'insightBoard') {
    const { id } = target(call, 'insightBoard', params.itemId);
    return find(account.dashboards, id, call).access;
  }
  throw new Refusal(404, `there are no items of type ${params.itemType}`);
}

export const permissions: Handlers = {
  'permissions.actions': () => ({ items: permissionActions }),

  'permissions.allowedActions': (call) => {
    const type = typeOf(call.params.targetType) ?? refuseType(call.params.targetType);
    const actions = allowedActions(call.account, call.user, type);
    return Object.fromEntries((targets[type]?.(call) ?? []).map(({ id }) => [id, actions]));
  },

  'permissions.currentUserAllowedActions': (call) => {
    const asked = call.query.get('targetType');
    const type = Object.keys(targets).find((name) => name === asked) ?? refuseType(asked);
    target(call, type, call.params.targetId);
    return { currentUserActions: allowedActions(call.account, call.user, type) };
  },

  'permissions.defaultAccess': ({ account, params }) => {
    if (params.itemType === 'session') return account.defaultAccess.session;
    if (params.itemType === 'dashboard') return account.defaultAccess.dashboard;
    throw new Refusal(404, `there are no items of type ${params.itemType}`);
  },

  'permissions.defaultAccessOfItem': (call) => accessOf(itemAccess(call)),

  'permissions.effective': ({ account, user }) => ({ permissions: actionsOf(account, user) }),

  'permissions.effectiveAndAllowedActions': ({ account, user }) => ({
    currentUserAllowedActions: Object.fromEntries(
      Object.keys(targets).map((type) => [type, allowedActions(account, user, type)]),
    ),
    domain: account.domain,
    effectivePermissions: actionsOf(account, user),
  }),

  'permissions.ofPrincipal': (call) => {
    const { account } = call;
    const user = account.users.get(call.params.id ?? '');
    const { id } = user ?? find(account.roles, call.params.id, call);
    const permissions = permissionsOf(account, user ? principalsOf(user) : [id]);
    return {
      principalId: id,
      principalKind: user ? 'user' : 'role',
      permissions: permissions.map(({ action }) => action),
      granted: permissions.map(({ id: permissionId, action }) => ({ permissionId, action })),
    };
  },

  // The sample of the specification holds tokens; this server issues none here.
  'permissions.usersActions': ({ account, user }) => ({
    accessToken: '',
    accountDomain: account.domain,
    edition: account.edition,
    idToken: '',
    planId: account.planId,
    userId: user.id,
  }),

  'permissions.get': (call) => find(call.account.permissions, call.params.id, call),

  'permissions.usersWithAction': (call) => {
    const { account, params } = call;
    const type = typeOf(params.targetType) ?? refuseType(params.targetType);
    target(call, type, params.targetId);
    const may = (user: User) => allowedActions(account, user, type).includes(params.action ?? '');
    const items = [...account.users.values()].filter(may).map(shortUser);
    return { items, totalCount: items.length };
  },
};
