/** Faults of permissions: actions, targets, default access, effective permissions, principals. */
import { allowedActions } from '../../../reference-server/access.ts';
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import { kind } from '../../../schemas/contract.ts';
import type { Fault } from './fault.ts';
import {
  answering,
  asIf,
  body,
  each,
  instead,
  inWorld,
  isFirst,
  lagging,
  refuses,
  rule,
  type Shown,
  status,
  success,
} from './vocabulary.ts';

const OF_TARGET = 'permissions.currentUserAllowedActions';
const OF_TYPES = 'permissions.allowedActions';
const OF_ITEM = 'permissions.defaultAccessOfItem';
const BOTH = 'permissions.effectiveAndAllowedActions';
const ACTIONS = ['view', 'modify', 'delete'];

const actions: Fault[] = [
  {
    name: 'actions-empty',
    title: 'The list of actions is empty.',
    breaks: ['permissions.actions-named'],
    seams: body('permissions.actions', () => ({ items: [] })),
  },
  {
    name: 'actions-twice',
    title: 'An action with prerequisites is listed once more.',
    breaks: ['permissions.actions-named'],
    seams: body('permissions.actions', (list) => {
      const all = list.items as Shown[];
      list.items = [...all, ...all.slice(-1)];
    }),
  },
];

const typeIs = (call: Call, type: string) => call.query.get('targetType') === type;

/** Gives all actions to everybody, for targets of one type. */
const forAll = (type: string): Fault['seams'] => ({
  rules: (_standard, { id }) => (id === OF_TARGET ? { permitted: () => true } : {}),
  around: (call, next) => {
    const answer = next(call);
    const right = call.operation.id === OF_TARGET && answer.status === 200 && typeIs(call, type);
    return right ? { ...answer, body: { currentUserActions: ACTIONS } } : answer;
  },
});

/** Answers everybody as the first user. */
const asFirst = (
  operationId: string,
  given: (answer: Answer, first: Answer, call: Call) => Answer,
): Fault['seams'] => ({
  rules: (_standard, { id }) => (id === operationId ? { permitted: () => true } : {}),
  around: (call, next) => {
    const [first] = call.account.users.values();
    const answer = next(call);
    if (call.operation.id !== operationId || answer.status !== 200 || !first) return answer;
    return given(answer, next({ ...call, user: first }), call);
  },
});

