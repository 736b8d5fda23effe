/** Callers without the account header, without the permission, and of an account that has not paid. */
import { type Operation, operations } from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../support/engine/outcome.ts';
import type { Actor } from '../support/http/client.ts';
import { isSurelyUnique } from '../support/records/identifiers.ts';
import { sample } from '../support/values/sample.ts';
import { addressedKind } from './addressed.ts';
import { type Attempt, attempt, expectNoEffect, expectStatus } from './attempts.ts';
import { expectRefusedInOtherForms } from './otherForms.ts';
import { expectRefusedElsewhere } from './otherSpellings.ts';
import { concerns, control, sentByLimited } from './requests.ts';
import { shownRecords } from './shown.ts';
import { isShownTo } from './writes.ts';

function accountHeader(operation: Operation): Check {
  return check(
    `${operation.id} refuses a request without the account header`,
    'general.account-header',
    async (t) => {
      const sent = await attempt(t, operation, { account: null });
      const { answer } = sent;
      expectStatus(t, answer, 'a request without the account header is not refused');
      await expectNoEffect(t, sent, 'a request that was refused without the account header has taken effect');
      if (operation.method === 'GET') {
        const empty = await attempt(t, operation, { account: '' });
        expectStatus(t, empty.answer, 'a request with an empty account header is not refused');
        const { accountId = '' } = t.settings;
        if (isSurelyUnique(accountId)) {
          const part = await attempt(t, operation, { account: accountId.slice(0, -2) });
          expectStatus(t, part.answer, 'a request with a part of the account id is not refused');
        }
      }
      await control(t, operation);
    },
    [operation.id],
  );
}

/** A right request without the account header, sent once per batch. */
const withoutHeader = (t: Context, operation: Operation): Promise<Attempt> =>
  t.once(`without header/${operation.id}`, () => attempt(t, operation, { account: null }));

function observed(operation: Operation, id: string, title: string, send: (t: Context) => Promise<Attempt>): Check {
  return check(
    `${operation.id} ${title}`,
    id,
    async (t) => {
      const { answer } = await send(t);
      return answer.ok ? 'succeeds' : `answers ${answer.status}`;
    },
    [operation.id],
  );
}

/** Lists that take no account header. */
const HEADERLESS = operations.filter(
  ({ method, accountHeader, open, parameters }) =>
    method === 'GET' && !accountHeader && open === undefined && !parameters.some(({ in: place }) => place === 'path'),
);

/** Whether a user who names no account is in this one: lists that take no header show this user its records. */
const isHereWithout = (t: Context, as: Actor): Promise<boolean> =>
  t.onceInProcess(`in the account without naming it/${as}`, async () => {
    for (const { id } of HEADERLESS.filter((one) => t.offers(one.id))) {
      const { ok, json } = await t.send(id, { as, account: null });
      const records = ok ? [...shownRecords(json).values()] : [];
      if (records.some(({ accountId }) => accountId === t.settings.accountId)) return true;
    }
    return false;
  });

/** Judges that leaving out the account header, where none is listed, does not let a caller pass who is refused with it. */
async function expectRefusedWithout(t: Context, operation: Operation, as: Actor): Promise<void> {
  if (operation.accountHeader || !(await isHereWithout(t, as))) return;
  if (!(await withoutHeader(t, operation)).answer.ok) return;
  const sent = await attempt(t, operation, { as, account: null });
  expectStatus(t, sent.answer, 'a caller who lacks a permission is not refused without the account header');
  await expectNoEffect(t, sent, 'what was refused for lack of a permission takes effect without the account header');
}

/** The request of the user who may not, as the first of its kind in the batch. */
async function byLimited(t: Context, operation: Operation, as: Actor): Promise<Attempt> {
  if (operation.method === 'GET') return attempt(t, operation, { as });
  return { operation, from: { as }, ...(await sentByLimited(t, operation)) };
}

/** Judges that a caller who was refused is refused whatever else the request has that says the same. */
async function expectRefusedOtherwise(t: Context, { operation, from, input }: Attempt, stated: boolean): Promise<void> {
  await expectRefusedWithout(t, operation, from.as as Actor);
  await expectRefusedElsewhere(t, operation, from, input);
  // Which forms of a body take which permission is the account's own choice, too.
  if (stated) await expectRefusedInOtherForms(t, operation, from, input);
}

