/** KPI groups are renamed and deleted. Sections "States and transitions", "Endpoints / KPI groups". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { DEFAULT_PAGE } from '../../../schemas/contract.ts';
import { momentary, ZERO } from '../../laws/sendings/texts.ts';
import { expectFavorite, expectName, favorite, kept, lasting, namesakes } from '../../support/domain/kpiGroups.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { clock, passTime } from '../../support/http/clock.ts';
import { listedRecord, readKind } from '../../support/lists/readList.ts';
import type { Listing } from '../../support/lists/readPages.ts';
import { isRefusal, totalOf } from '../../support/records/answers.ts';
import { othersAtWork } from '../../support/records/bystanders.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { make, read } from '../../support/records/subjects.ts';
import { recordIn } from '../../support/records/views.ts';
import { firstDifference } from '../../support/values/difference.ts';
import { swappedCase } from '../../support/values/texts.ts';
import { AWHILE_MS, expectMoved } from '../../support/values/timestamps.ts';
import { expectKpisKept, groupedKpis } from './bystandingKpis.ts';

const KIND = 'kpiGroup';

/** No name, and nothing that can be made one. */
const NO_NAME = { gcNoName: true };

/** What the list counts and does not show. */
const hidden = ({ items, answer }: Listing) => Math.max((totalOf(answer) ?? items.length) - items.length, 0);

/** @throws NotApplicable where an answer shows a group of another name under the id: a service may give an id again */
function needSame({ json }: Answer, names: readonly unknown[]): void {
  const name = recordIn(json)?.name;
  if (name !== undefined && !names.includes(name))
    throw new NotApplicable('the id of the deleted group was given to another one');
}

/** Judges that a deleted group is gone, by id and from the list, and that the list counts it no more. */
const expectGone = (t: Context, { id, sent }: Made, before: Listing, names: readonly unknown[] = []): Promise<void> =>
  eventually(t, async (s) => {
    const byId = await s.send('kpiGroups.get', at(KIND, id));
    if (byId.ok) needSame(byId, [sent.name, ...names]);
    s.status(byId, 404, 'a deleted group can still be read');
    const now = await readKind(fresh(s), KIND);
    const { items, answer } = now;
    s.none(
      items.filter((group) => group.id === id),
      items.length,
      'a deleted group is still in the list',
      answer,
    );
    // A list that cuts its pages, or counts what this user is not shown, counts as much more as before.
    const isCut = items.length >= Math.min(before.items.length, DEFAULT_PAGE);
    s.expect(isCut || hidden(now) <= hidden(before), 'after a delete totalCount does not agree with the items', {
      expected: items.length,
      received: totalOf(answer),
      at: '/totalCount',
      exchange: answer,
    });
  });

/** Deletes a group as a favourite, where it may be one: what a user thinks of it must go with it. */
async function deleteMarked(t: Context, id: string): Promise<void> {
  await t.send('kpiGroups.setFavorite', at(KIND, id));
  let deleted = await t.send('kpiGroups.delete', at(KIND, id));
  if (isRefusal(deleted)) {
    await t.send('kpiGroups.clearFavorite', at(KIND, id));
    deleted = await t.send('kpiGroups.delete', at(KIND, id));
  }
  if (!deleted.ok)
    throw new NotTested(`kpiGroups.delete answered ${deleted.status}`, 'a target whose kpiGroups.delete succeeds');
}

/** A group that two looks at the list have shown, and the list with it. */
async function listed(t: Context): Promise<{ made: Made; before: Listing }> {
  const made = await make(t, KIND);
  await expectName(t, made.id, made.sent.name, 'the group does not have the name that was sent');
  return { made, before: await readKind(fresh(t), KIND) };
}

/** Judges that a rename that was refused stands in the way of no other one. */
async function expectRenamedAfterRefusal(t: Context, id: string): Promise<void> {
  const refused = await t.send('kpiGroups.update', { ...at(KIND, id), body: { name: NO_NAME } });
  if (!isRefusal(refused)) return;
  const name = t.names.next('renamed');
  const answer = await t.send('kpiGroups.update', { ...at(KIND, id), body: { name } });
  t.succeeded(answer, 'a group is refused a new name after one that was refused');
  await expectName(t, id, name, 'the group does not have its new name');
}

