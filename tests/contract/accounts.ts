/** Accounts are apart from each other: under another account's id or token nothing is shown and nothing changes. */

import {
  addressing,
  isRecord,
  type JsonRecord,
  kind,
  kinds,
  type Operation,
  withArticle,
} from '../../schemas/contract.ts';
import { lacking } from '../support/domain/facts.ts';
import { userMissing } from '../support/engine/absentUsers.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { Failure, NotApplicable, unlessUntested } from '../support/engine/outcome.ts';
import { otherAccount } from '../support/http/actors.ts';
import type { Actor, Answer, RequestInput } from '../support/http/client.ts';
import { valuesAt } from '../support/lists/filters.ts';
import { readList } from '../support/lists/readList.ts';
import { idOf, isRefusal, itemsOf, recordsIn, required, strings } from '../support/records/answers.ts';
import { foreignIds, isSurelyUnique, known, namingPlaces, shownBy, unknownId } from '../support/records/identifiers.ts';
import { peek } from '../support/records/views.ts';
import { firstDifference } from '../support/values/difference.ts';
import { sample } from '../support/values/sample.ts';
import { addressedKind, kindsOf } from './addressed.ts';
import { attempt, expectNoEffect, expectStatus } from './attempts.ts';
import { type Branch, branches, eachBranch } from './branches.ts';
import { comparable } from './comparable.ts';
import { concerns, control, type Sent, wellFormed } from './requests.ts';
import { canBeSame, isOfService, shownRecords } from './shown.ts';

/** Whether a record that is not there must be refused; other operations may answer with nothing. */
const mustRefuse = (operation: Operation) =>
  concerns('general.unknown-id', operation) && !kinds[addressedKind(operation) ?? '']?.everywhere;

/** Ids that the other account is shown of its own. */
async function theirs(t: Context, { id, commonIds }: Operation, input: RequestInput): Promise<readonly string[]> {
  if (!commonIds || otherAccount(t.settings) === undefined) return [];
  return [...shownRecords((await t.send(id, { ...input, as: 'other' })).json).keys()];
}

const isEmpty = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  Object.values(value).every((inner) => isEmpty(inner) && !Array.isArray(value));

const differs = (operation: Operation, one: unknown, two: unknown) =>
  firstDifference(comparable(operation, one), comparable(operation, two)) !== undefined;

/** The values that an answer has under the names in it, or the answer as a whole. */
const partsOf = (operation: Operation, { json }: Answer): JsonRecord => {
  const value = comparable(operation, json);
  return isRecord(value) ? value : { '': value };
};

/** Whether a value says nothing of an account. */
const saysNothing = (value: unknown): boolean =>
  typeof value === 'string' ? value === '' : typeof value !== 'object' || isEmpty(value);

const MISSING = 404;

/**
 * Whether an answer of which neither the path nor the content names a record is the account's own: one of its values is, and
 * the user who asks is shown another one in the account that is theirs.
 * @throws NotApplicable where both accounts are shown the same
 */
async function isOwnUnnamed(
  t: Context,
  operation: Operation,
  { as: _, account: __, ...input }: RequestInput,
  own: Answer,
  answer: Answer,
): Promise<boolean> {
  const untold = new NotApplicable('its answer shows no record of an account');
  if (otherAccount(t.settings) === undefined) throw untold;
  const there = await t.send(operation.id, { ...input, as: 'other' });
  // What is not there in the one account, and found all the same, is that of the other: a success may say no more than that.
  const isMissing = there.status === MISSING && operation.errors.includes(MISSING);
  if (isMissing && own.responseBody === answer.responseBody) return true;
  if (!there.ok) throw untold;
  const [theirs, shown] = [partsOf(operation, there), partsOf(operation, answer)];
  const telling = Object.entries(partsOf(operation, own)).filter(
    ([name, value]) => !saysNothing(value) && firstDifference(value, theirs[name]) !== undefined,
  );
  if (telling.length === 0) throw untold;
  return telling.some(([name, value]) => firstDifference(value, shown[name]) === undefined);
}

