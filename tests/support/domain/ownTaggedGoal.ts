/**
 * A goal that is met with a tag of the run: what the account's own tags do not show of the goals met by tags, such as letters
 * where all titles are Japanese, or a tag that is active where none is. Sections "Endpoints / Tags" and "Endpoints / Sessions".
 */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import type { Ledger } from '../engine/ledger.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { stillWrong } from '../engine/retry.ts';
import { askGoalsMet, goalsShownAsMet, type TagCase, type TaggedGoal } from './goalsMet.ts';
import { taggedItem } from './taggedItems.ts';
import { answered, entriesOf, GOAL, readTags, useTag } from './tags.ts';

/** The session that has met the goal: as fixtures state, else as the session shows; undefined where neither does. */
export async function sessionOfMet(t: Context, goalId: string): Promise<string | undefined> {
  const fact = (t.fixtures.facts.goalsMet ?? []).find(({ met }) => met.includes(goalId));
  return fact?.sessionId ?? (await goalsShownAsMet(t)).find((shown) => shown.goalId === goalId)?.sessionId;
}

async function tagOne(t: Context): Promise<TaggedGoal | undefined> {
  if (!t.settings.allowWrites || !t.claims('sessions') || !t.offers(GOAL.operation)) return undefined;
  const goalId = await taggedItem(t, GOAL);
  const sessionId = await sessionOfMet(t, goalId);
  if (sessionId === undefined) return undefined;
  const title = t.names.plain('Lettered');
  const { answer, id } = await useTag(t, GOAL, goalId, title);
  if (id !== undefined) t.ledger.add('tag', id, 'first');
  if (!answer.ok) return undefined;
  const [entry] = t.claims('tags') ? entriesOf(await readTags(t), title, id) : [];
  const tag: JsonRecord = { title, ...answered(answer), ...entry };
  // What a tag that is not active finds is not said.
  return tag.isActive === false ? undefined : { sessionId, goalId, tag };
}

/** Kept by what a batch has made, as looks without a memory must not tag again. */
const made = new WeakMap<Ledger, Promise<TaggedGoal | undefined>>();

/** A goal that is met and that the run has given a tag of letters; undefined where none can be given one. */
export function ownTaggedGoal(t: Context): Promise<TaggedGoal | undefined> {
  const found = made.get(t.ledger) ?? unlessUntested(tagOne(t), undefined);
  made.set(t.ledger, found);
  return found;
}

/** What the tag of the run finds; undefined where there is none, or it finds nothing within SETTLE_MS. */
export async function ownTagCase(t: Context): Promise<TagCase | undefined> {
  const own = await ownTaggedGoal(t);
  if (!own) return undefined;
  const { sessionId, tag } = own;
  const text = String(tag.title);
  let found: TagCase | undefined;
  await stillWrong(t, async (now) => {
    const met = await askGoalsMet(now, { sessionId, tags: text });
    if (met.ids.length > 0) found = { sessionId, text, tag, met };
    return found ? undefined : text;
  });
  return found;
}
