/** Deleting a group that has no KPIs leaves the KPIs as they were. Sections "KPI", "States and transitions". */

import { listedKpis } from '../../support/domain/memberships.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import { changes, expectUntouched, type Snapshot, snapshotOf } from '../../support/records/bystanders.ts';

/** What deleting a group is not about. */
const FIELDS = ['id', 'name', 'description', 'ownerId', 'ownerIds', 'groups'];

/** So many KPIs others do not change in the moment of a delete: this run takes a few out of their groups meanwhile. */
const MANY = 4;

const look = async (t: Context): Promise<Snapshot> => snapshotOf(await listedKpis(t), FIELDS);

const isGrouped = ({ groups }: Snapshot[number]): boolean => Array.isArray(groups) && groups.length > 0;

/** The KPIs that are in groups; none where the target does not show them. */
export async function groupedKpis(t: Context): Promise<Snapshot> {
  if (!t.claims('kpis')) return [];
  return (await unlessUntested(look(t), [])).filter(isGrouped);
}

/**
 * Judges that most KPIs in groups are as they were; of few nothing is said.
 * @param before read before anything was deleted: what the delete of another check does to KPIs shows only once
 */
export async function expectKpisKept(t: Context, before: Snapshot, answer: Answer): Promise<void> {
  if (before.length < MANY) return;
  const now = await look(t);
  const changed = changes(before, now).length;
  const areMost = changed >= MANY && changed * 2 > before.length;
  const message = 'deleting a group has changed the KPIs in other groups';
  await expectUntouched(t, before, areMost ? now : before, () => look(t), message, answer);
}
