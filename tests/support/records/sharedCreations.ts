/** Records that can hardly be deleted again, so that a batch makes a few of them once and all its checks look at these. */
import { isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import { refusedWithout } from '../domain/facts.ts';
import type { Context } from '../engine/context.ts';
import { isUntested, type NotApplicable, NotTested, unlessUntested } from '../engine/outcome.ts';
import { fresh, stillWrong } from '../engine/retry.ts';
import { isGiven, otherReader } from '../http/actors.ts';
import { at } from '../http/at.ts';
import type { Actor, Answer } from '../http/client.ts';
import { passTime } from '../http/clock.ts';
import { readKind } from '../lists/readList.ts';
import type { Listing } from '../lists/readPages.ts';
import { AWHILE_MS } from '../values/timestamps.ts';
import { isRefusal } from './answers.ts';
import { askBefore, type Unfound } from './askedBefore.ts';
import { type Made, tryMake } from './creating.ts';
import { type NamedRecord, readAgain, recordsNamed } from './namedRecords.ts';
import { refuseFirst } from './refusedFirst.ts';
import { withShortTexts } from './shortTexts.ts';
import { peek } from './views.ts';

/** A body to send when the one before is refused for a value whose acceptance is open: one of its texts, or another. */
export interface Fallback {
  body: unknown;
  without: 'text' | 'value';
}

export interface Sending {
  body: unknown;
  as: Actor;
  /** Each is sent when the one before is refused. */
  fallbacks?: readonly Fallback[];
  /** Whether the target may refuse it: then it is sent to see what comes of it. */
  open?: boolean;
  /** Whether it is sent with the id of the first record as well; whether a body may have one is open. */
  namesFirst?: boolean;
  /** Whether it is sent before the others, so that the first record is surely the one before. */
  next?: boolean;
}

/** A record that the batch made, and who made it. */
export type OwnMade = Made & { as: Actor };

/** What came of a body that was sent. */
interface Sent {
  body: unknown;
  answer: Answer;
  made: readonly OwnMade[];
  /** The list as it was right after the answer, where sending needed it. */
  list?: Listing;
}

export interface Created {
  made: readonly OwnMade[];
  /** Sendings that made no record, though they are well-formed. */
  failed: readonly Sent[];
  /** Bodies that were refused, where the same without their special texts came next. */
  refusedTexts: readonly Sent[];
  /** What came of the sendings that may be refused, in their order. */
  open: readonly Sent[];
  /** The first record as it was read before the others were made, and after. */
  before: JsonRecord;
  after: JsonRecord;
  /** Where users who had asked for lists before have not found the first record. */
  unfound: Unfound;
  /** What was seen of the first record right after its create was answered. */
  atOnce: { byId: Answer; list: Listing | undefined };
  /** What came of the body with the id of the first record: the answer, and the record that it made. */
  naming: { answer: Answer; made: OwnMade | undefined } | undefined;
  /** The records that the bodies name, before anything was made and after. */
  named: readonly NamedRecord[];
}

/** Sends one body and says which records it made. */
export type Send = (t: Context, body: unknown, as: Actor) => Promise<Omit<Sent, 'body'>>;

/** Sends a body that makes one record. */
const sendOne =
  (kindName: string): Send =>
  async (t, body, as) => {
    const result = await tryMake(t, kindName, body as JsonRecord, as);
    return 'kindName' in result ? { answer: result.answer, made: [{ ...result, as }] } : { answer: result, made: [] };
  };

interface Outcome extends Sent {
  refusedTexts: readonly Sent[];
  open: boolean;
  sending: Sending;
  /** The answer to the body that was sent first. */
  tried: Answer;
}

type Unsent = NotTested | NotApplicable;

/** What could not be had, as a value. Failures and errors of the suite go on. */
function untested(error: unknown): Unsent {
  if (isUntested(error)) return error;
  throw error;
}

/** What came of the first of these refused bodies that makes a record with short texts; undefined where none does. */
async function attemptShort(
  t: Context,
  kindName: string,
  send: Send,
  refused: readonly unknown[],
  as: Actor,
): Promise<Sent | undefined> {
  for (const body of refused) {
    const brief = withShortTexts(t, kindName, body);
    if (JSON.stringify(brief) === JSON.stringify(body)) continue;
    const result = await send(t, brief, as).catch(untested);
    if (!isUntested(result) && result.made.length > 0) return { ...result, body: brief };
  }
  return undefined;
}

/** Sends a body, then what may be sent instead. An error when there was no answer to judge: a create is never repeated. */
async function attempt(t: Context, kindName: string, send: Send, sending: Sending): Promise<Outcome | Unsent> {
  const { as, fallbacks = [], open = false } = sending;
  let { body } = sending;
  let withTexts: Sent[] = [];
  let tried: Answer | undefined;
  for (let tries = 0; ; tries++) {
    const next = fallbacks[tries];
    const result = await send(t, body, as).catch(untested);
    if (isUntested(result)) return result;
    tried ??= result.answer;
    const isRefused = result.made.length === 0 && isRefusal(result.answer);
    // They were refused for their texts if the same without them is taken.
    if (!isRefused) return { ...result, body, refusedTexts: withTexts, open, sending, tried };
    if (!next) {
      const all = [sending, ...fallbacks].map((one) => one.body);
      const brief = open ? undefined : await attemptShort(t, kindName, send, all, as);
      return { ...(brief ?? { ...result, body }), refusedTexts: [], open, sending, tried };
    }
    withTexts = next.without === 'text' ? [...withTexts, { ...result, body }] : [];
    body = next.body;
  }
}

/** The sending with the id of the first record in its body, where it is to name that one; then the same without. */
function namingFirst(kindName: string, sending: Sending, firstId: string): Sending {
  const { body, fallbacks = [], namesFirst } = sending;
  if (!namesFirst || !isRecord(body)) return { ...sending, namesFirst: false };
  const named = { ...body, [kind(kindName).id]: firstId, _id: firstId };
  return { ...sending, body: named, fallbacks: [{ body, without: 'value' }, ...fallbacks] };
}

/** What came of the body that names the first record by its id; undefined where none was sent. */
function namingOf(all: readonly Outcome[]): Created['naming'] {
  const one = all.find(({ sending }) => sending.namesFirst);
  return one && { answer: one.tried, made: one.body === one.sending.body ? one.made[0] : undefined };
}

/** The record as it is read, once it can be read; empty when it cannot be within the time allowed. */
async function settled(t: Context, kindName: string, id: string): Promise<JsonRecord> {
  let record: JsonRecord | undefined;
  // Whether a created record can be read is judged apart.
  await stillWrong(t, async (s) => {
    record = await peek(s, kindName, id);
    return record ? undefined : 'not there yet';
  });
  return record ?? {};
}

/** How far ids are guessed beyond as many as are needed: others may make records, too. */
const AHEAD = 3;

/**
 * Asks for records that are not there yet, where ids are counted up: when they are made, nobody may remember that they were
 * not there.
 */
async function askAhead(t: Context, kindName: string, id: string, count: number): Promise<void> {
  if (!/^\d{1,15}$/.test(id)) return;
  const { get = '', parameter = 'id' } = kind(kindName);
  const ahead = Array.from({ length: count + AHEAD }, (_, i) => String(Number(id) + i + 1));
  await Promise.all(ahead.map((next) => t.send(get, { params: { [parameter]: next } })));
}

/**
 * Lets another user read records before anybody else does, where a record says what its reader may do: what is kept for one
 * reader must not be given to another.
 */
async function readByAnother(t: Context, kindName: string, made: readonly OwnMade[]): Promise<void> {
  const { get = '', laws } = kind(kindName);
  const reader = otherReader(t);
  if (laws?.actions === undefined || !isGiven(t, reader)) return;
  await Promise.all(made.map(({ id }) => t.send(get, { ...at(kindName, id), as: reader })));
}

const lacking = (kindName: string, why: string) =>
  new NotTested(
    `it depends on ${kind(kindName).create}, which ${why}`,
    `a target whose ${kind(kindName).create} takes the body, or FIXTURES: bodies with one that it takes`,
  );

/**
 * Sends what follows the first one, at once but for those that come next, and for one with a name of the run: its twin follows
 * it by itself, since that is when the two are taken for the same request.
 * @param head what was sent first: its twin repeats the last one that was taken
 */
async function sendOthers(
  t: Context,
  kindName: string,
  send: Send,
  first: Outcome,
  head: Sending,
  rest: readonly Sending[],
): Promise<(Outcome | Unsent)[]> {
  const isTwin = ({ body }: Sending) => JSON.stringify(body) === JSON.stringify(head.body);
  const different = rest.filter((sending) => !isTwin(sending));
  const isNamed = ({ body, open, next }: Sending) => !open && !next && t.names.isOwn(JSON.stringify(body));
  const last = different.findLast(isNamed);
  const atOnce = different.filter((sending) => sending !== last && !sending.next);
  const others: (Outcome | Unsent)[] = [];
  for (const sending of different.filter(({ next }) => next)) others.push(await attempt(t, kindName, send, sending));
  others.push(...(await Promise.all(atOnce.map((sending) => attempt(t, kindName, send, sending)))));
  if (last) others.push(await attempt(t, kindName, send, last));
  const like = others.at(-1) ?? first;
  const repeated = isUntested(like) || like.made.length === 0 ? first : like;
  for (const twin of rest.filter(isTwin))
    others.push(
      await attempt(t, kindName, send, { ...twin, body: repeated.body, as: repeated.made[0]?.as ?? twin.as }),
    );
  return others;
}

/**
 * Makes the first record, then the others at once; once per batch.
 * @throws NotTested when the first is refused
 */
export function createShared(
  t: Context,
  kindName: string,
  sendings: () => Promise<readonly Sending[]>,
  send: Send = sendOne(kindName),
): Promise<Created> {
  return t.once(`created/${kindName}`, async () => {
    const [head, ...rest] = (await sendings()) as [Sending, ...Sending[]];
    const namedBefore = await recordsNamed(
      t,
      kindName,
      [head, ...rest].flatMap(({ body, fallbacks = [] }) => [body, ...fallbacks.map((one) => one.body)]),
    );
    const lookAgain = await askBefore(t, kindName, head.body);
    await refuseFirst(t, kindName, head.body, head.as);
    const first = await attempt(t, kindName, send, head);
    if (isUntested(first)) throw first.cause === undefined ? first : lacking(kindName, 'gave no answer');
    const [record] = first.made;
    if (!record) {
      if (!first.answer.ok)
        throw (
          refusedWithout(t, kindName, first.answer, first.body) ?? lacking(kindName, `answered ${first.answer.status}`)
        );
      // A success without a new record is wrong, a refusal may have its reasons.
      const nothing = { made: [], refusedTexts: [], open: [], before: {}, after: {}, unfound: { hidden: [] } };
      return {
        ...nothing,
        failed: [first],
        atOnce: { byId: first.answer, list: undefined },
        naming: undefined,
        named: [],
      };
    }
    const byId = await t.send(kind(kindName).get as string, { ...at(kindName, record.id), atOnce: true });
    const list = first.list ?? (await unlessUntested(readKind(fresh(t), kindName, { parts: true }), undefined));
    await askAhead(t, kindName, record.id, rest.length);
    const before = await settled(t, kindName, record.id);
    // What the second user writes may clear what is kept for this user.
    const unfound = first.body === head.body ? await lookAgain(record.id) : { hidden: [] };
    // Then the dates of the first one and of the others can be told apart.
    await passTime(AWHILE_MS);
    const following = rest.map((sending) => namingFirst(kindName, sending, record.id));
    const others = await sendOthers(t, kindName, send, first, head, following);
    const all = [first, ...others.filter((one): one is Outcome => !isUntested(one))];
    const judged = all.filter(({ open }) => !open);
    await readByAnother(
      t,
      kindName,
      all.filter(({ open }) => open).flatMap(({ made }) => made),
    );
    return {
      made: judged.flatMap(({ made }) => made),
      failed: judged.filter(({ made }) => made.length === 0),
      refusedTexts: all.flatMap(({ refusedTexts }) => refusedTexts),
      open: all.filter(({ open }) => open),
      before,
      after: await settled(t, kindName, record.id),
      unfound,
      atOnce: { byId, list },
      naming: namingOf(all),
      named: await readAgain(t, namedBefore),
    };
  });
}
