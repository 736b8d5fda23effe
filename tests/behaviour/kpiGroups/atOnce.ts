/** A KPI is taken out of two groups by two requests at once. Section "States and transitions". */
import { groupsOf, listedKpis } from '../../support/domain/memberships.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import type { Answer } from '../../support/http/client.ts';
import { strings } from '../../support/records/answers.ts';
import { CANDIDATES, chosen, removals } from './removals.ts';

interface AtOnce {
  kpiId: string;
  groupIds: readonly string[];
  answers: readonly Answer[];
}

/** Takes one out that no other removal concerned, where there are many: nothing in the API puts it back. */
const removedAtOnce = (t: Context): Promise<AtOnce | undefined> =>
  t.once('removals at once', async () => {
    const used = new Set((await removals(t)).map(({ kpiId }) => kpiId));
    const several = (await listedKpis(t)).filter(({ groups }) => strings(groups).length > 1);
    if (several.length < CANDIDATES) return undefined;
    const place = await chosen(t, { fits: ({ length }) => length > 1, which: 0, alone: false }, used);
    if (!place || used.has(place.kpiId)) return undefined;
    const { kpiId } = place;
    const groupIds = place.groupIds.slice(0, 2);
    const answers = await Promise.all(
      groupIds.map((groupId) => t.send('kpiGroups.removeKpi', { params: { kpiId, groupId } })),
    );
    return { kpiId, groupIds, answers };
  });

/** Judges that a KPI that two requests at once took out of two groups is in neither; a refusal of one of them is open. */
export async function expectOutOfBoth(t: Context): Promise<void> {
  const done = await removedAtOnce(t);
  if (!done?.answers.every(({ ok }) => ok)) return;
  const { kpiId, groupIds, answers } = done;
  await eventually(t, async (s) => {
    const groups = await unlessUntested(groupsOf(s, kpiId), undefined);
    const left = groupIds.filter((id) => groups?.includes(id));
    const message = `KPI ${kpiId} was taken out of two groups at once, and is still in one of them`;
    s.none(left, groups ? groupIds.length : 0, message, answers[0]);
  });
}
