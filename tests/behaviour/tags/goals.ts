/** Goals are tagged by title, by titles, or by both. Sections "Endpoints / Tags" and "Endpoints / Sessions". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import {
  allTags,
  answered,
  entriesOf,
  GOAL,
  itemsOfPlace,
  newTitle,
  tag,
  tagKey,
  type Use,
} from '../../support/domain/tags.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import type { Listing } from '../../support/lists/readList.ts';
import { itemsOf } from '../../support/records/answers.ts';
import { accepted, cased, spaced, used } from './story.ts';

const FIELD = 'goalsTaggedCount';

/** Sends a body that tags a goal; with flowName where the target does not take it without. */
async function send(t: Context, goal: string, body: JsonRecord): Promise<Answer> {
  const plain = await t.send(GOAL.operation, { ...at('goal', goal), body });
  const answer =
    plain.ok || plain.status === 304 || plain.status >= 500
      ? plain
      : await t.send(GOAL.operation, { ...at('goal', goal), body: { ...body, flowName: 'conformance' } });
  const { id } = answered(answer);
  if (typeof id === 'string') t.ledger.add('tag', id, 'first');
  return answer.ok || answer.status === 304 ? answer : plain;
}

async function goals(t: Context): Promise<readonly string[]> {
  // The control: a goal can be tagged at all.
  await used(t, GOAL);
  return itemsOfPlace(t, GOAL);
}

/** Judges that each title is a tag in the list, once, that so many goals have. */
function expectTags(t: Context, answer: Answer, found: Listing, titles: readonly string[], expected = 1): void {
  t.expect(answer.ok, 'a goal is refused these tags', { expected: 201, received: answer.status, exchange: answer });
  if (!found.complete) throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
  if (!found.items.some(({ title }) => title !== undefined))
    throw new NotApplicable('the list of tags shows no titles, as fields may be absent');
  for (const title of titles) {
    const entries = entriesOf(found, title);
    for (const { id } of entries) if (typeof id === 'string') t.ledger.add('tag', id, 'first');
    t.expect(entries.length === 1, `${JSON.stringify(title)}, which a goal was tagged with, is not once in the list`, {
      expected: 1,
      received: entries.length === 0 ? 'not listed' : entries,
      exchange: answer,
    });
    const count = entries[0]?.[FIELD];
    t.expect(
      count === undefined || count === expected,
      `${JSON.stringify(title)} is not counted as a tag of the goal`,
      {
        expected,
        received: entries[0],
        at: `/${FIELD}`,
        exchange: answer,
      },
    );
  }
}

/** Three tags that came in one request, the answer to it, and the list of tags right after it. */
function several(t: Context) {
  return t.once('titles', async () => {
    const [goal] = await goals(t);
    const titles = [newTitle(t), newTitle(t), newTitle(t)];
    const answer = await send(t, goal as string, { titles });
    return { titles, answer, found: await allTags(t) };
  });
}

const bodies: Check[] = [
  check('a goal is tagged by a title alone', 'tags.goal-title', async (t) => {
    const told = await accepted(t, GOAL);
    const { answer, title } = told.uses.first[0] as Use;
    const found = await allTags(t);
    // Where the list shows no titles, the id that was answered has to do.
    const entries = entriesOf(found, title, told.id).filter((entry) => tagKey(entry.title ?? title) === tagKey(title));
    t.expect(entries.length > 0 || !found.complete, 'a title that a goal was tagged with is not in the list of tags', {
      expected: title,
      received: 'not listed',
      exchange: answer,
    });
    if (entries.length === 0)
      throw new NotTested('tags.list does not show all tags', 'a target whose tags.list is right');
  }),

  check('every one of several titles becomes a tag of the goal', 'tags.goal-titles', async (t) => {
    const { titles, answer, found } = await several(t);
    expectTags(t, answer, found, titles);
  }),

  check('title and titles are both taken', 'tags.goal-title-and-titles', async (t) => {
    const [goal] = await goals(t);
    const [title, ...titles] = [newTitle(t), newTitle(t)];
    const answer = await send(t, goal as string, { title, titles });
    expectTags(t, answer, await allTags(t), [title as string, ...titles]);
  }),

  check('spellings of one tag among titles make one tag', 'tags.goal-titles-identity', async (t) => {
    const [goal, other] = [...(await goals(t)), undefined];
    const known = await several(t);
    const title = newTitle(t);
    const spellings = [title, ...cased(title), ...spaced(title)];
    const answer = await send(t, goal as string, { titles: spellings });
    expectTags(t, answer, await allTags(t), [title]);
    if (other === undefined || !known.answer.ok) return;
    // Tags that exist, in other spellings, on a goal that has them not.
    const [a, b, c] = known.titles as [string, string, string];
    const again = await send(t, other, { titles: [a.toUpperCase(), ` ${b}  `, c.toLowerCase()] });
    expectTags(t, again, await allTags(t), known.titles, 2);
  }),

  check('which tag is answered to several titles', 'tags.goal-titles-answer', async (t) => {
    const { titles, answer } = await several(t);
    const place = titles.indexOf(String(answered(answer).title));
    return answer.ok ? (['the first', 'the second', 'the third'][place] ?? 'none of them') : `answers ${answer.status}`;
  }),

  check('what is answered where there is no title', 'tags.no-title', async (t) => {
    const [goal] = await goals(t);
    const sent = { 'empty title': { title: '' }, spaces: { title: '  ' }, nothing: {}, 'no titles': { titles: [] } };
    const answers = await Promise.all(
      Object.entries(sent).map(async ([name, body]) => [
        name,
        (await t.send(GOAL.operation, { ...at('goal', goal as string), body })).status,
      ]),
    );
    return Object.fromEntries(answers);
  }),

  check('other letters and other white space', 'tags.identity-other', async (t) => {
    const told = await used(t, GOAL);
    const [goal] = told.items as [string];
    const title = `${newTitle(t)} É`;
    const upper = await tag(t, GOAL, goal, title);
    const [lower, tab] = await Promise.all([
      tag(t, GOAL, goal, title.replace('É', 'é')),
      tag(t, GOAL, goal, `${told.title}\t`),
    ]);
    const found = await allTags(t);
    const same = (a: string | undefined, b: string | undefined, status: number) =>
      a !== undefined && b !== undefined ? a === b : `answers ${status}`;
    return {
      'É and é are one': same(upper.id, lower.id, lower.answer.status),
      'a tab is trimmed': same(told.id, tab.id, tab.answer.status),
      'tags in all': entriesOf(found, title).length + entriesOf(found, title.replace('É', 'é')).length,
    };
  }),
];

