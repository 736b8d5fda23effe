/** One title is one tag in all four places, and when its first uses arrive at once. Section "Resources / Tag". */

import {
  a,
  allTags,
  entriesOf,
  GOAL,
  itemsOfPlace,
  newTitle,
  PLACES,
  type Place,
  tag,
} from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { Failure, NotTested } from '../../support/engine/outcome.ts';
import { listAfter, used } from './story.ts';

function placesAgree(place: Place): Check {
  return check(
    `a tag on a goal is the same on ${a(place)}`,
    'tags.identity-places',
    async (t) => {
      const [there, here] = await Promise.all([used(t, GOAL), used(t, place)]);
      const [item] = here.items.slice(-1);
      const [goal] = there.items.slice(-1);
      // Each tag is used where the other one came from.
      const uses = await Promise.all([
        tag(t, place, item as string, there.title),
        tag(t, GOAL, goal as string, here.title),
      ]);
      for (const [i, { answer, id }] of uses.entries()) {
        const expected = i === 0 ? there.id : here.id;
        t.expect(answer.ok || answer.status === 304, `a tag that exists is refused at another place`, {
          expected: 'a success',
          received: answer.status,
          exchange: answer,
        });
        if (id === undefined || expected === undefined || !there.answersId || !here.answersId) continue;
        t.expect(id === expected, 'the same title is another tag at another place', {
          expected,
          received: id,
          at: '/id',
          exchange: answer,
        });
      }
      if (!t.claims('tags')) return;
      const found = await allTags(t);
      for (const told of [there, here]) {
        const entries = new Set(entriesOf(found, told.title, told.id).map(({ id }) => id));
        const before = new Set(entriesOf(listAfter(t, told, 'others'), told.title, told.id).map(({ id }) => id));
        t.expect(
          entries.size <= Math.max(1, before.size),
          'the same title is two tags in the list, one for each place',
          {
            expected: 1,
            received: [...entries],
            exchange: found.answer,
          },
        );
      }
    },
    [GOAL.operation, place.operation],
  );
}

const atOnce = (place: Place): Check =>
  check(
    `first uses of a title at once on ${a(place)} create one tag`,
    'tags.identity-at-once',
    async (t) => {
      // The control: one use after another works.
      await used(t, place);
      const [items, title] = [await itemsOfPlace(t, place), newTitle(t)];
      const uses = await Promise.all(
        Array.from({ length: 6 }, (_, i) => tag(t, place, items[i % items.length] as string, title)),
      );
      const created = new Set(uses.flatMap(({ id }) => (id === undefined ? [] : [id])));
      t.expect(created.size <= 1, 'first uses of one title at once have created several tags', {
        expected: 'one id',
        received: [...created],
      });
      if (uses.every(({ answer }) => !answer.ok))
        throw new Failure('no use of a new title succeeds when several arrive at once', {
          expected: 'one success at least',
          received: uses.map(({ answer }) => answer.status),
        });
      const found = await allTags(t);
      if (!found.complete) throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
      const entries = entriesOf(found, title, [...created][0]);
      t.expect(entries.length === 1, 'after first uses of one title at once, the list does not have the tag once', {
        expected: 1,
        received: entries,
        exchange: found.answer,
      });
    },
    [place.operation],
  );

export const places: readonly Check[] = [
  ...PLACES.filter((place) => place !== GOAL).map(placesAgree),
  ...PLACES.map(atOnce),
];