/** Whether an answer without ids is the account's own: the same as there, and not what is said of an unknown record. */
async function isOwn(
  t: Context,
  operation: Operation,
  input: RequestInput,
  own: Answer,
  answer: Answer,
): Promise<boolean> {
  const parameter = addressing(operation);
  if (!parameter) return isOwnUnnamed(t, operation, input, own, answer);
  if (isEmpty(own.json) || differs(operation, own.json, answer.json)) return false;
  const params = { ...input.params, [parameter.name]: await unknownId(t, parameter.idKind) };
  return differs(operation, (await t.send(operation.id, { ...input, params })).json, answer.json);
}

/** Records of a kind by which it is seen whether accounts number theirs alike. */
const FEW = 3;

/** What an actor is shown of a record, or where no operation shows it, the records that name it. */
async function viewsOf(t: Context, kindName: string, id: string, as: Actor): Promise<JsonRecord[]> {
  const { get, list, id: field } = kind(kindName);
  if (get !== undefined) {
    const record = t.offers(get) ? await peek(t, kindName, id, as) : undefined;
    return record ? [record] : [];
  }
  if (list !== undefined) return (await shownBy(t, list, as)).filter((record) => record[field] === id);
  const naming = await Promise.all(
    namingPlaces(kindName).map(async ([other, path]) =>
      (await shownBy(t, kind(other).list as string, as)).filter((record) => valuesAt(record, path)?.includes(id)),
    ),
  );
  return naming.flat();
}

/** Whether the id is one of the other account as well, of another record: where ids are unique within an account alone. */
async function isTheirsToo(t: Context, kindName: string, id: string): Promise<boolean> {
  const [mine, theirs] = await Promise.all((['first', 'other'] as const).map((as) => viewsOf(t, kindName, id, as)));
  return (
    [mine, theirs].every((views) => views && views.length > 0) &&
    !mine?.some((one) => theirs?.some((other) => canBeSame(one, other)))
  );
}

/**
 * @throws NotApplicable where an id is one of the other account as well, of another record of the group; a count may also be
 * that of a part of one, where both accounts number their records alike
 */
async function expectOtherIds(t: Context, { group }: Operation, id: string): Promise<void> {
  if (otherAccount(t.settings) === undefined) return;
  const isShown = (shownBy: string | undefined) => shownBy?.startsWith(`${group}.`) === true;
  const readable = Object.keys(kinds).filter((name) => isShown(kinds[name]?.get) || isShown(kinds[name]?.list));
  const asked = await Promise.all(
    readable.map(async (name) => {
      const others = isSurelyUnique(id) ? [] : sample(await known(t, name), FEW);
      return (await Promise.all([id, ...others].map((one) => isTheirsToo(t, name, one)))).some(Boolean);
    }),
  );
  if (asked.some(Boolean))
    throw new NotApplicable('the other account has records with the same ids, which the answer may be about');
}

/**
 * Ids that are unique within an account alone name a record of the other account, too: which one is meant cannot be told
 * from every answer, and the other one is to be left in peace.
 */
async function expectNoneThere(t: Context, operation: Operation, { params = {} }: RequestInput): Promise<void> {
  const parameter = addressing(operation);
  const id = params[parameter?.name ?? ''];
  if (id === undefined || otherAccount(t.settings) === undefined) return;
  for (const kindName of kindsOf(parameter?.idKind ?? '')) {
    const { title, get, list } = kind(kindName);
    if (await isTheirsToo(t, kindName, id))
      throw new NotApplicable(`the other account has ${withArticle(title)} with the same id`);
    // Nothing shows one that the account has and nobody uses.
    if (get === undefined && list === undefined) await expectOtherIds(t, operation, id);
  }
}

/** Whether the other account, which shows others of the kind, has no such record: one may come with the product. */
async function isSurelyOurs(t: Context, operation: Operation, { kindName = '', right }: Branch): Promise<boolean> {
  const { everywhere, list } = kinds[kindName] ?? {};
  if (!everywhere) return true;
  if (!list || otherAccount(t.settings) === undefined) return false;
  const id = right.input.params?.[addressing(operation)?.name ?? ''] as string;
  const there = await shownBy(t, list, 'other');
  return (
    there.length > 0 && !there.some((one) => idOf(one) === id) && (await viewsOf(t, kindName, id, 'other')).length === 0
  );
}

/** Tags that a request names at most. */
const TAGS = 3;

