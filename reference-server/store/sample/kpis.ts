/** KPIs, their groups and snapshots of the sample data. */
import { kpiView } from '../../views/work.ts';
import type { Kpi, KpiGroup, KpiSnapshot } from '../account.ts';
import { rest } from './customFields.ts';
import { day, type Make, moment, noLinks, setting, wide } from './make.ts';
import { richText } from './texts.ts';
import { AREAS, nth, THEMES } from './words.ts';

/** Two groups have one name, and KPIs in common. */
const groupName = (n: number): string => `${nth(THEMES, n)} ${nth(AREAS, n * 5)} ${wide(n)}`;

export function addKpiGroups({ account, id }: Make, count: number): void {
  const users = [...account.users.keys()];
  for (let n = 0; n < count; n++) {
    const author = users[n % 2] ?? '';
    const group: KpiGroup = {
      accountId: account.id,
      createdById: author,
      dateCreated: moment(n),
      dateUpdated: moment(n + 40),
      id: id(),
      modifiedById: author,
      name: groupName(n === 7 ? 0 : n),
      favoriteOf: new Set(n % 4 === 0 ? [author] : []),
    };
    account.kpiGroups.set(group.id, group);
  }
}

const projection = ({ id, account }: Make, n: number, author: string) => ({
  createdById: author,
  date: day(200 + n),
  dateCreated: moment(n),
  dateModified: moment(n + 5),
  id: id(),
  modifiedById: author,
  note: {
    gif: { id: `gif${wide(n)}`, searchQuery: 'party' },
    mentions: { [author]: { name: account.users.get(author)?.name } },
    note: `Expected by **${nth(AREAS, n)}**`,
  },
  value: 100 + n / 2,
});

/** Ten snapshots, less than two weeks apart; every eleventh KPI has none. */
const snapshotsOf = ({ id, int }: Make, n: number): KpiSnapshot[] =>
  Array.from({ length: n % 11 === 10 ? 0 : 10 }, (_, i) => ({
    id: id(),
    date: `${day((n % 20) + i * 12)}T${i % 2 === 0 ? '12:00' : '23:30'}:00.000Z`,
    value: int(1000) / 10,
  }));

/** The KPI that is alone in its group. */
const ALONE = 6;

/** In how many groups a KPI is. */
const memberships = (n: number): number => (n % 10 === 9 ? 0 : n % 5 === 1 ? 1 : 3);

/** The groups of a KPI: of the last group, where there are others, one KPI alone, which is in no other. */
function groupsOf(groups: readonly string[], n: number): string[] {
  const shared = groups.length > 2 ? groups.slice(0, -1) : groups;
  if (shared !== groups && n === ALONE) return groups.slice(-1);
  return [
    ...new Set(Array.from({ length: shared.length === 0 ? 0 : memberships(n) }, (_, i) => nth(shared, n + i * 7))),
  ];
}

function nameOf(n: number): string {
  const first = n % 9 === 4 ? n - 1 : n;
  return `${nth(THEMES, first)} rate ${wide(first)}`;
}

/** The author is the first owner, a later one, or none. Every second KPI in no group is also the first user's. */
function ownerIdsOf({ some }: Make, n: number, users: readonly string[]): string[] {
  const author = users[n % 2] ?? '';
  const owners = users.slice(2);
  const all = [[author, ...some(owners, 1)], some(owners, 2), [...some(owners, 1), author], some(owners, 2)];
  return [...(all[n % 4] ?? []), ...(n % 20 === 19 ? users.slice(0, 1) : [])];
}

/** KPIs in three groups each; every fifth is in one, every tenth in none. Some have the name of the one before. */
export function addKpis(make: Make, count: number): void {
  const { account, id, some } = make;
  const groups = [...account.kpiGroups.keys()];
  const users = [...account.users.keys()];
  const insights = [...account.insights.values()];
  // No KPI uses the first one, where there are more.
  const used = insights.slice(insights.length > 1 ? 1 : 0);
  const teams = [...account.teams.keys()];
  const tags = [...account.tags.keys()];
  const restOf = rest(make, 'kpi', kpiView);
  for (let n = 0; n < count; n++) {
    const author = users[n % 2] ?? '';
    const insight = n % 3 === 0 ? used[(n / 3) % Math.max(used.length, 1)] : undefined;
    const kpi: Kpi = {
      accountId: account.id,
      aggregation: nth(['sum', 'average', 'latest'], n),
      createdById: author,
      dateCreated: moment(n),
      dateUpdated: moment(n + 60),
      description: richText(make, n + 1),
      formatting: { fractionSize: n % 3, prefix: n % 2 === 0 ? '$' : '', suffix: n % 2 === 0 ? '' : '%' },
      groups: groupsOf(groups, n),
      id: id(),
      linked: noLinks(),
      modifiedById: author,
      name: nameOf(n),
      ownerIds: ownerIdsOf(make, n, users),
      projections: n % 2 === 0 ? [projection(make, n, author)] : [],
      tagIds: some(tags, n % 3),
      targetOperator: nth(['at_least', 'at_most'], n),
      insightId: insight?.id,
      insightLink: insight && {
        fieldName: 'total',
        insightName: insight.name,
        settings: [setting(teams[n % Math.max(teams.length, 1)], 'region', nth(AREAS, n))],
        usedDataSourceBlueprintNames: ['warehouse'],
      },
      ...restOf(n),
    };
    account.kpis.set(kpi.id, kpi);
    account.snapshots.set(kpi.id, snapshotsOf(make, n));
  }
}
