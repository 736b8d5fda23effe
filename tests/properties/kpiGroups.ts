/** Favourites and names of KPI groups as a model: any sequence of moves by two users. Section "States and transitions". */

import fc from 'fast-check';
import { expectFavorite } from '../support/domain/kpiGroups.ts';
import { type Batch, check } from '../support/engine/check.ts';
import { at, type Context } from '../support/engine/context.ts';
import { property } from '../support/engine/property.ts';
import { listedRecord } from '../support/lists/readList.ts';
import { make, read } from '../support/records/subjects.ts';

const USERS = ['first', 'second'] as const;
const MOVES = ['set', 'clear', 'rename', 'read', 'list', 'delete'] as const;
const KIND = 'kpiGroup';

interface Step {
  user: (typeof USERS)[number];
  move: (typeof MOVES)[number];
  /** Which of the two groups. */
  group: number;
}

interface Model {
  id: string;
  name: unknown;
  favoriteOf: Set<string>;
  deleted: boolean;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    user: fc.constantFrom(...USERS),
    move: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('set', 'clear', 'rename', 'read', 'list') },
      { weight: 1, arbitrary: fc.constant('delete') },
    ),
    group: fc.nat(1),
  }) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 14, size: 'max' },
);

async function expectModel(t: Context, group: Model, where: 'read' | 'list', as: Step['user']): Promise<void> {
  if (group.deleted) {
    const answer = where === 'read' ? await t.send('kpiGroups.get', { ...at(KIND, group.id), as }) : undefined;
    const there = answer ? answer.status !== 404 : (await listedRecord(t, KIND, group.id, as)) !== undefined;
    t.expect(!there, 'a deleted group is still shown', {
      expected: 'no such group',
      received: 'the group',
      ...(answer && { exchange: answer }),
    });
    return;
  }
  const view = where === 'read' ? await read(t, KIND, group.id, as) : await listedRecord(t, KIND, group.id, as);
  t.expect(view !== undefined, 'a group is not in the list', { expected: group.id, received: 'not listed' });
  if (view?.name !== undefined) t.equal(view.name, group.name, 'the group has another name than the moves make');
  const expected = group.favoriteOf.has(as);
  if (view?.favorite !== undefined)
    t.equal(view.favorite, expected, `the favourite of the ${as} user is not what the moves make`);
}

async function take(t: Context, { user: as, move }: Step, group: Model): Promise<void> {
  const input = { ...at(KIND, group.id), as };
  if (move === 'read' || move === 'list') return expectModel(t, group, move, as);
  const operation = {
    set: 'kpiGroups.setFavorite',
    clear: 'kpiGroups.clearFavorite',
    rename: 'kpiGroups.update',
    delete: 'kpiGroups.delete',
  }[move];
  const name = t.names.next('renamed');
  const answer = await t.send(operation, { ...input, ...(move === 'rename' && { body: { name } }) });
  const right = group.deleted ? answer.status === 404 : answer.ok;
  t.expect(right, `${operation} is answered wrongly`, {
    expected: group.deleted ? 404 : 200,
    received: answer.status,
    exchange: answer,
  });
  if (group.deleted) return;
  if (move === 'set') group.favoriteOf.add(as);
  if (move === 'clear') group.favoriteOf.delete(as);
  if (move === 'rename') group.name = name;
  if (move === 'delete') {
    group.deleted = true;
    t.ledger.remove(KIND, group.id);
  }
}

export const kpiGroupLaws: Batch = {
  title: 'properties: KPI groups',
  checks: [
    check('any sequence of moves by two users', 'kpiGroups.favorite-model', async (t) => {
      t.need('second');
      await property(t, steps, async (sequence) => {
        const made = await Promise.all([make(t, KIND), make(t, KIND, {}, 'second')]);
        const groups = made.map(
          ({ id, sent }): Model => ({ id, name: sent.name, favoriteOf: new Set(), deleted: false }),
        );
        for (const step of sequence) await take(t, step, groups[step.group] as Model);
        for (const group of groups.filter(({ deleted }) => !deleted)) {
          for (const as of USERS) await expectFavorite(t, group.id, group.favoriteOf.has(as), as);
          const { ok } = await t.send('kpiGroups.delete', at(KIND, group.id));
          if (ok) t.ledger.remove(KIND, group.id);
        }
      });
    }),
  ],
};
