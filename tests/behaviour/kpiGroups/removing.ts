/** KPIs are taken out of groups. Section "Endpoints / KPI groups". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { about } from '../../support/domain/aboutKpis.ts';
import { membership, noMembership } from '../../support/domain/memberships.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { listCut, readKind } from '../../support/lists/readList.ts';
import { foreignIds, isSurelyUnique, known, unknownId } from '../../support/records/identifiers.ts';
import { missingFromList } from '../../support/records/missingFromList.ts';
import { make } from '../../support/records/subjects.ts';
import { LIST } from '../kpis/snapshots/asking.ts';
import { expectOutOfEach } from './atOnce.ts';
import { expectNotFound } from './foundByGroup.ts';
import { expectOtherwiseSame, expectSnapshotsLeft } from './keptByRemoval.ts';
import { type Removal, removals } from './removals.ts';

const KIND = 'kpiGroup';

/** What ends a check that depends on the groups of a KPI. */
const notShown = (t: Context): NotTested | NotApplicable =>
  t.claims('kpis')
    ? new NotTested(
        'the target does not show the groups of a KPI',
        'FIXTURES: facts.kpiGroups, and a target that shows the groups of a KPI',
      )
    : new NotApplicable('the target does not claim the operation group kpis, which shows the groups of a KPI');

const notRemoved = ([first]: readonly Removal[]) =>
  new NotTested(`kpiGroups.removeKpi answered ${first?.answer.status}`, 'a target whose kpiGroups.removeKpi succeeds');

/** The removals that succeeded. @throws NotTested when none did */
async function takenOut(t: Context): Promise<readonly Removal[]> {
  const done = await removals(t);
  const taken = done.filter(({ answer }) => answer.ok);
  if (taken.length === 0) throw notRemoved(done);
  return taken;
}

/** What a removal has left of the groups of the KPI, wherever the target shows them. */
const shownBy = ({ after, inList }: Pick<Removal, 'after' | 'inList'>) =>
  [after, inList].filter((groups) => groups !== undefined);

/** The removals whose effect the target shows. */
function visible(t: Context, done: readonly Removal[]): readonly Removal[] {
  const seen = done.filter((removal) => shownBy(removal).length > 0);
  if (seen.length === 0) throw notShown(t);
  return seen;
}

/** Judges that nobody who had read that a KPI is in a group reads it still, of the operations that count here. */
function expectNoneStale(t: Context, done: readonly Removal[], counts: (operation: string) => boolean): void {
  for (const { kpiId, stale } of done) {
    const [found] = stale.filter(({ operation }) => counts(operation));
    t.expect(!found, `who has read that KPI ${kpiId} is in a group reads it still when it is taken out`, {
      expected: 'not in the group',
      received: found?.json,
      exchange: found,
    });
  }
}

/** Judges whether the answer with snapshots is about a KPI, where it is when that KPI alone is asked for. */
async function expectChosen(t: Context, query: Record<string, string>, kpiId: string, chosen: boolean): Promise<void> {
  t.needGroup('kpis');
  const known = new Set([kpiId]);
  const alone = await t.send(LIST, { query: { ids: kpiId } });
  if (!alone.ok || about(alone.json, known).size === 0) throw t.nothingShown('kpi', 'snapshots');
  await eventually(t, async (s) => {
    const answer = await s.ok(LIST, { query });
    const [[name, value]] = Object.entries(query) as [[string, string]];
    s.expect(about(answer.json, known).has(kpiId) === chosen, `${name}=${value} minds a group that a KPI has left`, {
      expected: chosen ? `the KPI ${kpiId}` : `no KPI ${kpiId}`,
      received: answer.json,
    });
  });
}

/** An id of another account's record that is surely none of this account's. */
async function foreignId(t: Context, kindName: string): Promise<string | undefined> {
  const found = await unlessUntested(foreignIds(t, kindName), []);
  const own = await known(t, kindName);
  return found.find((id) => isSurelyUnique(id) && !own.includes(id));
}

