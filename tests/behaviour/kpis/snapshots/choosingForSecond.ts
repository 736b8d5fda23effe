/**
 * What groups, and ungrouped, choose for the second user: of the KPIs that this user can read, those that they choose for anybody.
 * Section "Endpoints / KPIs".
 */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import { about } from '../../../support/domain/aboutKpis.ts';
import type { Context } from '../../../support/engine/context.ts';
import { unlessUntested } from '../../../support/engine/outcome.ts';
import { fresh } from '../../../support/engine/retry.ts';
import type { Answer } from '../../../support/http/client.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf, strings } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { LIST, type Query } from './asking.ts';

const KIND = 'kpi';
/** KPIs that are asked for one by one where they are missing. */
const MOST = 6;

const ask = (t: Context, query: Query): Promise<Answer> => t.send(LIST, { query, as: 'second' });

/** Whether the second user can read a KPI, and an answer says something of it when it alone is asked for. */
async function speaks(t: Context, kpiId: string): Promise<boolean> {
  const [kpi, alone] = await Promise.all([
    t.send('kpis.get', { params: { kpiId }, as: 'second' }),
    ask(t, { ids: kpiId }),
  ]);
  return kpi.ok && alone.ok && about(alone.json, new Set([kpiId])).has(kpiId);
}

/** Judges the choice among the KPIs whose groups the second user's list shows. */
async function expectChoice(t: Context, query: Query, isChosen: (groups: readonly string[]) => boolean, what: string) {
  const { items } = await unlessUntested(readKind(fresh(t), KIND, { as: 'second' }), { items: [] });
  const shown = items.filter(({ groups }) => Array.isArray(groups));
  const answer = await ask(t, query);
  if (!answer.ok || shown.length === 0) return;
  const named = about(answer.json, new Set(idsOf(shown)));
  const chosen = idsOf(shown.filter(({ groups }: JsonRecord) => isChosen(strings(groups))));
  const wrong = [...named].filter((id) => !chosen.includes(id));
  t.none(
    wrong,
    named.size,
    `with ${what} of the second user, the answer is about KPIs that were not asked for`,
    answer,
  );
  const left = sample(
    chosen.filter((id) => !named.has(id)),
    MOST,
  );
  const speaking = await Promise.all(left.map((id) => speaks(t, id)));
  const missing = left.filter((_, i) => speaking[i]);
  const message = `with ${what} of the second user, the answer leaves out KPIs that this user can read`;
  t.none(missing, chosen.length, message, answer);
}

/** Judges the KPIs that groups choose for the second user, where there is one. */
export async function expectGroupsForSecond(t: Context, groupIds: readonly string[]): Promise<void> {
  if (t.also('second').length === 0) return;
  const isChosen = (groups: readonly string[]) => groups.some((id) => groupIds.includes(id));
  await expectChoice(t, { groupIds: groupIds.join(',') }, isChosen, 'groupIds');
}

/** Judges the KPIs that are in no group for the second user, where there is one. */
export async function expectUngroupedForSecond(t: Context): Promise<void> {
  if (t.also('second').length === 0) return;
  await expectChoice(t, { ungrouped: 'true' }, ({ length }) => length === 0, 'ungrouped=true');
}
