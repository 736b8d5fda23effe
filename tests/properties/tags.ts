/** The law of tags: two titles are one tag exactly when they are equal, trimmed of spaces and lower-cased. */
import fc from 'fast-check';
import { allTags, entriesOf, GOAL, itemsOfPlace, tag, tagKey, type Use } from '../support/domain/tags.ts';
import { type Batch, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { property } from '../support/engine/property.ts';

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
/** Tags cannot be deleted: the titles of a run are spellings of this many tags. */
const TAGS = 10;

/** Changes that leave a title nearly the same, and make it another tag. */
const NEARLY: readonly ((title: string) => string)[] = [
  (title) => `${title}.`,
  (title) => title.slice(0, -1),
  (title) => title.replace('x', '.'),
  (title) => title.replace(' ', '  '),
  (title) => title.replace(' ', '-'),
  (title) => title.replace(' ', ''),
];

/** Different tags: some of any printable characters, and neighbours of the first. */
function pool(t: Context): string[] {
  const prefix = t.names.next('Law');
  const text = fc.string({ unit: fc.constantFrom(...PRINTABLE), minLength: 6, maxLength: 12, size: 'max' });
  const random = fc.sample(text, { seed: t.settings.seed, numRuns: TAGS }).map((tail) => `${prefix} ${tail}!`);
  const plain = `${prefix} axB`;
  const titles = [plain, ...NEARLY.map((nearly) => nearly(plain)), ...random];
  const byKey = new Map(titles.map((title) => [tagKey(title), title]));
  return [...byKey.values()].slice(0, TAGS);
}

interface Spelling {
  tag: number;
  /** Which letters change their case, by place. */
  flips: readonly boolean[];
  before: number;
  behind: number;
}

const spelling: fc.Arbitrary<Spelling> = fc.record({
  tag: fc.nat(TAGS - 1),
  flips: fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  before: fc.nat(3),
  behind: fc.nat(3),
});

function spelled(title: string, { flips, before, behind }: Spelling): string {
  const turned = [...title].map((c, i) =>
    !flips[i % flips.length] || !/[a-z]/i.test(c) ? c : c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase(),
  );
  return `${' '.repeat(before)}${turned.join('')}${' '.repeat(behind)}`;
}

/**
 * The tags of the pool as their first uses made them; a title that is refused is left out. Each on another goal, as a
 * goal that has the tag may be answered without it.
 */
async function firstUses(t: Context, goals: readonly string[]): Promise<(Use & { id: string })[]> {
  const made = await Promise.all(pool(t).map((title, i) => tag(t, GOAL, goals[i % goals.length] as string, title)));
  for (const { title, answer } of made) {
    t.expect(answer.status < 500, `the title ${JSON.stringify(title)} breaks the target`, {
      expected: 'a status below 500',
      received: answer.status,
      exchange: answer,
    });
  }
  const taken = made.filter((use): use is Use & { id: string } => use.id !== undefined);
  if (taken.length < 2)
    throw new NotTested(
      `${GOAL.operation} took no two of ${made.length} titles`,
      `a target whose ${GOAL.operation} succeeds`,
    );
  return taken;
}

function expectDistinct(t: Context, taken: readonly (Use & { id: string })[]): void {
  for (const [i, use] of taken.entries()) {
    const other = taken.slice(0, i).find(({ id }) => id === use.id);
    t.expect(!other, `${JSON.stringify(other?.title)} and ${JSON.stringify(use.title)} give the same tag`, {
      expected: 'two tags',
      received: use.id,
      exchange: use.answer,
    });
  }
}

/** Judges that two spellings, used at once, each give their own tag. Where no tag is answered, the list tells in the end. */
async function expectOwn(
  t: Context,
  taken: readonly (Use & { id: string })[],
  goal: string,
  spellings: readonly Spelling[],
) {
  await Promise.all(
    spellings.map(async (given) => {
      const first = taken[given.tag % taken.length] as Use & { id: string };
      const { id, title, answer } = await tag(t, GOAL, goal, spelled(first.title, given));
      if (id === undefined) return;
      t.expect(id === first.id, `${JSON.stringify(first.title)} and ${JSON.stringify(title)} are not the same tag`, {
        expected: first.id,
        received: id,
        at: '/id',
        exchange: answer,
      });
    }),
  );
}

export const tagLaws: Batch = {
  title: 'properties: Tags',
  checks: [
    check(
      'titles are one tag exactly when they are equal but for case and spaces at the ends',
      'tags.identity-law',
      async (t) => {
        const goals = await itemsOfPlace(t, GOAL);
        const taken = await firstUses(t, goals);
        expectDistinct(t, taken);
        const goal = fc.constantFrom(...goals);
        const input = fc.record({ goal, spellings: fc.tuple(spelling, spelling) });
        await property(t, input, (run) => expectOwn(t, taken, run.goal, run.spellings));
        const found = await allTags(t);
        if (!found.complete)
          throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
        for (const { title, id } of taken) {
          const entries = entriesOf(found, title, id);
          t.expect(entries.length === 1, `the spellings of ${JSON.stringify(title)} are not one tag in the list`, {
            expected: 1,
            received: entries,
            exchange: found.answer,
          });
        }
      },
    ),
  ],
};
