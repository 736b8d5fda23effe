/**
 * What the words say of tags, and of what is tagged. Sections "Resources / Tag" and "Endpoints / Tags". Tags cannot be
 * deleted or taken off: every check that tags an item is in this batch, and shares the story of four tags.
 */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { tagLaws } from '../../properties/tags.ts';
import { readTags, tagKey } from '../../support/domain/tags.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import { NotApplicable, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, recordsIn } from '../../support/records/answers.ts';
import { withBelow } from '../../support/records/embedded.ts';
import { countsAgree } from './countsAgree.ts';
import { goalTags } from './goals.ts';
import { judged } from './judged.ts';
import { sumOf } from './model/listed.ts';
import { newTags } from './newTags.ts';
import { onDashboards } from './onDashboards.ts';
import { story } from './story.ts';
import { taggedExactly } from './taggedExactly.ts';

const depth = ({ items }: JsonRecord): number =>
  Array.isArray(items) && items.length > 0
    ? 1 + Math.max(...items.map((item) => (isRecord(item) ? depth(item) : 0)))
    : 0;

const reading: Check[] = [
  check('the list shows each tag once', 'tags.list-each-once', async (t) => {
    // Also after all that the run did with tags.
    await unlessUntested(story(t), undefined);
    await eventually(t, async (now) => {
      const { items } = await readTags(now);
      if (items.length < 2) throw t.nothingShown('tag');
      t.eachOnce(items, 'the list shows a tag twice', 'tag');
      const seen = new Map<string, JsonRecord>();
      for (const item of items.filter(({ title }) => title !== undefined)) {
        const other = seen.get(tagKey(item.title));
        t.expect(!other, 'two tags of the list have titles that are one tag', {
          expected: 'each tag once',
          received: [other, item],
        });
        seen.set(tagKey(item.title), item);
      }
    });
  }),

  check(
    'the count of all items is not below that of kinds, for any tag',
    'tags.counts-items',
    (t) =>
      eventually(t, async (now) => {
        const { items } = await readTags(now);
        const counted = items.filter((entry) => sumOf(entry) !== undefined);
        if (counted.length === 0) throw t.nothingShown('tag', 'itemsTaggedCount');
        for (const entry of counted) {
          t.expect(
            Number(entry.itemsTaggedCount) >= Number(sumOf(entry)),
            'a tag counts fewer items than it has of kinds',
            {
              expected: `at least ${sumOf(entry)}`,
              received: entry,
              at: '/itemsTaggedCount',
            },
          );
        }
      }),
    ['tags.list'],
  ),

  check(
    'a tag below another one has the tags below it that its own entry has',
    'general.embedded-agree',
    (t) =>
      eventually(t, async (now) => {
        const { items, answer } = await readTags(now);
        const own = new Map(items.map((entry) => [entry.id, entry.items]));
        for (const { id, items: below } of items.flatMap((entry) => withBelow(recordsIn(entry.items)))) {
          const listed = own.get(id);
          // A record inside another one may have fewer fields; an empty list says that there is nothing below.
          if (!Array.isArray(below) || !Array.isArray(listed)) continue;
          const [shown, expected] = [below, listed].map((tags) => idsOf(recordsIn(tags)).sort());
          now.equal(shown, expected, 'a tag inside of another one has other tags below it than its own entry', answer);
        }
        // Whether tags nest is up to the account: here none does.
        if (now.tally.compared === 0) throw new NotApplicable('no tag below another one stands in the list by itself');
      }),
    ['tags.list'],
  ),

  check('what the items of a tag are', 'tags.nested', async (t) => {
    const { items } = await readKind(t, 'tag');
    const nested = items.filter(({ items: below }) => Array.isArray(below) && below.length > 0);
    const listed = new Set(items.map(({ id }) => id));
    const below = nested.flatMap(({ items: inner }) => inner as JsonRecord[]);
    return {
      'tags with items': nested.length,
      levels: Math.max(0, ...items.map(depth)),
      'listed by themselves, too': below.filter(({ id }) => listed.has(id)).length,
    };
  }),
];

export const tags: Batch = {
  title: 'behaviour: Tags',
  checks: [
    ...judged,
    ...newTags,
    ...goalTags,
    ...taggedExactly,
    ...onDashboards,
    ...tagLaws,
    ...countsAgree,
    ...reading,
  ],
};
