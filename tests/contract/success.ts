/** What every success must be: its status and its media type. */
import type { Operation } from '../../schemas/contract.ts';
import { type Check, check } from '../support/check.ts';
import { NotApplicable } from '../support/outcome.ts';
import { bodiesOf, concerns, isRight, successes } from './requests.ts';

function success(operation: Operation): Check {
  const { status } = operation.success;
  return check(
    `${operation.id} answers ${status}`,
    'general.success-status',
    async (t) => {
      for (const answer of await successes(t, operation)) {
        if (!answer.ok && (await isRight(t, operation, answer)))
          throw new NotApplicable(`the account has nothing for it to find, and it lists ${answer.status}`);
        t.expect(answer.status === status, `${operation.id} does not answer ${status} to a right request`, {
          expected: status,
          received: answer.status,
          exchange: answer,
        });
      }
    },
    [operation.id],
  );
}

function json(operation: Operation): Check {
  return check(
    `${operation.id} answers in JSON`,
    'general.json',
    async (t) => {
      for (const answer of await bodiesOf(t, operation)) {
        const type = answer.responseHeaders['content-type'] ?? '';
        t.expect(/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type), 'the media type of a success is not JSON', {
          expected: 'a Content-Type of application/json',
          received: type,
          exchange: answer,
        });
        t.expect(answer.json !== undefined, 'the body of a success is not JSON', {
          expected: 'JSON',
          received: answer.responseBody,
          exchange: answer,
        });
        const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
        t.expect(answer.utf8 && /^(utf-?8|us-ascii)$/i.test(charset), 'the body of a success is not UTF-8', {
          expected: 'UTF-8',
          received: answer.utf8 ? charset : 'bytes that are no UTF-8',
          exchange: answer,
        });
      }
    },
    [operation.id],
  );
}

/** Checks of one operation's successes. */
export function successChecks(operation: Operation): Check[] {
  return [success(operation), ...(concerns('general.json', operation) ? [json(operation)] : [])];
}
