/** Dashboards of the sample data. */
import { dashboardView } from '../../views/work.ts';
import type { Access, Dashboard } from '../account.ts';
import { type Make, moment, setting, wide } from './make.ts';
import { AREAS, nth, THEMES } from './words.ts';

/** Every so many dashboards one is hidden from the first user, and every so many one is a report; some are both. */
const HIDDEN_EVERY = 22;
const REPORT_EVERY = 13;

export function addDashboards(make: Make, count: number): void {
  const { account, id, some } = make;
  const users = [...account.users.keys()];
  const teams = [...account.teams.keys()];
  const tags = [...account.tags.keys()];
  const insights = [...account.insights.values()];
  for (let n = 0; n < count; n++) {
    const hidden = n % HIDDEN_EVERY === 12;
    const dashboardId = id();
    const permissions = permissionsOf(make, n, hidden);
    const entry = setting(teams[n % Math.max(teams.length, 1)], 'period', nth(['month', 'quarter'], n));
    const dashboard: Dashboard = {
      access: { inherits: n % 2 === 0, ownerPermissions: { grant: { Subtype: 7 } }, permissions },
      appsCount: n % 3,
      archived: n % 15 === 14,
      createdById: users[1] ?? '',
      dateModified: moment(n),
      id: dashboardId,
      insights:
        insights.length === 0
          ? []
          : Array.from({ length: n < 40 ? 1 + (n % 3) : 0 }, (_, i) => insightItem(make, dashboardId, n + i)),
      isReport: n % REPORT_EVERY === 12,
      layout: nth(['grid', 'free'], n),
      name: `${nth(THEMES, n)} board ${nth(AREAS, n)} ${wide(n)}`,
      notificationsCount: n % 4,
      parameters: n % 4 === 0 ? [parameter(id(), n)] : [],
      readOnly: n % 6 === 5,
      sectionHeaders: n % 5 === 0 ? [sectionHeader(make, dashboardId, n)] : [],
      settings: [entry],
      source: { sourceApplication: 'marketplace', sourceId: `template${wide(n % 10)}` },
      tagIds: hidden ? hiddenTags(tags, n) : some(tags.slice(0, -5), n % 4),
      ...dashboardView.places,
    };
    account.dashboards.set(dashboard.id, dashboard);
  }
}

function permissionsOf({ account, some }: Make, n: number, hidden: boolean): Access['permissions'] {
  const users = [...account.users.keys()];
  const roles = [...account.roles.keys()];
  const permissions: Access['permissions'] = some(users.slice(1), n % 3).map((principalId) => ({
    grant: { Subtype: 3 },
    principalId,
    principalKind: 'user',
  }));
  const role = roles[n % Math.max(roles.length, 1)];
  if (role) permissions.push({ grant: { Subtype: 1 }, principalId: role, principalKind: 'role' });
  // To deny changes (4) hides nothing; to deny seeing (1) does.
  if (n % 10 === 5) permissions.push(denial(4, nth(users, 6)));
  if (hidden && users[0]) permissions.push(denial(1, users[0]));
  return permissions;
}

const denial = (bits: number, principalId: string): Access['permissions'][number] => ({
  deny: { Subtype: bits },
  grant: { Subtype: 0 },
  principalId,
  principalKind: 'user',
});

/** Hidden dashboards share a tag with others, and have one that no visible dashboard has. */
const hiddenTags = (tags: readonly string[], n: number) =>
  [tags.at(-1 - (n % 5)), tags[n % 50]].filter((tag) => tag !== undefined);

function insightItem({ account, id }: Make, dashboardId: string, n: number) {
  const insight = nth([...account.insights.values()], n);
  const teams = [...account.teams.keys()];
  return {
    col: n % 4,
    row: n % 3,
    sizeX: 2,
    sizeY: 1,
    dashboardId,
    id: id(),
    insightId: insight.id,
    insightName: insight.name,
    insightTitle: insight.title,
    type: 'insight',
    filters: [`area = ${nth(AREAS, n)}`],
    insightRequiredEntities: [
      { dataSourceIds: [`source${wide(n % 6)}`], entityName: 'Orders', isMissing: false, remoteEntityName: 'orders' },
    ],
    insightSource: { originalVersion: '1.2', sourceApplication: 'marketplace' },
    insightState: {
      error: '',
      metadata: {
        connectorName: 'warehouse',
        count: n,
        datasourceId: `source${wide(n % 6)}`,
        names: ['orders'],
        type: 'table',
      },
      status: nth(['ready', 'loading'], n),
    },
    settings: [setting(teams[n % Math.max(teams.length, 1)], 'area', nth(AREAS, n))],
  };
}

const parameter = (id: string, n: number) => ({
  defaultValue: nth(AREAS, n),
  entityName: 'Area',
  entityTitleField: 'title',
  entityValueField: 'value',
  id,
  key: `area${wide(n)}`,
  predefinedValues: [nth(AREAS, n), nth(AREAS, n + 1)],
  selectorType: 'single',
  title: 'Area',
});

function sectionHeader({ account, id }: Make, dashboardId: string, n: number) {
  const [author = ''] = account.users.keys();
  const sectionHeaderId = id();
  return {
    accountId: account.id,
    col: 0,
    dashboardId,
    id: id(),
    row: 0,
    sectionHeader: {
      accountId: account.id,
      createdById: author,
      dateCreated: moment(n),
      dateUpdated: moment(n + 1),
      header: nth(AREAS, n),
      id: sectionHeaderId,
      modifiedById: author,
      subHeader: nth(THEMES, n),
    },
    sectionHeaderId,
    sizeX: 4,
    sizeY: 1,
    type: 'sectionHeader',
  };
}
