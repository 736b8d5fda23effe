/**
 * The laws of tags over any history of uses: two titles are one tag exactly when they are equal, trimmed of spaces and
 * lower-cased, wherever they are used, by whom and in which order; and a use of a tag changes nothing of another.
 */

import fc from 'fast-check';
import { askByTag, expectCarries } from '../behaviour/dashboards/byTag.ts';
import { look } from '../behaviour/tags/look.ts';
import { judgeUse } from '../behaviour/tags/model/answers.ts';
import { entryOf } from '../behaviour/tags/model/listed.ts';
import type { OwnTag } from '../behaviour/tags/model/state.ts';
import { nearly } from '../behaviour/tags/model/titles.ts';
import { type Story, story, use } from '../behaviour/tags/story.ts';
import { lacking } from '../support/domain/facts.ts';
import { DASHBOARD, tagKey, type Use } from '../support/domain/tags.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { property, withFewerRuns } from '../support/engine/property.ts';
import { eventually } from '../support/engine/retry.ts';
import { searchOn } from '../support/engine/search.ts';
import { anotherOrFirst } from '../support/http/actors.ts';
import { sentAtOnce } from '../support/records/atOnce.ts';

interface Step {
  tag: number;
  place: number;
  second: boolean;
  /** Which letters change their case, by place. */
  flips: readonly boolean[];
  before: number;
  behind: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  tag: fc.nat(3),
  place: fc.nat(3),
  second: fc.boolean(),
  flips: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  before: fc.nat(3),
  behind: fc.nat(3),
});

/** Uses are few, and each history has several. */
const HISTORIES = 4;
/** They are sent at once. */
const DEEP_USES = 16;

function spelled(title: string, { flips, before, behind }: Step): string {
  const turned = [...title].map((c, i) =>
    !flips[i % flips.length] || !/[a-z]/i.test(c) ? c : c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
  );
  return `${' '.repeat(before)}${turned.join('')}${' '.repeat(behind)}`;
}

/** Judges that first uses of different titles gave different tags. */
function expectDistinct(t: Context, uses: readonly Use[]): void {
  for (const [i, { id, title, answer }] of uses.entries()) {
    const other = uses.slice(0, i).find((earlier) => earlier.id === id);
    t.expect(!other, `${JSON.stringify(other?.title)} and ${JSON.stringify(title)} give the same tag`, {
      expected: 'two tags',
      received: id,
      exchange: answer,
    });
  }
}

/** Uses tags that exist, at once. Only a tag that the item has is used: so that nothing but the answers may change. */
async function expectOwn(t: Context, { tags, items, trusted }: Story, history: readonly Step[]): Promise<void> {
  const places = [...items.keys()];
  const uses = await sentAtOnce(
    history.flatMap((given) => {
      const tag = tags[given.tag % tags.length] as OwnTag;
      const place = places[given.place % places.length];
      const as = given.second ? anotherOrFirst(t) : 'first';
      if (!place || !tag.on.has(place)) return [];
      return () => use(t, items, tag, place, { title: spelled(tag.title, given), spelling: 'cased', as });
    }),
  );
  for (const one of uses) for (const { wrong } of judgeUse(one, tags, trusted.has(one.place))) t.judge(wrong, 1);
}

/** Judges that the list has each tag once, with the counts that it had before. */
const expectUnchanged = (t: Context, { tags, items, last }: Story): Promise<void> =>
  eventually(t, async (now) => {
    const { lists } = await look(now, items, { places: [], everywhere: [], users: ['first'] });
    for (const tag of tags) {
      const [was, is] = [entryOf(last.lists.first, tag), entryOf(lists.first, tag)];
      if (!was || !is) continue;
      const own = lists.first?.items.filter(({ id, title }) => id === tag.id || tagKey(title) === tagKey(tag.title));
      t.expect(own?.length === 1, `the spellings of ${JSON.stringify(tag.title)} are not one tag in the list`, {
        expected: was,
        received: own,
      });
    }
  });

/** Judges that titles which are nearly that of a tag find no dashboard that does not carry them. */
async function expectNearlyOther(t: Context, { tags }: Story): Promise<void> {
  const tag = tags.find(({ on, place }) => place === DASHBOARD && on.has(DASHBOARD));
  if (!tag || !t.claims('dashboards') || !(await askByTag(t, tag.title)).ok) return;
  await Promise.all(
    nearly(tag.title).map(async (title) => {
      const answer = await askByTag(t, title);
      if (answer.ok) await expectCarries(t, title, title, answer);
    }),
  );
}

export const tagLaws: readonly Check[] = [
  check(
    'titles are one tag exactly when they are equal but for case and spaces at the ends',
    'tags.identity-law',
    async (t) => {
      const told = await story(t);
      expectDistinct(
        t,
        told.firsts.filter(({ id }) => id !== undefined),
      );
      if (told.tags.length < 2) t.needGroup('tags');
      if (told.tags.length < 2)
        throw lacking(t, ['goal'], 'no two titles are taken', 'a target whose tags.tagGoal takes titles');
      await expectNearlyOther(t, told);
      const few = withFewerRuns(t, 1 / HISTORIES);
      const histories = fc.array(step, { minLength: 1, maxLength: HISTORIES });
      await property(few, histories, (history) => expectOwn(t, told, history));
      await expectUnchanged(t, told);
      await searchOn(t, fc.array(step, { minLength: 1, maxLength: DEEP_USES, size: 'max' }), async (history) => {
        await expectOwn(t, told, history);
        await expectUnchanged(t, told);
      });
    },
  ),
];
