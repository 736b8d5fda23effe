/** What key results say of the goal that they belong to. Sections "Metric (key result)", "Goal". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { goalsOfSessions } from '../../support/domain/goalsMet.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { idsOf, recordsIn } from '../../support/records/answers.ts';
import { exchangeOf, remember } from '../../support/values/provenance.ts';
import { allMetrics } from './metrics.ts';

/** What goals that sessions show say of themselves, under the names that their key results have for it. */
async function goalsShown(t: Context): Promise<Map<unknown, JsonRecord>> {
  const goals = t.claims('sessions') ? await unlessUntested(goalsOfSessions(t), []) : [];
  return new Map(
    goals.flatMap(({ goal: { id, name, ownerId, ownerIds, obfuscated } }) =>
      obfuscated === true ? [] : [[id, { goalName: name, goalOwnerId: ownerId, goalOwnerIds: ownerIds }] as const],
    ),
  );
}

/**
 * Ids of all key results of a goal; undefined where it does not show them, or not with ids. A goal that embeds some and
 * counts more says that these are not all.
 */
function embeddedIn({ metrics, metricsCount }: JsonRecord): unknown[] | undefined {
  const shown = recordsIn(metrics).map(({ id }) => id);
  const isAll = Array.isArray(metrics) && metrics.length === shown.filter(Boolean).length;
  return isAll && !(shown.length > 0 && Number(metricsCount) > shown.length) ? shown : undefined;
}

/** Key results that show their goal, and to everybody. */
const isOpen = ({ goalId, private: hidden, obfuscated }: JsonRecord) =>
  typeof goalId === 'string' && hidden !== true && obfuscated !== true;

/** What both say; what only one of them says counts as well. */
const together = (before: JsonRecord | undefined, said: JsonRecord): JsonRecord => ({
  ...said,
  ...Object.fromEntries(Object.entries(before ?? {}).filter(([, value]) => value !== undefined)),
});

export const metricGoals: readonly Check[] = [
  check('key results of one goal say the same of it', 'metrics.goal-named', (t) =>
    eventually(t, async (s) => {
      const [{ items }, known] = await Promise.all([allMetrics(s), goalsShown(s)]);
      for (const metric of items) {
        const { goalId, goalName, goalOwnerId, goalOwnerIds, obfuscated } = metric;
        if (typeof goalId !== 'string' || obfuscated === true) continue;
        const said = remember({ goalName, goalOwnerId, goalOwnerIds }, exchangeOf(metric));
        const before = known.get(goalId);
        s.agree(before, said, 'key results name different things as the name or the owners of one goal');
        known.set(goalId, together(before, said));
        if (typeof goalOwnerId !== 'string' || !Array.isArray(goalOwnerIds)) continue;
        s.expect(goalOwnerIds.includes(goalOwnerId), 'the owner of the goal is not one of its owners', {
          expected: `${goalOwnerId} among goalOwnerIds`,
          received: metric,
          at: '/goalOwnerIds',
        });
      }
      if (s.tally.compared === 0) throw s.nothingShown('metric', ['goalName', 'goalOwnerId', 'goalOwnerIds']);
    }),
  ),

  check('a goal embeds its own key results', 'metrics.goal-agree', (t) =>
    eventually(t, async (s) => {
      const [goals, { items }] = await Promise.all([goalsOfSessions(s), allMetrics(s)]);
      const listed = new Map(items.map((metric) => [metric.id, metric]));
      listed.delete(undefined);
      for (const { goal } of goals) {
        for (const metric of recordsIn(goal.metrics)) {
          const { name, goalId } = listed.get(metric.id) ?? {};
          s.agree({ goalId: goal.id }, metric, 'a key result of another goal is embedded in a goal', exchangeOf(goal));
          s.agree(goal.id, goalId, 'a key result of another goal is embedded in a goal', exchangeOf(goal));
          s.agree({ name }, metric, 'a key result has another name in its goal than in the list', exchangeOf(goal));
        }
        const embedded = embeddedIn(goal);
        if (goal.id === undefined || embedded === undefined) continue;
        const due = items.filter((metric) => isOpen(metric) && metric.goalId === goal.id);
        const missing = idsOf(due).filter((id) => !embedded.includes(id));
        s.none(missing, due.length, 'a goal that shows its key results lacks one of the list', exchangeOf(goal));
      }
      if (s.tally.compared === 0) throw s.nothingShown('goal', 'metrics');
    }),
  ),
];
