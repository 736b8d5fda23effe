/** What looks records up across accounts, or not at all, in one branch of an operation alone: by one of two ids, for one type or kind. */
import type { Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { instead, inWorld } from './vocabulary.ts';

type Table = 'kpis' | 'kpiGroups' | 'snapshots' | 'roles' | 'permissions' | 'dashboards';

/** Looks the records of these tables up in every account, where this holds of the call. */
const everywhere = (id: string, tables: readonly Table[], when: (call: Call) => boolean = () => true): Seams =>
  inWorld(id, (call, accounts, next) => {
    if (!when(call)) return next(call);
    const all = (table: Table) =>
      [call.account, ...accounts.values()].flatMap((one) => [...(one[table] as Map<string, unknown>)]);
    const merged = Object.fromEntries(tables.map((table) => [table, new Map(all(table))])) as Partial<Account>;
    return next({ ...call, account: { ...call.account, ...merged } });
  });

const ITEM = 'permissions.defaultAccessOfItem';
const isDashboard = ({ params }: Call) => params.itemType === 'dashboard';

export const branchFaults: readonly Fault[] = [
  {
    name: 'snapshots-by-groups-of-other-accounts',
    title: 'With groupIds the KPIs of a group of any account are found.',
    breaks: ['general.foreign-token'],
    seams: everywhere('kpis.listSnapshots', ['kpis', 'snapshots'], ({ query }) => query.has('groupIds')),
  },
  {
    name: 'kpi-out-of-foreign-group',
    title: 'A KPI is taken out of a group of any account.',
    breaks: ['kpiGroups.remove-kpi-unknown'],
    seams: everywhere('kpiGroups.removeKpi', ['kpiGroups']),
  },
  {
    name: 'foreign-kpi-out-of-group',
    title: 'A KPI of any account is taken out of a group.',
    breaks: ['kpiGroups.remove-kpi-unknown'],
    seams: everywhere('kpiGroups.removeKpi', ['kpis']),
  },
  {
    name: 'item-access-of-foreign-dashboard',
    title: 'The default access of a dashboard of any account is given; sessions are looked up in the account.',
    breaks: ['general.foreign-record'],
    seams: everywhere(ITEM, ['dashboards'], isDashboard),
  },
  {
    name: 'item-access-of-unknown-dashboard-is-default',
    title: 'For an unknown dashboard the default access of the type is given; an unknown session is refused.',
    breaks: ['general.unknown-id'],
    seams: instead(ITEM, (call, next) => {
      const answer = next(call);
      const missed = answer.status === 404 && isDashboard(call);
      return missed ? { status: 200, body: call.account.defaultAccess.dashboard } : answer;
    }),
  },
  {
    name: 'principal-role-of-another-account',
    title: 'The effective permissions of a role of any account are given; users are looked up in the account.',
    breaks: ['general.foreign-token'],
    seams: everywhere(
      'permissions.ofPrincipal',
      ['roles', 'permissions'],
      ({ account, params }) => !account.users.has(params.id ?? ''),
    ),
  },
];
