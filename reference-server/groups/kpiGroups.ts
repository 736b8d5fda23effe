/** Section "Endpoints / KPI groups" and the moves of section "States and transitions". */
import { type Call, find, type Handlers } from '../call.ts';
import type { KpiGroup } from '../store/account.ts';

/** The group as `userId` sees it. */
function shown({ favoriteOf, ...group }: KpiGroup, userId: string) {
  return { ...group, favorite: favoriteOf.has(userId) };
}

const addressed = (call: Call) => find(call.account.kpiGroups, call.params.groupId, call);
const nameIn = (call: Call) => (call.body as { name?: string } | undefined)?.name;

export const kpiGroups: Handlers = {
  'kpiGroups.list': ({ account, user }) => {
    const items = [...account.kpiGroups.values()].map((group) => shown(group, user.id));
    return { count: items.length, items, totalCount: items.length };
  },

  'kpiGroups.get': (call) => shown(addressed(call), call.user.id),

  'kpiGroups.create': (call) => {
    const { account, user } = call;
    const now = account.now();
    const group: KpiGroup = {
      accountId: account.id,
      createdById: user.id,
      dateCreated: now,
      dateUpdated: now,
      id: account.newId(),
      modifiedById: user.id,
      name: nameIn(call) ?? '',
      favoriteOf: new Set(),
    };
    account.kpiGroups.set(group.id, group);
    return shown(group, user.id);
  },

  'kpiGroups.update': (call) => {
    const group = addressed(call);
    group.name = nameIn(call) ?? group.name;
    group.dateUpdated = call.account.now();
    group.modifiedById = call.user.id;
    return shown(group, call.user.id);
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