const targets: Fault[] = [
  {
    name: 'allowed-actions-same-for-all',
    title: 'Everybody is told the actions of the first user for the targets of a type.',
    breaks: ['permissions.allowed-actions-user'],
    seams: asFirst(OF_TYPES, (_, first) => first),
  },
  {
    name: 'allowed-actions-without-body-same-for-all',
    title: 'Who asks for the targets of a type without a body is told the actions of the first user.',
    breaks: ['permissions.allowed-actions-user'],
    seams: asFirst(OF_TYPES, (answer, first, { body }) => (body === undefined ? first : answer)),
  },
  {
    name: 'allowed-actions-beside-effective-same-for-all',
    title: 'Beside their own effective permissions everybody is told the allowed actions of the first user.',
    breaks: ['permissions.allowed-actions-user'],
    seams: asFirst(BOTH, (answer, first) => {
      const { currentUserAllowedActions } = first.body as Shown;
      return { ...answer, body: { ...(answer.body as Shown), currentUserAllowedActions } };
    }),
  },
  ...['metric', 'goal', 'session', 'insightBoard'].map((type) => ({
    name: `target-type-${type.toLowerCase()}-refused`,
    title: `${type} is not accepted as targetType.`,
    breaks: ['permissions.target-types'],
    seams: refuses(OF_TARGET, 400, (call) => typeIs(call, type)),
  })),
  ...['metric', 'goal', 'session', 'insightBoard'].map((type) => ({
    name: `target-unknown-${type.toLowerCase()}-allowed`,
    title: `For an unknown ${type} all actions are given.`,
    breaks: ['permissions.target-unknown'],
    seams: instead(OF_TARGET, (call, next) => {
      const answer = next(call);
      const missed = answer.status >= 400 && typeIs(call, type);
      return missed ? { status: 200, body: { currentUserActions: ACTIONS } } : answer;
    }) as Fault['seams'],
  })),
  ...['metric', 'goal', 'session', 'insightBoard'].map((type) => ({
    name: `target-actions-${type.toLowerCase()}-for-all`,
    title: `Everybody gets all actions for a ${type}.`,
    breaks: ['permissions.target-actions-user'],
    seams: forAll(type),
  })),
  ...(['metric', 'goal', 'session'] as const).map((type) => ({
    name: `target-${type}-of-other-account`,
    title: `Actions are given for a ${type} of another account.`,
    breaks: ['permissions.target-unknown'],
    seams: inWorld(OF_TARGET, (call, accounts, next) => {
      const records = (account: Account) => account[`${type}s`] as ReadonlyMap<string, unknown>;
      const theirs = [...accounts.values()].some((account) => records(account).has(call.params.targetId ?? ''));
      const answer = next(call);
      return answer.status >= 400 && theirs && typeIs(call, type)
        ? { status: 200, body: { currentUserActions: ACTIONS } }
        : answer;
    }) as Fault['seams'],
  })),
  {
    name: 'target-goal-read-as-metric',
    title: 'Goals are looked for among the metrics.',
    breaks: ['permissions.target-types'],
    seams: instead(OF_TARGET, (call, next) => {
      if (!typeIs(call, 'goal')) return next(call);
      return next({ ...call, query: new URLSearchParams({ targetType: 'metric' }) });
    }),
  },
  ...Object.keys(kind('target').types ?? {}).map(
    (type): Fault => ({
      name: `target-type-missing-is-${type.toLowerCase()}-by-default`,
      title: `A request without a type of target is one for the type ${type}.`,
      breaks: ['permissions.target-type-missing'],
      seams: instead(OF_TARGET, (call, next) =>
        next(call.query.get('targetType') ? call : { ...call, query: new URLSearchParams({ targetType: type }) }),
      ),
    }),
  ),
  {
    name: 'target-type-missing-succeeds',
    title: 'A request without a type of target succeeds.',
    breaks: ['permissions.target-type-missing'],
    seams: instead(OF_TARGET, (call, next) =>
      !call.query.get('targetType') ? { status: 200, body: { currentUserActions: ACTIONS } } : next(call),
    ),
  },
  {
    name: 'target-type-unknown-is-empty',
    title: 'For a type of targets that there is not, no actions are given, with success.',
    breaks: ['permissions.target-type-missing'],
    seams: instead(OF_TARGET, (call, next) => {
      const known = ['metric', 'goal', 'session', 'insightBoard', '', null].includes(call.query.get('targetType'));
      return !known ? { status: 200, body: { currentUserActions: [] } } : next(call);
    }),
  },
  {
    name: 'target-actions-twice',
    title: 'An action that two roles give is named twice.',
    breaks: ['permissions.target-actions-each-once'],
    seams: body(OF_TARGET, (answer) => {
      const given = answer.currentUserActions as string[];
      answer.currentUserActions = [...given, ...given.slice(0, 1)];
    }),
  },
  {
    name: 'sessions-show-second-user-one-action-less',
    title: 'The list of sessions shows the second user an action less than this user has.',
    breaks: ['permissions.target-actions-agree'],
    seams: each('sessions.list', (session, _, call) => {
      const given = session.currentUserAllowedActions as string[];
      if (!isFirst(call)) session.currentUserAllowedActions = given.slice(1);
    }),
  },
  ...['metric', 'goal', 'session', 'insightBoard'].map(
    (type): Fault => ({
      name: `target-actions-${type}-limited-more`,
      title: `A user without permissions gets an action for a ${type} that nobody else has.`,
      breaks: ['permissions.target-actions-most'],
      seams: body(OF_TARGET, (answer, call) => {
        const limited = [...call.account.users.keys()].indexOf(call.user.id) > 1;
        if (limited && typeIs(call, type)) answer.currentUserActions = ['everything'];
      }),
    }),
  ),
  {
    name: 'allowed-actions-of-children-refused',
    title: 'Allowed actions are given of goals at the top alone.',
    breaks: ['permissions.target-types'],
    seams: refuses(
      OF_TARGET,
      400,
      ({ account, params }) => account.goals.get(params.targetId ?? '')?.parentId !== undefined,
    ),
  },
  {
    name: 'target-actions-limited-broken',
    title: 'A user without permissions is answered with an error of the server.',
    breaks: ['permissions.target-actions-user'],
    seams: refuses(OF_TARGET, 500, ({ account, user }) => [...account.users.keys()].indexOf(user.id) > 1),
  },
  {
    name: 'sessions-show-actions-of-first',
    title: 'The list of sessions shows everybody the actions of the first user.',
    breaks: ['permissions.target-actions-agree'],
    seams: each('sessions.list', (session, _, { account }) => {
      session.currentUserAllowedActions = actionsOfFirst(account, 'session');
    }),
  },
  {
    name: 'metrics-show-actions-of-first',
    title: 'The list of key results shows everybody the actions of the first user.',
    breaks: ['permissions.target-actions-agree'],
    seams: each('metrics.list', (metric, _, { account }) => {
      metric.currentUserAllowedActions = actionsOfFirst(account, 'metric');
    }),
  },
  {
    name: 'dashboard-shows-actions-of-first',
    title: 'A dashboard that is read by id shows everybody the actions of the first user.',
    breaks: ['permissions.target-actions-agree'],
    seams: body('dashboards.get', (dashboard, { account }) => {
      dashboard.currentUserAllowedActions = actionsOfFirst(account, 'insightBoard');
    }),
  },
  ...['metric', 'goal', 'session', 'insightboard'].map((type) => ({
    name: `allowed-actions-${type}-refused`,
    title: `Allowed actions are refused for targets of type ${type}.`,
    breaks: ['permissions.allowed-actions-types'],
    seams: refuses(OF_TYPES, 400, ({ params }) => {
      const asked = (params.targetType ?? '').toLowerCase();
      return asked.startsWith(type) || (type === 'insightboard' && asked.startsWith('dashboard'));
    }),
  })),
];

