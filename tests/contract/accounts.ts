/** Accounts are apart from each other; the account header, permissions and unpaid subscriptions. */
import { kinds, type Operation } from '../../schemas/contract.ts';
import { type Check, check } from '../support/check.ts';
import type { Answer, RequestInput } from '../support/client.ts';
import type { Context } from '../support/context.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { addressedKind, idsIn, sendAndNote, successes, visible, wellFormed } from './requests.ts';

const isRefusal = ({ status }: Answer) => status >= 400 && status < 500;

/** A reader from elsewhere must not be shown what the account's own user is shown. */
async function nothingShown(t: Context, operation: Operation, input: RequestInput): Promise<void> {
  const controls = await successes(t, operation);
  if (!controls.some(({ ok }) => ok))
    throw new NotTested(`${operation.id} gave no success to compare with`, `a target whose ${operation.id} succeeds`);
  const own = new Set(controls.flatMap(({ json }) => idsIn(json)));
  const answer = await t.send(operation.id, input);
  if (isRefusal(answer)) return;
  if (own.size === 0) throw new NotApplicable('its answer shows no record of an account');
  const leaked = idsIn(answer.json).filter((id) => own.has(id));
  t.expect(leaked.length === 0, 'a record of one account is shown to another', {
    expected: 'a refusal, or nothing of the account',
    received: leaked,
    exchange: answer,
  });
  t.expect(answer.status < 500, 'the request is not refused but breaks the target', {
    expected: 'a refusal',
    received: answer.status,
    exchange: answer,
  });
}

/** A write from elsewhere must not change the account. */
async function nothingChanged(t: Context, operation: Operation, input: RequestInput): Promise<void> {
  const right = await wellFormed(t, operation);
  const before = await visible(t, operation, right);
  const answer = await sendAndNote(t, operation, { ...right, ...input });
  const after = await visible(t, operation, right);
  if (before === undefined || after === undefined) {
    if (isRefusal(answer)) return;
    throw new NotTested(
      `the effect of ${operation.id} cannot be seen`,
      'a target that claims the group that shows it, or fixtures that make its list complete',
    );
  }
  t.equal(after, before, 'a request from another account has changed something', answer);
  const addressed = addressedKind(operation) !== undefined;
  t.expect(!addressed || isRefusal(answer), 'a write to a record of another account pretends success', {
    expected: 'a refusal',
    received: answer.status,
    exchange: answer,
  });
}

async function apart(t: Context, operation: Operation, input: RequestInput): Promise<void> {
  if (operation.method === 'GET') await nothingShown(t, operation, { ...(await wellFormed(t, operation)), ...input });
  else await nothingChanged(t, operation, input);
}

function foreignAccount(operation: Operation): Check {
  return check(
    `${operation.id} shows and changes nothing under the id of another account`,
    'general.foreign-account',
    async (t) => {
      const account = t.settings.otherAccountId;
      if (account === undefined) throw new NotTested('the id of another account is not given', 'OTHER_ACCOUNT_ID');
      await apart(t, operation, { account });
    },
    [operation.id],
  );
}

function foreignToken(operation: Operation): Check {
  return check(
    `${operation.id} shows and changes nothing with the token of another account`,
    'general.foreign-token',
    async (t) => {
      const as = t.need('other');
      const { accountId = null, otherAccountId } = t.settings;
      await apart(t, operation, { as, account: accountId });
      // A create in the other account is its user's good right.
      if (otherAccountId !== undefined && addressedKind(operation)) await apart(t, operation, { as });
    },
    [operation.id],
  );
}

function accountHeader(operation: Operation): Check {
  const requirement = operation.accountHeader ? 'general.account-header' : 'general.account-header-not-listed';
  return check(
    operation.accountHeader
      ? `${operation.id} refuses a request without the account header`
      : `${operation.id} without the account header`,
    requirement,
    async (t) => {
      const input = await wellFormed(t, operation);
      const answer = await sendAndNote(t, operation, { ...input, account: null });
      if (!operation.accountHeader) return answer.ok ? 'succeeds' : `answers ${answer.status}`;
      t.expect(isRefusal(answer), 'a request without the account header is not refused', {
        expected: 'a status of 4xx',
        received: answer.status,
        exchange: answer,
      });
      const control = await sendAndNote(t, operation, input);
      if (!control.ok)
        throw new NotTested(
          `the same request with the header is answered with ${control.status}`,
          `a target whose ${operation.id} succeeds`,
        );
      return undefined;
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
      const seen = () => (operation.method === 'GET' ? undefined : visible(t, operation, input));
      const before = await seen();
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
      t.equal(
        await seen(),
        before,
        'a request that was refused for lack of a permission has changed something',
        answer,
      );
      const control = await sendAndNote(t, operation, input);
      if (!control.ok)
        throw new NotTested(
          `the same request by the first user is answered with ${control.status}`,
          `a target whose ${operation.id} succeeds`,
        );
    },
    [operation.id],
  );
}

function unpaid(operation: Operation): Check {
  const listed = operation.errors.includes(402);
  return check(
    `${operation.id} for an account that has not paid`,
    listed ? 'general.unpaid' : 'general.unpaid-not-listed',
    async (t) => {
      const as = t.need('unpaid');
      const answer = await sendAndNote(t, operation, { ...(await wellFormed(t, operation)), as });
      if (!listed) return answer.ok ? 'succeeds' : `answers ${answer.status}`;
      // A record of the paying account is not one of this account, so a read by id may also miss it.
      const right = addressedKind(operation) ? [402, 404, 400] : [402];
      t.expect(right.includes(answer.status), 'an account whose subscription is not paid is not answered with 402', {
        expected: 402,
        received: answer.status,
        exchange: answer,
      });
      return undefined;
    },
    [operation.id],
  );
}

/** A record that the fixtures say belongs to another account. */
function foreignRecord(operation: Operation, kindName: string): Check {
  return check(
    `${operation.id} does not know records of another account`,
    'general.foreign-record',
    async (t) => {
      const foreign = t.fixtures.foreignIds[kindName] ?? [];
      if (foreign.length === 0)
        throw new NotTested(`no ${kindName} of another account is known`, `FIXTURES: foreignIds.${kindName}`);
      const input = await wellFormed(t, operation);
      const name = operation.parameters.findLast((parameter) => parameter.idKind)?.name as string;
      for (const id of foreign) {
        const answer = await t.send(operation.id, { ...input, params: { ...input.params, [name]: id } });
        t.expect(isRefusal(answer), 'a record of another account is found', {
          expected: 'a refusal',
          received: answer.status,
          exchange: answer,
        });
      }
    },
    [operation.id],
  );
}

/** Checks of who may see and do what with one operation. */
export function accountChecks(operation: Operation): Check[] {
  const kindName = addressedKind(operation);
  return [
    accountHeader(operation),
    foreignAccount(operation),
    foreignToken(operation),
    ...(operation.errors.includes(403) ? [permission(operation)] : []),
    unpaid(operation),
    ...(kindName && operation.method === 'GET' && kinds[kindName]?.get === operation.id
      ? [foreignRecord(operation, kindName)]
      : []),
  ];
}
