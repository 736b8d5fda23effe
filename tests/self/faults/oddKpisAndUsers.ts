/** Odd mistakes with KPIs, permissions and users. */
import type { Answer } from '../../../reference-server/call.ts';
import type { User } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { bodyOf, odd, patched } from './odd.ts';
import { also, asIf, body, each, instead, reads, rule, type Shown, withQuery } from './vocabulary.ts';

const SNAPSHOTS = 'kpis.listSnapshots';
const GET_KPI = 'kpis.get';
const _dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const kpis: readonly Fault[] = [
  // GET /v1/kpis/{kpiId} by its second owner: isOwner true (Resources, KPI: isOwner beside ownerIds).
  // Wrong: false, kept the first owner is compared.
  odd(
    'kpi-second-owner',
    'The read by id knows kept the first owner as owner.',
    ['kpis.owner', 'kpis.views-agree'],
    each(GET_KPI, (record, _, { user }) => {
      record.isOwner = record.ownerId === user.id;
    }),
  ),
  // GET /v1/kpi-snapshots?ungrouped=false: the same as without (Endpoints, KPIs: a boolean).
  // Wrong: the ungrouped ones alone, as the text "false" is truthy.
  odd(
    'kpi-ungrouped-false',
    'ungrouped=false is read as true.',
    'kpis.snapshots-off',
    reads(SNAPSHOTS, 'ungrouped', (value) => (value === 'false' ? 'true' : value)),
  ),
  // GET /v1/kpi-snapshots?ids= with twelve ids: twelve KPIs (Endpoints, KPIs: comma-separated ids).
  // Wrong: the first ten.
  odd(
    'kpi-ten-ids',
    'Of more than ten ids, ten are read.',
    'kpis.snapshots-ids',
    reads(SNAPSHOTS, 'ids', (ids) => ids.split(',').slice(0, 10).join(',')),
  ),
  // GET /v1/kpi-snapshots?mykpis=true: the KPIs that the user owns (Endpoints, KPIs).
  // Wrong: those that the user created.
  odd(
    'kpi-mine-created',
    'mykpis gives the KPIs that the user created.',
    ['kpis.snapshots-mine', 'kpis.snapshots-mine-said'],
    rule(SNAPSHOTS, () => ({ owns: (userId, record) => (record as unknown as Shown).createdById === userId })),
  ),
  // GET /v1/kpis/{kpiId}?formatting=plainText: formatting {fractionSize, prefix, suffix} (Resources, KPI).
  // Wrong: formatting "plainText", as the parameters are merged into the record.
  odd(
    'kpi-formatting-clash',
    'The parameter formatting replaces the field formatting.',
    ['lists.formatting-only', 'general.answer-schema'],
    each(GET_KPI, (record, _, { query }) => {
      record.formatting = query.get('formatting') ?? record.formatting;
    }),
    GET_KPI,
  ),
  // GET /v2/kpis: a KPI whose values have no decimals has fractionSize 0, as its read by id says (Resources, KPI).
  // Wrong: 2, out of `fractionSize || 2`.
  odd(
    'kpi-no-decimals',
    'The list shows a fractionSize of 0 as 2.',
    'kpis.views-agree',
    each('kpis.list', ({ formatting }) => {
      const format = formatting as Shown | undefined;
      if (format?.fractionSize === 0) format.fractionSize = 2;
    }),
  ),
  // GET /v1/kpis/{kpiId} where another KPI has the same name: its own tags (Resources, KPI).
  // Wrong: those of both, which are joined by the name.
  odd(
    'kpi-namesake-tags',
    'The read by id shows the tags of every KPI with that name.',
    'kpis.views-agree',
    instead(GET_KPI, (call, next) => {
      const answer = next(call);
      const { name } = bodyOf(answer);
      const twins = [...call.account.kpis.values()].filter((kpi) => kpi.name === name);
      if (answer.status !== 200 || twins.length < 2) return answer;
      return patched(answer, {
        tags: twins.flatMap(({ id }) => bodyOf(next({ ...call, params: { kpiId: id } })).tags),
      });
    }),
  ),
  // POST /v1/kpis/{kpiId}/tags on a KPI with two tags: three tags (Endpoints, Tags: adding a tag).
  // Wrong: the new one alone.
  odd(
    'kpi-third-tag',
    'A third tag replaces the two that a KPI has.',
    'kpis.tag-adds',
    instead('kpis.tag', (call, next) => {
      const kpi = call.account.kpis.get(call.params.kpiId ?? '');
      const had = kpi?.tagIds ?? [];
      const answer = next(call);
      if (kpi && had.length >= 2) kpi.tagIds = kpi.tagIds.filter((id) => !had.includes(id));
      return answer;
    }),
  ),
  // GET /v1/kpis/{kpiId} twice: the same dateUpdated, as nobody updated it (Resources, KPI).
  // Wrong: the time of the first read; a hook of the store runs on reads, too.
  odd(
    'kpi-read-updates',
    'A read by id moves dateUpdated.',
    ['general.repeatable', 'kpis.views-agree'],
    also(GET_KPI, ({ account, params }) => {
      const kpi = account.kpis.get(params.kpiId ?? '');
      if (kpi) kpi.dateUpdated = account.now();
    }),
    GET_KPI,
  ),
];