const access: Fault[] = [
  ...(['session', 'dashboard'] as const).map(
    (type): Fault => ({
      name: `item-access-of-first-${type}`,
      title: `The default access of every ${type} is that of the first one.`,
      breaks: ['permissions.item-access-own'],
      seams: instead(OF_ITEM, (call, next) => {
        const { account, params } = call;
        const records: ReadonlyMap<string, unknown> = account[`${type}s`];
        const answer = next(call);
        const [itemId = ''] = records.keys();
        return answer.status === 200 && records.has(params.itemId ?? '')
          ? next({ ...call, params: { ...params, itemId } })
          : answer;
      }),
    }),
  ),
  ...['session', 'dashboard'].map((type) => ({
    name: `default-access-${type}-refused`,
    title: `There is no default access for the type ${type}.`,
    breaks: ['permissions.default-access-types'],
    seams: refuses('permissions.defaultAccess', 404, ({ params }) => params.itemType === type),
  })),
  {
    name: 'default-access-of-type-before',
    title: 'Asked for another type than before, the default access is still that of the one before.',
    breaks: ['permissions.default-access-types'],
    seams: lagging('permissions.defaultAccess', ({ params }) => params.itemType ?? ''),
  },
  {
    name: 'item-access-of-item-before',
    title: 'Asked for another item than before, the default access is still that of the one before.',
    breaks: ['permissions.item-access-types'],
    seams: lagging(OF_ITEM, ({ params }) => params.itemId ?? ''),
  },
  ...[OF_ITEM, 'permissions.defaultAccess'].map((id) => ({
    name: `denials-as-text-${id.split('.')[1]?.toLowerCase()}`,
    title: `Under names of their own ${id} shows what is denied as texts.`,
    breaks: ['permissions.access-integers'],
    seams: body(id, (given) => {
      for (const entry of (given.permissions ?? []) as Shown[]) entry.deny = { Delete: '0' };
      given.permissions = [...((given.permissions ?? []) as Shown[]), { principalId: 'x', deny: { Delete: '0' } }];
    }),
  })),
  {
    name: 'default-access-is-list',
    title: 'The default access is the list of its permissions.',
    breaks: ['permissions.default-access-types'],
    seams: body('permissions.defaultAccess', (given) => given.permissions),
  },
  {
    name: 'default-access-in-envelope',
    title: 'The default access stands under a key of its own.',
    breaks: ['permissions.default-access-types'],
    seams: body('permissions.defaultAccess', (given) => ({ access: given })),
  },
  {
    name: 'default-access-of-any-word',
    title: 'A word that names no type of item is given the default access of sessions.',
    breaks: ['permissions.default-access-other'],
    seams: answering('permissions.defaultAccess', (answer, call) => {
      const missed = answer.status === 404;
      return missed ? { status: 200, body: call.account.defaultAccess.session } : answer;
    }),
  },
  ...['session', 'dashboard'].map((type) => ({
    name: `item-access-${type}-refused`,
    title: `The default access of a ${type} cannot be read.`,
    breaks: ['permissions.item-access-types'],
    seams: refuses(OF_ITEM, 404, ({ account, params }) =>
      (type === 'session' ? account.sessions : account.dashboards).has(params.itemId ?? ''),
    ),
  })),
  {
    name: 'item-access-no-reports',
    title: 'The default access of a dashboard that is a report is not found.',
    breaks: ['permissions.item-access-types'],
    seams: instead(OF_ITEM, (call, next) =>
      call.account.dashboards.get(call.params.itemId ?? '')?.isReport
        ? { status: 404, body: { message: 'no such item' } }
        : next(call),
    ),
  },
  {
    name: 'item-access-in-envelope',
    title: 'The default access of an item stands under a key of its own.',
    breaks: ['permissions.item-access-types'],
    seams: body(OF_ITEM, (given) => ({ access: given })),
  },
  {
    name: 'item-access-any-type',
    title: 'The type of an item is not looked at.',
    breaks: ['permissions.item-access-other'],
    seams: {
      around: (call, next) => {
        const { account, operation, params } = call;
        const itemType = account.sessions.has(params.itemId ?? '') ? 'session' : 'dashboard';
        return next(operation.id === OF_ITEM ? { ...call, params: { ...params, itemType } } : call);
      },
    },
  },
  {
    name: 'item-access-unknown-word',
    title: 'A word that names no type of item is taken for any type.',
    breaks: ['permissions.item-access-other'],
    seams: answering(OF_ITEM, (answer, call) => {
      const odd = /nosuch/i.test(call.params.itemType ?? '');
      return odd ? { status: 200, body: call.account.defaultAccess.session } : answer;
    }),
  },
  {
    name: 'item-access-dashboard-as-session',
    title: 'The id of a dashboard is taken for that of a session.',
    breaks: ['permissions.item-access-other'],
    seams: instead(OF_ITEM, (call, next) => {
      const { account, params } = call;
      const asked = /session/i.test(params.itemType ?? '');
      const wrong = asked && account.dashboards.has(params.itemId ?? '');
      return next(wrong ? { ...call, params: { ...params, itemType: 'dashboard' } } : call);
    }),
  },
];

