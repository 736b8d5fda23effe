/** Accounts are apart from each other: under another account's id or token nothing is shown and nothing changes. */
import { kind, kinds, type Operation } from '../../schemas/contract.ts';
import { type Check, check } from '../support/check.ts';
import type { Answer, RequestInput } from '../support/client.ts';
import { collection, idOf } from '../support/collections.ts';
import { firstDifference } from '../support/compare.ts';
import type { Context } from '../support/context.ts';
import { foreignIds, unknownId } from '../support/identifiers.ts';
import { Failure, NotApplicable, NotTested } from '../support/outcome.ts';
import { idsOf, isRecord, itemsOf, strings } from '../support/records.ts';
import { attempt, expectNoEffect, expectStatus } from './attempts.ts';
import { addressedKind, concerns, control, idsIn, isRefusal, wellFormed } from './requests.ts';

/** Operations whose records, or the principals they name, may come with the product, with the same id in every account. */
const PRODUCT = ['badges.list', 'roles.list', 'roles.get', 'permissions.defaultAccess'];

/** Fields that hold ids of an account's own records; plans, clients or plug-ins are not the account's. */
const OF_ACCOUNT =
  /^(_?id|(account|user|kpi|metric|goal|session|task|item|owner|createdBy|modifiedBy)Id|ownerIds|memberIds|kpiIds|userIds|dashboardsIds)$/;

/** Ids that an answer names at any depth; for answers that are no records with ids of their own. */
function named(json: unknown): string[] {
  if (Array.isArray(json)) return json.flatMap(named);
  if (!isRecord(json)) return [];
  return Object.entries(json).flatMap(([key, value]) =>
    OF_ACCOUNT.test(key) ? strings([value].flat()) : named(value),
  );
}

const shownIds = (json: unknown): string[] => {
  const own = idsIn(json);
  return own.length > 0 ? own : named(json);
};

/** Whether a record that is not there must be refused; other operations may answer with nothing. */
const mustRefuse = (operation: Operation) =>
  concerns('general.unknown-id', operation) &&
  !['badge', 'role', 'dashboardTag'].includes(addressedKind(operation) ?? '');

/** Ids that the other account is shown of its own. */
async function theirs(t: Context, { id }: Operation, input: RequestInput): Promise<readonly string[]> {
  if (!PRODUCT.includes(id) || t.settings.tokens.OTHER_ACCESS_TOKEN === undefined) return [];
  return t.settings.otherAccountId === undefined ? [] : shownIds((await t.send(id, { ...input, as: 'other' })).json);
}

const isEmpty = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Object.values(value).every((inner) => isEmpty(inner) && !Array.isArray(value));

/** Whether an answer without ids is the account's own: the same as there, and not what is said of an unknown record. */
async function isOwn(
  t: Context,
  operation: Operation,
  input: RequestInput,
  own: Answer,
  answer: Answer,
): Promise<boolean> {
  const parameter = operation.parameters.findLast(({ idKind }) => idKind);
  if (!parameter?.idKind) throw new NotApplicable('its answer shows no record of an account');
  if (isEmpty(own.json) || firstDifference(own.json, answer.json)) return false;
  const params = { ...input.params, [parameter.name]: await unknownId(t, parameter.idKind) };
  return firstDifference((await t.send(operation.id, { ...input, params })).json, answer.json) !== undefined;
}

/** A reader from elsewhere must not be shown what the account's own user is shown. */
async function nothingShown(t: Context, operation: Operation, from: RequestInput): Promise<void> {
  const controls = await control(t, operation);
  const { input, answer } = await attempt(t, operation, from);
  if (isRefusal(answer)) return;
  expectStatus(t, answer, 'the request is not refused but breaks the target', answer.status < 500);
  expectStatus(t, answer, 'a record of one account is found from another', !mustRefuse(operation));
  const own = new Set(controls.flatMap(({ answer: { json } }) => shownIds(json)));
  const common = await theirs(t, operation, input);
  const [first] = controls;
  // A record that says itself that it is the account's does not come with the product.
  const said = [...itemsOf(answer.json), answer.json]
    .filter(isRecord)
    .flatMap(({ accountId, id }) => (accountId === t.settings.accountId ? strings([id]) : []));
  const leaked =
    own.size > 0
      ? shownIds(answer.json).filter((id) => own.has(id) && (!common.includes(id) || said.includes(id)))
      : first && (await isOwn(t, operation, { ...input, ...from }, first.answer, answer))
        ? [answer.json]
        : [];
  t.expect(leaked.length === 0, 'what belongs to one account is shown to another', {
    expected: 'a refusal, or nothing of the account',
    received: leaked,
    exchange: answer,
  });
}

