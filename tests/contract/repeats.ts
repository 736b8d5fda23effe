/** The same request again and again: a read changes nothing. Section "Endpoints". */

import type { Operation } from '../../schemas/contract.ts';
import { isRecord } from '../../schemas/contract.ts';
import type { Wrong } from '../support/engine/assertions.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { anew, stillWrong } from '../support/engine/retry.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { ordered } from '../support/lists/ordered.ts';
import { sized } from '../support/lists/readList.ts';
import { isRefusal } from '../support/records/answers.ts';
import { firstDifference } from '../support/values/difference.ts';
import { comparable } from './comparable.ts';
import { differsUnwritten } from './memory.ts';
import { vanished } from './reads.ts';
import { concerns, control, isRight, sent } from './requests.ts';

/** How often one record is read: how it is shown each time is compared. */
const REPEATS = 8;
/** The same of anything else: what counts is that none is refused, since an error of the server fails wherever it comes. */
const FEWER = 4;
/** Records of a list that is asked for again and again: what is judged is that it succeeds. */
const FEW = 3;

/** The request, for a few records where it is a list that can be asked for so many. */
const short = (operation: Operation, input: RequestInput): RequestInput =>
  concerns('general.repeatable', operation)
    ? input
    : { ...input, query: ordered(operation.id, { ...input.query, ...sized(operation.id, FEW) }) };

/** Right reads: those that show the most come first, since what one leaves to the next need not show where there is little. */
async function telling(t: Context, operation: Operation): Promise<RequestInput[]> {
  const all = await sent(t, operation);
  const right = all.filter(({ answer }) => answer.ok);
  const found = right.sort((a, b) => b.answer.responseBody.length - a.answer.responseBody.length);
  return (found.length > 0 ? found : all).map(({ input }) => input);
}

/** Letter cases of the names of headers, which make no difference: the first of the requests are written so. */
export const LETTER_CASES = ['lower', 'upper'] as const;

/** One of the requests, by its place among them. */
const sendNth = (t: Context, operation: Operation, input: RequestInput, nth: number): Promise<Answer> => {
  const headerCase = LETTER_CASES[nth];
  return anew(t).send(operation.id, { ...short(operation, input), ...(headerCase && { headerCase }) });
};

/**
 * The same request so many times at once, but for the last, which comes after another right one; the first time for all checks
 * of an operation.
 */
const repeated = (t: Context, operation: Operation, [input = {}, other]: readonly RequestInput[]): Promise<Answer[]> =>
  t.once(`repeated/${operation.id}`, async () => {
    const length = concerns('general.repeatable', operation) ? REPEATS : FEWER;
    const answers = await Promise.all(
      Array.from({ length: length - 1 }, (_, nth) => sendNth(t, operation, input, nth)),
    );
    if (other && length === REPEATS) await anew(t).send(operation.id, other);
    return [...answers, await sendNth(t, operation, input, length - 1)];
  });

/** The answers to a read whose names of headers are written in each letter case, in their order. */
export const inLetterCases = async (t: Context, operation: Operation): Promise<Answer[]> =>
  (await repeated(t, operation, await telling(t, operation))).slice(0, LETTER_CASES.length);

/** The answers without those that fail for their letter case: the next one written so fails, too. */
async function whateverCase(
  t: Context,
  operation: Operation,
  [input = {}]: readonly RequestInput[],
  answers: readonly Answer[],
): Promise<Answer[]> {
  const fails = await Promise.all(
    answers.map(
      async ({ ok }, nth) => !ok && nth < LETTER_CASES.length && !(await sendNth(t, operation, input, nth)).ok,
    ),
  );
  return answers.filter((_, nth) => !fails[nth]);
}

/** The first of the answers that refuses a right request for a record that is there. */
async function refusal(
  t: Context,
  operation: Operation,
  [input = {}]: readonly RequestInput[],
  answers: readonly Answer[],
): Promise<Answer | undefined> {
  for (const answer of answers.filter(isRefusal)) {
    const isGone = (await isRight(t, operation, answer)) || (await vanished(t, operation, answer, input));
    if (!isGone) return answer;
  }
  return undefined;
}

function successEachTime(operation: Operation): Check {
  return check(
    `${operation.id} answers ${operation.success.status} each time`,
    'general.success-status',
    async (t) => {
      const inputs = await telling(t, operation);
      await control(t, operation);
      const answers: Answer[] = [];
      // A copy of the data that is behind may not know the record yet.
      const refused = await stillWrong(t, async (s) => {
        const now = await whateverCase(s, operation, inputs, await repeated(s, operation, inputs));
        answers.push(...now);
        return refusal(s, operation, inputs, now);
      });
      for (const answer of [...answers.filter((one) => !isRefusal(one)), ...(refused ? [refused] : [])])
        t.expect(answer.status === operation.success.status, 'the same request does not always succeed', {
          expected: operation.success.status,
          received: answer,
        });
      if (answers.every(({ ok }) => !ok) && t.tally.compared === 0)
        throw operation.needs !== undefined
          ? t.nothingShown(operation.needs)
          : new NotTested(
              `what ${operation.id} reads is gone by the time that it is read again`,
              'an account in which other clients leave some records alone',
            );
    },
    [operation.id],
  );
}

/** Whether two answers must be about the same record: which dashboard a tag finds that several carry is open. */
const isSame = ({ id }: Operation, a: unknown, b: unknown): boolean =>
  id !== 'dashboards.byTag' || (isRecord(a) && isRecord(b) && a.id === b.id);

/** The same; one that is no success is asked for again, and must be one then. */
async function successes(t: Context, operation: Operation, inputs: readonly RequestInput[]): Promise<Answer[]> {
  const answers = await repeated(t, operation, inputs);
  return Promise.all(answers.map((answer) => (answer.ok ? answer : anew(t).ok(operation.id, inputs[0]))));
}

/** More ways to show a record than writes of others and copies of the data that are behind make within one look. */
const MANY_WAYS = REPEATS / 2;

/**
 * What is wrong with the views of one record in every look. What the suite's own writes change of it counts where each look
 * shows it in the same ways, or in many: a copy of the data that is behind shows it otherwise from write to write.
 */
function differingViews(t: Context, operation: Operation, inputs: readonly RequestInput[]): Promise<Wrong | undefined> {
  let last: string | undefined;
  return stillWrong(t, async (s) => {
    const answers = await successes(s, operation, inputs);
    const views = answers.map(({ json }) => comparable(operation, json));
    const ways = new Set(views.map((view) => JSON.stringify(view) ?? ''));
    const shown = JSON.stringify([...ways].sort());
    const mayBeWritten = last !== undefined && last !== shown && ways.size <= MANY_WAYS;
    last = shown;
    for (const [i, exchange] of answers.entries()) {
      if (!isSame(operation, answers[0]?.json, exchange.json)) continue;
      const difference = (mayBeWritten ? differsUnwritten : firstDifference)(views[0], views[i]);
      if (difference) return { message: 'the same read gives different records', ...difference, exchange };
    }
    return undefined;
  });
}

function repeatable(operation: Operation): Check {
  return check(
    `${operation.id} gives the same record each time`,
    'general.repeatable',
    async (t) => {
      t.judge(await differingViews(t, operation, await telling(t, operation)), REPEATS);
    },
    [operation.id],
  );
}

/** Checks of one operation's answers to the same request. */
export function repeatChecks(operation: Operation): Check[] {
  return [
    ...(operation.method === 'GET' ? [successEachTime(operation)] : []),
    ...(concerns('general.repeatable', operation) ? [repeatable(operation)] : []),
  ];
}
