/** A right request of each operation, its successes, and what an answer shows. */

import { isRecord, kind, kinds, type Operation, requirement } from '../../schemas/contract.ts';
import { refusedWithout } from '../support/domain/facts.ts';
import { onlyRefused } from '../support/domain/memberships.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData, NotApplicable, NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { remembering, stillWrong } from '../support/engine/retry.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { isRefusal } from '../support/records/answers.ts';
import { isTagging, openRequest } from '../support/records/bodies.ts';
import { createdIn, noteLost } from '../support/records/creating.ts';
import { shownBy, unknownId } from '../support/records/identifiers.ts';
import { neededBody } from '../support/records/learnedBodies.ts';
import { sentWithPlainNames } from '../support/records/plainNames.ts';
import { addressedKind } from './addressed.ts';
import { reads, vanished } from './reads.ts';
import { refusedField } from './refusedFields.ts';
import {
  CREATE_MAPPING,
  creates,
  DELETE_MAPPINGS,
  effect,
  guessIn,
  noteRight,
  REMOVE_KPI,
  RIGHT,
  sharesRecord,
  shownIn,
  takesAnother,
  write,
} from './writes.ts';

/** Whether a general requirement concerns an operation. */
export const concerns = (id: string, operation: Operation) => requirement(id).operations.includes(operation.id);

export interface Sent {
  input: RequestInput;
  answer: Answer;
}

/** Answers to writes that were refused as long as their headers had names in capitals. */
const refusedBefore = new WeakSet<Answer>();

/** Whether the write that was answered so was refused as long as its headers had names in capitals. */
export const isRefusedInCapitals = (answer: Answer): boolean => refusedBefore.has(answer);

/**
 * Sends a write with the names of its headers in capitals, and as usual where that is refused; a read as usual. What is
 * refused once, and taken the next time in capitals, too, was refused for something else: that refusal counts.
 */
async function sendEitherWay(t: Context, operation: Operation, input: RequestInput): Promise<Answer> {
  if (operation.method === 'GET') return sendAndNote(t, operation, input);
  const inUpper = (one: RequestInput) => sendAndNote(t, operation, { ...one, headerCase: 'upper' });
  const refused = await inUpper(input);
  if (!isRefusal(refused)) return refused;
  const usual = await sendAndNote(t, operation, input);
  if (!usual.ok) return usual;
  // With other texts: what is sent twice may be refused for what it made.
  if (!isRefusal(await inUpper(await write(t, operation, RIGHT)))) return refused;
  refusedBefore.add(usual);
  return usual;
}

/** Sends a request; a create that is refused once more with plain names. */
async function sendPlainly(t: Context, operation: Operation, input: RequestInput): Promise<Sent> {
  const send = (body: unknown) => sendEitherWay(t, operation, { ...input, ...(body !== undefined && { body }) });
  if (creates(operation) === undefined) return { answer: await send(input.body), input };
  const { answer, body } = await sentWithPlainNames(t, operation.id, input.body, send);
  return { answer, input: { ...input, body } };
}

/** Sends a right request; undefined where what it addresses need not be there any more. */
async function sendRight(t: Context, operation: Operation, given: RequestInput): Promise<Sent | undefined> {
  const { answer, input } = await sendPlainly(t, operation, given);
  await noteRight(t, operation, input, answer);
  const declared = refusedWithout(t, creates(operation) ?? '', answer, input.body);
  if (declared) throw declared;
  const guess = isRefusal(answer) ? guessIn(t, operation, input) : undefined;
  if (guess) {
    const send = (other: RequestInput) => sendAndNote(t, operation, other);
    const field = guess.anyField ? await refusedField(operation, input, send) : undefined;
    throw new NotTested(
      field === undefined
        ? `${operation.id} answers ${answer.status}, and ${guess.guessed}`
        : `${operation.id} answers ${answer.status}, but takes the same without ${field}: which values it may have is not shown`,
      `FIXTURES: ${guess.fixture} with what the target takes`,
    );
  }
  const gone = (await vanished(t, operation, answer, input)) || (await takesAnother(t, operation, answer, input));
  return gone ? undefined : { input, answer };
}

