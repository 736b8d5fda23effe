/** Goals over 99% of sessions, as queries with and without tags give them. Section "Endpoints / Sessions". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { isOfRuns } from '../engine/uniqueNames.ts';
import type { Answer } from '../http/client.ts';
import { readList } from '../lists/readList.ts';
import { idsOf, itemsOf, listIn, recordsIn } from '../records/answers.ts';
import { withBelow } from '../records/embedded.ts';
import { ids } from '../records/identifiers.ts';
import { sample } from '../values/sample.ts';
import { isClosed, tagKey } from './tags.ts';

const MOST_SESSIONS = 6;
const MOST_TAGS = 40;

export interface Met {
  items: JsonRecord[];
  /** Each once, in the order of the alphabet. */
  ids: string[];
  answer: Answer;
}

export interface Query {
  sessionId: string;
  tags?: string | undefined;
}

/**
 * What a query gives now.
 * @throws NotTested or NotApplicable where a goal does not show its id, by which goals are known
 */
export async function askGoalsMet(t: Context, { sessionId, tags }: Query): Promise<Met> {
  const query = tags === undefined ? {} : { query: { tags } };
  const answer = await t.ok('sessions.goalsMet', { params: { id: sessionId }, ...query });
  const items = listIn(answer);
  const found = idsOf(items);
  if (found.length < items.length) throw t.nothingShown('goal', 'id');
  return { items, ids: [...new Set(found)].sort(), answer };
}

/**
 * Judges that a query gives these goals and no others, though it names texts that are no tags. It may be refused: which
 * texts can be tags is not said.
 * @param texts all sent in one query
 */
export async function expectGoalsBeside(
  t: Context,
  sessionId: string,
  texts: readonly string[],
  expected: readonly string[],
  message: string,
): Promise<void> {
  const asked = texts.filter(usable);
  if (asked.length === 0) return;
  const answer = await t.send('sessions.goalsMet', { params: { id: sessionId }, query: { tags: asked.join(',') } });
  t.unbroken(answer, 'goals are asked for by tags that are not there, and the request breaks');
  if (!answer.ok) return;
  const items = itemsOf(answer.json);
  if (expected.length === 0) t.none(items, 1, message, answer);
  else t.equal([...new Set(idsOf(items))].sort(), expected, message, answer);
}

/** Judges that none of these texts, which are no tags, gives goals. They may be refused, as above. */
export const expectNoGoals = (t: Context, sessionId: string, texts: readonly string[], message: string) =>
  expectGoalsBeside(t, sessionId, texts, [], message);

/** What a query gives; once per batch. */
export const goalsMet = (t: Context, sessionId: string, tags?: string): Promise<Met> =>
  t.once(`goalsMet/${sessionId}/${tags}`, () => askGoalsMet(t, { sessionId, tags }));

/** Sessions to ask about: those of the facts first. */
export function someSessions(t: Context): Promise<string[]> {
  return t.once('some sessions', async () => {
    const facts = [...new Set((t.fixtures.facts.goalsMet ?? []).map(({ sessionId }) => sessionId))];
    const others = await (facts.length > 0 ? unlessUntested(ids(t, 'session'), []) : ids(t, 'session'));
    return [...new Set([...facts, ...sample(others, MOST_SESSIONS)])].slice(0, MOST_SESSIONS);
  });
}

/** Goals met, without tags, of all these sessions. */
export async function goalsOfSessions(t: Context): Promise<{ goal: JsonRecord; sessionId: string }[]> {
  const sessions = await someSessions(t);
  const found = await Promise.all(
    sessions.map(async (sessionId) => (await goalsMet(t, sessionId)).items.map((goal) => ({ goal, sessionId }))),
  );
  return found.flat();
}

/**
 * Goals that the sessions give, those first that are not alone in theirs, and of these those that have goals below them: what
 * is done to one must not reach others. None where no session can be asked.
 */
export async function goalsShownAsMet(t: Context): Promise<{ goalId: string; sessionId: string }[]> {
  const found = t.claims('sessions') ? await unlessUntested(goalsOfSessions(t), []) : [];
  const others = ({ goal: { id }, sessionId }: (typeof found)[number]) =>
    Number(found.some((one) => one.sessionId === sessionId && one.goal.id !== id)) +
    Number(found.some(({ goal }) => goal.parentId === id));
  return found
    .map((one) => ({ goalId: String(one.goal.id), sessionId: one.sessionId, others: others(one) }))
    .sort((a, b) => b.others - a.others);
}

/** Ids of the goals that sessions show as locked. */
export async function lockedGoals(t: Context): Promise<ReadonlySet<unknown>> {
  const found = t.claims('sessions') ? await unlessUntested(goalsOfSessions(t), []) : [];
  return new Set(found.filter(({ goal }) => isClosed(goal)).map(({ goal }) => goal.id));
}

