/** Goals are tagged by title, by titles, or by both. Sections "Endpoints / Tags" and "Endpoints / Sessions". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { lacking } from '../../support/domain/facts.ts';
import { askGoalsMet, expectNoGoals, usable } from '../../support/domain/goalsMet.ts';
import { sessionOfMet } from '../../support/domain/ownTaggedGoal.ts';
import { answered, entriesOf, flowNameOf, GOAL, PLACES, readTags, tagKey, useTag } from '../../support/domain/tags.ts';
import type { Wrong } from '../../support/engine/assertions.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { GOAL_OPEN } from '../../support/engine/noneWords.ts';
import { NoData, NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { eventually, stillWrong } from '../../support/engine/retry.ts';
import { isOfRuns } from '../../support/engine/uniqueNames.ts';
import { givenPeers } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import type { Listing } from '../../support/lists/readPages.ts';
import { idsOf, isRefusal, itemsOf } from '../../support/records/answers.ts';
import { sentAtOnce } from '../../support/records/atOnce.ts';
import { patterned } from '../../support/values/texts.ts';
import { digitsElsewhere } from './digits.ts';
import { type ExistingUse, existingUses } from './existing.ts';
import { entryOf } from './model/listed.ts';
import type { OwnTag } from './model/state.ts';
import { cased } from './model/titles.ts';
import { takesMore } from './refused.ts';
import { story, storyAt } from './story.ts';

const FIELD = 'goalsTaggedCount';

/** Sends a body that tags a goal, and with a flowName where the target does not take it without. */
async function send(t: Context, goal: string, body: JsonRecord): Promise<Answer> {
  const plain = await t.send(GOAL.operation, { ...at('goal', goal), body });
  if (plain.ok || plain.status === 304 || plain.status >= 500) return plain;
  const flowName = await flowNameOf(t);
  const named = await t.send(GOAL.operation, { ...at('goal', goal), body: { ...body, flowName } });
  return named.ok || named.status === 304 ? named : plain;
}

/** A tag that some goal has may be on this one, where others are at work: whether it counts one more tells nothing. */
const unused = (before: readonly (JsonRecord | undefined)[]): JsonRecord[] =>
  before.flatMap((entry) => (entry?.[FIELD] === 0 ? [entry] : []));

/** The first of the tags that still counts no goal more than before, in every look. */
const uncounted = (
  t: Context,
  before: readonly (JsonRecord | undefined)[],
  answer: Answer,
): Promise<Wrong | undefined> =>
  stillWrong(t, async (now) => {
    const { items } = await readTags(now);
    const is = (entry: JsonRecord) => items.find(({ id }) => id === entry.id);
    const entry = unused(before).find((one) => !(Number(is(one)?.[FIELD]) > Number(one[FIELD])));
    return (
      entry && {
        message: `${JSON.stringify(entry.title)} has not become a tag of the goal`,
        expected: `${FIELD} more than ${entry[FIELD]}`,
        received: is(entry),
        at: `/${FIELD}`,
        exchange: answer,
      }
    );
  });

/** @throws NotTested where counts are not shown, or do not move, or of too few tags */
async function needCounts(t: Context, before: readonly (JsonRecord | undefined)[]): Promise<void> {
  const { findings } = await storyAt(t, GOAL);
  const moved = findings.some(({ requirement, place, wrong }) => {
    return requirement === 'tags.counts-move' && place === GOAL && !wrong;
  });
  if (!moved || unused(before).length < 2) throw t.nothingShown('tag', FIELD);
}

/**
 * Tags of the account that no goal has, and of which fixtures state nothing. Runs at the same time begin with different
 * ones, and take those of other runs last.
 */
async function unusedByGoals(t: Context): Promise<readonly OwnTag[]> {
  const used = new Set((await existingUses(t, GOAL)).map(({ known }) => known.id));
  const stated = new Set((t.fixtures.facts.goalsMet ?? []).flatMap(({ tags = [] }) => tags.map(tagKey)));
  const { items } = await readKind(t, 'tag');
  const free = items.flatMap(({ id, title, name, [FIELD]: count }): OwnTag[] =>
    typeof id === 'string' &&
    typeof title === 'string' &&
    !t.names.isOwn(title) &&
    count === 0 &&
    !used.has(id) &&
    ![title, name].some((text) => stated.has(tagKey(text)))
      ? [{ id, title, place: GOAL, author: 'first', on: new Set() }]
      : [],
  );
  const others = free.filter(({ title }) => isOfRuns(title));
  return [...t.names.turned(free.filter((tag) => !others.includes(tag))), ...others];
}

