/** KPIs are sought by their group, with a body of the form that the fixtures show. Section "Endpoints / KPIs". */
import { isRecord } from '../../../schemas/contract.ts';
import { groupsOf } from '../../support/domain/memberships.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { stillWrong } from '../../support/engine/retry.ts';
import { idsOf, itemsOf, strings } from '../../support/records/answers.ts';
import { givenBody } from '../../support/records/givenBodies.ts';
import { removedAtOnce } from './atOnce.ts';
import type { Removal } from './removals.ts';

const LIST = 'kpis.list';

/** The body that seeks KPIs by a group. @throws NotTested where no body with a filter is known */
async function bodyFor(t: Context, groupId: string): Promise<unknown> {
  const [shown, whole] = await Promise.all([givenBody(t, 'kpiSnapshots'), givenBody(t, 'listKpis')]);
  if (!isRecord(shown) || !isRecord(shown.filter))
    throw new NotTested('where a filter stands in a body is open', 'FIXTURES: bodies.kpiSnapshots with a filter in it');
  return { ...(isRecord(whole) && whole), filter: { groups: groupId } };
}

/** Judges that a filter on the group no longer finds a KPI that was taken out of it. */
export async function expectNotFound(t: Context, taken: readonly Removal[]): Promise<void> {
  const besides = (await removedAtOnce(t)).map(({ params }) => params.kpiId);
  const all = new Set([...taken.map(({ kpiId }) => kpiId), ...besides]);
  for (const { kpiId, groupId } of taken) {
    const body = await bodyFor(t, groupId);
    let isTold = false;
    const wrong = await stillWrong(t, async (s) => {
      const answer = await s.send(LIST, { body });
      const found = itemsOf(answer.json);
      // The control: the filter is understood where all that it finds besides is in the group.
      const others = found.filter(({ id }) => !all.has(String(id)));
      const isUnderstood = others.length > 0 && others.every(({ groups }) => strings(groups).includes(groupId));
      const now = await unlessUntested(groupsOf(s, kpiId), undefined);
      if (!answer.ok || !isUnderstood || !now || now.includes(groupId)) return { ids: [], answer };
      isTold = true;
      const ids = idsOf(found).filter((id) => id === kpiId);
      return ids.length > 0 ? { ids, answer } : undefined;
    });
    t.none(wrong?.ids ?? [], isTold ? 1 : 0, 'a KPI is found by a group that it was taken out of', wrong?.answer);
  }
  if (t.tally.compared === 0) throw new NotTested(`${LIST} takes no filter on groups`, 'a target that takes one');
}