/** A write from elsewhere must not change the account. */
async function nothingChanged(t: Context, operation: Operation, from: RequestInput, refusable: boolean): Promise<void> {
  const sent = await attempt(t, operation, from);
  const { answer } = sent;
  const seen = await expectNoEffect(t, sent, 'a request from another account has taken effect');
  if (isRefusal(answer)) {
    await control(t, operation);
    return;
  }
  expectStatus(t, answer, 'the request is not refused but breaks the target', answer.status < 500);
  const pretends = refusable || addressedKind(operation) !== undefined;
  expectStatus(t, answer, 'a write from another account is not refused', !pretends);
  if (!seen) throw new NotApplicable('what it did, it did in the other account, or it cannot be seen');
}

/** @param refusable whether only a refusal is right for a write */
const apart = (t: Context, operation: Operation, from: RequestInput, refusable: boolean): Promise<void> =>
  operation.method === 'GET' ? nothingShown(t, operation, from) : nothingChanged(t, operation, from, refusable);

function foreignAccount(operation: Operation): Check {
  return check(
    `${operation.id} shows and changes nothing under the id of another account`,
    operation.accountHeader ? 'general.foreign-account' : 'general.foreign-account-not-listed',
    async (t) => {
      const account = t.settings.otherAccountId;
      if (account === undefined) throw new NotTested('the id of another account is not given', 'OTHER_ACCOUNT_ID');
      const judged = apart(t, operation, { account }, true);
      if (operation.accountHeader) return judged;
      // Where the header is no listed input, the token alone may say which account is meant.
      return judged.then(
        () => 'shows and changes nothing',
        (error) => {
          if (error instanceof Failure) return `acts in the account of the token: ${error.message}`;
          throw error;
        },
      );
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
      await apart(t, operation, { as, account: accountId }, false);
      // A write in the other account is its user's good right, unless it addresses a record of this one.
      const own = operation.method !== 'GET' && addressedKind(operation) === undefined;
      if (otherAccountId !== undefined && !own) await apart(t, operation, { as }, false);
    },
    [operation.id],
  );
}

/** A record of another account, which its own user is shown. */
function foreignRecord(operation: Operation): Check {
  return check(
    `${operation.id} does not know records of another account`,
    'general.foreign-record',
    async (t) => {
      const { name, idKind } = operation.parameters.findLast((parameter) => parameter.idKind) as {
        name: string;
        idKind: string;
      };
      const [right, foreign] = await Promise.all([wellFormed(t, operation), foreignIds(t, idKind)]);
      const sent = await Promise.all(
        foreign.slice(0, 3).map((id) => attempt(t, operation, { params: { ...right.params, [name]: id } }, right)),
      );
      for (const { answer } of sent) expectStatus(t, answer, 'a record of another account is found');
      await control(t, operation);
    },
    [operation.id],
  );
}

/** Kinds whose records two accounts may rightly share: people, and what comes with the product. */
const SHARED = new Set(['user', 'employee', 'role', 'badge']);

/** Ids of records that are another account's alone: those that fixtures name, and of most kinds all that its user is shown. */
async function theirIds(t: Context, kindName: string, operationId: string): Promise<readonly string[]> {
  const given = t.fixtures.foreignIds[kindName] ?? [];
  if (SHARED.has(kindName)) {
    if (given.length > 0) return given;
    throw new NotApplicable(
      `records of kind ${kindName} may be in several accounts, and foreignIds.${kindName} names none`,
    );
  }
  if (t.settings.tokens.OTHER_ACCESS_TOKEN === undefined || t.settings.otherAccountId === undefined) {
    if (given.length > 0) return given;
    throw new NotTested(
      `no record of kind ${kindName} of another account is known`,
      `FIXTURES: foreignIds.${kindName}, or OTHER_ACCESS_TOKEN and OTHER_ACCOUNT_ID`,
    );
  }
  const { items } = await collection(t, operationId, { as: 'other' });
  return [...given, ...idsOf(items, kind(kindName).id)];
}

/** A list that shows no record of another account. */
function foreignListed(operation: Operation): Check {
  const [kindName = ''] = Object.entries(kinds).find(([, { list }]) => list === operation.id) ?? [];
  return check(
    `${operation.id} lists no record of another account`,
    'general.foreign-listed',
    async (t) => {
      const foreign = new Set(await theirIds(t, kindName, operation.id));
      if (foreign.size === 0) throw new NotApplicable(`the other account shows no record of kind ${kindName}`);
      const { items, answer } = await collection(t, operation.id);
      const found = items.find((item) => foreign.has(String(idOf(item))));
      t.expect(!found, 'the list shows a record of another account', {
        expected: 'records of this account alone',
        received: found,
        exchange: answer,
      });
    },
    [operation.id],
  );
}

/** Checks of one operation's answers across accounts. */
export function accountChecks(operation: Operation): Check[] {
  return [
    foreignAccount(operation),
    foreignToken(operation),
    ...(concerns('general.foreign-record', operation) ? [foreignRecord(operation)] : []),
    ...(concerns('general.foreign-listed', operation) ? [foreignListed(operation)] : []),
  ];
}