/** Whether no goal has got the tag meanwhile, as another run may have given it to the same goal. */
const isStillUnused = (list: Listing, tag: OwnTag): boolean => entryOf(list, tag)?.[FIELD] === 0;

/** Judges that the list has a tag of each title. */
const expectListed = (t: Context, titles: readonly string[], answer: Answer): Promise<void> =>
  eventually(t, async (now) => {
    const { items } = await readTags(now);
    const shown = new Set(items.map(({ title }) => tagKey(title)));
    const missing = titles.filter((title) => !shown.has(tagKey(title)));
    now.none(missing, titles.length, 'a title has not become a tag', answer);
  });

/** The list of tags as soon as it shows all of these, which a list may do a little later; as it is where it never does. */
async function listedWith(t: Context, tags: readonly { title: string; id?: string | undefined }[]): Promise<Listing> {
  let list = await readTags(t);
  const lacks = () => tags.some(({ title, id }) => entriesOf(list, title, id).length === 0);
  if (!lacks()) return list;
  await stillWrong(t, async (now) => {
    list = await readTags(now);
    return lacks() || undefined;
  });
  return list;
}

interface Several {
  goal: string;
  tags: readonly OwnTag[];
  /** Ids of all tags that the run knows. */
  known: readonly (string | undefined)[];
  before: readonly (JsonRecord | undefined)[];
  answer: Answer;
  /** What was still wrong before the checks go on to use these titles again. */
  wrong: Wrong | undefined;
  /** The same where 304 was answered to these titles beside one that the goal has, as if nothing were left to do. */
  passedOver: Wrong | undefined;
}

/**
 * A tag that comes from another place, so that the goal has not got it: where other runs have used up the rest. The one of
 * digits does, where the places take it.
 */
async function fromElsewhere(t: Context): Promise<OwnTag[]> {
  const { items, unusable } = await story(t);
  const digits = await unlessUntested(digitsElsewhere(t), []);
  const [used] = digits.filter(({ answer, id }) => answer.ok && id !== undefined);
  const place = used?.place ?? PLACES.find((one) => one !== GOAL && items.has(one) && !unusable.has(one));
  if (!place) return [];
  const { answer, id, title } =
    used ?? (await useTag(t, place, items.get(place) as string, t.names.plain('elsewhere')));
  if (!answer.ok || id === undefined) return [];
  t.ledger.add('tag', id, 'first');
  return [{ id, title, place, author: 'first', on: new Set([place]) }];
}

/** Tags of the account that one request gives to the goal: with one of the run they are three, as a list may lose its last. */
const MOST_TAKEN = 2;

/**
 * Tags that the goal has not, given to it by one request: of the run, and of the account. One that it has stands between
 * them; what is answered to such a title is open, so where it is refused the others are sent without it.
 */
const several = (t: Context): Promise<Several> =>
  t.once('titles', async () => {
    const { tags, items } = await storyAt(t, GOAL);
    const goal = items.get(GOAL) as string;
    const free = await unlessUntested(unusedByGoals(t), []);
    const now = free.length > 0 ? await readTags(t) : undefined;
    const others = free.filter((tag) => now && isStillUnused(now, tag)).slice(0, MOST_TAKEN);
    const here = [...tags.filter(({ on }) => !on.has(GOAL)), ...others];
    const lacking = here.length < 2 ? [...here, ...(await fromElsewhere(t))] : here;
    if (lacking.length < 2)
      throw new NoData('fewer than two tags are known that the goal has not', 'a tag that no goal has');
    const list = await listedWith(t, lacking);
    const titles = lacking.map(({ title }) => title);
    const had = tags.flatMap(({ on, title }) => (on.has(GOAL) ? [title] : [])).slice(0, 1);
    const together = await send(t, goal, { titles: titles.toSpliced(1, 0, ...had) });
    const before = lacking.map((tag) => entryOf(list, tag));
    const passedOver = together.status === 304 ? await uncounted(t, before, together) : undefined;
    const answer = together.ok || had.length === 0 ? together : await send(t, goal, { titles });
    const known = [...tags, ...lacking].map(({ id }) => id);
    const wrong = answer.ok ? await uncounted(t, before, answer) : undefined;
    return { goal, tags: lacking, known, before, answer, wrong, passedOver };
  });

