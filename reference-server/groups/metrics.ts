/** Section "Endpoints / Key results (metrics)". The list answers as an object with items. */
import { find, type Handlers } from '../call.ts';
import { formatted } from '../query/formatting.ts';
import { list } from '../query/list.ts';
import { metricView } from '../views/goals.ts';
import { show } from '../views/view.ts';

export const metrics: Handlers = {
  'metrics.list': (call) => list(call, [...call.account.metrics.values()], metricView),

  'metrics.byCheckin': (call) => {
    const id = find(call.account.checkins, call.params.checkinId, call);
    return show(metricView, find(call.account.metrics, id, call), call);
  },

  'metrics.byOwner': (call) => {
    const owner = find(call.account.users, call.params.ownerId, call);
    const items = [...call.account.metrics.values()]
      .filter((metric) => call.rules.owns(owner.id, metric))
      .map((metric) => show(metricView, metric, call));
    return { items: formatted(call, items), totalCount: items.length };
  },
};
