/** Whether the list of KPIs shows all that there are. Section "Endpoints / KPIs". */

import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import { listCut, readKind } from '../../support/lists/readList.ts';
import { idsOf } from '../../support/records/answers.ts';
import { missingFromList } from '../../support/records/missingFromList.ts';
import { sample } from '../../support/values/sample.ts';

const KIND = 'kpi';
const MOST = 24;

/** KPIs of which something else than the first user's list tells: the fixtures, and the list of another user. */
async function toldElsewhere(t: Context): Promise<string[]> {
  const { ids, facts } = t.fixtures;
  const named = [...(ids.kpi ?? []), ...sample(facts.kpiGroups ?? [], MOST).map(({ kpiId }) => kpiId)];
  if (!isGiven(t, 'second')) return named;
  const { items } = await unlessUntested(readKind(t, KIND, { as: 'second' }), { items: [] });
  return [...new Set([...named, ...idsOf(items)])];
}

export const whole: readonly Check[] = [
  check('a KPI that can be read by its id is in the list', 'kpis.list-whole', (t) =>
    eventually(t, async (s) => {
      const { items, complete, answer } = await readKind(s, KIND);
      if (!complete) throw listCut('kpis.list');
      const told = await toldElsewhere(s);
      if (told.length === 0) throw new NotTested('no KPI is known except from the list', 'FIXTURES: ids.kpi');
      const readable = await missingFromList(s, KIND, items, told);
      s.none(readable, told.length, 'the list leaves out KPIs that the user can read', answer);
    }),
  ),
];
