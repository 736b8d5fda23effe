/** Section "Endpoints / Dashboards". A dashboard that the user may not see is, for that user, not there. */
import { type Call, find, type Handlers } from '../call.ts';
import { projected } from '../query/fields.ts';
import { list } from '../query/list.ts';
import { Refusal } from '../refusal.ts';
import type { Dashboard } from '../store/account.ts';
import { show } from '../views/view.ts';
import { dashboardView } from '../views/work.ts';

/** The dashboards that the caller may see. */
export const visibleDashboards = ({ account, rules, user }: Call): Dashboard[] =>
  [...account.dashboards.values()].filter((dashboard) => rules.dashboardVisible(user, dashboard));

/**
 * The dashboard that the path addresses.
 * @throws Refusal 404 when there is none, or the caller may not see it
 */
export function visibleDashboard(call: Call): Dashboard {
  const dashboard = find(call.account.dashboards, call.params.dashboardId, call);
  if (call.rules.dashboardVisible(call.user, dashboard)) return dashboard;
  throw new Refusal(404, `there is no such record: ${dashboard.id}`);
}

export const dashboards: Handlers = {
  'dashboards.list': (call) => {
    const { items, totalCount } = list(call, visibleDashboards(call), dashboardView);
    return { count: call.rules.count(totalCount, items.length), items, totalCount };
  },

  'dashboards.reports': (call) =>
    visibleDashboards(call)
      .filter((dashboard) => call.rules.isReport(dashboard))
      .map(({ id, name }) => ({ id, name })),

  'dashboards.byTag': (call) => {
    const { account, params, rules } = call;
    const key = rules.tagKey(params.tag ?? '');
    const tag = [...account.tags.values()].find(({ title }) => rules.tagKey(title) === key);
    const found = tag && visibleDashboards(call).find(({ tagIds }) => tagIds.includes(tag.id));
    if (!found) throw new Refusal(404, `there is no dashboard with the tag ${params.tag}`);
    return show(dashboardView, found, call);
  },

  'dashboards.tagUsages': (call) => {
    const users = new Map<string, string[]>();
    for (const { id, tagIds } of visibleDashboards(call)) {
      for (const tag of tagIds) users.set(tag, [...(users.get(tag) ?? []), id]);
    }
    const items = [...users].map(([id, dashboardsIds]) => {
      const tag = call.account.tags.get(id);
      return { dashboardsCount: dashboardsIds.length, dashboardsIds, tagName: tag?.name, tagTitle: tag?.title };
    });
    const wanted = call.rules.selection(call.query.get('fields') ?? '');
    return { items: wanted.size === 0 ? items : projected(items, wanted) };
  },

  'dashboards.get': (call) => show(dashboardView, visibleDashboard(call), call),
};
