/** Which tags are on which dashboards that the user can access. Section "Endpoints / Dashboards". */

import { readTags } from '../../../support/domain/tags.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import { NoData } from '../../../support/engine/outcome.ts';
import { eventually } from '../../../support/engine/retry.ts';
import { withBelow } from '../../../support/records/embedded.ts';
import { access } from './access.ts';
import { againstDashboards } from './tagged.ts';
import { everyonesUsages, isUsageOf, namedBy, refOf, someUsages } from './usage.ts';

const alone: Check[] = [
  check('a usage counts the dashboards that it names, each once', 'dashboards.usages-count', (t) =>
    eventually(t, async (now) => {
      for (const { items } of await everyonesUsages(now))
        for (const item of items.filter(({ dashboardsIds }) => Array.isArray(dashboardsIds))) {
          const named = namedBy(item);
          t.expect(new Set(named).size === named.length, 'a usage names a dashboard twice', {
            expected: 'each id once',
            received: item,
            at: '/dashboardsIds',
          });
          if (item.dashboardsCount === undefined) continue;
          t.field(
            item,
            'dashboardsCount',
            named.length,
            'dashboardsCount is not the number of dashboards that a usage names',
          );
        }
    }),
  ),

  check('each usage is of a tag that a dashboard has', 'dashboards.usages-used', (t) =>
    eventually(t, async (now) => {
      for (const { items, answer } of await everyonesUsages(now)) {
        const unused = items.filter(
          ({ dashboardsCount, dashboardsIds }) =>
            dashboardsCount === 0 || (Array.isArray(dashboardsIds) && dashboardsIds.length === 0),
        );
        const shown = items.filter((item) => item.dashboardsCount !== undefined || Array.isArray(item.dashboardsIds));
        t.none(unused, shown.length, 'a usage is of a tag that no dashboard has which the user can access', answer);
      }
    }),
  ),

  check('the usages have each tag once', 'dashboards.usages-each-once', (t) =>
    eventually(t, async (now) => {
      const all = await everyonesUsages(now);
      for (const { items } of all)
        for (const [i, item] of items.entries()) {
          const other = items.slice(0, i).find((before) => isUsageOf(before, refOf(item)));
          t.expect(!other, 'two usages are of the same tag', {
            expected: 'each tag once',
            received: [other, item],
          });
        }
      if (all.every(({ items }) => items.length < 2))
        throw new NoData('only one tag is used on dashboards', 'dashboards with two tags in the account');
    }),
  ),

  check('a usage names its tag as the list of tags does', 'dashboards.usages-tag', async (t) => {
    t.needGroup('tags');
    await eventually(t, async (now) => {
      const { items } = await someUsages(now);
      const { items: listed, complete } = await readTags(now);
      // A list may show tags that are below others there alone.
      const tags = withBelow(listed);
      if (tags.every(({ name, title }) => (name ?? title) === undefined))
        throw t.nothingShown('tag', ['name', 'title']);
      for (const item of complete ? items : []) {
        const pairs = [
          ['tagName', 'name'],
          ['tagTitle', 'title'],
        ] as const;
        // Neither view must have every tag: those that are not active may stand in one alone.
        const shown = tags.filter(
          (tag) => isUsageOf(item, tag) || (tag.name !== undefined && tag.name === item.tagName),
        );
        if (shown.length === 0) continue;
        const right = shown.some((tag) =>
          pairs.every(([of, field]) => item[of] === undefined || tag[field] === undefined || item[of] === tag[field]),
        );
        t.expect(right, 'tagName and tagTitle are not name and title of one tag in the list of tags', {
          expected: tags.filter(({ name, title }) => name === item.tagName || title === item.tagTitle).slice(0, 3),
          received: item,
        });
      }
    });
  }),
];

export const usageChecks: readonly Check[] = [...alone, ...againstDashboards, ...access];
