/** What looks records up across accounts, or not at all, in one branch of an operation alone: by one of two ids, for one type or kind. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Account } from '../../../reference-server/store/account.ts';
import type { Fault } from './fault.ts';
import { instead, inWorld } from './vocabulary.ts';

type Table = 'goals' | 'kpis' | 'kpiGroups' | 'snapshots' | 'roles' | 'permissions' | 'dashboards' | 'sessions';

/** Looks the records of these tables up in every account, where this holds of the call. */
const everywhere = (id: string, tables: readonly Table[], when: (call: Call) => boolean = () => true): Seams =>
  inWorld(id, (call, accounts, next) => {
    if (!when(call)) return next(call);
    const all = (table: Table) =>
      [call.account, ...accounts.values()].flatMap((one) => [...(one[table] as Map<string, unknown>)]);
    const merged = Object.fromEntries(tables.map((table) => [table, new Map(all(table))])) as Partial<Account>;
    return next({ ...call, account: { ...call.account, ...merged } });
  });

/** Acts in another account than the one of the call. */
const elsewhere = (id: string, when: (call: Call) => boolean = () => true): Seams =>
  inWorld(id, (call, accounts, next) => {
    const other = [...accounts.values()].find(({ id: named }) => named !== call.account.id);
    return next(other && when(call) ? { ...call, account: other } : call);
  });

/** Lists what the call gives in each account, the own one first. */
export const inAll = (id: string, when: (call: Call) => boolean = () => true): Seams =>
  inWorld(id, (call, accounts, next) => {
    const own = next(call);
    if (!when(call) || own.status !== 200) return own;
    const others = [...accounts.values()].filter((account) => account !== call.account);
    const list = 'tags' in (own.body as object) ? 'tags' : 'items';
    const all = [own, ...others.map((account) => next({ ...call, account }))].flatMap(
      ({ body }) => (body as Record<string, unknown[]>)[list] ?? [],
    );
    return { ...own, body: { ...(own.body as object), [list]: all, totalCount: all.length } };
  });

const ITEM = 'permissions.defaultAccessOfItem';
const isDashboard = ({ params }: Call) => params.itemType === 'dashboard';

export const branchFaults: readonly Fault[] = [
  {
    name: 'allowed-actions-on-goals-of-all-accounts',
    title: 'The actions on goals name the goals of every account; no list shows them.',
    breaks: ['general.foreign-token'],
    seams: everywhere('permissions.allowedActions', ['goals'], ({ params }) => params.targetType === 'goals'),
  },
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
  {
    name: 'ungrouped-snapshots-of-all-accounts',
    title: 'With ungrouped the KPIs of all accounts that are in no group are shown.',
    breaks: ['general.foreign-token'],
    seams: inAll('kpis.listSnapshots', ({ query }) => query.has('ungrouped')),
  },
  {
    name: 'demo-sessions-of-all-accounts',
    title: 'With includeDemo the sessions of all accounts are listed.',
    breaks: ['general.foreign-token', 'general.account-id'],
    seams: everywhere('sessions.list', ['sessions'], ({ query }) => query.has('includeDemo')),
  },
  {
    name: 'users-with-action-of-all-accounts',
    title: 'Users of all accounts who have an action are shown.',
    breaks: ['general.foreign-token'],
    seams: inWorld('permissions.usersWithAction', (call, accounts, next) => {
      const own = next(call);
      const all = [...accounts.values()].flatMap(({ users }) => [...users.keys()].map((id) => ({ id })));
      return own.status === undefined || own.status === 200
        ? { ...own, body: { items: all, totalCount: all.length } }
        : own;
    }),
  },
  {
    name: 'default-access-of-another-account',
    title: 'The default access of dashboards is that of another account.',
    breaks: ['general.foreign-token'],
    seams: elsewhere('permissions.defaultAccess', isDashboard),
  },
  {
    name: 'allowed-actions-of-all-accounts',
    title: 'Allowed actions are given for targets of all accounts, under their ids.',
    breaks: ['general.foreign-token'],
    seams: inWorld('permissions.allowedActions', (call, accounts, next) => {
      const all = [...accounts.values()].map((account) => next({ ...call, account }).body as object);
      return { status: 200, body: Object.assign({}, ...all) };
    }),
  },
  {
    name: 'users-actions-of-the-first-caller',
    title: 'The session of the user who asked first is shown to everybody.',
    breaks: ['general.foreign-token'],
    seams() {
      let kept: Answer | undefined;
      return instead('permissions.usersActions', (call, next) => {
        kept ??= next(call);
        return kept;
      });
    },
  },
];