/** Titles of tags that are active and count no goals, nor do those below them; not those of runs, which may be given to goals. */
export const unusedTags = async (t: Context): Promise<string[]> =>
  (await allTags(t))
    .filter((tag) => tag.isActive !== false && withBelow([tag]).every(({ goalsTaggedCount }) => goalsTaggedCount === 0))
    .map(({ title }) => title)
    .filter((title) => usable(title) && !isOfRuns(title)) as string[];

export interface TagCase {
  sessionId: string;
  /** As the query spells it. */
  text: string;
  /** The tag that the list shows for it. */
  tag: JsonRecord | undefined;
  /** What the query with this tag alone gives, which is not nothing. */
  met: Met;
}

/** Whether a query of tags can name this text: commas divide it. */
export const usable = (text: unknown): text is string =>
  typeof text === 'string' && text.trim() !== '' && !text.includes(',');

/** The tags of the account with those below them; none where the target does not show them. */
export async function allTags(t: Context): Promise<JsonRecord[]> {
  if (!t.claims('tags')) return [];
  const { items } = await unlessUntested(readList(t, 'tags.list'), { items: [] });
  return withBelow(items);
}

/** Characters of tags that servers take in a query. */
const LONGEST = 2500;

/** Titles of all tags that count goals, as many as one query takes, in the form of the parameter. */
export async function countedTags(t: Context): Promise<string> {
  const counted = (await allTags(t)).filter(({ goalsTaggedCount }) => Number(goalsTaggedCount) > 0);
  let length = 0;
  return counted
    .map(({ title, name }) => title ?? name)
    .filter(usable)
    .filter((text) => {
      length += encodeURIComponent(text).length + 1;
      return length < LONGEST;
    })
    .join(',');
}

/** Titles and names that goals of a session may have: of facts, of the goals themselves, of tags with goals. */
function candidates(
  t: Context,
  sessionId: string,
  goals: readonly JsonRecord[],
  tags: readonly JsonRecord[],
): string[] {
  const facts = (t.fixtures.facts.goalsMet ?? []).filter((fact) => fact.sessionId === sessionId);
  const own = goals.flatMap((goal) => (Array.isArray(goal.tags) ? goal.tags : []));
  const counted = tags.filter(({ goalsTaggedCount }) => typeof goalsTaggedCount === 'number' && goalsTaggedCount > 0);
  const all = [
    ...facts.flatMap((fact) => fact.tags ?? []),
    ...own.flatMap((tag) => (isRecord(tag) ? [tag.title, tag.name] : [tag])),
    ...sample(counted, MOST_TAGS).map(({ title, name }) => title ?? name),
  ].filter(usable);
  return [...new Set(all)].slice(0, MOST_TAGS);
}

/** Tags by which each session gives goals; once per batch. */
export function tagCases(t: Context): Promise<TagCase[]> {
  return t.once('tag cases', async () => {
    const tags = await allTags(t);
    const bySession = await Promise.all(
      (await someSessions(t)).slice(0, 3).map(async (sessionId) => {
        const { items } = await goalsMet(t, sessionId);
        return Promise.all(
          candidates(t, sessionId, items, tags).map(async (text): Promise<TagCase> => {
            const tag = tags.find(({ title, name }) => tagKey(title) === tagKey(text) || name === text);
            return { sessionId, text, tag, met: await goalsMet(t, sessionId, text) };
          }),
        );
      }),
    );
    return bySession.flat().filter(({ met }) => met.ids.length > 0);
  });
}

/** A goal that is met, and a tag that it has, as the goal shows it or a fact says. */
export interface TaggedGoal {
  sessionId: string;
  goalId: string;
  tag: JsonRecord;
}

/**
 * Goals met with the tags that they are known to have, whether or not a query finds them by these: those tags alone that
 * are active, since others may choose nothing.
 */
export async function taggedGoals(t: Context): Promise<TaggedGoal[]> {
  const shown = (await goalsOfSessions(t)).flatMap(({ goal, sessionId }) =>
    recordsIn(goal.tags).map((tag): TaggedGoal => ({ sessionId, goalId: String(goal.id), tag })),
  );
  const facts = (t.fixtures.facts.goalsMet ?? []).filter(({ tags }) => tags?.length === 1);
  const tags = facts.length > 0 ? await allTags(t) : [];
  const stated = facts.flatMap(({ sessionId, tags: [text] = [], met }) => {
    const tag = tags.find(({ title, name }) => tagKey(title) === tagKey(text) || name === text);
    return tag ? met.map((goalId): TaggedGoal => ({ sessionId, goalId, tag })) : [];
  });
  return [...stated, ...shown].filter(({ tag }) => tag.isActive !== false);
}
