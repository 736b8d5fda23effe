/** Tags narrow the goals met: inclusive union, by name or title. Sections "Tag", "Endpoints / Sessions". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { lacking } from '../../support/domain/facts.ts';
import {
  allTags,
  askGoalsMet,
  countedTags,
  expectGoalsBeside,
  expectNoGoals,
  goalsMet,
  type Met,
  type Query,
  someSessions,
  type TagCase,
  type TaggedGoal,
  tagCases,
  taggedGoals,
  unusedTags,
  usable,
} from '../../support/domain/goalsMet.ts';
import { ownTagCase, ownTaggedGoal } from '../../support/domain/ownTaggedGoal.ts';
import { readTags, tagKey } from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { GOAL_TAG_ACTIVE, GOAL_TAG_LETTERED, TAG_OF_OTHERS, TAGS_APART } from '../../support/engine/noneWords.ts';
import { NotApplicable, unlessUntested } from '../../support/engine/outcome.ts';
import { anew, eventually } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import type { RequestInput } from '../../support/http/client.ts';
import { idsOf, itemsOf, strings } from '../../support/records/answers.ts';
import { withBelow } from '../../support/records/embedded.ts';
import { sample } from '../../support/values/sample.ts';
import { patterned, shortened, swappedCase } from '../../support/values/texts.ts';

const FACTS = 'FIXTURES: facts.goalsMet with tags of goals that are met';
const EVERY = 'every goal that is met has the tag';
const MOST = 6;
/** Tags, and sessions, that are asked for again behind each other request. */
const ASKED_AGAIN = 3;

/** Whether the text of a case is a title, as far as it is known, with a letter that has two cases by the rule. */
const isLettered = ({ tag, text }: TagCase): boolean =>
  (tag === undefined || tagKey(tag.title) === tagKey(text)) && /[a-z]/i.test(text);

/** Tags by which goals are found; one of the run among them where the account has none with a letter in its title. */
async function cases(t: Context): Promise<TagCase[]> {
  const known = await tagCases(t);
  const own = known.some(isLettered) ? undefined : await ownTagCase(t);
  const found = own ? [...known, own] : known;
  if (found.length === 0) throw lacking(t, [GOAL_TAG_ACTIVE], 'no tag is known that a goal that is met has', FACTS);
  return found;
}

const union = (...lists: readonly string[][]) => [...new Set(lists.flat())].sort();

/** Judges that a query gives these goals. */
async function expectGoals(t: Context, sessionId: string, tags: string, expected: readonly string[], message: string) {
  const { ids, answer } = await goalsMet(t, sessionId, tags);
  t.equal(ids, expected, message, answer);
}

/** Keys of the tags that a goal shows; undefined where it shows none. */
function keysOf(goal: Record<string, unknown>): string[] | undefined {
  if (!Array.isArray(goal.tags)) return undefined;
  // A tag that shows neither title nor name may be any.
  if (goal.tags.some((tag) => isRecord(tag) && (tag.title ?? tag.name) === undefined)) return undefined;
  const shown = goal.tags.map((tag) => (isRecord(tag) ? [tag.title, tag.name] : [tag]));
  return shown.flat().flatMap((text) => (typeof text === 'string' ? [tagKey(text)] : []));
}

/** The keys of a tag and of those below it: a goal that has one of them may count as one that has the tag. */
async function keysWithin(t: Context, text: string): Promise<ReadonlySet<string>> {
  const isAsked = ({ title, name }: JsonRecord) => strings([title, name]).map(tagKey).includes(tagKey(text));
  const within = withBelow((await allTags(t)).filter(isAsked));
  return new Set([tagKey(text), ...strings(within.flatMap(({ title, name }) => [title, name])).map(tagKey)]);
}

/** Two tags of a session, neither with all goals of the other: a union differs from what both have. */
async function pairs(t: Context): Promise<[TagCase, TagCase][]> {
  const all = await cases(t);
  const found = all.flatMap((one, i) =>
    all
      .slice(i + 1)
      .filter(({ sessionId, met }) => {
        const both = union(one.met.ids, met.ids);
        return sessionId === one.sessionId && both.length > one.met.ids.length && both.length > met.ids.length;
      })
      .map((two): [TagCase, TagCase] => [one, two]),
  );
  if (found.length === 0)
    throw lacking(
      t,
      [TAGS_APART],
      'no two tags with different goals are known',
      `${FACTS}, two of them in one session`,
    );
  return sample(found, MOST);
}

