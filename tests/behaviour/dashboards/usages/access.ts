/** Usages name what the user can access. Section "Endpoints / Dashboards". */

import { isRecord, type JsonRecord } from '../../../../schemas/contract.ts';
import { timesTagged } from '../../../support/domain/tags.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { eventually, fresh } from '../../../support/engine/retry.ts';
import type { Actor } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { itemsOf } from '../../../support/records/answers.ts';
import { peek } from '../../../support/records/views.ts';
import { spread } from '../../../support/values/sample.ts';
import { isUsageOf, namedBy, USAGES, usages } from './usage.ts';

const KIND = 'dashboard';

const USERS: readonly Actor[] = ['first', 'second', 'limited'];
const given = (t: Context, as: Actor) =>
  as === 'first' || t.settings.tokens[as === 'second' ? 'SECOND_ACCESS_TOKEN' : 'LIMITED_ACCESS_TOKEN'] !== undefined;

export const access: Check[] = [
  check('no usage names a dashboard that the user cannot access', 'dashboards.usages-accessible', async (t) => {
    const hidden = t.fixtures.facts.hiddenDashboards ?? [];
    if (hidden.length === 0)
      throw new NotTested('no dashboard is known that the first user may not see', 'FIXTURES: facts.hiddenDashboards');
    await eventually(t, async () => {
      const used = await usages(t);
      for (const item of used.items) {
        const shown = namedBy(item).filter((id) => hidden.includes(id));
        t.expect(shown.length === 0, 'a usage names a dashboard that the user cannot access', {
          expected: `none of ${hidden.join(', ')}`,
          received: item,
          at: '/dashboardsIds',
          exchange: used.answer,
        });
      }
      // What another user sees of the hidden ones tells which tags these alone carry.
      if (!given(t, 'second')) return;
      const [seen, { items, complete }] = await Promise.all([
        Promise.all(hidden.map((id) => peek(t, KIND, id, 'second'))),
        readKind(fresh(t), KIND),
      ]);
      for (const embedded of seen.flatMap((item) => (Array.isArray(item?.tags) ? item.tags : []))) {
        if (!isRecord(embedded) || !complete || items.some((item) => timesTagged(item, embedded) !== 0)) continue;
        const usage = used.items.find((item) => isUsageOf(item, embedded));
        t.expect(!usage, 'a tag that only dashboards carry which the user cannot access has a usage', {
          expected: 'no usage of this tag',
          received: usage,
          exchange: used.answer,
        });
      }
    });
  }),

  check('usages are those of the user who asks', 'dashboards.usages-user', (t) =>
    eventually(t, async () => {
      const users = USERS.filter((as) => given(t, as));
      const shown = await Promise.all(
        users.map(async (as) => {
          const answer = await t.send(USAGES, { as });
          return { as, answer, named: new Set(answer.ok ? itemsOf(answer.json).flatMap(namedBy) : []) };
        }),
      );
      const all = new Set([...shown.flatMap(({ named }) => [...named]), ...(t.fixtures.facts.hiddenDashboards ?? [])]);
      let refused = 0;
      const shows = shown.some(({ named }) => named.size > 0);
      await Promise.all(
        shown.flatMap(({ as, answer, named }) =>
          spread([...all], 40).map(async (id) => {
            const read = await t.send('dashboards.get', { params: { dashboardId: id }, as });
            if (read.status >= 500 || !answer.ok) return;
            if (read.ok) {
              // What this user can read, and others perhaps cannot, this user's usages name.
              const { tags, archived } = (isRecord(read.json) ? read.json : {}) as JsonRecord;
              const tagged = Array.isArray(tags) && tags.some((one) => isRecord(one) && one.isActive !== false);
              t.expect(
                !shows || !tagged || archived === true || named.has(id),
                `no usage shows the ${as} user a tagged dashboard that this user can read`,
                {
                  expected: id,
                  received: [...named],
                  exchange: answer,
                },
              );
              return;
            }
            refused++;
            t.expect(!named.has(id), `a usage shows the ${as} user a dashboard that this user cannot read`, {
              expected: `not ${id}, which is answered with ${read.status}`,
              received: [...named],
              exchange: answer,
            });
          }),
        ),
      );
      if (refused === 0)
        throw new NotTested(
          'each user can read every dashboard that is known',
          'FIXTURES: facts.hiddenDashboards, or a LIMITED_ACCESS_TOKEN of a user who may not see every dashboard',
        );
    }),
  ),
];
