/** What is asked for beside a removal, and must leave what the removal ends and what it keeps. Section "States and transitions". */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { givenTagBody, KPI, readTags, taggable, timesTagged, useTag } from '../../support/domain/tags.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { isOfRuns } from '../../support/engine/uniqueNames.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import type { Made } from '../../support/records/creating.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { make } from '../../support/records/subjects.ts';
import { peek } from '../../support/records/views.ts';
import { ask } from '../kpis/snapshots/asking.ts';

const KIND = 'kpiGroup';

/** A group of this run without KPIs, the same for all who ask. */
export const groupWithoutKpis = (t: Context): Promise<Made> => t.once('group without KPIs', () => make(t, KIND));

/**
 * Asks to take the KPI out of a group that it is not in and out of one that does not exist, and a KPI that does not exist
 * out of its group. What is answered is judged elsewhere or open, but all stay where they are: what follows judges that the
 * KPI is still in each of its groups, and the group has its other KPIs.
 */
export async function takeOutOfNone(t: Context, kpiId: string, groupId: string): Promise<void> {
  const empty = await groupWithoutKpis(t);
  await t.send('kpiGroups.removeKpi', { params: { kpiId, groupId: empty.id } });
  const noGroup = await unlessUntested(unknownId(t, KIND), undefined);
  if (noGroup !== undefined) await t.send('kpiGroups.removeKpi', { params: { kpiId, groupId: noGroup } });
  const noKpi = t.claims('kpis') ? await unlessUntested(unknownId(t, 'kpi'), undefined) : undefined;
  if (noKpi !== undefined) await t.send('kpiGroups.removeKpi', { params: { kpiId: noKpi, groupId } });
}

/**
 * Asks for the snapshots of the KPI, of its group, and of KPIs in none: who remembers what was asked for must not answer
 * from there once the KPI is out.
 * @returns the answer about the KPI alone; undefined where the target does not claim them
 */
export async function askForSnapshots(t: Context, kpiId: string, groupId: string): Promise<Answer | undefined> {
  if (!t.claims('kpis')) return undefined;
  for (const query of [{ groupIds: groupId }, { ungrouped: 'true' }]) await ask(t, query);
  return ask(t, { ids: kpiId });
}

/** Gives the group the name that it has: a rename puts nothing back. */
export async function nameAgain(t: Context, groupId: string): Promise<void> {
  const { json } = await t.send('kpiGroups.get', at(KIND, groupId));
  if (!isRecord(json) || typeof json.name !== 'string') return;
  await t.send('kpiGroups.update', { ...at(KIND, groupId), body: { name: json.name } });
}

/** How titles end by which such tags of earlier runs are found. */
const TELLING_END = ' before';

/** Titles of tags that runs have left, then a new one: the same for all KPIs, since tags cannot be deleted. */
const titlesBefore = (t: Context): Promise<readonly string[]> =>
  t.once('tags of KPIs that are taken out', async () => {
    const { items } = t.claims('tags')
      ? await unlessUntested(readTags(t), { items: [] as JsonRecord[] })
      : { items: [] };
    const left = items.filter(({ isActive }) => isActive !== false).map(({ title }) => String(title));
    return [...left.filter((title) => isOfRuns(title) && title.endsWith(TELLING_END)), t.names.plain(TELLING_END)];
  });

/** Gives the KPI a further tag before it is taken out, where it may be tagged: it must be there afterwards. */
export async function tagBefore(t: Context, kpiId: string): Promise<void> {
  const isOpen = async () => t.settings.allowDestructive || (await taggable(t, KPI)).includes(kpiId);
  if (!t.claims('kpis') || !(await unlessUntested(isOpen(), false))) return;
  const [titles, kpi] = [await titlesBefore(t), await peek(t, 'kpi', kpiId)];
  // A KPI without tags may show none.
  const has = (one: string) => (kpi ? (timesTagged(kpi, { title: one }) ?? 0) > 0 : true);
  const title = titles.find((one) => !has(one)) ?? (titles.at(-1) as string);
  const used = await unlessUntested(useTag(t, KPI, kpiId, title), undefined);
  if (used?.id !== undefined && t.names.isOwn(title)) t.ledger.add('tag', used.id, 'first');
}

/** Gives the KPI a tag that it has: neither does a tag put anything back. */
export async function tagAgain(t: Context, kpiId: string, was: JsonRecord | undefined): Promise<void> {
  const [tag] = Array.isArray(was?.tags) ? was.tags : [];
  if (!isRecord(tag) || typeof tag.title !== 'string') return;
  const body = (await givenTagBody(t, KPI, tag.title)) ?? { title: tag.title };
  await t.send(KPI.operation, { ...at(KPI.kind, kpiId), body });
}