/** Judges that a write has left another group as it was, but for what the target changes of it by itself. */
async function expectKept(t: Context, id: string, before: JsonRecord, message: string): Promise<void> {
  const look = () => read(t, KIND, id);
  const now = await look();
  t.equal(kept(now), kept(before), message);
  if (firstDifference(now, before) && !(await othersAtWork(async () => [await look()])))
    t.equal(await look(), before, message);
}

export const changing: Check[] = [
  check('a rename shows by id and in the list', 'kpiGroups.update-name', async (t) => {
    const { id, sent } = await make(t, KIND);
    const message = 'the group does not have its new name';
    // There and back again, and away: what is taken of a name that the group had before is stored like any other.
    const renamed = t.names.next('renamed');
    const last = t.names.next('renamed');
    const odd = [swappedCase(renamed), t.names.digits(), momentary(t), ZERO];
    for (const name of [renamed, ...odd, sent.name, last]) {
      const answer = await t.send('kpiGroups.update', { ...at(KIND, id), body: { name } });
      // Whether a name may have no word is open, and so is whether one in other letter case is a new one.
      if (odd.some((one) => one === name) && !answer.ok) continue;
      // Names may stay taken, also by the group that had them.
      if (name === sent.name && isRefusal(answer)) continue;
      t.succeeded(answer, 'a group is refused a new name');
      await expectName(t, id, name, message);
      // Another group may have been called so before.
      if (name === ZERO) continue;
      const { found, among } = await namesakes(t, name, id);
      t.none(found, among, 'a rename has made another group of the new name', answer);
    }
    // Whether a rename to the name that the group has is refused is open, but the group is there and keeps it.
    const same = await t.send('kpiGroups.update', { ...at(KIND, id), body: { name: last } });
    t.expect(same.status !== 404 && same.status < 500, 'a group does not take the name that it has', {
      expected: '200, or a refusal other than 404',
      received: same,
    });
    await expectName(t, id, last, message);
    for (const name of [sent.name, last]) {
      const { found, among } = await namesakes(t, name, id);
      t.none(found, among, 'a rename has left another group of the same name');
    }
    await expectRenamedAfterRefusal(t, id);
  }),

  check('a rename changes nothing else', 'kpiGroups.update-only', async (t) => {
    const [renamed, other] = await Promise.all([make(t, KIND), make(t, KIND)]);
    await favorite(t, renamed, true);
    const [before, otherBefore] = await Promise.all([read(t, KIND, renamed.id), read(t, KIND, other.id)]);
    await t.ok('kpiGroups.update', { ...at(KIND, renamed.id), body: { name: t.names.next('renamed') } });
    const { id: _id, ...shown } = lasting(before);
    if (Object.values(shown).every((value) => value === undefined)) throw t.nothingShown(KIND, Object.keys(shown));
    t.equal(lasting(await read(t, KIND, renamed.id)), lasting(before), 'a rename has changed more than the name');
    // The path says which group is renamed, whatever the body names besides.
    const named = { name: t.names.next('renamed'), id: other.id, _id: other.id };
    await t.send('kpiGroups.update', { ...at(KIND, renamed.id), body: named });
    await expectKept(t, other.id, otherBefore, 'a rename has changed another group');
    await unlessUntested(expectFavorite(t, renamed.id, true), undefined);
  }),

  check('a PATCH without a name leaves the name', 'kpiGroups.update-nameless', async (t) => {
    const { id, sent } = await make(t, KIND);
    await expectName(t, id, sent.name, 'the group does not have the name that was sent');
    for (const body of [{}, { name: null }]) {
      await t.send('kpiGroups.update', { ...at(KIND, id), body });
      await expectName(t, id, sent.name, 'a PATCH that gives no name has changed the name');
    }
  }),

  check('a rename moves the date of the last change', 'kpiGroups.update-date', async (t) => {
    const { id } = await make(t, KIND);
    const before = await read(t, KIND, id);
    await passTime(AWHILE_MS);
    const answer = await t.ok('kpiGroups.update', { ...at(KIND, id), body: { name: t.names.next('renamed') } });
    await eventually(t, async (s) => expectMoved(s, KIND, 'dateUpdated', before, await read(s, KIND, id), answer));
  }),

  check('a deleted group is gone', 'kpiGroups.delete-gone', async (t) => {
    const { made, before } = await listed(t);
    // What hangs on the group goes with it, whoever marked it.
    for (const as of ['first', ...t.also('second')] as const)
      await t.send('kpiGroups.setFavorite', { ...at(KIND, made.id), as });
    await t.ok('kpiGroups.delete', at(KIND, made.id));
    await expectGone(t, made, before);
    t.ledger.remove(KIND, made.id);
  }),

  check('deleting a group leaves the others, and the KPIs in them', 'kpiGroups.delete-only', async (t) => {
    const kpis = await groupedKpis(t);
    const [first, deleted, last] = (await Promise.all([make(t, KIND), make(t, KIND), make(t, KIND)])) as [
      Made,
      Made,
      Made,
    ];
    // Whether two groups may have the same name is open.
    const namesake = await tryMake(t, KIND, deleted.sent);
    const longer = await make(t, KIND, { name: `${deleted.sent.name} and more` });
    const others = [longer, first, last, ...('kindName' in namesake ? [namesake] : [])];
    for (const { id, sent } of others)
      await expectName(t, id, sent.name, 'the group does not have the name that was sent');
    const before = await Promise.all(others.map(({ id }) => read(t, KIND, id)));
    const done = await t.ok('kpiGroups.delete', at(KIND, deleted.id));
    for (const [i, { id }] of others.entries()) {
      const answer = await t.send('kpiGroups.get', at(KIND, id));
      t.succeeded(answer, 'deleting one group has deleted another');
      await expectKept(t, id, before[i] as JsonRecord, 'deleting one group has changed another');
      await eventually(t, async (s) => {
        const inList = await listedRecord(s, KIND, id);
        s.expect(inList !== undefined, 'deleting one group has taken another from the list', {
          expected: id,
          received: 'not listed',
        });
      });
    }
    await expectKpisKept(t, kpis, done);
  }),

  check('a deleted group cannot be changed or brought back', 'kpiGroups.gone-is-unknown', async (t) => {
    const { made, before } = await listed(t);
    const moves = ['kpiGroups.update', 'kpiGroups.setFavorite', 'kpiGroups.clearFavorite'];
    const names: unknown[] = [made.sent.name];
    // A name that no group ever had: whether that of one which is gone is free again is open, and a body may be looked at
    // before the group is.
    const renaming = () => {
      const name = t.names.next('renamed');
      names.push(name);
      return { body: { name } };
    };
    const send = (id: string, operation: string) =>
      t.send(operation, { ...at(KIND, id), ...(operation === 'kpiGroups.update' && renaming()) });
    // The control: as long as the group is there, each move succeeds.
    for (const operation of moves) {
      const { ok, status } = await send(made.id, operation);
      if (!ok) throw new NotTested(`${operation} answered ${status}`, `a target whose ${operation} succeeds`);
    }
    const all = [...moves, 'kpiGroups.delete'];
    await deleteMarked(t, made.id);
    for (const [place, operation] of all.entries()) {
      // That it is gone is what a DELETE asks for.
      const isRight = ({ ok, status }: Answer) => status === 404 || (ok && operation === 'kpiGroups.delete');
      const answer = await send(made.id, operation);
      if (isRight(answer)) continue;
      if (answer.ok) needSame(await t.send('kpiGroups.get', at(KIND, made.id)), names);
      // A target that is late is given its time, with another group: a move may itself mend what it has found.
      const other = await make(t, KIND);
      await deleteMarked(t, other.id);
      await clock.sleep(t.settings.settleMs);
      for (const earlier of all.slice(0, place)) await send(other.id, earlier);
      const last = await send(other.id, operation);
      if (!isRight(last)) t.status(last, 404, `${operation} does not answer 404 for a group that was deleted`);
    }
    await expectGone(t, made, before, names);
  }),
];
