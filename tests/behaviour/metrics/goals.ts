/** What key results say of the goal that they belong to. Sections "Metric (key result)", "Goal". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { goalsOfSessions } from '../../support/domain/goalsMet.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { disagreement } from '../../support/values/agreement.ts';
import { withoutNulls } from '../../support/values/difference.ts';
import { allMetrics } from './metrics.ts';

/** What goals that sessions show say of themselves, under the names that their key results have for it. */
async function goalsShown(t: Context): Promise<Map<unknown, JsonRecord>> {
  const found = t.claims('sessions')
    ? await goalsOfSessions(t).catch((error) => {
        if (error instanceof NotTested || error instanceof NotApplicable) return [];
        throw error;
      })
    : [];
  const open = found
    .map(({ goal }) => withoutNulls(goal) as JsonRecord)
    .filter(({ obfuscated }) => obfuscated !== true);
  return new Map(
    open.map(({ id, name, ownerId, ownerIds }) => [
      id,
      { goalName: name, goalOwnerId: ownerId, goalOwnerIds: ownerIds },
    ]),
  );
}

export const metricGoals: readonly Check[] = [
  check('key results of one goal say the same of it', 'metrics.goal-named', (t) =>
    eventually(t, async (s) => {
      const [{ items, answer }, known] = await Promise.all([allMetrics(s), goalsShown(s)]);
      const open = items.filter(({ goalId, obfuscated }) => typeof goalId === 'string' && obfuscated !== true);
      let seen = 0;
      for (const { goalId, goalName, goalOwnerId, goalOwnerIds } of open) {
        const said = withoutNulls({ goalName, goalOwnerId, goalOwnerIds }) as JsonRecord;
        const before = known.get(goalId);
        const found = disagreement(before, said);
        s.expect(!found, 'key results name different things as the name or the owners of one goal', {
          ...(found as NonNullable<typeof found>),
          exchange: answer,
        });
        if (before) seen++;
        known.set(goalId, { ...said, ...(withoutNulls(before ?? {}) as JsonRecord) });
        if (typeof goalOwnerId !== 'string' || !Array.isArray(goalOwnerIds)) continue;
        seen++;
        s.expect(goalOwnerIds.includes(goalOwnerId), 'the owner of the goal is not one of its owners', {
          expected: `${goalOwnerId} among goalOwnerIds`,
          received: goalOwnerIds,
          at: '/goalOwnerIds',
          exchange: answer,
        });
      }
      if (seen === 0) throw new NotApplicable('no key result shows what another one says of its goal');
    }),
  ),

  check('a key result in a goal is one of this goal', 'metrics.goal-agree', (t) =>
    eventually(t, async (s) => {
      const [goals, { items }] = await Promise.all([goalsOfSessions(s), allMetrics(s)]);
      const inside = goals.flatMap(({ goal, answer }) =>
        (Array.isArray(goal.metrics) ? goal.metrics : []).filter(isRecord).map((metric) => ({ goal, metric, answer })),
      );
      let seen = 0;
      for (const { goal, metric, answer } of inside) {
        const listed = items.find(({ id }) => id !== undefined && id === metric.id);
        for (const { goalId } of [metric, listed ?? {}]) {
          if (goalId === undefined || goal.id === undefined) continue;
          seen++;
          s.expect(goalId === goal.id, 'a key result of another goal is embedded in a goal', {
            expected: goal.id,
            received: goalId,
            at: '/goalId',
            exchange: answer,
          });
        }
        if (listed?.name === undefined || metric.name === undefined) continue;
        seen++;
        s.equal(metric.name, listed.name, 'a key result has another name in its goal than in the list', answer);
      }
      if (seen === 0) throw new NotApplicable('no goal shows its key results; fields may be absent');
    }),
  ),
];
