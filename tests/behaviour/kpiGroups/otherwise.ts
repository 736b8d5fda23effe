/** What a removal leaves of a KPI besides its groups. Section "States and transitions". */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { eventually } from '../../support/engine/retry.ts';
import { keyOf } from '../../support/records/answers.ts';
import { expectUntouched, type Snapshot } from '../../support/records/bystanders.ts';
import { peek, recordIn } from '../../support/records/views.ts';
import { ask } from '../kpis/snapshots/asking.ts';
import { datesIn } from '../kpis/snapshots/bounds.ts';
import type { Removal } from './removals.ts';

const KIND = 'kpi';
/** Fields of a KPI that are its own: others are worked out, or change with any change. */
const OWN_FIELDS = [
  ...['name', 'description', 'aggregation', 'targetOperator', 'formatting'],
  ...['createdById', 'ownerId', 'ownerIds', 'tags'],
];

const keysOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value.map((one) => (isRecord(one) ? keyOf(one) : one)) : [];

/**
 * What is left of what a KPI was: its own fields, as far as it had them, and of its lists the entries that it had. Others
 * may give it tags and owners meanwhile.
 */
const left = (id: string, was: JsonRecord, now: JsonRecord): JsonRecord => ({
  id,
  ...Object.fromEntries(
    OWN_FIELDS.filter((field) => (was[field] ?? '') !== '').map((field) => {
      const [value, had] = [now[field], keysOf(was[field])];
      return [field, Array.isArray(was[field]) ? keysOf(value).filter((key) => had.includes(key)) : value];
    }),
  ),
});

/** Judges that KPIs that were taken out of a group are otherwise as they were right before. */
export async function expectOtherwiseSame(t: Context, done: readonly Removal[]): Promise<void> {
  const seen = done.flatMap(({ kpiId, was, first, answer }) => {
    const now = first.kpi?.ok ? recordIn(first.kpi.json) : undefined;
    return was && now ? [{ kpiId, was, now, answer }] : [];
  });
  const look = async (): Promise<Snapshot> =>
    Promise.all(seen.map(async ({ kpiId, was, now }) => left(kpiId, was, (await peek(t, KIND, kpiId)) ?? now)));
  const before = seen.map(({ kpiId, was }) => left(kpiId, was, was)).filter((own) => Object.keys(own).length > 1);
  if (before.length === 0) throw t.nothingShown(KIND, OWN_FIELDS);
  const after = seen.map(({ kpiId, was, now }) => left(kpiId, was, now));
  const message = 'taking a KPI out of a group has changed something else of it';
  await expectUntouched(t, before, after, look, message, seen[0]?.answer);
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