interface Spelled {
  tags: readonly OwnTag[];
  /** A tag that comes to be by this very request. */
  fresh: { title: string; id: undefined };
  answer: Answer;
}

/** Titles in several spellings, the new one last: who takes only some of a list takes those at its beginning. */
const spelled = (t: Context): Promise<Spelled> =>
  t.once('spelled titles', async () => {
    const { goal, tags, answer: first } = await several(t);
    if (!first.ok)
      throw new NoData('a goal is refused tags by their titles', `a target whose ${GOAL.operation} takes titles`);
    const fresh = { title: t.names.plain('Alike'), id: undefined };
    const titles = [...tags, fresh].flatMap(({ title }) => [...cased(title), ` ${title}`, `${title}  `]);
    return { tags, fresh, answer: await send(t, goal, { titles }) };
  });

const bodies: Check[] = [
  check('every one of several titles becomes a tag of the goal', 'tags.goal-titles', async (t) => {
    const { goal, tags, known, before, answer, wrong, passedOver } = await several(t);
    if (isRefusal(answer) && !(await takesMore(t, GOAL, goal)))
      throw new NotTested(`goal ${goal} takes no further tags`, 'FIXTURES: ids.goal of one with few tags');
    t.succeeded(answer, 'a goal is refused tags by their titles');
    const { id } = answered(answer);
    t.expect(id === undefined || known.includes(id as string), 'another tag is answered than those of the titles', {
      expected: tags.map(({ title }) => title),
      received: answer.json,
    });
    await needCounts(t, before);
    t.judge(passedOver, 0);
    t.judge(wrong, unused(before).length);
  }),

  check('title and titles are both taken', 'tags.goal-title-and-titles', async (t) => {
    const { items } = await storyAt(t, GOAL);
    // From the end: the first ones are given by titles alone.
    const free = (await unusedByGoals(t)).slice(MOST_TAKEN).reverse();
    const list = await readTags(t);
    const [one, two] = free.filter((tag) => isStillUnused(list, tag));
    // Where all tags are used by goals, two new ones are made.
    const titles = one && two ? [one.title, two.title] : [t.names.plain('title'), t.names.plain('titles')];
    const answer = await send(t, items.get(GOAL) as string, { title: titles[0], titles: titles.slice(1) });
    if (!answer.ok)
      throw new NotTested(`title and titles together are answered with ${answer.status}`, 'a target that takes both');
    if (!one || !two) return expectListed(t, titles, answer);
    const before = [one, two].map((tag) => entryOf(list, tag));
    await needCounts(t, before);
    t.judge(await uncounted(t, before, answer), before.length);
  }),

  check(
    'spellings of one tag among titles make one tag',
    // How titles are taken is a matter of reading; that a tag is one, however it came to be, is stated.
    ['tags.goal-titles-identity', 'tags.identity-case', 'tags.identity-spaces'],
    async (t) => {
      const { tags, fresh, answer } = await spelled(t);
      const expected = answer.ok ? [fresh, ...tags] : tags;
      await eventually(t, async (now) => {
        const list = await listedWith(now, expected);
        for (const tag of expected) {
          const entries = entriesOf(list, tag.title, tag.id);
          if (entries.length === 0)
            throw new NoData('the list does not show the tag', 'a target that lists a tag that was used');
          if (tag === fresh) for (const { id } of entries) t.ledger.add('tag', String(id), 'first');
          t.expect(entries.length === 1, 'spellings of one tag among titles have created another one', {
            expected: tag.title,
            received: entries,
            exchange: answer,
          });
        }
      });
    },
    [GOAL.operation, 'tags.list'],
  ),

  check('a new title behind others becomes a tag', 'tags.goal-titles-each', async (t) => {
    const { fresh, answer } = await spelled(t);
    if (!answer.ok)
      throw new NotTested(`several titles are answered with ${answer.status}`, 'a target that takes several titles');
    await expectListed(t, [fresh.title], answer);
  }),

  check('which tag is answered to several titles', 'tags.goal-titles-answer', async (t) => {
    const { tags, answer } = await several(t);
    const place = tags.findIndex(({ title }) => tagKey(title) === tagKey(answered(answer).title));
    return answer.ok ? (['the first', 'the second', 'the third'][place] ?? 'none of them') : `answers ${answer.status}`;
  }),

  check('what is answered where there is no title', 'tags.no-title', async (t) => {
    const { items } = await storyAt(t, GOAL);
    const sent = { 'empty title': { title: '' }, spaces: { title: '  ' }, nothing: {}, 'no titles': { titles: [] } };
    const answers = await Promise.all(
      Object.entries(sent).map(async ([name, body]) => [
        name,
        (await t.send(GOAL.operation, { ...at('goal', items.get(GOAL) as string), body })).status,
      ]),
    );
    return Object.fromEntries(answers);
  }),
];

