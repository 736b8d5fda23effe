/** The actions that a user may take on a key result. Section "Metric (key result)". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { expectOwnActions } from '../../support/domain/allowedActions.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Actor } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import { spread } from '../../support/values/sample.ts';
import { byCheckins, ownedBy, someOwners } from './metrics.ts';

const seenBy: Readonly<Record<string, (t: Context, as: Actor) => Promise<readonly JsonRecord[]>>> = {
  'metrics.list': async (t, as) => (await readList(t, 'metrics.list', { as })).items,
  'metrics.byCheckin': async (t, as) => (await byCheckins(t, as)).map(({ record }) => record),
  'metrics.byOwner': async (t, as) => {
    const found = await Promise.all(spread(await someOwners(t), 3).map((ownerId) => ownedBy(t, ownerId, as)));
    return found.flatMap(({ items }) => items);
  },
};

/** Judges that a user without permissions is shown the same actions on a key result wherever it shows. */
async function expectSameEverywhere(t: Context, operation: string): Promise<void> {
  const all = await Promise.all(
    Object.entries(seenBy).map(async ([id, seen]) => [id, await seen(t, 'limited').catch(() => [])] as const),
  );
  const [, own = []] = all.find(([id]) => id === operation) ?? [];
  for (const [id, records] of all) {
    for (const { id: metricId, currentUserAllowedActions: expected } of records) {
      const same = own.find((metric) => metric.id !== undefined && metric.id === metricId);
      const received = same?.currentUserAllowedActions;
      if (!Array.isArray(expected) || !Array.isArray(received)) continue;
      t.equal(
        strings(received).sort(),
        strings(expected).sort(),
        `${operation} shows other actions than ${id} to the same user`,
      );
    }
  }
}

export const metricActions: Check[] = Object.entries(seenBy).map(([operation, seen]) =>
  check(
    `${operation}: the actions are those of the user who asks`,
    'metrics.current-user',
    (t) =>
      eventually(t, async (s) => {
        await expectOwnActions(s, 'metric', [(as) => seen(s, as)]);
        await expectSameEverywhere(s, operation);
      }),
    [operation],
  ),
);