const TARGET = 'permissions.currentUserAllowedActions';
const ITEM = 'permissions.defaultAccessOfItem';

const permissions: readonly Fault[] = [
  // GET …/currentUser-allowedActions/{targetId} by a user with every permission, then by one without: what each of them
  // may do (Endpoints: the current user). Wrong: both get the first answer, kept by target.
  odd(
    'allowed-actions-by-target',
    'What may be done with a target is kept from who asked first.',
    'permissions.target-actions-user',
    () => {
      const known = new Map<string, Answer>();
      return instead(TARGET, (call, next) => {
        const key = `${call.params.targetId}?${call.query}`;
        const answer = next(call);
        if (answer.status !== 200) return answer;
        const found = known.get(key) ?? answer;
        known.set(key, found);
        return found;
      });
    },
  ),
  // GET …/effective-and-allowed-actions by a user with two roles: the permissions of both (Resources, Global permission:
  // role ids). Wrong: those of the last role, which overwrites what the first gave.
  odd(
    'effective-last-role',
    'The effective permissions are those of the last role.',
    ['permissions.effective-user', 'permissions.effective-agree'],
    body('permissions.effectiveAndAllowedActions', (answer: Shown, { account, user }) => {
      const last = user.roleIds.at(-1) ?? '';
      answer.effectivePermissions = [...account.permissions.values()]
        .filter(({ principals }) => principals.includes(last))
        .map(({ action }) => action);
    }),
  ),
  // GET …/currentUser-allowedActions/{id of a session}?targetType=goal: refused, there is no such goal (Endpoints).
  // Wrong: 200, the id is looked for among all targets.
  odd(
    'target-of-any-type',
    'A target is found whatever its type.',
    'permissions.target-unknown',
    asIf(TARGET, (call) => {
      const { metrics, goals, sessions } = call.account;
      const asked = call.query.get('targetType') ?? '';
      const types = Object.entries({ metric: metrics, goal: goals, session: sessions });
      const type = types.find(([, records]) => records.has(call.params.targetId ?? ''))?.[0];
      return type && ['metric', 'goal', 'session'].includes(asked) ? withQuery(call, { targetType: type }) : {};
    }),
  ),
  // GET /v1/kpis/{kpiId}: links.expanded.metrics[] are key results (Conventions: ids are strings). Wrong: a number as id.
  odd(
    'linked-metric-id-number',
    'The id of a key result that a KPI is linked with is a number.',
    ['general.answer-schema'],
    body('kpis.get', (kpi: Shown) => {
      const { expanded } = (kpi.links ?? {}) as { expanded?: { metrics?: Shown[] } };
      for (const metric of expanded?.metrics ?? []) metric.id = 4711;
    }),
  ),
  // GET …/default-access/session/{itemId}: permissions[].grant.Subtype is an integer (Resources, Access).
  // Wrong: a text; kept that of the owner is one.
  odd(
    'access-text-in-list',
    'Numbers in the permissions of a session are texts.',
    ['general.answer-schema', 'permissions.access-integers'],
    body(ITEM, (access: Shown, { params }) => {
      if (params.itemType !== 'session') return;
      for (const permission of access.permissions as Shown[])
        permission.grant = { Subtype: String((permission.grant as Shown).Subtype) };
    }),
    ITEM,
  ),
  // GET /v1/permissions/{id} with two principals: two ids (Resources, Global permission: principals string[]).
  // Wrong: one text with a comma in it.
  odd(
    'permission-principals-joined',
    'Several principals of a permission are one text.',
    'permissions.get-principals',
    body('permissions.get', (permission: Shown) => {
      const principals = permission.principals as string[];
      if (principals.length > 1) permission.principals = [principals.join(',')];
    }),
  ),
  // GET …/currentUser-allowedActions/{goal of one's own}: each action once (Resources: currentUserActions string[]).
  // Wrong: view twice, once as the owner and once by permission.
  odd(
    'own-goal-view-twice',
    'An action that an owner may take twice over is listed twice.',
    ['permissions.target-actions-each-once', 'permissions.target-actions-agree'],
    body(TARGET, (answer: Shown, { account, params, user }) => {
      const target = account.goals.get(params.targetId ?? '') ?? account.metrics.get(params.targetId ?? '');
      const actions = answer.currentUserActions as string[];
      if (target?.ownerIds.includes(user.id)) answer.currentUserActions = [...actions, ...actions.slice(0, 1)];
    }),
  ),
];

