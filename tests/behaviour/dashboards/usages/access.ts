/** Usages name what the user can access. Section "Endpoints / Dashboards". */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import { timesTagged } from '../../../support/domain/tags.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import { eventually, fresh } from '../../../support/engine/retry.ts';
import { givenUsers } from '../../../support/http/actors.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { mayBeCut } from '../../../support/lists/readPages.ts';
import { idsOf, itemsOf, recordsIn } from '../../../support/records/answers.ts';
import { peek } from '../../../support/records/views.ts';
import { sample } from '../../../support/values/sample.ts';
import { hiddenFrom, listedFor, usersWithHidden } from '../hidden.ts';
import { isUsageOf, namedBy, USAGES } from './usage.ts';

const KIND = 'dashboard';
const MOST = 12;

/** Whether a dashboard must have a usage: archived ones and tags that are not active need not count as in use. */
const isTagged = (record: JsonRecord | undefined): boolean =>
  record?.archived !== true && recordsIn(record?.tags).some(({ isActive }) => isActive !== false);

export const access: Check[] = [
  check('no usage names a dashboard that the user cannot access', 'dashboards.usages-accessible', async (t) => {
    for (const { as, hidden } of await usersWithHidden(t))
      await eventually(t, async (now) => {
        const answer = as === 'first' ? await now.ok(USAGES) : await now.send(USAGES, { as });
        const items = itemsOf(answer.json);
        for (const item of items) {
          const shown = namedBy(item).filter((id) => hidden.includes(id));
          t.none(shown, 1, 'a usage names a dashboard that the user cannot access', answer);
        }
        // What another user sees of the hidden ones tells which tags these alone carry.
        const others = givenUsers(t).filter((other) => other !== as);
        const [seen, { items: dashboards, complete }] = await Promise.all([
          Promise.all(others.flatMap((other) => sample(hidden, 4).map((id) => peek(now, KIND, id, other)))),
          readKind(fresh(now), KIND, { as }),
        ]);
        for (const embedded of seen.flatMap((item) => recordsIn(item?.tags))) {
          if (!complete || dashboards.some((item) => timesTagged(item, embedded) !== 0)) continue;
          const usages = items.filter((item) => isUsageOf(item, embedded));
          t.none(usages, 1, 'a tag that only dashboards carry which the user cannot access has a usage', answer);
        }
      });
  }),

  check('usages are those of the user who asks', 'dashboards.usages-user', async (t) => {
    await usersWithHidden(t);
    await eventually(t, async (now) => {
      for (const as of givenUsers(t)) {
        const answer = await now.send(USAGES, { as });
        if (!answer.ok) continue;
        const items = itemsOf(answer.json);
        const named = new Set(items.flatMap(namedBy));
        if (named.size === 0) continue;
        const hidden = await hiddenFrom(t, as);
        t.none(
          hidden.filter((id) => named.has(id)),
          hidden.length,
          `a usage shows the ${as} user a dashboard that this user cannot read`,
          answer,
        );
        // What this user can read, and others perhaps cannot, this user's usages name.
        if (mayBeCut(items.length)) continue;
        const elsewhere = await Promise.all(givenUsers(t).map((other) => (other === as ? [] : hiddenFrom(t, other))));
        const ids = new Set([...elsewhere.flat(), ...sample(idsOf(await listedFor(now, as)), MOST)]);
        const read = await Promise.all([...ids].map(async (id) => ({ id, record: await peek(now, KIND, id, as) })));
        for (const { id } of read.filter(({ record }) => isTagged(record))) {
          t.expect(named.has(id), `no usage shows the ${as} user a tagged dashboard that this user can read`, {
            expected: id,
            received: [...named],
            exchange: answer,
          });
        }
      }
    });
  }),
];
