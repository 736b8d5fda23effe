/** Unknown ids and malformed input. */
import {
  addressing,
  isDescribed,
  isRecord,
  type JsonRecord,
  kind,
  type Operation,
  readJson,
  resolved,
  type Schema,
} from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { typesProblem, WRONG_VALUES } from '../support/records/answerSchema.ts';
import { isRefusal, itemsOf, STATUSES_OF_HTTP } from '../support/records/answers.ts';
import { isTagging } from '../support/records/bodies.ts';
import { isSurelyUnique, unknownId } from '../support/records/identifiers.ts';
import { branches } from './branches.ts';
import { bodySchema, oddBodies } from './oddBodies.ts';
import { oddQueries } from './oddQueries.ts';
import { expectNotNamed, expectOwnKind, missing } from './otherKinds.ts';
import { concerns, control, needVisible, sendAndNote, wellFormed } from './requests.ts';
import { shownRecords } from './shown.ts';
import { creates, effect, write } from './writes.ts';

/** The id with another letter or digit at this place; nothing where another sign stands. */
function otherwiseAt(id: string, place: number): string[] {
  const sign = id.at(place) as string;
  const row = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ'].find((letters) =>
    letters.includes(sign),
  );
  if (row === undefined) return [];
  const at = place < 0 ? id.length + place : place;
  return [id.slice(0, at) + row[(row.indexOf(sign) + 1) % row.length] + id.slice(at + 1)];
}

/** Whether an id may be bytes in base64: then its padding may be left out, and its last letter has bits that say nothing. */
const mayBeBase64 = (id: string): boolean =>
  /=$/.test(id) || (/^[\w-]{8,}$/.test(id) && /[A-Z]/.test(id) && /[g-z]/.test(id));

/** Ids that are nearly this one, and are not another way to write it. */
function nearly(id: string): string[] {
  // A letter in the middle counts in every way to write bytes, and so do four at either end.
  if (mayBeBase64(id)) return [id.slice(4), id.slice(0, -4), ...otherwiseAt(id, Math.floor(id.length / 2))];
  return [id.slice(0, -1), id.slice(1), `${id}x`, ...otherwiseAt(id, -1)];
}

/**
 * Judges that no part of an id, and no id that is nearly the same, is taken for it. What may be the id of another record is
 * only read, and must not show this one.
 */
async function expectWholeIds(
  t: Context,
  { id: operationId, method, errors }: Operation,
  input: RequestInput,
  name: string,
): Promise<void> {
  const id = input.params?.[name];
  if (id === undefined || id.length < 2 || method === 'DELETE') return;
  const send = (part: string) => t.send(operationId, { ...input, params: { ...input.params, [name]: part } });
  const parts = isSurelyUnique(id) && !mayBeBase64(id) ? [id.slice(0, -2), id.slice(1), `${id}x`] : [];
  for (const part of parts)
    t.refused(await send(part), `a record is found by what is not its ${name}, or the service breaks`);
  if (method !== 'GET') return;
  const near = nearly(id).filter((part) => !parts.includes(part));
  for (const answer of await Promise.all(near.map(send)))
    t.expect(!answer.ok || !shownRecords(answer.json).has(id), `a record is found by what is not its ${name}`, {
      expected: errors.includes(404) ? 404 : 'a status of 4xx',
      received: answer,
    });
}

/** Judges an unknown id in a branch of the operation: to have been asked for makes it no known one. */
async function expectUnknown(t: Context, operation: Operation, input: RequestInput, name: string, id: string) {
  const sent = { ...input, params: { ...input.params, [name]: id } };
  const expected = operation.errors.includes(404) ? 404 : 'a status of 4xx';
  const answer = await t.send(operation.id, sent);
  // Where the right request is refused, too, the rest of it may be the reason.
  if (isRefusal(answer)) await control(t, operation);
  t.expect(missing(operation, answer.status), `an unknown ${name} is not answered as one`, {
    expected,
    received: answer,
  });
  const again = await t.send(operation.id, sent);
  t.expect(missing(operation, again.status), `an unknown ${name} is not answered as one when it is asked for again`, {
    expected,
    received: again,
  });
}

/** A word under which objects of some languages hold something of their own: no record has it as its id. */
const INHERITED = 'constructor';

