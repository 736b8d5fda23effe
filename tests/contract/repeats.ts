/** The same request again and again: a read changes nothing. Section "Endpoints". */

import type { Operation } from '../../schemas/contract.ts';
import { isRecord } from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested } from '../support/engine/outcome.ts';
import { anew, fresh } from '../support/engine/retry.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { ordered } from '../support/lists/ordered.ts';
import { sized } from '../support/lists/readList.ts';
import { firstDifference } from '../support/values/difference.ts';
import { comparable } from './comparable.ts';
import { vanished } from './reads.ts';
import { concerns, control, isRight, sent } from './requests.ts';

const REPEATS = 8;
/** Records of a list that is asked for again and again: what is judged is that it succeeds. */
const FEW = 3;

/** The request, for a few records where it is a list that can be asked for so many. */
const short = (operation: Operation, input: RequestInput): RequestInput =>
  concerns('general.repeatable', operation)
    ? input
    : { ...input, query: ordered(operation.id, { ...input.query, ...sized(operation.id, FEW) }) };

/** A right read: that which shows the most, since what one read leaves to the next need not show where there is little. */
async function telling(t: Context, operation: Operation): Promise<RequestInput> {
  const all = await sent(t, operation);
  const right = all.filter(({ answer }) => answer.ok);
  const lengths = right.map(({ answer }) => answer.responseBody.length);
  const found = right[lengths.indexOf(Math.max(...lengths))] ?? all[0];
  return found?.input ?? {};
}

/** The same request so many times at once; the first time for all checks of an operation. */
const repeated = (t: Context, operation: Operation, input: RequestInput): Promise<Answer[]> =>
  t.once(`repeated/${operation.id}`, () =>
    Promise.all(Array.from({ length: REPEATS }, () => anew(t).send(operation.id, short(operation, input)))),
  );

function successEachTime(operation: Operation): Check {
  return check(
    `${operation.id} answers ${operation.success.status} each time`,
    'general.success-status',
    async (t) => {
      const input = await telling(t, operation);
      await control(t, operation);
      const answers = await repeated(t, operation, input);
      for (const answer of answers) {
        if (!answer.ok && ((await isRight(t, operation, answer)) || (await vanished(t, operation, answer, input))))
          continue;
        t.expect(answer.status === operation.success.status, 'the same request does not always succeed', {
          expected: operation.success.status,
          received: answer,
        });
      }
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
async function successes(t: Context, operation: Operation, input: RequestInput): Promise<Answer[]> {
  const answers = await repeated(t, operation, input);
  return Promise.all(answers.map((answer) => (answer.ok ? answer : anew(t).ok(operation.id, input))));
}

function repeatable(operation: Operation): Check {
  return check(
    `${operation.id} gives the same record each time`,
    'general.repeatable',
    async (t) => {
      const input = await telling(t, operation);
      let difference: ReturnType<typeof firstDifference>;
      let odd: Answer | undefined;
      // Somebody else may change the record in between; they will hardly do so three times.
      for (let round = 0; round < 3; round++) {
        const answers = await successes(round === 0 ? t : fresh(t), operation, input);
        const views = answers.map(({ json }) => comparable(operation, json));
        odd = answers.find(
          ({ json }, i) => isSame(operation, answers[0]?.json, json) && firstDifference(views[0], views[i]),
        );
        difference = odd && firstDifference(views[0], comparable(operation, odd.json));
        if (!difference) return t.judge(undefined, answers.length);
      }
      t.judge(
        difference && {
          message: 'the same read gives different records',
          ...difference,
          exchange: odd,
        },
        REPEATS,
      );
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
