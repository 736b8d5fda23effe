/** Faults invented from the specification alone: permissions, users, employees and badges. */
import { type Fault, faultOf } from './fault.ts';
import { asIf, asking, body, filters, listed, rule, type Shown } from './vocabulary.ts';

const fault = faultOf('');

const permissions: readonly Fault[] = [
  // Actions of the current user. GET currentUser-allowedActions of a session as the first, then as the limited user.
  fault(
    'invented-permissions-actions-of-first-asker',
    'Actions are remembered for a target, whoever asks next.',
    ['permissions.target-actions-user', 'permissions.target-actions-agree'],
    () => {
      const known = new Map<unknown, unknown>();
      return body('permissions.currentUserAllowedActions', (answer, { params: { targetId } }) => {
        if (!known.has(targetId)) known.set(targetId, answer.currentUserActions);
        answer.currentUserActions = known.get(targetId);
      });
    },
  ),
  // A read changes nothing. GET default-access/session, default-access/dashboard, default-access/session: it has grown.
  fault(
    'invented-permissions-default-access-grows',
    'Who asks for one type adds its permissions to the others.',
    ['permissions.default-access-types', 'general.reads-independent'],
    () => {
      const seen = new Map<unknown, unknown[]>();
      return body('permissions.defaultAccess', (answer, { params: { itemType } }) => {
        const own = answer.permissions as unknown[];
        answer.permissions = [...own, ...[...seen].flatMap(([type, others]) => (type === itemType ? [] : others))];
        seen.set(itemType, own);
      });
    },
  ),
  // 403 when the caller lacks permission. POST a task as the limited user: 403; once more: 201.
  fault(
    'invented-permissions-second-try',
    'Who was refused once is let through the next time.',
    'general.permission',
    () => {
      const refused = new Set<string>();
      return rule(['tasks.create', 'kpiGroups.create', 'announcements.create'], ({ permitted }) => ({
        permitted(user, operation, account) {
          const may = refused.has(user.id) || permitted(user, operation, account);
          if (!may) refused.add(user.id);
          return may;
        },
      }));
    },
  ),
];

const users: readonly Fault[] = [
  // A user has the e-mail that was sent. POST {email: "ada+1@…"}: the answer has "ada@…".
  fault(
    'invented-users-create-plus-cut',
    'What follows + in the name of a new e-mail address is cut off.',
    'users.create-kept',
    asIf('users.create', ({ body: given }) => {
      const { email } = (given ?? {}) as Shown;
      return typeof email === 'string' ? { body: { ...(given as Shown), email: email.replace(/\+[^@]*@/, '@') } } : {};
    }),
  ),
  // Managers of the teams that the user belongs to. GET managers of a member of a team whose manager is deactivated.
  fault(
    'invented-users-managers-active-only',
    'Managers who are deactivated are not among the managers.',
    'users.managers-all',
    body('users.managers', (_, { account, params, rules }) => {
      const user = account.users.get(params.userId ?? '');
      const all = user ? rules.managers(user, [...account.teams.values()]) : [];
      const managers = all.filter((id) => account.users.get(id)?.isActive);
      return { count: managers.length, managers };
    }),
  ),
  // Inside a user a role has its team. GET a user with a role of a team: the team has another id than teamId says.
  fault(
    'invented-users-role-team-of-user',
    'The team inside a role of a user is the first team of the user.',
    ['users.views-agree', 'users.roles-agree'],
    body('users.get', (user, { account }) => {
      const team = account.teams.get((user.teamIds as string[])[0] ?? '');
      for (const role of user.roles as Shown[])
        if (role.team && team) role.team = { id: team.id, accountId: team.accountId, name: team.name };
    }),
  ),
  // $in takes all of its list. GET /v2/users with an $in of 60 ids: 50 users.
  fault(
    'invented-users-in-fifty',
    '$in looks at the first fifty entries of its list.',
    'lists.filter-in',
    filters('users.list', (filter) =>
      JSON.parse(JSON.stringify(filter), (key, value) =>
        key === '$in' && Array.isArray(value) ? value.slice(0, 50) : value,
      ),
    ),
  ),
  // Each created user has an id of its own. POST a list of two users: one id in both entries of the answer.
  fault(
    'invented-users-batch-one-id',
    'The answer to a create of several users has the id of the first in every entry.',
    ['users.create-others', 'users.create-several', 'users.create-stored'],
    body<{ items: Shown[] }>('users.create', ({ items }) => {
      for (const user of items) user.id = items[0]?.id;
    }),
  ),
];

const employees: readonly Fault[] = [
  // An employee is a user. GET /v2/employees: those whom GET /v2/users has and who have no role, all new ones too, are missing.
  fault(
    'invented-employees-without-role-missing',
    'The list joins employees with roles, and drops those without any.',
    ['lists.together', 'lists.page-slice', 'lists.sort-same-records'],
    listed('employees.list', (all, { query }) =>
      query.has('fields') ? all : all.filter(({ roles }) => (roles as unknown[]).length > 0),
    ),
  ),
  // managedTeamIds are the teams that one manages. GET the employee who belongs to a team of theirs, beside the list.
  fault(
    'invented-employees-managed-without-own',
    'By id, managedTeamIds lacks teams that the manager belongs to.',
    'employees.views-agree',
    body<{ info: Shown }>('employees.get', ({ info }) => {
      info.managedTeamIds = (info.managedTeamIds as string[]).filter((id) => !(info.teamIds as string[]).includes(id));
    }),
  ),
  // filter and skip together: items and totalCount are those of what matches. GET /v2/employees with a filter of some
  // first names, sort=email, skip=1&take=2: others come.
  fault(
    'invented-employees-filter-first-page-only',
    'The filter holds on the first page; with skip it is lost.',
    ['lists.together', 'lists.skip', 'lists.total-filter'],
    asking('employees.list', (query) => (Number(query.get('skip') ?? 0) > 0 ? { filter: undefined } : {})),
  ),
];

const badges: readonly Fault[] = [
  // The current user's badges have each a badge. GET /v1/badges/assign of one with several: the same badge in all.
  fault(
    'invented-badges-mine-one-badge',
    'Every assignation of the current user embeds the badge of the first.',
    'badges.mine-all',
    body<{ items: Shown[] }>('badges.mine', ({ items }) => {
      for (const assignation of items) assignation.badge = items[0]?.badge;
    }),
  ),
  // A team carries the user who manages it. GET /v1/badges/assign/{id} of a badge of a team with a parent.
  fault(
    'invented-badges-manager-of-parent',
    'managerInfo of a team below another one is the manager of that one.',
    'general.embedded-agree',
    body<{ Teams: Shown[] }>('badges.assignees', ({ Teams }, { account }) => {
      for (const team of Teams) {
        const above = account.users.get(account.teams.get(String(team.parentId))?.manager ?? '');
        if (above) team.managerInfo = { id: above.id, name: above.name, email: above.email };
      }
    }),
  ),
];

export const inventedPeopleFaults: readonly Fault[] = [...permissions, ...users, ...employees, ...badges];