/** The same request with tags that its answer shows, where tags choose among what is shown; it shows no more than without. */
function chosenByTags({ parameters }: Operation, { input, answer }: Sent): Sent[] {
  if (!parameters.some(({ name }) => name === 'tags')) return [];
  const tags = itemsOf(answer.json).flatMap((item) => recordsIn(item.tags));
  // A comma would divide a title.
  const words = [...new Set(strings(tags.map(({ title, name }) => title ?? name)))].filter(
    (word) => !word.includes(','),
  );
  if (words.length === 0) return [];
  return [{ input: { ...input, query: { ...input.query, tags: words.slice(0, TAGS).join(',') } }, answer }];
}

/** A reader from elsewhere must not be shown what the account's own user is shown, whatever names the records. */
async function nothingShown(t: Context, operation: Operation, from: RequestInput): Promise<void> {
  await control(t, operation);
  const [first, ...others] = (await branches(t, operation)) as [Branch, ...Branch[]];
  const own = await Promise.all(others.map((branch) => isSurelyOurs(t, operation, branch)));
  await eachBranch([first, ...others.filter((_, i) => own[i])], async ({ right }) => {
    for (const one of [right, ...chosenByTags(operation, right)]) await nothingShownTo(t, operation, from, one);
  });
}

async function nothingShownTo(t: Context, operation: Operation, from: RequestInput, right: Sent): Promise<void> {
  const controls = await control(t, operation);
  const { input, answer } = await attempt(t, operation, from, right.input);
  if (isRefusal(answer)) return t.judge(undefined, 1);
  t.unbroken(answer, 'the request is not refused but breaks the target');
  await expectNoneThere(t, operation, input);
  const accounts = [t.settings.accountId, t.settings.otherAccountId];
  const shown = [...shownRecords(answer.json)].filter(([, record]) => !isOfService(record, accounts));
  const own = new Map(controls.flatMap(({ answer: { json } }) => [...shownRecords(json)]));
  const ours = shown.filter(([id, record]) => canBeSame(own.get(id) ?? {}, record));
  expectStatus(
    t,
    answer,
    'a record of one account is found from another',
    !mustRefuse(operation) || (shown.length > 0 && ours.length === 0),
  );
  const common = await theirs(t, operation, input);
  // A record that says itself that it is the account's does not come with the product.
  const leaked =
    own.size > 0
      ? ours
          .filter(([id, { accountId }]) => own.has(id) && (!common.includes(id) || accountId === t.settings.accountId))
          .map(([id]) => id)
      : (await isOwn(t, operation, { ...input, ...from }, right.answer, answer))
        ? [answer.json]
        : [];
  const [named] = leaked;
  if (typeof named === 'string') await expectOtherIds(t, operation, named);
  t.expect(leaked.length === 0, 'what belongs to one account is shown to another', {
    expected: 'a refusal, or nothing of the account',
    received: leaked,
    exchange: answer,
  });
}