interface Flow {
  tag: OwnTag;
  flowName: string;
  without: Answer;
  named: Answer;
}

/** A tag of the goal again, without and with flowName. */
const flow = (t: Context): Promise<Flow> =>
  t.once('flow name', async () => {
    const { items, tags } = await storyAt(t, GOAL);
    const tag = tags.find(({ place }) => place === GOAL) as OwnTag;
    const flowName = t.names.next('flow');
    const [without, named] = await sentAtOnce(
      [{ title: tag.title }, { title: tag.title, flowName }].map((body) => async () => ({
        answer: await t.send(GOAL.operation, { ...at('goal', items.get(GOAL) as string), body }),
      })),
    );
    return { tag, flowName, without: without?.answer as Answer, named: named?.answer as Answer };
  });

const flows: Check[] = [
  check('the tag of a goal has the title, not the flowName', 'tags.goal-flow-title', async (t) => {
    const { tag, flowName, named } = await flow(t);
    if (!named.ok && named.status !== 304)
      throw new NotTested(
        `${GOAL.operation} answered ${named.status} to a flowName`,
        `a target whose ${GOAL.operation} takes a flowName`,
      );
    const { title } = answered(named);
    if (title !== undefined) t.equal(tagKey(title), tagKey(tag.title), 'a flowName changes the tag of a title', named);
    await eventually(t, async (now) => {
      const list = await listedWith(now, [tag]);
      const entry = entryOf(list, tag);
      if (!entry) throw new NotTested('the list does not show the tag', 'a target that lists its tags');
      if (entry.title === undefined) throw t.nothingShown('tag', 'title');
      t.none(entriesOf(list, flowName), 1, 'a flowName has become a tag', named);
    });
  }),

  check('what flowName does', 'tags.goal-flow-name', async (t) => {
    const { without, named } = await flow(t);
    return { without: without.status, with: named.status };
  }),
];

interface MetGoal {
  goal: string;
  session: string;
  /** Tags that fixtures say the goal had. */
  had: readonly string[];
}

/** The session that has met the goal: as fixtures state, else as the session shows. */
async function metGoal(t: Context): Promise<MetGoal> {
  t.needGroup('sessions');
  const { items } = await storyAt(t, GOAL);
  const goal = items.get(GOAL) as string;
  const session = await sessionOfMet(t, goal);
  const facts = t.fixtures.facts.goalsMet ?? [];
  const same = facts.filter(({ sessionId, met }) => sessionId === session && met.includes(goal));
  const had = same.flatMap(({ tags = [] }) => (tags.length === 1 ? tags : []));
  if (session !== undefined) return { goal, session, had };
  throw lacking(
    t,
    [GOAL_OPEN],
    'no goal that may be tagged is known to be met',
    'FIXTURES: a goal of ids.goal under met in facts.goalsMet',
  );
}

/** Goals that a session has met with this tag. */
async function foundBy(t: Context, session: string, tags: string): Promise<{ ids: string[]; answer: Answer }> {
  const answer = await t.ok('sessions.goalsMet', { ...at('session', session), query: { tags } });
  return { ids: idsOf(itemsOf(answer.json)), answer };
}

/** NotTested where a goal that fixtures do not state is not met any more: others may have changed it meanwhile. */
async function needMet(t: Context, goal: string, session: string): Promise<void> {
  if ((t.fixtures.facts.goalsMet ?? []).some(({ met }) => met.includes(goal))) return;
  const { ids } = await askGoalsMet(t, { sessionId: session });
  if (!ids.includes(goal))
    throw new NotTested(
      `goal ${goal} was met in session ${session} and is not any more`,
      'FIXTURES: a goal of ids.goal under met in facts.goalsMet that stays met during the run',
    );
}

/** Judges that a session finds a met goal by the title of a tag. @throws NotTested where the goal is not met any more */
async function expectFoundBy(t: Context, goal: string, session: string, title: string, message: string) {
  const { ids, answer } = await foundBy(t, session, title);
  if (!ids.includes(goal)) await needMet(t, goal, session);
  t.expect(ids.includes(goal), message, { expected: [goal], received: ids, exchange: answer });
}

