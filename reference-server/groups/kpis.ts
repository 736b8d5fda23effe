/** Section "Endpoints / KPIs". Shapes of usages and snapshots are open (gap 2); those here are this server's. */
import { type Call, find, type Handlers } from '../call.ts';
import { expressionsOf } from '../query/expressions.ts';
import { formatted } from '../query/formatting.ts';
import { list, matching } from '../query/list.ts';
import { snapshotGroups } from '../query/snapshots.ts';
import type { Kpi } from '../store/account.ts';
import { show } from '../views/view.ts';
import { kpiView } from '../views/work.ts';
import { tagItem } from './tags.ts';

const all = ({ account }: Call) => [...account.kpis.values()];

/**
 * The snapshots of these KPIs, as from, to, timeZone and groupBy ask.
 * @throws Refusal 400 when one of them is malformed
 */
function snapshotsOf(call: Call, kpis: readonly Kpi[]) {
  const group = snapshotGroups(call.query);
  const items = kpis.map(({ id }) => ({ kpiId: id, groups: group(call.account.snapshots.get(id) ?? []) }));
  return { items, totalCount: items.length };
}

const idsInQuery = ({ query }: Call, name: string) => (query.get(name) ?? '').split(',').map((id) => id.trim());

/** The KPIs that any of ids, groupIds, ungrouped and mykpis names; all of them when none is given. */
function asked(call: Call): Kpi[] {
  const { query, rules, user } = call;
  const yes = (name: string) => query.get(name) === 'true';
  const ids = idsInQuery(call, 'ids');
  const groupIds = idsInQuery(call, 'groupIds');
  const kpis = all(call);
  if (!query.get('ids') && !query.get('groupIds') && !yes('ungrouped') && !yes('mykpis')) return kpis;
  return kpis.filter(
    (kpi) =>
      ids.includes(kpi.id) ||
      kpi.groups.some((id) => groupIds.includes(id)) ||
      (yes('ungrouped') && kpi.groups.length === 0) ||
      (yes('mykpis') && rules.owns(user.id, kpi)),
  );
}

export const kpis: Handlers = {
  'kpis.insightUsages': (call) => {
    const insight = find(call.account.insights, call.params.id, call);
    const items = all(call)
      .filter(({ insightId }) => insightId === insight.id)
      .map(({ id, name }) => ({ id, name }));
    return { items, totalCount: items.length };
  },

  'kpis.listSnapshots': (call) => snapshotsOf(call, asked(call)),

  'kpis.list': (call) => {
    const { items, totalCount } = list(call, all(call), kpiView);
    return { count: call.rules.count(totalCount, items.length), items, totalCount };
  },

  'kpis.snapshots': (call) => snapshotsOf(call, matching(call, all(call), kpiView, expressionsOf(call))),

  'kpis.get': (call) => formatted(call, show(kpiView, find(call.account.kpis, call.params.kpiId, call), call)),

  'kpis.tag': (call) => tagItem(call, find(call.account.kpis, call.params.kpiId, call)),
};
