/** Section "Endpoints / KPI groups" and the moves of section "States and transitions". */
import type { KPIGroupRequest } from '../../schemas/types.ts';
import { type Call, find, type Handlers } from '../call.ts';
import { Refusal } from '../refusal.ts';
import type { KpiGroup } from '../store/account.ts';
import { show, viewOf } from '../views/view.ts';

const view = viewOf<KpiGroup>(
  {
    favorite: (group, { rules, user }) => rules.favorite(group, user),
  },
  ['favoriteOf'],
);

const addressed = (call: Call) => find(call.account.kpiGroups, call.params.groupId, call);
const nameIn = (call: Call) => (call.body as KPIGroupRequest | undefined)?.name;

export const kpiGroups: Handlers = {
  'kpiGroups.list': (call) => {
    const items = [...call.account.kpiGroups.values()].map((group) => show(view, group, call));
    const { length } = items;
    return { count: call.rules.count(length, length), items, totalCount: call.rules.totalCount(length, length) };
  },

  'kpiGroups.get': (call) => show(view, addressed(call), call),

  'kpiGroups.create': (call) => {
    const { account, user } = call;
    const name = nameIn(call);
    if (name === undefined || name.trim() === '') throw new Refusal(400, 'name is missing');
    const now = account.now();
    const group: KpiGroup = {
      accountId: account.id,
      createdById: user.id,
      dateCreated: now,
      dateUpdated: now,
      id: account.newId(),
      modifiedById: user.id,
      name,
      favoriteOf: new Set(),
    };
    account.kpiGroups.set(group.id, group);
    return show(view, group, call);
  },

  'kpiGroups.update': (call) => {
    const group = addressed(call);
    group.name = nameIn(call) ?? group.name;
    group.dateUpdated = call.account.now();
    group.modifiedById = call.user.id;
    return show(view, group, call);
  },

  'kpiGroups.delete': (call) => {
    const { id } = addressed(call);
    call.account.kpiGroups.delete(id);
    for (const kpi of call.account.kpis.values()) kpi.groups = kpi.groups.filter((group) => group !== id);
  },

  'kpiGroups.setFavorite': (call) => {
    addressed(call).favoriteOf.add(call.user.id);
  },

  'kpiGroups.clearFavorite': (call) => {
    addressed(call).favoriteOf.delete(call.user.id);
  },

  'kpiGroups.removeKpi': (call) => {
    const kpi = find(call.account.kpis, call.params.kpiId, call);
    const group = addressed(call);
    kpi.groups = kpi.groups.filter((id) => id !== group.id);
  },
};
