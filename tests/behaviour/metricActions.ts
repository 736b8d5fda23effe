/** The actions that a user may take on a key result. Section "Metric (key result)". */
import { spread } from '../support/agree.ts';
import { expectOwnActions } from '../support/allowedActions.ts';
import { type Check, check } from '../support/check.ts';
import type { Actor } from '../support/client.ts';
import { collection } from '../support/collections.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { byCheckins, ownedBy, someOwners } from '../support/metrics.ts';

const seenBy: Readonly<Record<string, (t: Context, as: Actor) => Promise<readonly JsonRecord[]>>> = {
  'metrics.list': async (t, as) => (await collection(t, 'metrics.list', { as })).items,
  'metrics.byCheckin': async (t, as) => (await byCheckins(t, as)).map(({ record }) => record),
  'metrics.byOwner': async (t, as) => {
    const found = await Promise.all(spread(await someOwners(t), 3).map((ownerId) => ownedBy(t, ownerId, as)));
    return found.flatMap(({ items }) => items);
  },
};

export const metricActions: Check[] = Object.entries(seenBy).map(([operation, seen]) =>
  check(
    `${operation}: the actions are those of the user who asks`,
    'metrics.current-user',
    (t) => expectOwnActions(t, 'metric', async (as) => [await seen(t, as)]),
    [operation],
  ),
);