/** Judges that other spellings of tags give what the tag gives, as the case found it. */
async function expectSame(
  t: Context,
  found: readonly TagCase[],
  spellings: (one: TagCase) => readonly string[],
  message: string,
): Promise<void> {
  await Promise.all(
    found.flatMap((one) => spellings(one).map((text) => expectGoals(t, one.sessionId, text, one.met.ids, message))),
  );
}

/**
 * Goals whose tags can be asked for by this field, those first that have other signs than letters and digits in it; one that
 * the run has tagged where there is no other.
 */
async function calledBy(t: Context, field: 'title' | 'name'): Promise<TaggedGoal[]> {
  const shown = await taggedGoals(t);
  const isCalled = ({ tag }: TaggedGoal) => usable(tag[field]);
  const own = shown.some(isCalled) ? undefined : await ownTaggedGoal(t);
  const tagged = own ? [...shown, own] : shown;
  const known = tagged.filter(isCalled);
  if (known.length === 0 && tagged.some(({ tag }) => tag[field] === undefined)) throw t.nothingShown('tag', field);
  if (known.length === 0)
    throw lacking(t, [GOAL_TAG_ACTIVE], `no ${field} of a tag is known that a goal that is met has`, FACTS);
  const isPlain = ({ tag }: TaggedGoal) => /^[\p{L}\p{N} _-]*$/u.test(String(tag[field]));
  const marked = known.filter((one) => !isPlain(one)).slice(0, MOST);
  return [...marked, ...sample(known.filter(isPlain), 2 * MOST - marked.length)];
}

async function expectFound(t: Context, known: readonly TaggedGoal[], field: 'title' | 'name'): Promise<void> {
  await Promise.all(
    known.map(async ({ sessionId, goalId, tag }) => {
      const { ids, answer } = await goalsMet(t, sessionId, String(tag[field]));
      const message = `the ${field} of a tag does not give a goal that has it`;
      t.expect(ids.includes(goalId), message, { expected: goalId, received: ids, exchange: answer });
    }),
  );
}

/** Keys of every title and name of the account's tags; undefined where they cannot all be read. */
async function tagKeys(t: Context): Promise<ReadonlySet<string> | undefined> {
  if (!t.claims('tags')) return undefined;
  const { items, complete } = await readTags(t);
  const nested = (tags: readonly unknown[]): unknown[] =>
    tags.flatMap((tag) =>
      isRecord(tag) ? [tag.title, tag.name, ...nested(Array.isArray(tag.items) ? tag.items : [])] : [tag],
    );
  return complete ? new Set(strings(nested(items)).map(tagKey)) : undefined;
}

const input = ({ sessionId, tags }: Query): RequestInput => ({
  params: { id: sessionId },
  ...(tags !== undefined && { query: { tags } }),
});

const upper = (text: string) => text.replaceAll(/[a-z]/g, (c) => c.toUpperCase());