const everyAction = ({ account }: Call): string[] => [...account.permissions.values()].map(({ action }) => action);

const effective: Fault[] = [
  {
    name: 'effective-same-for-all',
    title: 'Everybody has all effective permissions.',
    breaks: ['permissions.effective-user'],
    seams: {
      rules: (_standard, { id }) => (id === BOTH ? { permitted: () => true } : {}),
      around: (call, next) => {
        const answer = next(call);
        if (call.operation.id !== BOTH || answer.status !== 200) return answer;
        return { ...answer, body: { ...(answer.body as Shown), effectivePermissions: everyAction(call) } };
      },
    },
  },
  {
    name: 'effective-per-role',
    title: 'A permission is named once for the user and once for the role.',
    breaks: ['permissions.effective-each-once'],
    seams: body(BOTH, (answer) => {
      const given = answer.effectivePermissions as string[];
      answer.effectivePermissions = given.flatMap((name) => [name, name]);
    }),
  },
  {
    name: 'effective-lacks-last',
    title: 'The effective permissions lack the last one.',
    breaks: ['permissions.effective-agree'],
    seams: body('permissions.effective', (answer) => {
      answer.permissions = (answer.permissions as string[]).slice(0, -1);
    }),
  },
  {
    name: 'effective-and-allowed-lacks-first',
    title: 'The effective permissions beside the allowed actions lack the first one.',
    breaks: ['permissions.effective-agree'],
    seams: body(BOTH, (answer) => {
      answer.effectivePermissions = (answer.effectivePermissions as string[]).slice(1);
    }),
  },
  {
    name: 'effective-lacks-one-for-second-user',
    title: 'The effective permissions of the second user lack one.',
    breaks: ['permissions.effective-agree'],
    seams: body('permissions.effective', (answer, call) => {
      if (!isFirst(call)) answer.permissions = (answer.permissions as string[]).slice(1);
    }),
  },
  {
    name: 'effective-lacks-one-after-another-user',
    title: 'Behind a request of another user the first one lacks an effective permission.',
    breaks: ['permissions.effective-agree'],
    seams: () => {
      let others = false;
      return body('permissions.effective', (answer, call) => {
        if (others && isFirst(call)) answer.permissions = (answer.permissions as string[]).slice(1);
        others ||= !isFirst(call);
      });
    },
  },
  {
    name: 'effective-empty',
    title: 'The effective permissions are an empty list.',
    breaks: ['permissions.effective-agree'],
    seams: body('permissions.effective', () => ({ permissions: [] })),
  },
];

