/** Whether the list of KPIs shows all that there are. Section "Endpoints / KPIs". */

import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { idsOf, itemsOf } from '../../support/records/answers.ts';
import { peek } from '../../support/records/views.ts';
import { spread } from '../../support/values/sample.ts';

const KIND = 'kpi';
/** Items of a page that is full by the default. Section "Limits". */
const FULL_PAGE = 100;
const MOST = 24;

/** KPIs of which something else than the first user's list tells: the fixtures, and the list of another user. */
async function toldElsewhere(t: Context): Promise<string[]> {
  const { ids, facts } = t.fixtures;
  const named = [...(ids.kpi ?? []), ...spread(facts.kpiGroups ?? [], MOST).map(({ kpiId }) => kpiId)];
  if (t.settings.tokens.SECOND_ACCESS_TOKEN === undefined) return named;
  return [...named, ...idsOf(itemsOf((await t.send('kpis.list', { as: 'second' })).json))];
}

export const whole: readonly Check[] = [
  check('a KPI that can be read by its id is in the list', 'kpis.list-whole', (t) =>
    eventually(t, async () => {
      const answer = await t.ok('kpis.list');
      const items = itemsOf(answer.json);
      if (items.length >= FULL_PAGE) throw new NotApplicable('the list need not show more than a page of 100');
      const told = await toldElsewhere(t);
      if (told.length === 0) throw new NotTested('no KPI is known but from the list', 'FIXTURES: ids.kpi');
      const there = new Set(idsOf(items));
      const missing = spread(
        [...new Set(told)].filter((id) => !there.has(id)),
        MOST,
      );
      const found = (await Promise.all(missing.map((id) => peek(t, KIND, id)))).filter((kpi) => kpi !== undefined);
      t.expect(found.length === 0, 'the list leaves out KPIs that the user can read', {
        expected: 'each of them in the list',
        received: found.map(({ id, groups, ownerIds }) => ({ id, groups, ownerIds })),
        exchange: answer,
      });
    }),
  ),
];
