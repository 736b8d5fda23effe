/** Usages beside the dashboards as they are shown. Section "Endpoints / Dashboards". */

import { isRecord } from '../../../../schemas/contract.ts';
import { lacking } from '../../../support/domain/facts.ts';
import { isTag, tagsInUse, timesTagged } from '../../../support/domain/tags.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import { DASHBOARD_TAG_ACTIVE } from '../../../support/engine/noneWords.ts';
import { eventually, fresh } from '../../../support/engine/retry.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { mayBeCut } from '../../../support/lists/readPages.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { peek } from '../../../support/records/views.ts';
import { sample } from '../../../support/values/sample.ts';
import { namedBy, refOf, someUsages, usages } from './usage.ts';

const KIND = 'dashboard';

export const againstDashboards: Check[] = [
  check('each dashboard that a usage names carries the tag', 'dashboards.usages-ids', (t) =>
    eventually(t, async (now) => {
      const used = await someUsages(now);
      const named = [...new Set(used.items.flatMap(namedBy))];
      if (named.length === 0) throw t.nothingShown(KIND, 'tags');
      const { items } = await readKind(fresh(now), KIND);
      // Those that the list does not show are read by id, and some that it does.
      const unlisted = named.filter((id) => !items.some((item) => item.id === id));
      const ids = [...new Set([...unlisted.slice(0, 20), ...sample(named, 8)])];
      const byId = await Promise.all(
        ids.map(async (id) => ({ id, answer: await now.send('dashboards.get', { params: { dashboardId: id } }) })),
      );
      for (const { answer } of byId) {
        t.succeeded(answer, 'a dashboard that a usage names cannot be read by its id');
      }
      const records = [...items, ...byId.flatMap(({ answer: { json } }) => (isRecord(json) ? [json] : []))];
      let seen = 0;
      for (const item of used.items) {
        for (const record of records.filter(({ id }) => namedBy(item).includes(String(id)))) {
          const times = timesTagged(record, refOf(item));
          if (times === undefined) continue;
          seen++;
          t.expect(times > 0, 'a usage names a dashboard that does not carry the tag', {
            expected: item,
            received: { id: record.id, tags: record.tags },
            at: '/tags',
            exchange: used.answer,
          });
        }
      }
      if (seen === 0) throw t.nothingShown(KIND, 'tags');
    }),
  ),

  check('each tag of each dashboard has a usage that names it', 'dashboards.usages-all', (t) =>
    eventually(t, async (now) => {
      const { items } = await readKind(fresh(now), KIND);
      const byId = await Promise.all(sample(idsOf(items), 8).map((id) => peek(now, KIND, id)));
      const used = await usages(now);
      const tagged = [...items, ...byId].flatMap((item) => tagsInUse(item ?? {}).map((tag) => ({ id: item?.id, tag })));
      const found = tagged.map(({ id, tag }) => {
        return { id, tag, usage: used.items.filter((item) => isTag(tag, refOf(item)) !== false) };
      });
      const judged = mayBeCut(used.items.length) ? found.filter(({ usage }) => usage.length > 0) : found;
      if (judged.length === 0)
        throw lacking(
          t,
          [DASHBOARD_TAG_ACTIVE],
          'no dashboard that is not archived shows a tag that is active',
          'a dashboard in use with a tag that is active',
        );
      for (const { id, tag, usage } of judged) {
        const named = usage.some((item) => !Array.isArray(item.dashboardsIds) || namedBy(item).includes(String(id)));
        t.expect(named, 'a tag of a dashboard has no usage that names the dashboard', {
          expected: { tag, dashboard: id },
          received: usage.length > 0 ? usage : 'no usage of the tag',
          exchange: used.answer,
        });
      }
    }),
  ),
];
