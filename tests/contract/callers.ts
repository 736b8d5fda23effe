/** Callers without the account header, without the permission, and of an account that has not paid. */
import type { Operation } from '../../schemas/contract.ts';
import { type Check, check } from '../support/check.ts';
import type { RequestInput } from '../support/client.ts';
import type { Context } from '../support/context.ts';
import { NotApplicable } from '../support/outcome.ts';
import { addressedKind, concerns, control, isRefusal, sendAndNote, wellFormed } from './requests.ts';
import { tookEffect } from './writes.ts';

function accountHeader(operation: Operation): Check {
  return check(
    `${operation.id} refuses a request without the account header`,
    'general.account-header',
    async (t) => {
      const input = await wellFormed(t, operation);
      const answer = await sendAndNote(t, operation, { ...input, account: null });
      t.expect(isRefusal(answer), 'a request without the account header is not refused', {
        expected: 'a status of 4xx',
        received: answer.status,
        exchange: answer,
      });
      await control(t, operation);
    },
    [operation.id],
  );
}

function observed(operation: Operation, id: string, title: string, request: (t: Context) => RequestInput): Check {
  return check(
    `${operation.id} ${title}`,
    id,
    async (t) => {
      const answer = await sendAndNote(t, operation, { ...(await wellFormed(t, operation)), ...request(t) });
      return answer.ok ? 'succeeds' : `answers ${answer.status}`;
    },
    [operation.id],
  );
}

function permission(operation: Operation): Check {
  return check(
    `${operation.id} refuses a caller who lacks the permission`,
    'general.permission',
    async (t) => {
      const as = t.need('limited');
      const stated = t.fixtures.facts.notPermitted?.some((fact) => fact.operation === operation.id) ?? false;
      const input = await wellFormed(t, operation);
      const answer = await sendAndNote(t, operation, { ...input, as });
      if (answer.ok && !stated)
        throw new NotApplicable('the limited user may do this; facts.notPermitted does not say otherwise');
      // Without the fact, hiding the record (404) can be defended; taking valid credentials for invalid ones cannot.
      const right = stated ? answer.status === 403 : answer.status !== 401 && answer.status < 500;
      t.expect(right, 'a caller who lacks a permission is not answered with 403', {
        expected: 403,
        received: answer.status,
        exchange: answer,
      });
      const there = operation.method === 'GET' ? false : await tookEffect(t, operation, input, { as });
      t.expect(!there, 'a request that was refused for lack of a permission has taken effect', {
        expected: 'no effect',
        received: 'what the request asked for',
        exchange: answer,
      });
      await control(t, operation);
    },
    [operation.id],
  );
}

function unpaid(operation: Operation): Check {
  return check(
    `${operation.id} refuses an account that has not paid`,
    'general.unpaid',
    async (t) => {
      const as = t.need('unpaid');
      const answer = await sendAndNote(t, operation, { ...(await wellFormed(t, operation)), as });
      // A record of the paying account is not one of this account, so a request that addresses one may also miss it.
      const addressed = addressedKind(operation) !== undefined || operation.open !== undefined;
      const right = addressed ? [402, 404, 400] : [402];
      t.expect(right.includes(answer.status), 'an account whose subscription is not paid is not answered with 402', {
        expected: 402,
        received: answer.status,
        exchange: answer,
      });
      await control(t, operation);
    },
    [operation.id],
  );
}

/** Checks of who may use one operation. */
export function callerChecks(operation: Operation): Check[] {
  return [
    operation.accountHeader
      ? accountHeader(operation)
      : observed(operation, 'general.account-header-not-listed', 'without the account header', () => ({
          account: null,
        })),
    ...(concerns('general.permission', operation) ? [permission(operation)] : []),
    ...(concerns('general.unpaid', operation) ? [unpaid(operation)] : []),
    ...(concerns('general.unpaid-not-listed', operation)
      ? [
          observed(operation, 'general.unpaid-not-listed', 'for an account that has not paid', (t) => ({
            as: t.need('unpaid'),
          })),
        ]
      : []),
  ];
}