export const removing: Check[] = [
  check('a KPI that is taken out is out, and both stay', 'kpiGroups.remove-kpi', async (t) => {
    const done = await removals(t);
    for (const { groupId, kpiId, answer, kpi, group, unlisted, kpiUnlisted } of done) {
      t.succeeded(answer, 'taking a KPI out of a group did not succeed');
      t.succeeded(group, 'taking a KPI out has deleted the group');
      t.expect(!unlisted, 'taking a KPI out has taken the group from the list', {
        expected: groupId,
        received: 'not listed',
        exchange: answer,
      });
      t.expect(kpi?.status !== 404, 'taking a KPI out has deleted the KPI', {
        expected: 200,
        received: 404,
        exchange: kpi,
      });
      t.expect(!kpiUnlisted, 'taking a KPI out of a group has taken it from the list of KPIs', {
        expected: kpiId,
        received: 'not listed',
        exchange: answer,
      });
    }
    // Another run of the same user may clear a mark at that moment, but hardly each of them.
    const marked = done.filter(({ isNewFavourite }) => isNewFavourite);
    if (!marked.some(({ isStillFavourite }) => isStillFavourite))
      for (const { first } of marked) {
        const group = (first.group.json ?? {}) as JsonRecord;
        t.field(group, 'favorite', true, 'taking a KPI out has taken the group from the favourites');
      }
    for (const removal of visible(t, done)) {
      const { kpiId, groupId, answer } = removal;
      for (const groups of shownBy(removal))
        t.expect(!groups.includes(groupId), `KPI ${kpiId} is still in the group it was taken out of`, {
          expected: `no ${groupId}`,
          received: groups,
          exchange: answer,
        });
    }
    expectNoneStale(t, done, (operation) => operation !== LIST);
    await expectOutOfEach(t);
  }),

  check('a group that was there before the run can be a favourite', 'kpiGroups.favorite-set', async (t) => {
    const marked = (await unlessUntested(removals(t), [])).filter(({ marking }) => marking !== undefined);
    // Of other groups it is judged elsewhere.
    if (marked.length === 0) throw new NotApplicable('no group that was there before is made a favourite');
    for (const { marking } of marked)
      t.unbroken(marking as Answer, 'marking a group that was there before breaks the target');
    if (!marked.some(({ isNewFavourite }) => isNewFavourite))
      throw new NotApplicable('the target does not show that a group that was there before is a favourite');
  }),

  check(
    'a KPI that is taken out of one group stays in the others, and comes into none',
    'kpiGroups.remove-kpi-only',
    async (t) => {
      const taken = await takenOut(t);
      // Out of its last group a KPI may come into one for all that have none.
      const forAll = new Set<unknown>();
      for (const removal of visible(t, taken)) {
        const { groupId, groupIds, named, gone, answer } = removal;
        const others = groupIds.filter((id) => id !== groupId);
        for (const groups of shownBy(removal.first)) {
          t.expect(
            others.every((id) => groups.includes(id)),
            'taking a KPI out of one group has taken it out of others',
            { expected: others, received: groups, exchange: answer },
          );
          const before = new Set<unknown>([groupId, ...groupIds, ...gone]);
          const gained = groups.filter((id) => !before.has(id));
          if (others.length === 0) for (const id of gained) forAll.add(id);
          const isKnown = gained.some((id) => named.includes(String(id)));
          const isRight = others.length === 0 ? forAll.size <= 1 && !isKnown : gained.length === 0;
          t.expect(isRight, 'a KPI that was taken out of one group shows up in another', {
            expected: others,
            received: groups,
            exchange: answer,
          });
        }
      }
    },
  ),

  check(
    'a KPI that is taken out of a group is otherwise as it was, and so is the group',
    'kpiGroups.remove-kpi-only',
    async (t) => {
      const taken = await takenOut(t);
      await expectOtherwiseSame(t, taken);
    },
  ),

  check('a KPI that is taken out of a group keeps its snapshots', 'kpiGroups.remove-kpi-snapshots', async (t) => {
    const taken = await takenOut(t);
    t.needGroup('kpis');
    await expectSnapshotsLeft(t, taken);
  }),

  check('the other KPIs of the group stay in it', 'kpiGroups.remove-kpi-others', async (t) => {
    const shared = (await removals(t)).filter(({ others }) => others.length > 0);
    if (shared.length === 0)
      throw t.claims('kpis') ? noMembership(t, 'the target does not show a KPI in the same group') : notShown(t);
    const lost = shared.map(({ others, stayed, first }) =>
      others.filter((id) => !stayed.includes(id) && !first.stayed.includes(id)),
    );
    // Another client may take one or two out at such a moment, but hardly some at each of several removals.
    const often = shared.length > 1 && lost.every(({ length }) => length > 0);
    for (const [i, { groupId, answer, others, stayed }] of shared.entries()) {
      const all = lost[i]?.length === others.length && (others.length > 1 || shared.length === 1);
      t.expect(!all && !often, `other KPIs have left group ${groupId}`, {
        expected: others,
        received: stayed,
        exchange: answer,
      });
    }
  }),

  check(
    'a filter on groups no longer finds a KPI that was taken out',
    'kpis.list-by-group',
    async (t) => {
      t.needGroup('kpis');
      await expectNotFound(t, visible(t, await takenOut(t)));
    },
    ['kpis.list'],
  ),

  check(
    'groupIds no longer choose a KPI that was taken out',
    'kpis.snapshots-groups',
    async (t) => {
      const taken = visible(t, await removals(t)).filter(({ answer }) => answer.ok);
      for (const { kpiId, groupId } of taken) await expectChosen(t, { groupIds: groupId }, kpiId, false);
      expectNoneStale(t, taken, (operation) => operation === LIST);
    },
    ['kpis.listSnapshots'],
  ),

  check(
    'ungrouped chooses a KPI that was taken out of its last group',
    'kpis.snapshots-ungrouped',
    async (t) => {
      const alone = visible(t, await removals(t)).filter((removal) =>
        shownBy(removal).every((groups) => groups.length === 0),
      );
      if (alone.length === 0) throw noMembership(t, 'no KPI was taken out of its only group');
      for (const { kpiId } of alone) await expectChosen(t, { ungrouped: 'true' }, kpiId, true);
    },
    ['kpis.listSnapshots'],
  ),

  check(
    'a KPI that is taken out of a group stays in the list of KPIs',
    'kpis.list-whole',
    async (t) => {
      t.needGroup('kpis');
      const taken = (await takenOut(t)).map(({ kpiId }) => kpiId);
      await eventually(t, async (s) => {
        const { items, complete, answer } = await readKind(fresh(s), 'kpi');
        if (!complete) throw listCut('kpis.list');
        s.none(
          await missingFromList(s, 'kpi', items, taken),
          taken.length,
          'the list leaves out a KPI that was taken out of a group',
          answer,
        );
      });
    },
    ['kpis.list'],
  ),

  check('taking out needs a KPI and a group that exist', 'kpiGroups.remove-kpi-unknown', async (t) => {
    // The control: where both exist, a KPI is taken out.
    await takenOut(t);
    const { id } = await make(t, KIND);
    const { kpiId } = await membership(t);
    const unknown = await unknownId(t, 'kpi');
    const deleted = await make(t, KIND);
    const { ok } = await t.send('kpiGroups.delete', at(KIND, deleted.id));
    if (!ok) throw new NotTested('a group could not be deleted', 'a target whose kpiGroups.delete succeeds');
    // One of another account exists there alone.
    const [foreignKpi, foreignGroup] = await Promise.all(['kpi', KIND].map((kindName) => foreignId(t, kindName)));
    const message = 'taking out is not answered with 404 where the KPI or the group does not exist';
    for (const params of [
      { kpiId: unknown, groupId: id },
      { kpiId, groupId: deleted.id },
    ])
      t.status(await t.send('kpiGroups.removeKpi', { params }), 404, message);
    for (const params of [
      ...(foreignKpi === undefined ? [] : [{ kpiId: foreignKpi, groupId: id }]),
      ...(foreignGroup === undefined ? [] : [{ kpiId, groupId: foreignGroup }]),
    ]) {
      const answer = await t.send('kpiGroups.removeKpi', { params });
      // A target may say that a record is somebody else's.
      if (answer.status !== 403) t.status(answer, 404, message);
    }
  }),

  check('taking out a KPI that is not in the group', 'kpiGroups.remove-kpi-twice', async (t) => {
    const { id } = await make(t, KIND);
    const { kpiId } = await membership(t);
    return `answers ${(await t.send('kpiGroups.removeKpi', { params: { kpiId, groupId: id } })).status}`;
  }),
];
