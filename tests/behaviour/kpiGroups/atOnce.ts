/** A KPI is taken out of two groups, and another one out of the first of them, by requests at once. Section "States and transitions". */
import { groupsOf, listedKpis } from '../../support/domain/memberships.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { strings } from '../../support/records/answers.ts';
import { CANDIDATES, chosen, removals } from './removals.ts';

interface AtOnce {
  params: { kpiId: string; groupId: string };
  answer: Answer;
}

/** Takes one out that no other removal concerned, where there are many: nothing in the API puts it back. */
export const removedAtOnce = (t: Context): Promise<readonly AtOnce[]> =>
  t.once('removals at once', async () => {
    const used = new Set((await removals(t)).map(({ kpiId }) => kpiId));
    const several = (await listedKpis(t)).filter(({ groups }) => strings(groups).length > 1);
    if (several.length < CANDIDATES) return [];
    const place = await chosen(t, { fits: ({ length }) => length > 1, which: 0, alone: false }, used);
    if (!place || used.has(place.kpiId)) return [];
    const { kpiId } = place;
    const [groupId, other] = place.groupIds as [string, string];
    // Who keeps the KPIs of a group, or the groups of a KPI, as one value loses one of two changes.
    const beside = several.find(
      ({ id, groups }) => id !== kpiId && !used.has(String(id)) && strings(groups).includes(groupId),
    );
    const from = [
      { kpiId, groupId },
      { kpiId, groupId: other },
      ...(beside ? [{ kpiId: String(beside.id), groupId }] : []),
    ];
    return Promise.all(
      from.map(async (params) => ({ params, answer: await t.send('kpiGroups.removeKpi', { params }) })),
    );
  });

/** Judges that KPIs that requests at once took out of groups are in none of these; a refusal of one of them is open. */
export async function expectOutOfEach(t: Context): Promise<void> {
  const done = await removedAtOnce(t);
  if (!done.every(({ answer }) => answer.ok)) return;
  await eventually(t, async (s) => {
    for (const { params, answer } of done) {
      const groups = await unlessUntested(groupsOf(s, params.kpiId), undefined);
      const left = groups?.filter((id) => id === params.groupId) ?? [];
      const message = `KPI ${params.kpiId} was taken out of a group beside others, and is still in it`;
      s.none(left, groups ? 1 : 0, message, answer);
    }
  });
}