const principals: Fault[] = [
  ...(['user', 'role'] as const).map((kind) => ({
    name: `principal-${kind}-refused`,
    title: `The effective permissions of a ${kind} cannot be read.`,
    breaks: ['permissions.principal-kinds'],
    seams: refuses('permissions.ofPrincipal', 400, ({ account, params }) =>
      (kind === 'user' ? account.users : account.roles).has(params.id ?? ''),
    ),
  })),
  {
    name: 'principal-is-who-asks',
    title: 'The permissions of whatever principal are those of the user who asks.',
    breaks: ['permissions.principal-own'],
    seams: instead('permissions.ofPrincipal', (call, next) => {
      const { account, params, user } = call;
      const id = params.id ?? '';
      const known = account.users.has(id) || account.roles.has(id);
      return next(known ? { ...call, params: { id: user.id } } : call);
    }),
  },
  {
    name: 'principal-user-is-who-asks',
    title: 'The permissions of whatever user are those of the user who asks.',
    breaks: ['permissions.principal-own'],
    seams: instead('permissions.ofPrincipal', (call, next) => {
      const { account, params, user } = call;
      const known = account.users.has(params.id ?? '');
      return next(known ? { ...call, params: { id: user.id } } : call);
    }),
  },
  {
    name: 'principal-user-lacks-own-permission',
    title: 'The permissions of a user lack the first one that the user is told.',
    breaks: ['permissions.principal-own'],
    seams: body('permissions.ofPrincipal', (answer, { account, params }) => {
      if (account.users.has(params.id ?? '')) answer.permissions = (answer.permissions as string[]).slice(1);
    }),
  },
  ...(
    [
      ['first', (roles) => roles.slice(0, 1)],
      ['last', (roles) => roles.slice(-1)],
    ] as const satisfies [string, (roles: string[]) => string[]][]
  ).map(
    ([which, some]): Fault => ({
      name: `principal-${which}-role-alone`,
      title: `Of the roles of a user the ${which} alone counts for the permissions of this user.`,
      breaks: ['permissions.principal-own'],
      on: ['permissions.ofPrincipal'],
      seams: instead('permissions.ofPrincipal', (call, next) => {
        const users = new Map(
          [...call.account.users].map(([id, user]) => [id, { ...user, roleIds: some(user.roleIds) }]),
        );
        return next({ ...call, account: { ...call.account, users } });
      }),
    }),
  ),
  {
    name: 'principal-lacks-one-for-second-user',
    title: 'The second user is given a permission less of every principal.',
    breaks: ['permissions.principal-own'],
    seams: body('permissions.ofPrincipal', (answer, call) => {
      if (!isFirst(call)) answer.permissions = (answer.permissions as string[]).slice(1);
    }),
  },
  {
    name: 'principal-has-none',
    title: 'Every principal is said to have no permission.',
    breaks: ['permissions.principal-own'],
    seams: body('permissions.ofPrincipal', (answer) => {
      answer.permissions = [];
      answer.granted = [];
    }),
  },
  {
    name: 'principal-first-permission-only',
    title: 'Of the permissions of a principal the first alone is named.',
    breaks: ['permissions.principal-own'],
    seams: body('permissions.ofPrincipal', (answer) => {
      answer.permissions = (answer.permissions as string[]).slice(0, 1);
    }),
  },
  {
    name: 'users-actions-of-the-first-account',
    title: 'The domain of the account that asks first for actions of users is that of every account.',
    breaks: ['general.account-id-shared'],
    on: ['users.list'],
    seams: () => {
      let first: unknown;
      return body('permissions.usersActions', (answer) => {
        first ??= answer.accountDomain;
        answer.accountDomain = first;
      });
    },
  },
  {
    name: 'permission-read-by-principal',
    title: 'The id of a user or a role finds the first permission that names it.',
    breaks: ['general.unknown-id'],
    on: ['permissions.get'],
    seams: asIf('permissions.get', ({ account, params }) => {
      const found = [...account.permissions.values()].find(({ principals }) => principals.includes(params.id ?? ''));
      return found ? { params: { ...params, id: found.id } } : {};
    }),
  },
  {
    name: 'permission-read-is-first',
    title: 'Reading a global permission gives the first one.',
    breaks: ['permissions.get-record'],
    seams: success('permissions.get', (answer, { account }) => ({
      ...answer,
      body: [...account.permissions.values()][0],
    })),
  },
  {
    name: 'permission-principals-are-actions',
    title: 'The principals of a global permission are named by their names.',
    breaks: ['permissions.get-principals', 'permissions.get-principals-ids'],
    seams: success('permissions.get', (answer, { account }) => {
      const given = answer.body as { principals: string[] };
      given.principals = given.principals.map((id) => account.users.get(id)?.name ?? account.roles.get(id)?.name ?? id);
      return answer;
    }),
  },
  {
    name: 'permission-action-is-title',
    title: 'The action of a global permission is not named as in the list.',
    breaks: ['permissions.get-action'],
    seams: body('permissions.get', (permission) => {
      permission.action = String(permission.action).replace(':', '.');
    }),
  },
  {
    name: 'users-with-action-created',
    title: 'The users who have an action on a target are answered with 201.',
    breaks: ['permissions.users-with-action'],
    seams: status('permissions.usersWithAction', 201),
  },
  {
    name: 'users-with-action-without-caller',
    title: 'The users who have an action on a target are all but the one who asks.',
    breaks: ['permissions.users-with-action-named'],
    seams: body<{ items: Shown[] }>('permissions.usersWithAction', (answer, { user }) => {
      answer.items = answer.items.filter(({ id }) => id !== user.id);
    }),
  },
  {
    name: 'users-with-action-everybody',
    title: 'All users are answered, whether they have the action on the target or not.',
    breaks: ['permissions.users-with-action-named'],
    seams: body<{ items: Shown[] }>('permissions.usersWithAction', (answer, { account }) => {
      answer.items = [...account.users.keys()].map((id) => ({ id }));
    }),
  },
  {
    name: 'users-with-action-per-role',
    title: 'Users who have an action on a target are there once for each of their roles.',
    breaks: ['permissions.users-with-action-once'],
    seams: body<{ items: Shown[] }>('permissions.usersWithAction', (answer, { account }) => {
      answer.items = answer.items.flatMap((user) =>
        (account.users.get(String(user.id))?.roleIds ?? [undefined]).map(() => user),
      );
    }),
  },
  {
    name: 'principals-are-users-alone',
    title: 'Of the principals of a global permission users are shown alone.',
    breaks: ['permissions.principal-own'],
    seams: body('permissions.get', (permission, { account }) => {
      permission.principals = (permission.principals as string[]).filter((id) => account.users.has(id));
    }),
  },
  {
    name: 'users-with-action-open-to-all',
    title: 'The users who have an action on a target are shown without credentials.',
    breaks: ['permissions.users-with-action'],
    seams: rule('permissions.usersWithAction', (standard) => ({
      authenticate: (world, header) => standard.authenticate(world, header) ?? [...world.tokens.values()][0],
    })),
  },
];

const actionsOfFirst = (account: Call['account'], type: string): readonly string[] => {
  const [first] = account.users.values();
  return first ? allowedActions(account, first, type) : [];
};

export const permissionFaults: readonly Fault[] = [...actions, ...targets, ...access, ...effective, ...principals];
