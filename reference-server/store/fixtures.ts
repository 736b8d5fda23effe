/** What the reference server says of itself, in the form that any target uses (`schemas/suite/fixtures.json`). */
import { operations } from '../../schemas/operations.ts';
import { requiredAction } from '../access.ts';
import { placeOf } from '../open.ts';
import { rules } from '../rules.ts';
import type { Account, World } from './account.ts';
import { factsOf } from './facts.ts';
import { TOKENS } from './sample.ts';

function accountOf(world: World, token: string): Account {
  const user = world.tokens.get(token);
  const account = user && world.accounts.get(user.accountId);
  if (!account) throw new Error('the sample world has no user with this token');
  return account;
}

/** The settings that describe this world, by name, without its address. */
export function settingsFor(world: World): Record<string, string> {
  return {
    ...TOKENS,
    ACCOUNT_ID: accountOf(world, TOKENS.ACCESS_TOKEN).id,
    OTHER_ACCOUNT_ID: accountOf(world, TOKENS.OTHER_ACCESS_TOKEN).id,
    UNPAID_ACCOUNT_ID: accountOf(world, TOKENS.UNPAID_ACCESS_TOKEN).id,
  };
}

/** At most `count` of these, evenly from the whole. */
function sample<T>(records: Iterable<T>, count: number): T[] {
  const all = [...records];
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, n) => n % step === 0).slice(0, count);
}

/** Ids of an account by kind; kinds that have none are left out. */
function idsOf(account: Account): Record<string, string[]> {
  const [first] = account.users.values();
  const visible = [...account.dashboards.values()].filter(
    (dashboard) => first !== undefined && rules.dashboardVisible(first, dashboard),
  );
  // Goals stand in no list, and those below others are their own sort.
  const children = [...account.goals.values()].flatMap(({ id, parentId }) => (parentId === undefined ? [] : [id]));
  const owners = new Set([...account.metrics.values()].flatMap(({ ownerIds }) => ownerIds));
  const taggedWith = new Set(visible.flatMap(({ tagIds }) => tagIds));
  const ids: Record<string, string[]> = {
    customField: sample(account.customFields.keys(), 4),
    kpiGroup: sample(account.kpiGroups.keys(), 4),
    kpi: sample(account.kpis.keys(), 6),
    metric: sample(account.metrics.keys(), 4),
    tag: sample(account.tags.keys(), 4),
    insight: sample(account.insights.keys(), 4),
    user: sample([...account.users.keys()].slice(3), 6),
    goal: [...new Set([...sample(account.goals.keys(), 6), ...sample(children, 6)])],
    dashboard: sample(
      visible.map(({ id }) => id),
      5,
    ),
    role: sample([...account.roles.keys()].slice(1), 5),
    badge: sample(account.badges.keys(), 4),
    task: sample(account.tasks.keys(), 6),
    metricOwner: sample(owners, 4),
    session: sample(
      [...account.sessions.values()].filter(({ demo }) => !demo).map(({ id }) => id),
      5,
    ),
    employee: sample(account.users.keys(), 5),
    announcement: sample(account.announcements.keys(), 4),
    permission: sample(account.permissions.keys(), 4),
    dashboardTag: sample(taggedWith, 4).map((id) => account.tags.get(id)?.title ?? ''),
    scimGroup: sample(account.scimGroups.keys(), 3),
  };
  return Object.fromEntries(Object.entries(ids).filter(([, list]) => list.length > 0));
}

/** Bodies that the specification leaves open, and the operations that it lists without method and path. */
function openParts(main: Account): { bodies: object; openOperations: object } {
  const tagging = { title: '{{title}}' };
  const mapping = { roleId: '{{id:role}}', scimGroupIds: ['{{id:scimGroup}}'] };
  const newUser = { email: '{{email}}', firstName: 'Ada', lastName: '{{unique}}', language: 'en' };
  const [existing] = main.users.values();
  const [session] = main.sessions.keys();
  return {
    bodies: {
      createUser: newUser,
      createUsers: ['a', 'b'].map((letter) => ({ ...newUser, email: `${letter}-{{email}}` })),
      existingUser: { email: existing?.email, firstName: 'Ada', lastName: '{{unique}}' },
      createRole: { name: '{{unique}}', description: 'Made by the suite' },
      createRoleMapping: mapping,
      deleteRoleMappings: { roleIds: ['{{id:role}}'] },
      tagDashboard: tagging,
      tagInsight: tagging,
      tagKpi: tagging,
      listCustomFields: { limit: 1000 },
      listKpis: { limit: 1000 },
      kpiSnapshots: { filter: { targetOperator: 'at_least' } },
      listDashboards: { limit: 1000 },
      allowedActions: { filter: {} },
    },
    openOperations: {
      upsertRoleMappings: { ...placeOf('roles.upsertMappings'), body: mapping },
      ...(session && {
        usersWithAction: placeOf('permissions.usersWithAction', {
          targetType: 'session',
          targetId: session,
          action: 'modify',
        }),
      }),
    },
  };
}

/** The fixtures file of this world. */
export function fixturesFor(world: World): object {
  const main = accountOf(world, TOKENS.ACCESS_TOKEN);
  const other = accountOf(world, TOKENS.OTHER_ACCESS_TOKEN);
  const foreign = idsOf(other);
  const principals = ({ users, roles }: Account) => ({ user: sample(users.keys(), 3), role: sample(roles.keys(), 3) });
  const { dashboardTag: _titles, ...foreignIds } = foreign;
  return {
    ids: { ...idsOf(main), principals: principals(main) },
    unknownIds: { '*': 'f'.repeat(24), dashboardTag: 'no tag has this title' },
    foreignIds: {
      ...foreignIds,
      principal: Object.values(principals(other)).flat(),
      checkin: sample(other.checkins.keys(), 3),
      target: foreign.session,
      item: foreign.session,
    },
    facts: {
      ...factsOf(main),
      currentUsers: {
        first: world.tokens.get(TOKENS.ACCESS_TOKEN)?.id,
        second: world.tokens.get(TOKENS.SECOND_ACCESS_TOKEN)?.id,
        limited: world.tokens.get(TOKENS.LIMITED_ACCESS_TOKEN)?.id,
      },
      notPermitted: operations
        .filter((operation) => requiredAction(operation) !== undefined)
        .map(({ id }) => ({ user: 'limited', operation: id })),
    },
    ...openParts(main),
    // How the list of badges would be told a filter is open; this server takes none.
    none: ['badge.filter'],
  };
}
