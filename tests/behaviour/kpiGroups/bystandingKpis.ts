/** Deleting a group that has no KPIs leaves the KPIs as they were. Sections "KPI", "States and transitions". */

import { listedKpis } from '../../support/domain/memberships.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { at } from '../../support/http/at.ts';
import { changes, expectUntouched, type Snapshot, snapshotOf } from '../../support/records/bystanders.ts';
import { make } from '../../support/records/subjects.ts';

const KIND = 'kpiGroup';

/** What deleting a group is not about. */
const FIELDS = ['id', 'name', 'description', 'ownerId', 'ownerIds', 'groups'];

/** So many KPIs others do not change in the moment of a delete: this run takes a few out of their groups meanwhile. */
const MANY = 4;

const look = async (t: Context): Promise<Snapshot> => snapshotOf(await listedKpis(t), FIELDS);

const isGrouped = ({ groups }: Snapshot[number]): boolean => Array.isArray(groups) && groups.length > 0;

export const bystandingKpis: readonly Check[] = [
  check('deleting a group leaves most KPIs in other groups as they were', 'kpiGroups.delete-only', async (t) => {
    t.needGroup('kpis');
    // Read before anything is made: what a delete of another check does to KPIs shows only once.
    const before = (await look(t)).filter(isGrouped);
    if (before.length < MANY) throw t.nothingShown('kpi', 'groups');
    const { id } = await make(t, KIND);
    const answer = await t.ok('kpiGroups.delete', at(KIND, id));
    t.ledger.remove(KIND, id);
    const now = await look(t);
    const changed = changes(before, now).length;
    const areMost = changed >= MANY && changed * 2 > before.length;
    const message = 'deleting a group has changed the KPIs in other groups';
    await expectUntouched(t, before, areMost ? now : before, () => look(t), message, answer);
  }),
];
