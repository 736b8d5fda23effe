/** Favourites are each user’s own. Sections "KPI group", "States and transitions", "Endpoints / KPI groups". */

import {
  expectFavorite,
  expectFavoriteWithoutHeader,
  expectName,
  favorite,
  favoriteAgain,
  kept,
  makeUnmarked,
  unmarked,
} from '../../support/domain/kpiGroups.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { NotApplicable } from '../../support/engine/outcome.ts';
import { firstFound } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { tryMake } from '../../support/records/creating.ts';
import { read } from '../../support/records/subjects.ts';
import { peek } from '../../support/records/views.ts';

const KIND = 'kpiGroup';

export const favourites: Check[] = [
  check('PUT makes a favourite, and once more leaves it one', 'kpiGroups.favorite-set', async (t) => {
    const made = await makeUnmarked(t);
    for (const write of [favorite, favoriteAgain, favoriteAgain]) {
      await write(t, made, true);
      await expectFavorite(t, made.id, true);
    }
    await expectFavoriteWithoutHeader(t, made, true);
  }),

  check(
    'DELETE ends a favourite, once more leaves it ended, and the group stays',
    'kpiGroups.favorite-clear',
    async (t) => {
      const made = await makeUnmarked(t);
      await favorite(t, made, true);
      await expectFavorite(t, made.id, true);
      for (const write of [favorite, favoriteAgain, favoriteAgain]) {
        await write(t, made, false);
        await expectFavorite(t, made.id, false);
      }
      await expectFavoriteWithoutHeader(t, made, false);
      await expectName(t, made.id, made.sent.name, 'clearing the favourite has changed the group');
    },
  ),

  check('a favourite changes nothing else of the group', 'kpiGroups.favorite-only', async (t) => {
    const others = t.also('second');
    const made = await makeUnmarked(t);
    await expectName(t, made.id, made.sent.name, 'the group does not have the name that was sent');
    const before = kept(await read(t, KIND, made.id));
    for (const set of [true, false]) {
      await favorite(t, made, set);
      for (const as of others) await favorite(t, made, set, as);
      const what = `${set ? 'marking' : 'unmarking'} a favourite has changed the group`;
      t.equal(kept(await read(t, KIND, made.id)), before, what);
    }
  }),

  check('favourites are each user’s own', 'kpiGroups.favorite-per-user', async (t) => {
    const second = t.need('second');
    const [mine, theirs] = await Promise.all([makeUnmarked(t), makeUnmarked(t, {}, second)]);
    for (const made of [mine, theirs]) {
      await favorite(t, made, true);
      await expectFavorite(t, made.id, true);
      await expectFavorite(t, made.id, false, second);
      await favorite(t, made, true, second);
      await expectFavorite(t, made.id, true, second);
      await expectFavorite(t, made.id, true);
      await favorite(t, made, false);
      await expectFavorite(t, made.id, false);
      await expectFavorite(t, made.id, true, second);
      await favorite(t, made, true);
      await favorite(t, made, false, second);
      await expectFavorite(t, made.id, true);
      await expectFavorite(t, made.id, false, second);
    }
    const both = await makeUnmarked(t);
    await Promise.all([favorite(t, both, true), favorite(t, both, true, second)]);
    await expectFavorite(t, both.id, true);
    await expectFavorite(t, both.id, true, second);
  }),

  check('the list and the read by id show the favourites of who asks', 'kpiGroups.favorite-shown', async (t) => {
    const others = t.also('second');
    const [marked, plain] = await Promise.all([makeUnmarked(t), makeUnmarked(t)]);
    await favorite(t, marked, true);
    await expectFavorite(t, marked.id, true);
    await expectFavorite(t, plain.id, false);
    for (const as of others) await expectFavorite(t, marked.id, false, as);
  }),

  check('who may read a group may make it a favourite', 'kpiGroups.favorite-allowed', async (t) => {
    const as = t.need('limited');
    const { id } = await makeUnmarked(t);
    const readable = await firstFound(t, (s) => peek(s, KIND, id, as));
    // The target chose to show groups to others alone.
    if (!readable) throw new NotApplicable('a user without permissions is not shown KPI groups');
    for (const operation of ['kpiGroups.setFavorite', 'kpiGroups.clearFavorite']) {
      const answer = await t.send(operation, { ...at(KIND, id), as });
      t.expect(answer.status !== 403, 'a favourite needs a permission', {
        expected: 'a success, as no 403 is listed',
        received: answer.status,
        exchange: answer,
      });
    }
  }),

  check('a favourite concerns one group', 'kpiGroups.favorite-one', async (t) => {
    const one = await makeUnmarked(t);
    // Whether two groups may have the same name is open: where they may, these have.
    const like = await tryMake(t, KIND, one.sent);
    const two = 'kindName' in like && like.id !== one.id ? await unmarked(t, like) : await makeUnmarked(t);
    await favorite(t, one, true);
    await expectFavorite(t, one.id, true);
    await expectFavorite(t, two.id, false);
    await favorite(t, two, true);
    await expectFavorite(t, two.id, true);
    await expectFavorite(t, one.id, true);
    await favorite(t, one, false);
    await expectFavorite(t, one.id, false);
    await expectFavorite(t, two.id, true);
  }),
];
