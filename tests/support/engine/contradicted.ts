/** Whether two requests for one list contradict each other still when each of them is sent again. */
import type { Answer, RequestInput } from '../http/client.ts';
import { idOf, itemsOf } from '../records/answers.ts';
import type { Wrong } from './assertions.ts';
import { areApart, type Contradiction, comparedOf } from './valueMemory.ts';

/** What a judgement still finds wrong when the same is asked again; undefined once it finds nothing. */
export type Again = (
  operationId: string,
  input: RequestInput,
  judge: (answer: Answer) => Wrong | undefined,
) => Promise<Wrong | undefined>;

/** The contradictions of which an answer shows this side as before: what has changed since proves nothing. */
function stillShown(
  { ok, json }: Answer,
  found: readonly Contradiction[],
  side: (one: Contradiction) => Contradiction['value'],
): Contradiction[] {
  if (!ok) return [];
  const records = new Map(itemsOf(json).map((record) => [idOf(record), record]));
  return found.filter((one) => {
    const now = comparedOf(records.get(one.id)?.[one.field]);
    return now !== undefined && !areApart(one.field, side(one), now);
  });
}

/** What two requests show otherwise whenever they are sent, and the answer to the later one. */
export interface Contradicted {
  wrong: Wrong;
  answer: Answer;
}

/**
 * Asks again as the earlier request did, then as the later one, then as the earlier one. It is wrong where both show in all
 * looks what each has shown before: what was written in between both show alike, and what others change does not stay.
 */
export async function contradicted(
  again: Again,
  operationId: string,
  input: RequestInput,
  found: readonly Contradiction[],
): Promise<Contradicted | undefined> {
  const earlier = found[0]?.earlier.input;
  if (earlier === undefined) return undefined;
  let left = found.filter((one) => one.earlier.input === earlier);
  let last: Answer | undefined;
  let wrong: Wrong | undefined;
  for (const asked of [earlier, input, earlier]) {
    wrong = await again(operationId, asked, (answer) => {
      left = stillShown(answer, left, asked === earlier ? (one) => one.earlier.value : (one) => one.value);
      if (asked === input) last = answer;
      const [one] = left;
      return (
        one && {
          message: `with other parameters a list shows another ${one.field} of a record`,
          expected: one.earlier.value,
          received: one.value,
          at: `/${one.field}`,
        }
      );
    });
    if (!wrong) return undefined;
  }
  return wrong && last && { wrong, answer: last };
}
