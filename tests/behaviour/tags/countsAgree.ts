/** The list of tags counts at least the items that are shown with each tag. Section "Resources / Tag". */
import { kind } from '../../../schemas/contract.ts';
import { DASHBOARD, KPI, type Place, readTags, timesTagged } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { readKind } from '../../support/lists/readList.ts';
import { mayBeUncounted } from '../../support/records/setAside.ts';
import { peek } from '../../support/records/views.ts';

/** How a key result is tagged is not shown; its tags are. */
const KEY_RESULT = { kind: 'metric', noun: 'key result', count: 'metricsTaggedCount' };

/** How many of the items a count must have: a list may leave out that one is archived. */
async function countable(t: Context, kindName: string, ids: readonly unknown[]): Promise<number> {
  if (kind(kindName).get === undefined) return ids.length;
  const read = await Promise.all(ids.map((id) => peek(t, kindName, String(id))));
  return read.filter((item) => item === undefined || !mayBeUncounted(item)).length;
}

function agreement(place: Pick<Place, 'kind' | 'noun' | 'count'>, list: string): Check {
  const field = place.count as string;
  return check(
    `tags count at least the ${place.noun}s that are listed with them`,
    'tags.counts-agree',
    async (t) => {
      for (const group of ['tags', list.split('.')[0] as string]) t.needGroup(group);
      await eventually(t, async (now) => {
        const { items } = await readKind(fresh(now), place.kind);
        const carriers = items.filter(
          (item) => Array.isArray(item.tags) && item.tags.length > 0 && !mayBeUncounted(item),
        );
        if (carriers.length === 0) throw t.nothingShown(place.kind, 'tags');
        const counted = (await readTags(now)).items.filter((entry) => entry[field] !== undefined);
        if (counted.length === 0) throw t.nothingShown('tag', field);
        for (const entry of counted) {
          const mine = carriers.filter((item) => (timesTagged(item, entry) ?? 0) > 0).map(({ id }) => id);
          const all = [...new Set(mine)];
          const isCounted = Number(entry[field]) >= all.length;
          const carrying = isCounted ? all.length : await countable(now, place.kind, all);
          t.expect(Number(entry[field]) >= carrying, `${field} is less than the items that carry the tag`, {
            expected: `at least ${carrying}`,
            received: entry,
            at: `/${field}`,
          });
        }
      });
    },
    ['tags.list', list],
  );
}

export const countsAgree: readonly Check[] = [
  agreement(KPI, 'kpis.list'),
  agreement(DASHBOARD, 'dashboards.list'),
  agreement(KEY_RESULT, 'metrics.list'),
];