export const goalsMetTags: Check[] = [
  check('with tags, goals without any of them are left out', 'sessions.goals-met-tags', (t) =>
    eventually(t, async (s) => {
      let narrowed = 0;
      for (const { sessionId, text, met } of await cases(s)) {
        const all = await goalsMet(s, sessionId);
        if (met.ids.length < all.ids.length) narrowed++;
        const shown = met.items.filter(keysOf);
        const within = await keysWithin(s, text);
        const without = shown.filter((goal) => !keysOf(goal)?.some((key) => within.has(key)));
        s.none(without, shown.length, `a goal without the tag ${text} is there`);
        // Goals that show their tags tell which of all are due.
        const due = idsOf(all.items.filter((goal) => keysOf(goal)?.includes(tagKey(text))));
        const missing = due.filter((id) => !met.ids.includes(id));
        s.none(missing, due.length, `a goal with the tag ${text} is not there`, met.answer);
      }
      const facts = (s.fixtures.facts.goalsMet ?? []).filter(({ tags }) => (tags?.length ?? 0) > 0);
      for (const { sessionId, tags = [], notMet } of facts) {
        const { ids, answer } = await goalsMet(s, sessionId, tags.join(','));
        const wrong = notMet.filter((id) => ids.includes(id));
        s.none(wrong, notMet.length, 'a goal is there that has none of the tags, or is not met', answer);
      }
      if (narrowed === 0 && facts.length === 0) throw lacking(s, [TAG_OF_OTHERS], EVERY, FACTS);
    }),
  ),

  check('what was asked before does not count', ['sessions.goals-met-tags', 'sessions.goals-met-session'], (t) =>
    eventually(anew(t), async (s) => {
      const sessions = (await someSessions(s)).map((sessionId): Query => ({ sessionId }));
      const tagged = sample(await unlessUntested(cases(s), []), ASKED_AGAIN).map(
        ({ sessionId, text }): Query => ({ sessionId, tags: text }),
      );
      // Each query behind one about another session, one with other tags, and one of another user.
      const before = (query: Query, i: number): RequestInput[] => [
        input({ ...query, sessionId: sessions[(i + 1) % sessions.length]?.sessionId ?? query.sessionId }),
        input({ ...query, tags: s.names.next('no-such-tag') }),
        ...tagged.slice(0, 1).map(({ tags }) => input({ ...query, tags })),
        ...(isGiven(s, 'second') ? [{ ...input(query), as: 'second' } as const] : []),
      ];
      for (const [i, query] of [...tagged, ...sessions.slice(0, ASKED_AGAIN)].entries()) {
        const found = [];
        for (const other of before(query, i)) {
          await s.send('sessions.goalsMet', other);
          found.push(await askGoalsMet(s, query));
        }
        for (const { ids, answer } of found.slice(1))
          s.equal(ids, found[0]?.ids, 'the goals are others after another request', answer);
      }
    }),
  ),

  check('several tags give the goals of each', 'sessions.goals-met-tags-union', (t) =>
    eventually(t, async (s) => {
      await Promise.all(
        (await pairs(s)).map(([one, two]) =>
          expectGoals(
            s,
            one.sessionId,
            `${one.text},${two.text}`,
            union(one.met.ids, two.met.ids),
            'two tags do not give the goals of both',
          ),
        ),
      );
      const [[one]] = (await pairs(s)) as [[TagCase, TagCase]];
      const all = (await cases(s)).filter(({ sessionId }) => sessionId === one.sessionId).slice(0, 10);
      const expected = union(...all.map(({ met }) => met.ids));
      await expectGoals(
        s,
        one.sessionId,
        all.map(({ text }) => text).join(','),
        expected,
        'many tags do not give the goals of each',
      );
    }),
  ),

  check('a tag is found by its title', 'sessions.goals-met-tags-title', (t) =>
    eventually(t, async (s) => {
      await expectFound(s, await calledBy(s, 'title'), 'title');
    }),
  ),

  check('a tag is found by its name', 'sessions.goals-met-tags-name', (t) =>
    eventually(t, async (s) => {
      const known = await calledBy(s, 'name');
      // Names that are not the title in another spelling say most.
      const apart = known.filter(({ tag }) => tagKey(tag.name) !== tagKey(tag.title));
      await expectFound(s, apart.length > 0 ? apart : known, 'name');
    }),
  ),

  check('a title finds its tag in either case and with spaces at its ends', 'sessions.goals-met-tags-identity', (t) =>
    eventually(t, async (s) => {
      const lettered = (await cases(s)).filter(isLettered);
      if (lettered.length === 0)
        throw lacking(t, [GOAL_TAG_LETTERED], 'no title of a tag with a letter is known', FACTS);
      await expectSame(
        s,
        sample(lettered, 4),
        ({ text }) => [
          upper(text),
          text.replaceAll(/[A-Z]/g, (c) => c.toLowerCase()),
          swappedCase(text),
          ` ${text}`,
          `${text} `,
          `  ${upper(text)}  `,
        ],
        'another spelling of a title does not give the goals of its tag',
      );
      const [pair] = await unlessUntested(pairs(s), []);
      if (!pair) return;
      const [one, two] = pair;
      await expectGoals(
        s,
        one.sessionId,
        `${one.text}, ${swappedCase(two.text)}`,
        union(one.met.ids, two.met.ids),
        'a title behind a comma and a space is not found',
      );
    }),
  ),

  check('a tag that no goal has gives nothing and takes nothing', 'sessions.goals-met-tags-unknown', (t) =>
    eventually(t, async (s) => {
      const found = sample(await cases(s), 3);
      const unknown = t.names.next('no-such-tag');
      const [gives, changes] = [
        'a tag that no goal has gives goals',
        'a tag that no goal has changes what another gives',
      ];
      const [unused] = await unusedTags(s);
      await Promise.all(
        found.flatMap(({ sessionId, text, met }) => [
          expectNoGoals(s, sessionId, [unknown], gives),
          expectGoalsBeside(s, sessionId, [text, unknown], met.ids, changes),
          expectGoalsBeside(s, sessionId, [unknown, text], met.ids, changes),
          // A text that is no tag may be refused, a tag may not.
          ...(unused === undefined
            ? []
            : [
                expectGoals(s, sessionId, unused, [], gives),
                expectGoals(s, sessionId, `${unused},${text}`, met.ids, changes),
              ]),
        ]),
      );
      const keys = await tagKeys(s);
      if (keys === undefined) return;
      for (const { sessionId, text } of found)
        for (const part of shortened(text).filter((one) => !keys.has(tagKey(one))))
          await expectNoGoals(s, sessionId, [part], 'a part of a tag gives goals');
      for (const { sessionId, text } of found) {
        const unknown = patterned(text).filter((one) => !keys.has(tagKey(one)));
        await expectNoGoals(s, sessionId, unknown, 'a text that is a tag only as a pattern gives goals');
      }
    }),
  ),

  check('a comma too many adds no goals', 'sessions.goals-met-tags-comma', (t) =>
    eventually(t, async (s) => {
      const found = await cases(s);
      const all = await Promise.all(found.map(({ sessionId }) => goalsMet(s, sessionId)));
      // Where a tag has all goals, none could be added.
      const narrow = found.filter(({ met }, i) => met.ids.length < (all[i] as Met).ids.length);
      const [one] = narrow;
      if (!one) throw lacking(s, [TAG_OF_OTHERS], EVERY, FACTS);
      for (const tags of [`${one.text},`, `,${one.text}`, `${one.text},,${one.text}`]) {
        const answer = await s.send('sessions.goalsMet', input({ sessionId: one.sessionId, tags }));
        if (!answer.ok) continue;
        const more = idsOf(itemsOf(answer.json)).filter((id) => !one.met.ids.includes(id));
        s.none(more, 1, 'a comma too many adds goals that have none of the tags', answer);
      }
      if (s.tally.compared === 0) throw new NotApplicable('the target refuses a comma too many');
    }),
  ),

  check('tags only narrow', 'sessions.goals-met-tags-over', (t) =>
    eventually(t, async (s) => {
      for (const { sessionId, met } of await cases(s)) {
        const all = await goalsMet(s, sessionId);
        const more = met.ids.filter((id) => !all.ids.includes(id));
        s.none(more, met.ids.length, 'a goal is there with a tag that is not there without', met.answer);
      }
      // Tags that no goal which is met has may still be those of a goal that nearly is.
      const tags = await countedTags(s);
      if (tags === '') return;
      for (const sessionId of new Set((await cases(s)).map((one) => one.sessionId))) {
        const all = await goalsMet(s, sessionId);
        const tagged = await s.send('sessions.goalsMet', input({ sessionId, tags }));
        // How many tags are taken is open.
        const ids = tagged.ok ? idsOf(itemsOf(tagged.json)) : [];
        const more = ids.filter((id) => !all.ids.includes(id));
        s.none(more, ids.length, 'a goal is there with tags that is not there without', tagged);
      }
    }),
  ),
];