/**
 * A write of a user who may not make it, sent once per batch: the right one of `sent` comes after it.
 * @returns also whether it took effect, where the right one would hide that
 */
export const sentByLimited = (t: Context, operation: Operation): Promise<Sent & { there?: boolean }> =>
  t.once(`limited/${operation.id}`, async () => {
    const input = await write(t, operation);
    const answer = await sendAndNote(t, operation, { ...input, as: 'limited' });
    const there = sharesRecord(operation) ? await unlessUntested(effect(t, operation, input), undefined) : undefined;
    return { input, answer, ...(there !== undefined && { there }) };
  });

const TRIES = 4;

/** Sends a right write, and another one where what the first addresses is not there any more. */
async function sendWrite(t: Context, operation: Operation): Promise<Sent[]> {
  // Whoever was refused before: a right request succeeds.
  if (concerns('general.permission', operation) && t.settings.tokens.LIMITED_ACCESS_TOKEN !== undefined)
    await unlessUntested(sentByLimited(t, operation), undefined);
  for (let tries = 1; tries <= TRIES; tries++) {
    const isRight =
      operation.id === DELETE_MAPPINGS || (tries === 1 && (operation.id === REMOVE_KPI || isTagging(operation.id)));
    const one = await sendRight(t, operation, await write(t, operation, isRight ? RIGHT : undefined));
    // Another check may have deleted the mapping before.
    const mayBeGone = operation.id === DELETE_MAPPINGS && one !== undefined && isRefusal(one.answer);
    if (one && !(mayBeGone && tries < TRIES)) return [one];
  }
  return [];
}

/**
 * Creates the mapping that the fixtures describe. Where that is refused it may be there already, which may be refused: then it is
 * deleted and created again, as often as another check may create it in between.
 */
async function sendMapping(t: Context, operation: Operation): Promise<Sent[]> {
  const [one] = await sendWrite(t, operation);
  const remove = async () => t.send(DELETE_MAPPINGS, { body: await neededBody(t, 'deleteRoleMappings') });
  for (let tries = 1; one && isRefusal(one.answer) && tries <= TRIES; tries++) {
    const removed = await unlessUntested(remove(), undefined);
    if (!removed?.ok)
      throw new NotTested(
        `${operation.id} answers ${one.answer.status}, and the role may be mapped already`,
        'FIXTURES: bodies.deleteRoleMappings that deletes the mapping of bodies.createRoleMapping',
      );
    one.answer = await t.send(operation.id, one.input);
  }
  return one ? [one] : [];
}

async function sendReads(t: Context, operation: Operation): Promise<Sent[]> {
  const found = await Promise.all((await reads(t, operation)).map((input) => sendRight(t, operation, input)));
  return found.filter((one) => one !== undefined);
}

/** Right requests and their answers, once per batch: a read by id is sent for several records, a write once. */
export function sent(t: Context, operation: Operation): Promise<Sent[]> {
  return t.once(`sent/${operation.id}`, async () => {
    const send = operation.method === 'GET' ? sendReads : operation.id === CREATE_MAPPING ? sendMapping : sendWrite;
    const all = await send(t, operation);
    if (all.length > 0) return all;
    if (operation.id === REMOVE_KPI)
      throw (
        onlyRefused(t) ??
        new NotTested(
          'the KPIs that were to be taken out of a group may have been taken out before, and the target does not show it',
          'FIXTURES: facts.kpiGroups with more KPIs that are in groups',
        )
      );
    throw new NotTested(
      `none of the records that ${operation.id} was to read is there any more`,
      `FIXTURES: ids.${addressedKind(operation)}`,
    );
  });
}

export const successes = async (t: Context, operation: Operation): Promise<Answer[]> =>
  (await sent(t, operation)).map(({ answer }) => answer);

/** A right request: for a read one that has succeeded, for a write a new one. */
export async function wellFormed(t: Context, operation: Operation, use?: string): Promise<RequestInput> {
  if (operation.method !== 'GET') return write(t, operation, use);
  const all = await sent(t, operation);
  return (all.find(({ answer }) => answer.ok) ?? (all[0] as Sent)).input;
}

