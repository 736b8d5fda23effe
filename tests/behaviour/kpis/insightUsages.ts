/** KPIs that use an insight: the shape of the answer is open (gap 2). Sections "Endpoints / KPIs", "Resources / KPI", "Resources / Dashboard". */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { about } from '../../support/domain/aboutKpis.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, recordsIn } from '../../support/records/answers.ts';
import { ids } from '../../support/records/identifiers.ts';
import { duplicates } from '../../support/values/duplicates.ts';
import { sample } from '../../support/values/sample.ts';

const REQUIREMENT = 'kpis.insight-usages-own';

/** Insights whose usages are looked at. */
const INSIGHTS = 6;

interface Usage {
  insightId: string;
  answer: Answer;
  /** The KPIs that the answer names by their ids. */
  kpis: readonly string[];
}

/** Some insights, first of all such as several KPIs name: of these an answer may leave out some. */
async function someInsights(t: Context, items: readonly JsonRecord[]): Promise<readonly string[]> {
  const [all, names] = [await ids(t, 'insight'), await namesOfInsights(t)];
  const isShared = (id: string) => names.has(id) && linkedTo(items, names.get(id)).length > 1;
  const shared = sample(all.filter(isShared), INSIGHTS / 2);
  return [...new Set([...shared, ...sample(all, INSIGHTS)])].slice(0, INSIGHTS);
}

/** What some insights are used by, of the KPIs that the list shows. */
async function usagesOf(t: Context, items: readonly JsonRecord[]): Promise<readonly Usage[]> {
  const known = new Set(idsOf(items));
  const insights = await someInsights(t, items);
  return Promise.all(
    insights.map(async (insightId) => {
      const answer = await t.send('kpis.insightUsages', { params: { id: insightId } });
      return { insightId, answer, kpis: [...about(answer.ok ? answer.json : undefined, known)] };
    }),
  );
}

/** The names that dashboards show of insights, by their ids: those that no other insight is shown with. */
async function namesOfInsights(t: Context): Promise<ReadonlyMap<string, unknown>> {
  if (!t.claims('dashboards')) return new Map();
  const { items } = await unlessUntested(readKind(t, 'dashboard'), { items: [] });
  const shown = items.flatMap(({ insights }) => recordsIn(insights));
  const isOnly = ({ insightId, insightName }: JsonRecord) =>
    shown.every((one) => (one.insightId === insightId) === (one.insightName === insightName));
  return new Map(
    shown
      .filter((one) => typeof one.insightName === 'string' && isOnly(one))
      .map((one) => [String(one.insightId), one.insightName]),
  );
}

/** The KPIs whose link names an insight. */
const linkedTo = (items: readonly JsonRecord[], name: unknown): string[] =>
  idsOf(items.filter(({ insightLink }) => isRecord(insightLink) && insightLink.insightName === name));

export const insightUsages: readonly Check[] = [
  check('no KPI uses two insights', REQUIREMENT, (t) =>
    eventually(t, async (s) => {
      const using = await usagesOf(s, (await readKind(s, 'kpi')).items);
      const all = using.flatMap(({ kpis }) => kpis);
      const twice = duplicates(all);
      const wrong = using.findLast(({ kpis }) => kpis.some((id) => twice.includes(id)));
      if (using.length > 1) s.none(twice, all.length, 'a KPI is named for two insights', wrong?.answer);
      if (s.tally.compared === 0)
        throw new NoData('no two insights are known whose KPIs are named by id', 'FIXTURES: ids.insight with several');
    }),
  ),

  check('each KPI that names an insight is among those that use it', REQUIREMENT, (t) =>
    eventually(t, async (s) => {
      const { items } = await readKind(fresh(s), 'kpi');
      const [using, names] = [await usagesOf(s, items), await namesOfInsights(s)];
      const all = new Set(using.flatMap(({ kpis }) => kpis));
      const found = using.map((one) => ({
        ...one,
        linked: names.has(one.insightId) ? linkedTo(items, names.get(one.insightId)) : [],
      }));
      // That one of them is named shows that KPIs and dashboards mean the same by the name of an insight.
      const isTelling = found.some(({ linked, kpis }) => linked.some((id) => kpis.includes(id)));
      for (const { answer, linked } of isTelling ? found.filter((one) => one.answer.ok) : []) {
        const missing = linked.filter((id) => !all.has(id));
        s.none(missing, linked.length, 'the usages of an insight leave out a KPI whose link names it', answer);
      }
      if (s.tally.compared === 0)
        throw new NoData(
          'no insight is known whose name dashboards and KPIs show',
          'FIXTURES: ids.insight of insights that are on a dashboard, and that KPIs use',
        );
    }),
  ),
];