const CREATE = 'users.create';
const GET_USER = 'users.get';
const MANAGERS = 'users.managers';

/** Users that are kept otherwise than they were sent. */
const kept = (change: (user: User, index: number, all: readonly Shown[]) => Partial<User>) =>
  instead(CREATE, (call, next) => {
    const answer = next(call);
    if (answer.status !== 201) return answer;
    const items = structuredClone(bodyOf(answer).items) as Shown[];
    for (const [index, item] of items.entries()) {
      const user = call.account.users.get(String(item.id)) as User;
      const changed = change(user, index, items);
      Object.assign(user, changed);
      Object.assign(item, changed);
    }
    return patched(answer, { items });
  });

const users: readonly Fault[] = [
  // POST /v1/users {"email": "ada+x@example.com", …}: 201 with that address (Endpoints, Users).
  // Wrong: "ada x@example.com", bodies are decoded as if they were forms.
  odd(
    'user-plus',
    'The plus sign in an address becomes a space.',
    ['users.create-kept', 'users.text-kept'],
    kept(({ email }) => ({ email: email.replaceAll('+', ' ') })),
  ),
  // POST /v1/users {"lastName": "van der Berg", …}: 201 with that last name (Resources, User).
  // Wrong: "Berg", the name is put together and split again.
  odd(
    'user-last-word',
    'Of a last name of several words, the last one is kept.',
    'users.text-kept',
    kept(({ lastName }) => ({ lastName: lastName.split(' ').at(-1) ?? lastName })),
  ),
  // POST /v1/users {"lastName": "007", …}: 201 with that last name (Resources, User).
  // Wrong: "7", it is read as a number.
  odd(
    'user-names-as-numbers',
    'A name of digits loses the zeros before them.',
    'users.text-kept',
    kept(({ lastName }) => ({ lastName: lastName.replace(/^0+(?=\d+$)/, '') })),
  ),
  // POST /v1/users with two users: createdById of both is the caller (Resources, User).
  // Wrong: that of the second is the first.
  odd(
    'user-created-by-first',
    'The second of two new users was created by the first.',
    'users.author',
    kept((_, index, all) => (index > 0 ? { createdById: all[index - 1]?.id as string } : {})),
  ),
  // POST /v1/users {"lastName": "O'Brien", …}: 201 with that last name (Resources, User).
  // Wrong: "O''Brien", it is escaped once too often.
  odd(
    'user-apostrophe',
    'An apostrophe in a last name is doubled.',
    'users.text-kept',
    kept(({ lastName }) => ({ lastName: lastName.replaceAll("'", "''") })),
  ),
  // GET /v1/users/{userId}/managers of one who manages one of several teams: the managers of the others (Endpoints).
  // Wrong: none, "where the user is not the manager" is asked of all teams together.
  odd(
    'managers-of-manager',
    'Who manages one of the own teams has no managers.',
    ['users.managers-all', 'users.managers-agree'],
    rule(MANAGERS, ({ managers }) => ({
      managers: (user, teams) =>
        teams.some(({ id, manager }) => manager === user.id && user.teamIds.includes(id)) ? [] : managers(user, teams),
    })),
  ),
  // GET …/managers of one whose two teams have one manager: count 1 beside one id (Endpoints, Users).
  // Wrong: 2, the teams are counted.
  odd(
    'managers-count-teams',
    'count says of how many teams the managers are.',
    'users.managers-count',
    body(MANAGERS, (answer: Shown, { account, params }) => {
      const user = account.users.get(params.userId ?? '');
      answer.count = [...account.teams.values()].filter(
        ({ id, manager }) => user?.teamIds.includes(id) && manager !== user.id,
      ).length;
    }),
  ),
  // GET …/managers where a manager was deactivated: that manager, too (Endpoints: ids of managers of the teams).
  // Wrong: without, as they are joined with active users.
  odd(
    'managers-active',
    'Managers who were deactivated are left out.',
    ['users.managers-all', 'users.managers-agree'],
    body(MANAGERS, (answer: Shown, { account }) => {
      const managers = (answer.managers as string[]).filter((id) => account.users.get(id)?.isActive);
      Object.assign(answer, { managers, count: managers.length });
    }),
  ),
  // GET …/managers of a member of a team below another: the manager of that team (Endpoints: the user belongs to).
  // Wrong: also the manager of the team above.
  odd(
    'managers-above',
    'The managers of the teams above are listed, too.',
    'users.managers-only',
    rule(MANAGERS, ({ managers }) => ({
      managers(user, teams) {
        const above = teams.filter(({ id }) => user.teamIds.includes(id)).map(({ parentId }) => parentId as string);
        return managers({ ...user, teamIds: [...user.teamIds, ...above] }, teams);
      },
    })),
  ),
  // GET /v1/users/{userId} with a role that has a team: roles[].team is the team of the role (Resources, Role: teamId).
  // Wrong: the first team of the user.
  odd(
    'user-role-team',
    "The team of a role is the user's first one.",
    ['users.roles-agree', 'users.views-agree', 'general.embedded-agree'],
    each(GET_USER, (record, _, { account }) => {
      const team = account.teams.get((record.teamIds as string[])[0] ?? '');
      for (const role of record.roles as Shown[])
        if (role.team && team) role.team = { ...(role.team as Shown), id: team.id, name: team.name };
    }),
    GET_USER,
  ),
  // GET /v2/users?fields=settings: settings is a text (Resources, User).
  // Wrong: an object; the projection looks into JSON.
  odd(
    'user-settings-parsed',
    'settings that are asked for by name are an object.',
    ['general.answer-schema', 'lists.fields-selected'],
    each('users.list', (record, _, { query }) => {
      const asked = (query.get('fields') ?? '').split(',').includes('settings');
      if (asked && typeof record.settings === 'string') record.settings = JSON.parse(record.settings);
    }),
    'users.list',
  ),
  // GET /v1/users/{somebody else}: their userSettings (Resources, User).
  // Wrong: those of who asks.
  odd(
    'user-settings-of-caller',
    'The read by id shows the settings of who asks.',
    ['users.views-agree'],
    each(GET_USER, (record, _, { user }) => {
      record.userSettings = user.userSettings;
    }),
  ),
  // GET /v1/users/{userId} where an older user has the same firstName: their own teamIds (Resources, User).
  // Wrong: those of the older one, which are joined by the name.
  odd(
    'user-teams-of-namesake',
    'Two users with one first name have the teams of the first of them.',
    ['users.views-agree', 'employees.user-agree'],
    each(GET_USER, (record, _, { account }) => {
      const first = [...account.users.values()].find(({ firstName }) => firstName === record.firstName);
      record.teamIds = first?.teamIds ?? record.teamIds;
    }),
  ),
];

export const oddKpiAndUserFaults: readonly Fault[] = [...kpis, ...permissions, ...users];