/** A write from elsewhere must not change the account. */
async function nothingChanged(t: Context, operation: Operation, from: RequestInput, refusable: boolean): Promise<void> {
  const right = await wellFormed(t, operation);
  await expectNoneThere(t, operation, right);
  const sent = await attempt(t, operation, from, right);
  const { answer } = sent;
  const seen = await expectNoEffect(t, sent, 'a request from another account has taken effect');
  if (isRefusal(answer)) {
    await control(t, operation);
    return;
  }
  t.unbroken(answer, 'the request is not refused but breaks the target');
  const pretends = refusable || addressedKind(operation) !== undefined;
  expectStatus(t, answer, 'a write from another account is not refused', !pretends);
  // The contract has no read that shows the effect here; the other account's own is its user's right.
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
      if (account === undefined)
        throw userMissing(t, 'other', 'the id of another account is not given', 'OTHER_ACCOUNT_ID');
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

/** Parameters by which an operation takes more in, or chooses its records in another way. */
const WAYS: readonly string[] = ['includeDemo', 'ungrouped', 'mykpis'];

/** Asks for what each account is shown in each of these ways; what is wrong with it, the laws of every answer say. */
async function askEachWay(t: Context, { id, parameters }: Operation): Promise<void> {
  const ways = parameters.filter(({ name }) => WAYS.includes(name));
  const asking = ways.flatMap(({ name }) =>
    (['first', 'other'] as const).map((as) => t.send(id, { query: { ...required(id).query, [name]: 'true' }, as })),
  );
  await Promise.all(asking.map((sent) => unlessUntested(sent, undefined)));
}

function foreignToken(operation: Operation): Check {
  return check(
    `${operation.id} shows and changes nothing with the token of another account`,
    'general.foreign-token',
    async (t) => {
      const as = t.need('other');
      const { accountId, otherAccountId } = t.settings;
      const reads = operation.method === 'GET';
      // A write in the other account is its user's good right, unless it addresses a record of this one.
      const addresses = reads || addressedKind(operation) !== undefined;
      const named = [accountId ?? null, ...(otherAccountId !== undefined && addresses ? [otherAccountId] : [])];
      // Without the header a service may go by the token, or refuse.
      const accounts = new Set([...named, ...(reads ? [null] : [])]);
      if (otherAccountId !== undefined) await askEachWay(t, operation);
      for (const account of accounts) await apart(t, operation, { as, account }, false);
    },
    [operation.id],
  );
}

/** Whether what is shown under an id of the other account is another record than the one there. */
async function isOwnRecord(t: Context, { id }: Operation, { params }: RequestInput, answer: Answer): Promise<boolean> {
  if (!answer.ok || otherAccount(t.settings) === undefined) return false;
  const there = [...shownRecords((await t.send(id, { params: params ?? {}, as: 'other' })).json).values()];
  const here = [...shownRecords(answer.json).values()];
  return here.length > 0 && there.length > 0 && !here.some((record) => there.some((other) => canBeSame(record, other)));
}

/** A record of this account is one of another account for the users of that one, who must not find it. */
async function expectUnknownThere(t: Context, operation: Operation, right: RequestInput): Promise<void> {
  const own = (await control(t, operation)).map(({ answer }) => shownRecords(answer.json));
  const { answer, input } = await attempt(t, operation, { as: t.need('other') }, right);
  const shown = [...shownRecords(answer.json)];
  const inOurs = (id: string) => own.map((records) => records.get(id)).filter((record) => record !== undefined);
  const isOurs = (id: string, one: JsonRecord) => inOurs(id).some((record) => canBeSame(record, one));
  // Ids may be unique within an account alone: then the other account has a record of its own with this id.
  const theirs = shown.length > 0 && shown.every(([id, one]) => inOurs(id).length > 0 && !isOurs(id, one));
  // An answer without our records does not tell whose record it is about.
  if (!isRefusal(answer) && !theirs && !shown.some(([id, one]) => isOurs(id, one)))
    await expectNoneThere(t, operation, input);
  expectStatus(t, answer, 'a record of one account is found by a user of another', isRefusal(answer) || theirs);
}

/** Ids of records of another account in one branch of an operation; none where none is known. */
async function foreignIn(t: Context, idKind: string, kindName: string): Promise<string[]> {
  const ofKind = await unlessUntested(foreignIds(t, kindName), []);
  if (kindName === idKind) return sample(ofKind);
  // Ids may be unique within a kind alone.
  const own = await known(t, kindName);
  const given = t.fixtures.foreignIds[idKind] ?? [];
  return [...new Set([...sample(ofKind), ...sample(given)])].filter((id) => !own.includes(id));
}

/** Records of another account, which its own user is shown: of each kind and type that the operation takes. */
function foreignRecord(operation: Operation): Check {
  return check(
    `${operation.id} does not know records of another account`,
    'general.foreign-record',
    async (t) => {
      const { name, idKind } = addressing(operation) as { name: string; idKind: string };
      await eachBranch(await branches(t, operation), async ({ kindName = idKind, right: { input: right } }) => {
        const foreign = await foreignIn(t, idKind, kindName);
        if (foreign.length === 0) return expectUnknownThere(t, operation, right);
        const sent = await Promise.all(
          foreign.map((id) => attempt(t, operation, { params: { ...right.params, [name]: id } }, right)),
        );
        for (const { from, answer } of sent) {
          const refused = isRefusal(answer) || (await isOwnRecord(t, operation, from, answer));
          expectStatus(t, answer, 'a record of another account is found', refused);
        }
      });
      await control(t, operation);
    },
    [operation.id],
  );
}

/**
 * Records that are another account's alone, by id: those that fixtures name, of which no more is known, and of most
 * kinds all that its user is shown.
 */
async function theirRecords(t: Context, kindName: string, operationId: string): Promise<Map<string, JsonRecord>> {
  const given = new Map((t.fixtures.foreignIds[kindName] ?? []).map((id): [string, JsonRecord] => [id, {}]));
  if (kinds[kindName]?.shared) {
    if (given.size > 0) return given;
    // The contract says that two accounts may have them in common; only the fixtures know of one that they have not.
    throw new NotApplicable(
      `several accounts may have the same ${kind(kindName).title}, and foreignIds.${kindName} names none`,
    );
  }
  if (otherAccount(t.settings) === undefined) {
    if (given.size > 0) return given;
    throw userMissing(
      t,
      'other',
      `no ${kind(kindName).title} of another account is known`,
      `FIXTURES: foreignIds.${kindName}, or OTHER_ACCESS_TOKEN and OTHER_ACCOUNT_ID`,
    );
  }
  const { items } = await readList(t, operationId, { as: 'other' });
  const shown = items.map((item): [string, JsonRecord] => [String(idOf(item)), item]);
  return new Map([...shown, ...given]);
}

/** Filters that name records by their ids, in each form in which an expression can. */
const namedById = (ids: readonly string[]): JsonRecord[] => {
  const each = ids.map((id) => ({ _id: id }));
  return ids.length === 0
    ? []
    : [{ _id: ids[0] }, { id: ids[0] }, { _id: { $in: ids } }, { $or: each }, { $and: [{ _id: { $in: ids } }] }];
};

/** Records of the other account that filters name. */
const NAMED = 3;

/** Judges that no filter gives a record of the other account: neither by that account's id nor by the ids of its records. */
async function expectNoneByFilter(
  t: Context,
  operation: Operation,
  foreign: ReadonlyMap<string, JsonRecord>,
  isShared: boolean,
): Promise<void> {
  if (!operation.parameters.some(({ name }) => name === 'filter')) return;
  const { otherAccountId } = t.settings;
  const needed = required(operation.id);
  const isForeign = (item: JsonRecord) => {
    const theirs = foreign.get(String(idOf(item)));
    return (
      // People of this account may be at home in that one.
      (otherAccountId !== undefined && item.accountId === otherAccountId && !isShared) ||
      (theirs !== undefined && canBeSame(theirs, item) && !isOfService(item, [t.settings.accountId, otherAccountId]))
    );
  };
  const filters = [
    ...(otherAccountId === undefined ? [] : [{ accountId: otherAccountId }]),
    ...namedById([...foreign.keys()].slice(0, NAMED)),
  ];
  await Promise.all(
    filters.map(async (filter) => {
      const query = { ...needed.query, filter: JSON.stringify(filter) };
      const answer = await t.send(operation.id, { ...needed, query });
      const found = answer.ok && itemsOf(answer.json).find(isForeign);
      t.expect(!found, `filter ${JSON.stringify(filter)} shows a record of another account`, {
        expected: 'records of this account alone, or none',
        received: found,
      });
    }),
  );
}

/** A list that shows no record of another account. */
function foreignListed(operation: Operation): Check {
  const [kindName = ''] = Object.entries(kinds).find(([, { list }]) => list === operation.id) ?? [];
  return check(
    `${operation.id} lists no record of another account`,
    'general.foreign-listed',
    async (t) => {
      const reading = theirRecords(t, kindName, operation.id);
      const isShared = kinds[kindName]?.shared === true;
      await expectNoneByFilter(t, operation, await unlessUntested(reading, new Map()), isShared);
      const foreign = await reading;
      if (foreign.size === 0)
        throw lacking(
          t,
          [`${kindName}.other`],
          `the other account shows no ${kind(kindName).title}`,
          `FIXTURES: foreignIds.${kindName}, or an OTHER_ACCESS_TOKEN whose account has one`,
        );
      const { items } = await readList(t, operation.id);
      const found = items.find((item) => {
        const theirs = foreign.get(String(idOf(item)));
        const isCommon = isOfService(item, [t.settings.accountId, t.settings.otherAccountId]);
        return theirs !== undefined && canBeSame(theirs, item) && !isCommon;
      });
      t.expect(!found, 'the list shows a record of another account', {
        expected: 'records of this account alone',
        received: found,
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