/** Judges what an operation answers to ids that one of its parameters does not know. */
async function expectNoRecord(
  t: Context,
  operation: Operation,
  input: RequestInput,
  name: string,
  idKind: string,
): Promise<void> {
  // What stands in the path besides must be what a right request succeeds with.
  const beside = operation.parameters.filter((one) => one.in === 'path' && one.idKind).length > 1;
  const [right] = beside && operation.method !== 'GET' ? await control(t, operation) : [];
  await expectUnknown(t, operation, right?.input ?? input, name, await unknownId(t, idKind));
  // The first branch is that of the right request.
  const others = operation.method === 'GET' ? (await branches(t, operation)).slice(1) : [];
  for (const { kindName = idKind, right: other } of others)
    await expectUnknown(t, operation, other.input, name, await unknownId(t, kindName));
  if (idKind === 'dashboardTag') return;
  await expectWholeIds(t, operation, input, name);
  await expectNotNamed(t, operation, await control(t, operation), idKind, name);
  // A tag that is there already is no more than that on another item.
  const [tagged] = isTagging(operation.id) ? await control(t, operation) : [];
  await expectOwnKind(t, operation, tagged?.input ?? input, idKind, name);
  const inherited = await t.send(operation.id, { ...input, params: { ...input.params, [name]: INHERITED } });
  t.refused(inherited, `the word ${INHERITED} is taken for the ${name} of a record, or breaks the service`);
}

function unknown(operation: Operation): Check {
  return check(
    `${operation.id} knows no record with an unknown id`,
    'general.unknown-id',
    async (t) => {
      const input = await wellFormed(t, operation);
      for (const { name, idKind } of operation.parameters)
        if (idKind) await expectNoRecord(t, operation, input, name, idKind);
      await control(t, operation);
    },
    [operation.id],
  );
}

/** Where an unknown id may rightly have an empty answer. */
function unknownNothing(operation: Operation): Check {
  return check(
    `${operation.id} shows nothing for an unknown id`,
    'general.unknown-id-nothing',
    async (t) => {
      const input = await wellFormed(t, operation);
      const { name, idKind } = operation.parameters.find((parameter) => parameter.idKind) as {
        name: string;
        idKind: string;
      };
      const answer = await t.send(operation.id, {
        ...input,
        params: { ...input.params, [name]: await unknownId(t, idKind) },
      });
      const right = answer.ok ? itemsOf(answer.json).length === 0 : isRefusal(answer);
      t.expect(right, 'an unknown id is answered with records', {
        expected: 'a status of 4xx, or an empty list',
        received: answer.ok ? answer.json : answer.status,
        exchange: answer,
      });
      await control(t, operation);
    },
    [operation.id],
  );
}

/** For each field of the request a value of another type. */
function wrongTypes(path: string): JsonRecord[] {
  return Object.entries(readJson<Schema>(path).properties ?? {}).flatMap(([field, property]) => {
    const wrong = WRONG_VALUES[resolved(property, path).schema.type ?? ''];
    return wrong === undefined ? [] : [{ [field]: wrong }];
  });
}

const NOT_JSON = ['{"name": ', 'name=goal', '\u0000'];
/** JSON that is no object, nor anything to make a record of. */
const NO_OBJECT = ['null', '[null]'];
const ODD_IDS = ['__proto__', '\'"<>', '\u{1F600}', 'x'.repeat(300), '%00'];

interface MalformedAnswers {
  /** To bodies that are not JSON. */
  notJson: Answer[];
  /** To bodies with a wrong type in one field. */
  wrongType: Answer[];
}

function malformedBodies(t: Context, operation: Operation): Promise<MalformedAnswers> {
  return t.once(`malformed/${operation.id}`, async () => {
    const input = await wellFormed(t, operation);
    const body = (input.body ?? {}) as JsonRecord;
    const stated = bodySchema(operation);
    const send = (instead: RequestInput) => sendAndNote(t, operation, { ...input, ...instead });
    const [notJson, wrongType] = await Promise.all([
      Promise.all(NOT_JSON.map((raw) => send({ raw }))),
      Promise.all((stated ? wrongTypes(stated) : []).map((wrong) => send({ body: { ...body, ...wrong } }))),
    ]);
    return { notJson, wrongType };
  });
}

/** Whether the answer says that a value of a wrong type was passed over, or made one of the right type. */
function settled(operation: Operation, { ok, json }: Answer): boolean {
  return ok && isDescribed(operation.success.schema) && isRecord(json) && !typesProblem(operation, json);
}

function malformedBody(operation: Operation): Check {
  return check(
    `${operation.id} refuses a malformed body`,
    'general.malformed-body',
    async (t) => {
      await control(t, operation);
      const { notJson, wrongType } = await malformedBodies(t, operation);
      for (const answer of [...notJson, ...wrongType.filter((typed) => !settled(operation, typed))]) {
        t.expect(!answer.ok, 'a malformed body is taken', { expected: 'a status of 4xx', received: answer });
      }
    },
    [operation.id],
  );
}

/** A day that is written in another form than the specification has it. */
const NO_DAY = '31/12/2031';

