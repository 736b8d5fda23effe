/** Another user, who asks for a list before a record is made: an answer that is kept for this user must not hide the record. */
import { isRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { unlessUntested } from '../engine/outcome.ts';
import { anew, fresh, stillWrong } from '../engine/retry.ts';
import type { Answer } from '../http/client.ts';
import { queryOf, readKind } from '../lists/readList.ts';
import { itemsOf, required } from './answers.ts';

/** Asks once more; gives the answer where the record is not in it, undefined where it is there or cannot be looked for. */
type Look = (t: Context, id: string) => Promise<Answer | undefined>;

/** The record that the second user did not find, and how it is looked for again. */
export interface Missed {
  id: string;
  answer: Answer;
  look: Look;
}

/** How the second user looks for a record with this body: by what it is known by, else in the whole list. */
function lookFor(kindName: string, body: unknown): Look {
  const { list = '', id: field, marker = '' } = kind(kindName);
  const [sent] = [body].flat();
  const value = isRecord(sent) ? sent[marker] : undefined;
  const isThere = (items: readonly Record<string, unknown>[], id: string) => items.some((item) => item[field] === id);
  if (queryOf(list).includes('filter') && typeof value === 'string') {
    const query = { ...required(list).query, filter: JSON.stringify({ [marker]: value }) };
    return async (t, id) => {
      const answer = await t.send(list, { query, as: 'second' });
      return answer.ok && !isThere(itemsOf(answer.json), id) ? answer : undefined;
    };
  }
  return async (t, id) => {
    const { items, complete, answer } = await readKind(fresh(t), kindName, { as: 'second' });
    return complete && !isThere(items, id) ? answer : undefined;
  };
}

/**
 * Asks for the list as the second user before a record is made with this body.
 * @returns what looks for the record after that, as long as it may be late; undefined without a second user
 */
export async function askBefore(
  t: Context,
  kindName: string,
  body: unknown,
): Promise<((id: string) => Promise<Missed | undefined>) | undefined> {
  if (kind(kindName).list === undefined || t.settings.tokens.SECOND_ACCESS_TOKEN === undefined) return undefined;
  const one = lookFor(kindName, body);
  const look: Look = (s, id) => unlessUntested(one(anew(s), id), undefined);
  await look(t, '');
  return async (id) => {
    const answer = await stillWrong(t, (s) => look(s, id));
    return answer && { id, answer, look };
  };
}
