/** New tags are active, and none comes from an item that does not exist. Section "Resources / Tag". */
import { a, answered, entriesOf, PLACES, type Place, readTags, useTag } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { ask } from '../../support/lists/requests.ts';
import { unknownId } from '../../support/records/identifiers.ts';
import { story, storyAt } from './story.ts';

const checksOf = (place: Place): Check[] => [
  check(
    `no tag comes from ${a(place)} that does not exist`,
    'tags.unknown-item',
    async (t) => {
      t.needGroup('tags');
      // The control: where the item exists, the tag is created and listed.
      const { tags } = await storyAt(t, place);
      if (!tags.some((tag) => tag.place === place && tag.entry))
        throw new NotTested('the list does not show new tags', 'a target that lists a tag that was used');
      const title = `${t.names.next('Tag')} of nothing`;
      const { answer } = await useTag(t, place, await unknownId(t, place.kind), title);
      await eventually(t, async (now) => {
        const list = await readTags(now);
        const entries = entriesOf(list, title);
        if (entries.length === 0 && !list.complete)
          throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
        t.none(entries, 1, `tagging ${a(place)} that does not exist has created a tag`, answer);
      });
    },
    [place.operation, 'tags.list'],
  ),

  check(
    `a tag on ${a(place)} is active when it is new`,
    'tags.active',
    async (t) => {
      const { tags, uses } = await storyAt(t, place);
      const tag = tags.find((one) => one.place === place);
      const first = uses.find((use) => use.first && use.place === place);
      const shown = [tag?.entry, first && answered(first.answer)].filter((one) => one?.isActive !== undefined);
      if (shown.length === 0) throw t.nothingShown('tag', 'isActive');
      for (const record of shown)
        t.equal(record?.isActive, true, 'a tag that was just created is not active', first?.answer);
    },
    [place.operation, 'tags.list'],
  ),
];

const filtered = check(
  'a filter finds a tag by a title with marks in it, and shows its counts',
  'lists.filter-equals',
  async (t) => {
    const { tags } = await story(t);
    const [entry] = tags.flatMap((tag) => (tag.entry?.title ? [tag.entry] : []));
    if (!entry) throw t.nothingShown('tag', 'title');
    await eventually(t, async (now) => {
      const { items, answer } = await ask(now, 'tags.list', { filter: { title: entry.title } });
      const found = items.find(({ id }) => id === entry.id);
      t.expect(found !== undefined, 'a filter on a title does not give its tag', {
        expected: entry,
        received: items.slice(0, 3),
        exchange: answer,
      });
      const listed = (await readTags(now)).items.find(({ id }) => id === entry.id);
      t.agree(listed, found, 'a filter changes what the list shows of a tag', answer);
    });
  },
  ['tags.list'],
);

export const newTags: readonly Check[] = [...PLACES.flatMap(checksOf), filtered];