/** Changes to a right body after which a create may refuse it; the text by which the record is known again stays. */
function mistakes(operation: Operation, body: JsonRecord): JsonRecord[] {
  const marker = kind(creates(operation) as string).marker as string;
  const stated = bodySchema(operation);
  const wrong = stated ? wrongTypes(stated) : Object.keys(body).map((field) => ({ [field]: WRONG_VALUES.string }));
  const days = Object.keys(body).filter((field) => /^\d{4}-\d\d-\d\d$/.test(String(body[field])));
  const addresses = Object.keys(body).filter((field) => /^\S+@\S+$/.test(String(body[field])));
  return [
    ...wrong.filter((change) => !(marker in change)),
    ...days.map((field) => ({ [field]: NO_DAY })),
    ...addresses.map((field) => ({ [field]: String(body[field]).replace('@', '') })),
  ];
}

function refusedNotCreated(operation: Operation): Check {
  const use = 'refused';
  return check(
    `${operation.id} makes nothing of what it refuses`,
    'general.refused-not-created',
    async (t) => {
      const [right] = await control(t, operation);
      const changes = [{}, ...mistakes(operation, isRecord(right?.input.body) ? right.input.body : {})];
      const refused = await Promise.all(
        changes.map(async (change, i) => {
          const input = await write(t, operation, use);
          const body = isRecord(input.body) ? { ...input.body, ...change } : input.body;
          // A body that ends too early names the record all the same.
          const sent = i === 0 ? { raw: JSON.stringify(body).slice(0, -1) } : { body };
          const answer = await sendAndNote(t, operation, { ...input, ...sent });
          return isRefusal(answer) ? [{ input: { ...input, body }, answer }] : [];
        }),
      );
      const all = refused.flat();
      const there = await Promise.all(all.map(({ input }) => effect(t, operation, input)));
      for (const [i, { answer }] of all.entries())
        t.expect(there[i] !== true, 'a record is there although its create was refused', {
          expected: 'nothing in the list',
          received: 'a record with what the request named',
          exchange: answer,
        });
      await needVisible(t, operation, there.includes(false), use);
    },
    [operation.id],
  );
}

/** Answers to JSON bodies that say nothing; to delete nothing in particular might be to delete all. */
async function otherShapes(t: Context, operation: Operation): Promise<Answer[]> {
  if (!operation.body || operation.id === 'roles.deleteMappings') return [];
  const input = await wellFormed(t, operation);
  // An object without anything in it is a body, too, where nothing can come of it.
  const empty = bodySchema(operation) === undefined && creates(operation) === undefined ? ['{}'] : [];
  return Promise.all([...NO_OBJECT, ...empty].map((raw) => sendAndNote(t, operation, { ...input, raw })));
}

/** What an operation answers to whatever is wrong in its input: ids, bodies and queries. */
function oddAnswers(t: Context, operation: Operation): Promise<Answer[]> {
  return t.once(`odd/${operation.id}`, async () => {
    const named = addressing(operation)?.name;
    const odd = named === undefined ? [] : ODD_IDS;
    const input = odd.length > 0 ? await wellFormed(t, operation) : {};
    return [
      ...(await Promise.all(
        odd.map((id) => t.send(operation.id, { ...input, params: { ...input.params, [named as string]: id } })),
      )),
      ...(operation.body ? Object.values(await malformedBodies(t, operation)).flat() : []),
      ...(await otherShapes(t, operation)),
      ...(operation.body ? await oddBodies(t, operation) : []),
      ...(await oddQueries(t, operation)),
    ];
  });
}

function noServerError(operation: Operation): Check {
  return check(
    `${operation.id} does not break on malformed input`,
    'general.no-server-error',
    async (t) => {
      await control(t, operation);
      for (const answer of await oddAnswers(t, operation)) {
        t.unbroken(answer, 'malformed input is answered with a server error');
      }
    },
    [operation.id],
  );
}

/** Malformed input is a bad request wherever it stands, and an id that cannot be one may be refused as a part of the address. */
const OF_INPUT = [400, 404];

function listedStatus(operation: Operation): Check {
  return check(
    `${operation.id} refuses malformed input with a listed status`,
    'general.status-listed',
    async (t) => {
      await control(t, operation);
      const listed = [...operation.errors, ...OF_INPUT, ...STATUSES_OF_HTTP];
      for (const answer of (await oddAnswers(t, operation)).filter(isRefusal))
        t.expect(
          listed.includes(answer.status),
          'malformed input is refused with a status that the operation does not list',
          { expected: operation.errors, received: answer },
        );
    },
    [operation.id],
  );
}

/** Checks of one operation's answers to unknown ids and malformed input. */
export function inputChecks(operation: Operation): Check[] {
  return [
    ...(concerns('general.unknown-id', operation) ? [unknown(operation)] : []),
    ...(concerns('general.unknown-id-nothing', operation) ? [unknownNothing(operation)] : []),
    ...(concerns('general.malformed-body', operation) ? [malformedBody(operation)] : []),
    ...(concerns('general.status-listed', operation) ? [listedStatus(operation)] : []),
    ...(concerns('general.refused-not-created', operation) ? [refusedNotCreated(operation)] : []),
    ...(concerns('general.no-server-error', operation) ? [noServerError(operation)] : []),
  ];
}
