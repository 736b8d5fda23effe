/** KPI groups are renamed and deleted. Sections "States and transitions", "Endpoints / KPI groups". */

import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonRecord } from '../../../schemas/contract.ts';
import { expectName, favorite, views } from '../../support/domain/kpiGroups.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { fresh } from '../../support/engine/retry.ts';
import { listedRecord, readKind } from '../../support/lists/readList.ts';
import { totalOf } from '../../support/records/answers.ts';
import { type Made, tryMake } from '../../support/records/creating.ts';
import { make, read } from '../../support/records/subjects.ts';
import { AWHILE_MS, expectMoved } from '../../support/values/timestamps.ts';

const KIND = 'kpiGroup';
/** Items of a page that is full by the default. Section "Limits". */
const FULL_PAGE = 100;

const gone = async (t: Context, { id }: Made): Promise<void> => {
  const [byId, inList, { items, answer }] = await Promise.all([
    t.send('kpiGroups.get', at(KIND, id)),
    listedRecord(t, KIND, id),
    readKind(fresh(t), KIND),
  ]);
  t.expect(byId.status === 404, 'a deleted group can still be read', {
    expected: 404,
    received: byId.status,
    exchange: byId,
  });
  t.expect(!inList, 'a deleted group is still in the list', { expected: 'no group with this id', received: inList });
  const total = totalOf(answer);
  t.expect(
    total === undefined || total === items.length || items.length >= FULL_PAGE || answer.requestBody !== undefined,
    'after a delete totalCount does not agree with the items',
    { expected: items.length, received: total, at: '/totalCount', exchange: answer },
  );
};

export const changing: Check[] = [
  check('a rename shows at once, by id and in the list', 'kpiGroups.update-name', async (t) => {
    const { id, sent } = await make(t, KIND);
    for (const name of [t.names.next('renamed'), t.names.next('renamed')]) {
      const answer = await t.ok('kpiGroups.update', { ...at(KIND, id), body: { name } });
      expectName(t, await views(t, id), name, 'the group does not have its new name', answer);
      const alike = (await readKind(fresh(t), KIND)).items.filter(
        (group) => group.id !== id && (group.name === name || group.name === sent.name),
      );
      t.expect(alike.length === 0, 'a rename has made another group', {
        expected: `no other group named ${name} or ${sent.name}`,
        received: alike[0],
        exchange: answer,
      });
    }
  }),

  check('a rename changes nothing else', 'kpiGroups.update-only', async (t) => {
    const [renamed, other] = await Promise.all([make(t, KIND), make(t, KIND)]);
    await favorite(t, renamed, true);
    const [before, otherBefore] = await Promise.all([read(t, KIND, renamed.id), read(t, KIND, other.id)]);
    await t.ok('kpiGroups.update', { ...at(KIND, renamed.id), body: { name: t.names.next('renamed') } });
    const kept = ({ id, accountId, createdById, dateCreated, favorite: mark }: JsonRecord) => ({
      id,
      accountId,
      createdById,
      dateCreated,
      favorite: mark,
    });
    t.equal(kept(await read(t, KIND, renamed.id)), kept(before), 'a rename has changed more than the name');
    t.equal(await read(t, KIND, other.id), otherBefore, 'a rename has changed another group');
  }),

  check('a rename moves the date of the last change', 'kpiGroups.update-date', async (t) => {
    const { id } = await make(t, KIND);
    const before = await read(t, KIND, id);
    await sleep(AWHILE_MS);
    const answer = await t.ok('kpiGroups.update', { ...at(KIND, id), body: { name: t.names.next('renamed') } });
    expectMoved(t, 'dateUpdated', before, await read(t, KIND, id), answer);
  }),

  check('a deleted group is gone', 'kpiGroups.delete-gone', async (t) => {
    const made = await make(t, KIND);
    await t.ok('kpiGroups.delete', at(KIND, made.id));
    await gone(t, made);
    t.ledger.remove(KIND, made.id);
  }),

  check('deleting a group leaves the others', 'kpiGroups.delete-only', async (t) => {
    const made = await Promise.all([make(t, KIND), make(t, KIND), make(t, KIND)]);
    // Whether two groups may have the same name is open.
    const namesake = await tryMake(t, KIND, (made[1] as Made).sent);
    const longer = await make(t, KIND, { name: `${(made[1] as Made).sent.name} and more` });
    const others = [longer, ...made.filter((_, i) => i !== 1), ...('kindName' in namesake ? [namesake] : [])];
    const before = await Promise.all(others.map(({ id }) => read(t, KIND, id)));
    await t.ok('kpiGroups.delete', at(KIND, (made[1] as Made).id));
    for (const [i, { id }] of others.entries()) {
      const answer = await t.send('kpiGroups.get', at(KIND, id));
      t.expect(answer.ok, 'deleting one group has deleted another', {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
      t.equal(await read(t, KIND, id), before[i], 'deleting one group has changed another', answer);
      t.expect(Boolean(await listedRecord(t, KIND, id)), 'deleting one group has taken another from the list', {
        expected: id,
        received: 'not listed',
      });
    }
  }),

  check('a deleted group cannot be changed or brought back', 'kpiGroups.gone-is-unknown', async (t) => {
    const made = await make(t, KIND);
    const deleted = await t.send('kpiGroups.delete', at(KIND, made.id));
    if (!deleted.ok)
      throw new NotTested(`kpiGroups.delete answered ${deleted.status}`, 'a target whose kpiGroups.delete succeeds');
    for (const operation of [
      'kpiGroups.update',
      'kpiGroups.setFavorite',
      'kpiGroups.clearFavorite',
      'kpiGroups.delete',
    ]) {
      const body = operation === 'kpiGroups.update' ? { body: { name: t.names.next('renamed') } } : {};
      const answer = await t.send(operation, { ...at(KIND, made.id), ...body });
      t.expect(answer.status === 404, `${operation} does not answer 404 for a group that was deleted`, {
        expected: 404,
        received: answer.status,
        exchange: answer,
      });
    }
    await gone(t, made);
  }),
];
