/** The actions that a user may take on a key result. Section "Metric (key result)". */

import { expectOwnActions } from '../../support/domain/allowedActions.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import { strings } from '../../support/records/answers.ts';
import { elsewhere, SHOWN_BY } from './metrics.ts';

/** Judges that a user without permissions is shown the same actions on a key result wherever it shows. */
async function expectSameEverywhere(t: Context, operation: string): Promise<void> {
  const shown = await Promise.all(
    Object.keys(SHOWN_BY).map(async (id) => [id, await elsewhere(t, id, 'limited')] as const),
  );
  const own = new Map(shown.find(([id]) => id === operation)?.[1].map((metric) => [metric.id, metric]));
  own.delete(undefined);
  for (const [id, records] of shown) {
    for (const { id: metricId, currentUserAllowedActions: expected } of records) {
      const received = own.get(metricId)?.currentUserAllowedActions;
      if (id === operation || !Array.isArray(expected) || !Array.isArray(received)) continue;
      const message = `${operation} shows other actions than ${id} to the same user`;
      t.equal(strings(received).sort(), strings(expected).sort(), message);
    }
  }
}

export const metricActions: Check[] = Object.entries(SHOWN_BY).map(([operation, shown]) =>
  check(
    `${operation}: the actions are those of the user who asks`,
    'metrics.current-user',
    (t) =>
      eventually(t, async (s) => {
        await expectOwnActions(s, 'metric', [(as) => shown(s, as)]);
        await expectSameEverywhere(s, operation);
      }),
    [operation],
  ),
);
