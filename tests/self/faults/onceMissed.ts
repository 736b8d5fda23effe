/** Wrong servers of others that the suite passed over, or only warned of. */
import type { Seams } from '../../../reference-server/server.ts';
import { isRecord } from '../../../schemas/contract.ts';
import { type Fault, faultOf } from './fault.ts';
import { body, instead, recordsIn, type Shown, success } from './vocabulary.ts';

const fault = faultOf('');

/** Shows the groups of a KPI as an object under the places that they had before it was taken out of one before them. */
const keepingKeys = (): Seams => {
  const places = new Map<string, number>();
  return instead(['kpiGroups.removeKpi', 'kpis.get', 'kpis.list'], (call, next) => {
    const kpis = [...call.account.kpis.values()];
    const before = kpis.map((kpi) => [kpi, kpi.groups.indexOf(String(call.params.groupId))] as const);
    const ends = before.map(([kpi, at]) => kpi.id === call.params.kpiId && at >= 0 && at < kpi.groups.length - 1);
    const answer = next(call);
    if (answer.status >= 300) return answer;
    if (call.operation.id === 'kpiGroups.removeKpi') {
      before.forEach(([{ id }, at], i) => {
        if (ends[i]) places.set(id, at);
      });
      return answer;
    }
    const shown = structuredClone(answer.body);
    for (const kpi of recordsIn(shown)) {
      const at = places.get(String(kpi.id));
      if (at !== undefined)
        kpi.groups = Object.fromEntries((kpi.groups as string[]).map((id, i) => [i < at ? i : i + 1, id]));
    }
    return { ...answer, body: shown };
  });
};

/** A recalculation gives only those roles that the user did not have by SCIM groups, and takes the others away. */
const givesNewAlone = instead('roles.recalculateScimRoles', (call, next) => {
  const had = [...call.account.users.values()].map((user) => [user, user.scimRoleIds] as const);
  const answer = next(call);
  for (const [user, before] of had) user.scimRoleIds = user.scimRoleIds.filter((id) => !before.includes(id));
  return answer;
});

const roles: readonly Fault[] = [
  fault(
    'role-count-without-scim',
    'Reading a role by id leaves out users who have it by a SCIM group.',
    ['roles.views-agree', 'roles.user-count'],
    body('roles.get', (role, { account }) => {
      role.userCount = [...account.users.values()].filter(({ roleIds }) => roleIds.includes(String(role.id))).length;
    }),
  ),
  fault(
    'scim-recalculation-only-new',
    'A recalculation gives only those roles that the user did not have by SCIM groups, and takes the others away.',
    'roles.recalculate-roles',
    givesNewAlone,
  ),
];

/** Changes each snapshot of each KPI. */
const snapshots = (on: string, change: (snapshot: Shown, index: number) => void) =>
  body<{ items: { groups: { snapshots: Shown[] }[] }[] }>(on, ({ items }) => {
    items
      .flatMap(({ groups }) => groups.flatMap((group) => group.snapshots))
      .forEach((one, i) => {
        change(one, i);
      });
  });

const records: readonly Fault[] = [
  fault(
    'snapshot-dates-are-numbers',
    'GET /v2/kpis/snapshots writes the dates of snapshots as numbers.',
    'general.open-strings',
    snapshots('kpis.snapshots', (one) => {
      one.date = Date.parse(String(one.date));
    }),
  ),
  fault(
    'snapshot-ids-are-numbers',
    'GET /v1/kpi-snapshots numbers the snapshots in the place of their ids.',
    'general.open-strings',
    snapshots('kpis.listSnapshots', (one, i) => {
      one.id = i;
    }),
  ),
  fault(
    'groups-keep-their-keys',
    'A KPI that was taken out of a group shows the others as an object, where it was not the last one.',
    ['kpiGroups.remove-kpi-only', 'general.answer-schema'],
    keepingKeys,
  ),
  fault(
    'kpi-any-kind',
    'Reading a KPI by the id of a key result or a goal gives that.',
    'general.unknown-id',
    instead('kpis.get', (call, next) => {
      const { metrics, goals } = call.account;
      const other = metrics.get(String(call.params.kpiId)) ?? goals.get(String(call.params.kpiId));
      return other ? { status: 200, body: { id: other.id, name: other.name } } : next(call);
    }),
  ),
];

/** The answer, with a number for an owner in each record of it. */
function numbered(shown: unknown): unknown {
  if (Array.isArray(shown)) return shown.map(numbered);
  return { ...(isRecord(shown) && shown), ownerId: 17 };
}

const owners: readonly Fault[] = [
  'kpis.insightUsages',
  'permissions.allowedActions',
  'permissions.effective',
  'permissions.ofPrincipal',
  'permissions.usersWithAction',
].map((on) =>
  fault(
    `owner-is-a-number-${on.replaceAll(/[A-Z.]/g, (sign) => (sign === '.' ? '-' : `-${sign.toLowerCase()}`))}`,
    `${on} shows the number of an owner in the place of the id.`,
    'general.open-strings',
    success(on, (answer) => ({ ...answer, body: numbered(answer.body) })),
  ),
);

export const onceMissedFaults: readonly Fault[] = [...roles, ...records, ...owners];
