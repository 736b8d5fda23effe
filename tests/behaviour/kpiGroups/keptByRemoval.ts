/** What a removal leaves of a KPI besides its groups, and of the group. Section "States and transitions". */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import { expectUntouched, type Snapshot } from '../../support/records/bystanders.ts';
import { untouchedFields } from '../../support/records/untouchedFields.ts';
import { peek, recordIn } from '../../support/records/views.ts';
import { ask } from '../kpis/snapshots/asking.ts';
import { datesIn } from '../kpis/snapshots/bounds.ts';
import type { Removal } from './removals.ts';

const KIND = 'kpi';

/** The two records that a removal names, and what it is about of each. */
const ENDS = [
  {
    kindName: 'kpi',
    moved: ['groups'],
    message: 'taking a KPI out of a group has changed something else of it',
    seen: ({ kpiId, was, first: { kpi } }: Removal) => ({ id: kpiId, was, after: kpi }),
  },
  {
    kindName: 'kpiGroup',
    moved: [],
    message: 'taking a KPI out of a group has changed the group',
    seen: ({ groupId, groupWas, first: { group } }: Removal) => ({ id: groupId, was: groupWas, after: group }),
  },
] as const;

/** Judges that one of the two records is otherwise as it was right before, for each of some removals. */
async function expectSame(
  t: Context,
  done: readonly Removal[],
  { kindName, moved, message, seen }: (typeof ENDS)[number],
) {
  const pairs = done.flatMap((removal) => {
    const { id, was, after } = seen(removal);
    const now = after?.ok ? recordIn(after.json) : undefined;
    return was && now ? [{ id, was, now, answer: removal.answer }] : [];
  });
  const left = (id: string, was: JsonRecord, now: JsonRecord) => ({
    ...untouchedFields(kindName, was, now, moved),
    id,
  });
  const look = async (): Promise<Snapshot> =>
    Promise.all(pairs.map(async ({ id, was, now }) => left(id, was, (await peek(t, kindName, id)) ?? now)));
  const before = pairs.map(({ id, was }) => left(id, was, was)).filter((own) => Object.keys(own).length > 1);
  const after = pairs.map(({ id, was, now }) => left(id, was, now));
  if (before.length > 0) await expectUntouched(t, before, after, look, message, pairs[0]?.answer);
}

/** Judges that KPIs that were taken out of a group, and the groups, are otherwise as they were right before. */
export async function expectOtherwiseSame(t: Context, done: readonly Removal[]): Promise<void> {
  for (const end of ENDS) await expectSame(t, done, end);
  if (t.tally.compared === 0) throw t.nothingShown(KIND, ['name', 'ownerId']);
}

/** Judges that KPIs that were taken out of a group have the snapshots that they had right before, as far as these are dated. */
export async function expectSnapshotsLeft(t: Context, done: readonly Removal[]): Promise<void> {
  for (const { kpiId, snapshots } of done) {
    const before = [...new Set(snapshots?.ok ? datesIn(snapshots.json) : [])];
    if (before.length === 0) continue;
    await eventually(t, async (s) => {
      const answer = await ask(s, { ids: kpiId });
      const left = new Set(datesIn(answer.json));
      const lost = before.filter((date) => !left.has(date));
      s.none(lost, before.length, 'taking a KPI out of a group has taken snapshots from it', answer);
    });
  }
  if (t.tally.compared === 0) throw t.nothingShown(KIND, 'snapshotDate');
}