interface MetGoal {
  goal: string;
  session: string;
  titles: readonly [string, string];
  /** Tags that the fixtures say the goal had. */
  had: readonly string[];
}

/** Ids of the goals that a session has met, of those with these tags. */
async function met(t: Context, session: string, tags?: string): Promise<{ found: unknown[]; answer: Answer }> {
  const answer = await t.ok('sessions.goalsMet', {
    ...at('session', session),
    ...(tags !== undefined && { query: { tags } }),
  });
  return { found: itemsOf(answer.json).map(({ id }) => id), answer };
}

/** A met goal of the fixtures, given two tags, one after the other. */
function metGoal(t: Context): Promise<MetGoal> {
  return t.once('met goal', async () => {
    t.needGroup('sessions');
    const facts = t.fixtures.facts.goalsMet ?? [];
    const fact = facts.find((candidate) => candidate.met.length > 1);
    if (!fact)
      throw new NotTested(
        'no session is known that has met two goals',
        'FIXTURES: facts.goalsMet with two goals under met',
      );
    const goal = fact.met.find((id) => t.fixtures.ids.goal?.includes(id)) ?? (fact.met[0] as string);
    const titles = [newTitle(t), newTitle(t)] as const;
    for (const title of titles) {
      const { answer } = await tag(t, GOAL, goal, title);
      if (!answer.ok)
        throw new NotTested(
          `it depends on ${GOAL.operation}, which answered ${answer.status}`,
          `a target whose ${GOAL.operation} succeeds`,
        );
    }
    const same = facts.filter(({ sessionId, met: ids }) => sessionId === fact.sessionId && ids.includes(goal));
    return {
      goal,
      session: fact.sessionId,
      titles,
      had: same.flatMap(({ tags = [] }) => (tags.length === 1 ? tags : [])),
    };
  });
}

const onMetGoals: Check[] = [
  check('a met goal is found by a tag that it was given, and no other is', 'tags.goal-shown', async (t) => {
    const { goal, session, titles } = await metGoal(t);
    const all = await met(t, session);
    if (all.found.length < 2 || !all.found.includes(goal))
      throw new NotTested('the session does not show two goals as met', 'FIXTURES: facts.goalsMet that hold');
    const { found, answer } = await met(t, session, titles[0]);
    t.expect(found.includes(goal), 'a met goal is not found by the tag that it was given', {
      expected: [goal],
      received: found,
      exchange: answer,
    });
    t.expect(
      found.every((id) => id === goal),
      'met goals are found by a tag that they do not have',
      {
        expected: [goal],
        received: found,
        exchange: answer,
      },
    );
  }),

  check('a met goal is still found by each tag that it had', 'tags.goal-adds', async (t) => {
    const { goal, session, titles, had } = await metGoal(t);
    for (const title of [...titles, ...had]) {
      const { found, answer } = await met(t, session, title);
      t.expect(found.includes(goal), 'a further tag has taken from a goal a tag that it had', {
        expected: [goal],
        received: found,
        exchange: answer,
      });
    }
  }),
];

export const goalTags: readonly Check[] = [...bodies, ...onMetGoals];
