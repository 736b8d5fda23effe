/** What the usages must say of the tags of a run, and of the dashboard that has them. Section "Endpoints / Dashboards". */
import { DASHBOARD, timesTagged } from '../../../support/domain/tags.ts';
import { mayBeCut } from '../../../support/lists/readPages.ts';
import { isUsageOf, namedBy, refOf } from '../../dashboards/usages/usage.ts';
import { type Finding, finding, type Look, type OwnTag, type TagUse } from './state.ts';

const USAGES_AT_ONCE = 'dashboards.usages-at-once';

function judgeUsage({ usages }: Look, { title, entry }: OwnTag, item: string): Finding[] {
  if (!usages) return [];
  const { items } = usages;
  const mine = items.filter((usage) => isUsageOf(usage, { title, name: entry?.name }));
  const cut = mine.length === 0 && mayBeCut(items.length);
  if (cut || items.some(({ tagTitle, tagName }) => tagTitle === undefined && tagName === undefined)) return [];
  const named = mine.map((usage) => (Array.isArray(usage.dashboardsIds) ? [...new Set(namedBy(usage))] : [item]));
  const right = named.length === 1 && named[0]?.length === 1 && named[0][0] === item;
  return [
    finding(USAGES_AT_ONCE, DASHBOARD, right, {
      message: 'a tag that was just put on one dashboard has no one usage that names it alone',
      expected: { tagTitle: title, dashboardsIds: [item] },
      received: mine,
    }),
  ];
}

/** Each usage that names the tagged dashboard is of a tag that it shows. */
function judgeOthers({ usages, sights }: Look, item: string): Finding[] {
  const shown = sights.find(({ place, as, where }) => place === DASHBOARD && as === 'first' && where === 'by id')?.item;
  if (!usages || !shown) return [];
  return usages.items
    .filter((usage) => namedBy(usage).includes(item))
    .map((usage) =>
      finding(USAGES_AT_ONCE, DASHBOARD, timesTagged(shown, refOf(usage)) !== 0, {
        message: 'a dashboard that was tagged is named by the usage of another tag',
        expected: shown.tags,
        received: usage,
      }),
    );
}

/** @param tags those of the run that the item has after the step */
export function judgeUsages(after: Look, step: readonly TagUse[], tags: readonly OwnTag[]): Finding[] {
  const item = step.find(({ place }) => place === DASHBOARD)?.item;
  if (item === undefined) return [];
  const on = tags.filter((tag) => step.some((use) => use.place === DASHBOARD && use.tag === tag && use.answer.ok));
  return [...on.flatMap((tag) => judgeUsage(after, tag, item)), ...judgeOthers(after, item)];
}