/** Whether a status is right for the limited user. */
function isForbidden({ errors }: Operation, status: number, stated: boolean): boolean {
  // Where no refusal of callers is listed, each is right.
  if (!errors.includes(403)) return status >= 300 && status < 500;
  // Without the fact, hiding the record (404) can be defended; taking valid credentials for invalid ones cannot.
  return stated ? status === 403 : status !== 401 && status < 500;
}

function permission(operation: Operation): Check {
  return check(
    `${operation.id} refuses a caller who lacks the permission`,
    'general.permission',
    async (t) => {
      const as = t.need('limited');
      const stated = t.fixtures.facts.notPermitted?.some((fact) => fact.operation === operation.id) ?? false;
      const sent = await byLimited(t, operation, as);
      const { ok, status } = sent.answer;
      // Who may do what is the account's own choice, which only the fact states.
      if (ok && !stated)
        throw new NotApplicable(
          'the limited user may do this; facts.notPermitted does not say otherwise',
          t.fixtures.none.includes('limitedUser')
            ? undefined
            : 'LIMITED_ACCESS_TOKEN of a user who is refused something for lack of a permission, or FIXTURES: "none": ["limitedUser"]',
        );
      const right = isForbidden(operation, status, stated);
      expectStatus(t, sent.answer, 'a caller who lacks a permission is not answered with 403', right, 403);
      await expectNoEffect(t, sent, 'a request that was refused for lack of a permission has taken effect');
      if (status === 403) await expectRefusedOtherwise(t, sent, stated);
      await control(t, operation);
    },
    [operation.id],
  );
}

const PAYMENT = 402;
/** Reads of single records that are asked for an account that has not paid. */
const ASKED = 6;

const listsPayment = (operation: Operation): boolean => concerns('general.unpaid', operation);

/**
 * Whether the target looks at the payment before it looks for a record: then most reads of a record that the unpaid
 * account does not have answer 402 all the same.
 */
const paymentComesFirst = (t: Context): Promise<boolean> =>
  t.onceInProcess('payment before records', async () => {
    const reads = operations.filter(
      (one) =>
        one.method === 'GET' && one.open === undefined && listsPayment(one) && addressedKind(one) && t.offers(one.id),
    );
    const asked = sample(reads, ASKED).map((one) => unlessUntested(attempt(t, one, { as: 'unpaid' }), undefined));
    const answers = (await Promise.all(asked)).flatMap((one) => (one ? [one.answer] : []));
    return answers.length > 2 && answers.filter(({ status }) => status === PAYMENT).length > answers.length / 2;
  });

function unpaid(operation: Operation): Check {
  return check(
    `${operation.id} refuses an account that has not paid`,
    'general.unpaid',
    async (t) => {
      const as = t.need('unpaid');
      const { answer, input } = await attempt(t, operation, { as });
      // A record of the paying account is not one of this account, so a request that addresses one may also miss it.
      const addressed = addressedKind(operation) !== undefined && !(await paymentComesFirst(t));
      const others = addressed || operation.open !== undefined ? [404, 400] : [];
      const right = [PAYMENT, ...others].includes(answer.status);
      expectStatus(t, answer, 'an account whose subscription is not paid is not answered with 402', right, PAYMENT);
      // An account that may not write may still read.
      t.expect(!(await isShownTo(t, operation, input, as)), 'a request that was answered with 402 has taken effect', {
        expected: 'no effect',
        received: 'what the request asked for',
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
      : observed(operation, 'general.account-header-not-listed', 'without the account header', (t) =>
          withoutHeader(t, operation),
        ),
    ...(concerns('general.permission', operation) ? [permission(operation)] : []),
    ...(listsPayment(operation) ? [unpaid(operation)] : []),
    ...(concerns('general.unpaid-not-listed', operation)
      ? [
          observed(operation, 'general.unpaid-not-listed', 'for an account that has not paid', (t) =>
            attempt(t, operation, { as: t.need('unpaid') }),
          ),
        ]
      : []),
  ];
}