/** A request with invented values in the path and an empty body: enough for what is judged before either is looked at. */
export async function bareRequest(t: Context, operation: Operation): Promise<RequestInput> {
  const params = await Promise.all(
    operation.parameters
      .filter((parameter) => parameter.in === 'path')
      .map(async ({ name, idKind, values }) => {
        const id = idKind && (await unlessUntested(unknownId(t, idKind), undefined));
        return [name, values?.[0] ?? id ?? 'gc-invented'] as const;
      }),
  );
  if (operation.open) return openRequest(t, operation);
  return { params: Object.fromEntries(params), ...(operation.body && { body: {} }) };
}

/** Whether an answer is right: also a listed 404 where the account has no record of the kind that the operation looks for. */
export async function isRight(t: Context, { needs, errors }: Operation, { ok, status }: Answer): Promise<boolean> {
  if (ok || status !== 404 || needs === undefined || !errors.includes(404)) return ok;
  const records = await shownBy(t, kind(needs).list as string);
  return records.length === 0 && t.fixtures.ids[needs] === undefined;
}

/** The paired control of a refusal: the same request, right, by the first user. NotTested unless it succeeded. */
export async function control(t: Context, operation: Operation): Promise<Sent[]> {
  const all = await sent(t, operation);
  const right = await Promise.all(all.map(({ answer }) => isRight(t, operation, answer)));
  const good = all.filter((_, i) => right[i]);
  if (good.length > 0) return good;
  throw new NotTested(
    `a right request is answered with ${all[0]?.answer.status}, so a refusal says nothing`,
    `a target whose ${operation.id} succeeds`,
  );
}

/** A right write of the same use; a create is not sent once more, its first success serves. */
async function rightWrite(t: Context, operation: Operation, use: string): Promise<Sent[]> {
  if (!sharesRecord(operation)) return control(t, operation);
  const input = await write(t, operation, use);
  return [{ input, answer: await t.send(operation.id, input) }];
}

/**
 * Judges that effects show: what a refused write has not done says nothing unless the success of the same write shows.
 * @param seen whether the effects of the refused ones could be looked for
 */
export async function needVisible(t: Context, operation: Operation, seen: boolean, use: string): Promise<void> {
  const group = shownIn(operation);
  if (group !== undefined && !t.claims(group))
    throw new NotApplicable(`the target does not claim the group ${group}, which shows the effect of ${operation.id}`);
  const right = await rightWrite(t, operation, use);
  // Lists may show it a little later. What could be seen before the write is known from the memory of this check.
  const unseen = await stillWrong(t, async (s) => {
    const shows = await Promise.all(right.map(({ input }) => effect(remembering(s, t), operation, input)));
    return shows.includes(true) ? undefined : operation.id;
  });
  if (seen && unseen === undefined) return;
  throw new NoData(
    `the effect of ${operation.id} cannot be seen`,
    'a target that shows it, or fixtures that make its list complete',
  );
}

/** Sends a request; a record that it creates is entered in the ledger. */
export async function sendAndNote(t: Context, operation: Operation, input: RequestInput): Promise<Answer> {
  const created = creates(operation);
  const { body, as = 'first' } = input;
  const answer = await t.send(operation.id, input).catch(async (error: unknown) => {
    if (created && isRecord(body) && error instanceof NotTested && t.settings.allowWrites)
      await noteLost(t, created, body, as);
    throw error;
  });
  const id = created && answer.ok ? createdIn(created, answer.json)[kinds[created]?.id as string] : undefined;
  if (created && typeof id === 'string') t.ledger.add(created, id, as);
  if (operation.id === 'kpiGroups.delete' && answer.ok) t.ledger.remove('kpiGroup', input.params?.groupId as string);
  return answer;
}

/** The answers that are successes; what is said of them depends on there being one. */
export async function bodiesOf(t: Context, operation: Operation): Promise<Answer[]> {
  const answers = (await successes(t, operation)).filter((answer) => answer.ok);
  if (answers.length === 0)
    throw new NotTested(`${operation.id} gave no success to look at`, `a target whose ${operation.id} succeeds`);
  return answers;
}
