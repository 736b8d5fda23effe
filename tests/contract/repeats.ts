/** The same request again and again: a read changes nothing. Section "Endpoints". */

import type { Operation } from '../../schemas/contract.ts';
import { isRecord } from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import { NotTested } from '../support/engine/outcome.ts';
import type { Answer } from '../support/http/client.ts';
import { firstDifference } from '../support/values/difference.ts';
import { comparable } from './comparable.ts';
import { vanished } from './reads.ts';
import { concerns, control, isRight, wellFormed } from './requests.ts';

const REPEATS = 8;

function successEachTime(operation: Operation): Check {
  return check(
    `${operation.id} answers ${operation.success.status} each time`,
    'general.success-status',
    async (t) => {
      const input = await wellFormed(t, operation);
      await control(t, operation);
      const answers = await Promise.all(Array.from({ length: REPEATS }, () => t.send(operation.id, input)));
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

function repeatable(operation: Operation): Check {
  return check(
    `${operation.id} gives the same record each time`,
    'general.repeatable',
    async (t) => {
      const input = await wellFormed(t, operation);
      let difference: ReturnType<typeof firstDifference>;
      let odd: Answer | undefined;
      // Somebody else may change the record in between; they will hardly do so three times.
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all(Array.from({ length: REPEATS }, () => t.ok(operation.id, input)));
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