/** What a tag that is not active does is not said: it may find nothing. */
const isInUse = ({ known }: ExistingUse): boolean => known.isActive !== false;

interface Given {
  title: string;
  put: () => Promise<Answer>;
}

/** Ways in which the goal gets a further tag: a new one by its title, and by titles one that something else has already. */
async function waysToTag(t: Context, goal: string): Promise<Given[]> {
  const title = t.names.plain('for both');
  const [known] = await fromElsewhere(t);
  const other = known?.title ?? t.names.plain('for both by titles');
  return [
    { title, put: async () => (await useTag(t, GOAL, goal, title)).answer },
    { title: other, put: () => send(t, goal, { titles: [other] }) },
  ];
}

/** Judges that a further tag finds the goal for each user who has asked for it before, where this user is shown the goal. */
async function expectFoundAgain(t: Context, goal: string, session: string, { title, put }: Given): Promise<void> {
  const ask = (now: Context, as: Actor, tags?: string) =>
    now.send('sessions.goalsMet', { ...at('session', session), ...(tags !== undefined && { query: { tags } }), as });
  // Whether a tag that there is not yet is refused is open.
  for (const as of givenPeers(t)) await ask(t, as, title);
  const answer = await put();
  const tag = answered(answer);
  if (typeof tag.id === 'string') t.ledger.add('tag', tag.id, 'first');
  const shown = [tag, ...(t.claims('tags') ? entriesOf(await readTags(t), title) : [])];
  // What a tag that is not active finds is not said.
  if (!answer.ok || shown.some(({ isActive }) => isActive === false)) return;
  await eventually(t, async (now) => {
    for (const as of givenPeers(t)) {
      const found = await ask(now, as, title);
      if (!idsOf(itemsOf((await ask(now, as)).json)).includes(goal)) continue;
      now.expect(
        idsOf(itemsOf(found.json)).includes(goal),
        'a user who has asked before is not shown a goal by its tag',
        { expected: [goal], received: found.json ?? found.status, exchange: found },
      );
    }
  });
}

const onMetGoals: Check[] = [
  check(
    'a met goal is found by a tag that it was given, and none by a tag that is on none',
    'tags.goal-shown',
    async (t) => {
      const { goal, session } = await metGoal(t);
      const uses = (await existingUses(t, GOAL)).filter(isInUse);
      // Those of the run have all signs in their titles.
      const { tags } = await storyAt(t, GOAL);
      const own = tags.filter(({ on, entry }) => on.has(GOAL) && entry?.isActive !== false).map(({ title }) => title);
      const titles = [...uses.map(({ use }) => use.title), ...own.filter(usable)];
      await eventually(t, async (now) => {
        for (const title of titles)
          await expectFoundBy(now, goal, session, title, 'a met goal is not found by the tag that it was given');
      });
      const { json, ...answer } = await t.send('sessions.goalsMet', {
        ...at('session', session),
        query: { tags: t.names.next('no tag') },
      });
      t.none(itemsOf(json), 1, 'met goals are found by a tag that they do not have', answer);
      const [title] = own.filter(usable);
      // Another tag may differ from it in its last sign alone.
      const keys = new Set([...tags, ...uses.map(({ use }) => use)].map((one) => tagKey(one.title)));
      const unknown = patterned(title ?? '').filter((text) => !keys.has(tagKey(text)));
      if (title !== undefined)
        await expectNoGoals(t, session, unknown, 'a text that is a tag only as a pattern gives goals');
    },
  ),

  check('a tag that a met goal is given finds it also for who has asked before', 'tags.goal-shown', async (t) => {
    const { goal, session } = await metGoal(t);
    for (const given of await waysToTag(t, goal)) await expectFoundAgain(t, goal, session, given);
    // Tags of the story are judged in its place.
    if (t.tally.compared === 0) throw new NotApplicable(`goal ${goal} takes no further tag that is in use`);
  }),

  check('a met goal is still found by each tag that it had', 'tags.goal-adds', async (t) => {
    const { goal, session, had } = await metGoal(t);
    const titles = [...had, ...(await existingUses(t, GOAL)).filter(isInUse).map(({ use }) => use.title)];
    await eventually(t, async (now) => {
      for (const title of titles)
        await expectFoundBy(now, goal, session, title, 'a further tag has taken from a goal a tag that it had');
    });
  }),
];

export const goalTags: readonly Check[] = [...bodies, ...flows, ...onMetGoals];
