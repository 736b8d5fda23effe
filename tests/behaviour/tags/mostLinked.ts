/**
 * Items that may be tagged, the one with the most links first: what a write must not reach is reached from there, if from
 * anywhere. Sections "Resources / KPI", "Resources / Dashboard", "Endpoints / KPIs".
 */
import { type JsonRecord, kind } from '../../../schemas/contract.ts';
import { about } from '../../support/domain/aboutKpis.ts';
import { goalsShownAsMet, lockedGoals } from '../../support/domain/goalsMet.ts';
import { DASHBOARD, GOAL, INSIGHT, isClosed, KPI, type Place, taggable } from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { idsOf } from '../../support/records/answers.ts';
import { shownBy } from '../../support/records/identifiers.ts';

/** Insights whose usages are asked for. */
const INSIGHTS = 4;

/** How much a record is linked: its lists of several entries first, then all entries of its lists. */
export function linksOf(record: JsonRecord): number {
  const lists = Object.values(record).filter(Array.isArray);
  const several = lists.filter(({ length }) => length > 1).length;
  return several * 1000 + lists.reduce((sum, { length }) => sum + length, 0);
}

/** Those of some records that may be changed, the most linked first. */
async function mostLinked(t: Context, { kind: kindName }: Place, all: readonly string[]): Promise<string[]> {
  const { list } = kind(kindName);
  const shown = list === undefined ? [] : await unlessUntested(shownBy(t, list), []);
  const open = shown.filter((record) => all.includes(String(record.id)) && !isClosed(record));
  return idsOf([...open].sort((a, b) => linksOf(b) - linksOf(a)));
}

/** Insights, those first that the most KPIs use. */
async function mostUsed(t: Context, all: readonly string[]): Promise<string[]> {
  if (!t.offers('kpis.insightUsages') || !t.offers('kpis.list')) return [];
  const known = new Set(idsOf(await unlessUntested(shownBy(t, 'kpis.list'), [])));
  const used = await Promise.all(
    all.slice(0, INSIGHTS).map(async (id) => {
      const { ok, json } = await t.send('kpis.insightUsages', { params: { id } });
      return { id, times: ok ? about(json, known).size : 0 };
    }),
  );
  return used.sort((a, b) => b.times - a.times).map(({ id }) => id);
}

/** Goals that count as met, so that they can be sought by tags; any of them where what cannot be undone is allowed. */
async function metGoals(t: Context, all: readonly string[]): Promise<string[]> {
  const locked = await lockedGoals(t);
  const met = (await goalsShownAsMet(t)).map(({ goalId }) => goalId).filter((id) => !locked.has(id));
  return t.settings.allowDestructive ? met : met.filter((id) => all.includes(id));
}

/** The items of a place that may be tagged, as far as their links are shown: the richest first. */
export async function mostLinkedItems(t: Context, place: Place): Promise<readonly string[]> {
  const all = await taggable(t, place);
  if (place === GOAL) return metGoals(t, all);
  if (place === INSIGHT) return mostUsed(t, all);
  return [KPI, DASHBOARD].includes(place) ? mostLinked(t, place, all) : [];
}
