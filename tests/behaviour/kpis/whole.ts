/** Whether the list of KPIs shows all that there are. Section "Endpoints / KPIs". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf } from '../../support/records/answers.ts';
import { peek } from '../../support/records/views.ts';
import { sample } from '../../support/values/sample.ts';

const KIND = 'kpi';
const MOST = 24;

/** What ends a check that needs the whole list. */
export const listCut = () =>
  new NotTested(
    'the list of KPIs does not show all that it counts',
    'FIXTURES: bodies.listKpis with the body by which all KPIs are listed',
  );

/** KPIs of which something else than the first user's list tells: the fixtures, and the list of another user. */
async function toldElsewhere(t: Context): Promise<string[]> {
  const { ids, facts } = t.fixtures;
  const named = [...(ids.kpi ?? []), ...sample(facts.kpiGroups ?? [], MOST).map(({ kpiId }) => kpiId)];
  if (!isGiven(t, 'second')) return named;
  const { items } = await unlessUntested(readKind(t, KIND, { as: 'second' }), { items: [] });
  return [...new Set([...named, ...idsOf(items)])];
}

/** Those of the KPIs that the user can read by their ids and the list does not have; some of many. */
export async function leftOut(t: Context, items: readonly JsonRecord[], told: readonly string[]): Promise<string[]> {
  const there = new Set(idsOf(items));
  const missing = sample(
    told.filter((id) => !there.has(id)),
    MOST,
  );
  const read = await Promise.all(missing.map((id) => peek(t, KIND, id)));
  return missing.filter((_, i) => read[i] !== undefined);
}

export const whole: readonly Check[] = [
  check('a KPI that can be read by its id is in the list', 'kpis.list-whole', (t) =>
    eventually(t, async (s) => {
      const { items, complete, answer } = await readKind(s, KIND);
      if (!complete) throw listCut();
      const told = await toldElsewhere(s);
      if (told.length === 0) throw new NotTested('no KPI is known except from the list', 'FIXTURES: ids.kpi');
      const readable = await leftOut(s, items, told);
      s.none(readable, told.length, 'the list leaves out KPIs that the user can read', answer);
    }),
  ),
];
