/** Deterministic sample data: the same seed gives the same world. */
import type { Access, Account, User, World } from './account.ts';
import { addAnnouncements, addBadges } from './sample/badges.ts';
import { addCustomFields, TARGET_TYPES } from './sample/customFields.ts';
import { addDashboards } from './sample/dashboards.ts';
import { addGoals, addLinks } from './sample/goals.ts';
import { addKpiGroups, addKpis } from './sample/kpis.ts';
import { idSource, maker } from './sample/make.ts';
import { addMetrics } from './sample/metrics.ts';
import { addTeams, addUsers } from './sample/people.ts';
import { addPermissions, addRoles, addScim } from './sample/roles.ts';
import { addSessions } from './sample/sessions.ts';
import { MAIN, type Size, SMALL } from './sample/sizes.ts';
import { addInsights, addTags, signTags } from './sample/tags.ts';
import { addTasks } from './sample/tasks.ts';
import { addUserSettings } from './sample/userSettings.ts';

/** Names of the users, as the settings call their tokens. */
export const TOKENS = {
  ACCESS_TOKEN: 'reference-first-4f9b1c7e2a',
  SECOND_ACCESS_TOKEN: 'reference-second-8d3a6e5b10',
  LIMITED_ACCESS_TOKEN: 'reference-limited-c27f90d4b8',
  UNPAID_ACCESS_TOKEN: 'reference-unpaid-51e8a3f6d9',
  OTHER_ACCESS_TOKEN: 'reference-other-b6027c9e4f',
} as const;

export interface Sample {
  seed?: number;
  /** Numbers that the main account has instead of the usual ones; the three users of the settings are always there. */
  size?: Partial<Size>;
}

const access = (Subtype: number): Access => ({
  inherits: true,
  ownerPermissions: { grant: { Subtype } },
  permissions: [],
});

function emptyAccount(name: string, newId: () => string, paid: boolean): Account {
  return {
    id: newId(),
    name,
    domain: `${name.toLowerCase()}.example.com`,
    edition: 'enterprise',
    planId: 'plan-yearly',
    paid,
    users: new Map(),
    teams: new Map(),
    roles: new Map(),
    scimGroups: new Map(),
    roleMappings: new Map(),
    permissions: new Map(),
    customFields: new Map(),
    tags: new Map(),
    insights: new Map(),
    dashboards: new Map(),
    kpiGroups: new Map(),
    kpis: new Map(),
    snapshots: new Map(),
    sessions: new Map(),
    goals: new Map(),
    metrics: new Map(),
    checkins: new Map(),
    tasks: new Map(),
    badges: new Map(),
    assignations: new Map(),
    announcements: new Map(),
    defaultAccess: { session: access(7), dashboard: access(3) },
    targetTypes: TARGET_TYPES,
    newId,
    now: () => new Date().toISOString(),
  };
}

/** Fills an account; each step uses only what those before it have made. */
function sampleAccount(name: string, seed: number, size: Size, paid = true): Account {
  const account = emptyAccount(name, idSource(`${seed}/${name}`), paid);
  const make = maker(account, `${seed}/${name}`);
  addTags(make, size.tags);
  addCustomFields(make, size.customFields);
  addUsers(make, Math.max(size.users, 3));
  signTags(make);
  addTeams(make, size.teams);
  addRoles(make, Math.max(size.roles, 1));
  addPermissions(make);
  addScim(make, size.scimGroups);
  addInsights(make, size.insights);
  addDashboards(make, size.dashboards);
  addSessions(make, size.sessions);
  addGoals(make, size.goals);
  addMetrics(make, size.metrics);
  addKpiGroups(make, size.kpiGroups);
  addKpis(make, size.kpis);
  addLinks(make);
  addTasks(make, size.tasks);
  addBadges(make, size.badges);
  addAnnouncements(make, size.announcements);
  addUserSettings(make);
  const [{ access: boardAccess } = { access: undefined }] = account.dashboards.values();
  if (boardAccess)
    account.defaultAccess.dashboard.permissions.push(...boardAccess.permissions.filter(({ deny }) => !deny));
  return account;
}

/** The sample world: two accounts, and one whose subscription is not paid. */
export function sampleWorld(sample: number | Sample = {}): World {
  const { seed = 1, size = {} } = typeof sample === 'number' ? { seed: sample } : sample;
  const main = sampleAccount('Northwind', seed, { ...MAIN, ...size });
  const other = sampleAccount('Southgate', seed, SMALL);
  const unpaid = sampleAccount('Westfield', seed, SMALL, false);
  // What one account calls its role no other one need have.
  for (const role of [...other.roles.values()].slice(-1)) role.name = 'Southgate Stewards';
  const user = (account: Account, n: number) => [...account.users.values()][n] as User;
  return {
    accounts: new Map([main, other, unpaid].map((account) => [account.id, account])),
    tokens: new Map([
      [TOKENS.ACCESS_TOKEN, user(main, 0)],
      [TOKENS.SECOND_ACCESS_TOKEN, user(main, 1)],
      [TOKENS.LIMITED_ACCESS_TOKEN, user(main, 2)],
      [TOKENS.UNPAID_ACCESS_TOKEN, user(unpaid, 0)],
      [TOKENS.OTHER_ACCESS_TOKEN, user(other, 0)],
    ]),
  };
}
