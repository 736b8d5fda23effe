/** What two answers with snapshots say of the same KPI or snapshot. Sections "Endpoints / KPIs", "Resources / KPI". */
import { DEFAULT_PAGE, isRecord, type JsonRecord } from '../../../../schemas/contract.ts';
import { about } from '../../../support/domain/aboutKpis.ts';
import { type Check, check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NoData, NotApplicable } from '../../../support/engine/outcome.ts';
import { eventually } from '../../../support/engine/retry.ts';
import { readKind } from '../../../support/lists/readList.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { alone, speakingOf } from './alone.ts';
import { askFound, FOUND } from './asking.ts';
import { datesIn, dayOf } from './bounds.ts';

const KIND = 'kpi';
/** KPIs that are asked for one by one. */
const SAMPLES = 12;

interface Snapshot {
  id: string;
  value: number;
  /** The day by which it is dated, since 1970, where that is shown. */
  day: number | undefined;
}

function snapshotIn(record: JsonRecord): Snapshot[] {
  const { id = record._id ?? record.snapshotId, value } = record;
  if (typeof id !== 'string' || typeof value !== 'number') return [];
  const [day] = datesIn(
    Object.fromEntries(Object.entries(record).filter(([, one]) => typeof one === 'string')),
  ).flatMap(dayOf);
  return [{ id, value, day }];
}

/** The snapshots in an answer of open shape: records with an id and a number under value. */
function snapshotsIn(json: unknown): Snapshot[] {
  if (Array.isArray(json)) return json.flatMap(snapshotsIn);
  if (!isRecord(json)) return [];
  return [...snapshotIn(json), ...Object.values(json).flatMap(snapshotsIn)];
}

/** The values of snapshots by their ids; undefined under an id that has several. */
function valuesOf(json: unknown): Map<string, number | undefined> {
  const values = new Map<string, number | undefined>();
  for (const { id, value } of snapshotsIn(json))
    values.set(id, values.has(id) && values.get(id) !== value ? undefined : value);
  return values;
}

/** Snapshots of KPIs that show when their value changed last, with that change. */
async function lastChanges(t: Context): Promise<{ id: string; change: JsonRecord; snapshots: Snapshot[] }[]> {
  const { items } = await readKind(t, KIND);
  const changed = items.filter(({ id, lastValueChange }) => typeof id === 'string' && isRecord(lastValueChange));
  const some = new Map(sample(changed, SAMPLES).map(({ id, lastValueChange }) => [id as string, lastValueChange]));
  const shown = await alone(t, [...some.keys()]);
  return shown.map(({ id, json }) => ({ id, change: some.get(id) as JsonRecord, snapshots: snapshotsIn(json) }));
}

/**
 * Snapshots of another value that follow the one that a KPI names as its last change. Who counts the change of an old
 * snapshot as one dates it otherwise than the snapshot. Days are told by time zones: the next one may be the same.
 */
function laterChanges({ snapshotId, valueChangedAt }: JsonRecord, snapshots: readonly Snapshot[]): Snapshot[] {
  const last = snapshots.find(({ id }) => id === snapshotId);
  const [changedOn] = typeof valueChangedAt === 'string' ? dayOf(valueChangedAt) : [];
  if (last?.day === undefined || last.day !== changedOn) return [];
  return snapshots.filter(({ day, value }) => day !== undefined && day > changedOn + 1 && value !== last.value);
}

/** Judges that the snapshot that brought the last change of a KPI is none that only the answers about others show. */
function expectOwnSnapshots(
  t: Context,
  changes: readonly { id: string; change: JsonRecord; snapshots: readonly Snapshot[] }[],
): void {
  for (const { id, change, snapshots } of changes) {
    const shows = (all: readonly Snapshot[]) => all.some((one) => one.id === change.snapshotId);
    const other = changes.find((one) => one.id !== id && shows(one.snapshots));
    if (snapshots.length === 0 || shows(snapshots) || !other) continue;
    t.expect(false, `the last change of the KPI ${id} is a snapshot of the KPI ${other.id}`, {
      expected: snapshots.slice(-1)[0]?.id,
      received: change,
      at: '/lastValueChange/snapshotId',
    });
  }
}

export const agreeing: readonly Check[] = [
  check('the collection of snapshots is about each KPI that has some', 'kpis.snapshots-whole', (t) =>
    eventually(t, async (s) => {
      // A body of the fixtures may choose KPIs: this is about all of them.
      const answer = await s.send(FOUND);
      if (!answer.ok) throw new NotApplicable('the collection of snapshots is not given without expressions');
      const { items } = await readKind(s, KIND);
      const known = new Set(idsOf(items));
      const named = about(answer.json, known);
      if (named.size === 0)
        throw new NotApplicable('the collection of snapshots, whose shape is open, names no KPI by its id');
      // Those that follow the first page may not be shown.
      const isPage = known.size > DEFAULT_PAGE && named.size <= DEFAULT_PAGE;
      const left = [...known].filter((id) => !isPage && !named.has(id));
      s.none(
        await speakingOf(s, sample(left, SAMPLES)),
        named.size,
        'the collection of snapshots leaves out KPIs that have some',
        answer,
      );
    }),
  ),

  check('both operations with snapshots show the same values', 'kpis.snapshots-agree', (t) =>
    eventually(t, async (s) => {
      const found = valuesOf((await (await askFound(s))({})).json);
      const known = new Set(idsOf((await readKind(s, KIND)).items));
      for (const { json } of await alone(s, sample([...known], SAMPLES)))
        for (const [id, value] of valuesOf(json)) {
          const other = found.get(id);
          if (value !== undefined && other !== undefined)
            s.equal(other, value, `the two operations with snapshots show other values of the snapshot ${id}`);
        }
      if (s.tally.compared === 0)
        throw new NoData(
          'the two answers show no snapshot with the same id and a value',
          'KPIs with snapshots in the account',
        );
    }),
  ),

  check('no other value follows the last change of a KPI', 'kpis.last-value-change', (t) =>
    eventually(t, async (s) => {
      const changes = await lastChanges(s);
      for (const { change, snapshots } of changes) {
        const isShown = snapshots.some(({ id }) => id === change.snapshotId);
        s.none(
          laterChanges(change, snapshots),
          isShown ? snapshots.length : 0,
          `the value of the KPI has changed after the snapshot ${change.snapshotId}`,
        );
      }
      expectOwnSnapshots(s, changes);
      if (s.tally.compared === 0) throw s.nothingShown(KIND, ['lastValueChange', 'snapshots']);
    }),
  ),
];
