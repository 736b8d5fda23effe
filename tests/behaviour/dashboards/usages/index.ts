/** Which tags are on which dashboards that the user can access. Section "Endpoints / Dashboards". */

import { readTags } from '../../../support/domain/tags.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { eventually } from '../../../support/engine/retry.ts';
import { access } from './access.ts';
import { againstDashboards } from './tagged.ts';
import { isUsageOf, namedBy, refOf, someUsage, usages } from './usage.ts';

const alone: Check[] = [
  check('a usage counts the dashboards that it names, each once', 'dashboards.usages-count', async (t) => {
    const used = await usages(t);
    for (const item of someUsage(used)) {
      const named = namedBy(item);
      t.expect(new Set(named).size === named.length, 'a usage names a dashboard twice', {
        expected: 'each id once',
        received: item,
        at: '/dashboardsIds',
        exchange: used.answer,
      });
      const counted = item.dashboardsCount === undefined || !Array.isArray(item.dashboardsIds);
      t.expect(
        counted || item.dashboardsCount === named.length,
        'dashboardsCount is not the number of dashboards that a usage names',
        {
          expected: named.length,
          received: item,
          at: '/dashboardsCount',
          exchange: used.answer,
        },
      );
    }
  }),

  check('each usage is of a tag that a dashboard has', 'dashboards.usages-used', async (t) => {
    const { items, answer } = await usages(t);
    const unused = items.find(
      ({ dashboardsCount, dashboardsIds }) =>
        dashboardsCount === 0 || (Array.isArray(dashboardsIds) && dashboardsIds.length === 0),
    );
    t.expect(!unused, 'a usage is of a tag that no dashboard has which the user can access', {
      expected: 'dashboards that have the tag',
      received: unused,
      exchange: answer,
    });
  }),

  check('the usages have each tag once', 'dashboards.usages-each-once', async (t) => {
    const used = await usages(t);
    const items = someUsage(used);
    for (const [i, item] of items.entries()) {
      const other = items.slice(0, i).find((before) => isUsageOf(before, refOf(item)));
      t.expect(!other, 'two usages are of the same tag', {
        expected: 'each tag once',
        received: [other, item],
        exchange: used.answer,
      });
    }
    if (items.length < 2)
      throw new NotTested('only one tag is used on dashboards', 'dashboards with two tags in the account');
  }),

  check('a usage names its tag as the list of tags does', 'dashboards.usages-tag', async (t) => {
    t.needGroup('tags');
    await eventually(t, async () => {
      const used = await usages(t);
      const found = await readTags(t);
      for (const item of someUsage(used)) {
        const right = found.items.some(
          ({ name, title }) =>
            (item.tagName === undefined || name === undefined || item.tagName === name) &&
            (item.tagTitle === undefined || title === undefined || item.tagTitle === title),
        );
        t.expect(
          right || !found.complete,
          'tagName and tagTitle are not name and title of one tag in the list of tags',
          {
            expected: found.items
              .filter(({ name, title }) => name === item.tagName || title === item.tagTitle)
              .slice(0, 3),
            received: item,
            exchange: used.answer,
          },
        );
      }
    });
  }),
];

export const usageChecks: readonly Check[] = [...alone, ...againstDashboards, ...access];
