/** Reads change nothing: a created record stays as it was, whatever is asked. Section "What the service does". */
import { type JsonRecord, kind, withArticle } from '../../schemas/contract.ts';
import type { Wrong } from '../support/engine/assertions.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData, unlessUntested } from '../support/engine/outcome.ts';
import { eventually } from '../support/engine/retry.ts';
import { anotherOrFirst, otherReader } from '../support/http/actors.ts';
import { at } from '../support/http/at.ts';
import type { RequestInput } from '../support/http/client.ts';
import { ordered } from '../support/lists/ordered.ts';
import { OTHER_PARAMETERS } from '../support/lists/otherParameters.ts';
import { queryOf } from '../support/lists/readList.ts';
import { required } from '../support/records/answers.ts';
import { changedByChecks } from '../support/records/changedByChecks.ts';
import { type Made, tryMake } from '../support/records/creating.ts';
import { sentFields } from '../support/records/creationErrors.ts';
import { readAll } from '../support/records/runMarkers.ts';
import { peek } from '../support/records/views.ts';
import { disagreement } from '../support/values/agreement.ts';
import { orderless } from '../support/values/orderless.ts';
import { exchangeOf } from '../support/values/provenance.ts';
import { created } from './created.ts';
import { readViews } from './views.ts';

const otherwise = (operationId: string): Record<string, string>[] =>
  queryOf(operationId).flatMap((name) =>
    OTHER_PARAMETERS[name] === undefined ? [] : [ordered(operationId, { [name]: OTHER_PARAMETERS[name] })],
  );

/** Requests for the records in the list and by id, each with a parameter that makes its answer another one. */
function asked(kindName: string, ids: readonly string[]): [string, RequestInput][] {
  const { list = '', get = '', parameter = 'id', id: field } = kind(kindName);
  const query = {
    ...required(list).query,
    ...(queryOf(list).includes('filter') && { filter: JSON.stringify({ [field]: { $in: ids } }) }),
  };
  return [
    ...otherwise(list).map((other): [string, RequestInput] => [list, { query: { ...query, ...other } }]),
    ...ids.flatMap((id) =>
      otherwise(get).map((other): [string, RequestInput] => [get, { params: { [parameter]: id }, query: other }]),
    ),
  ];
}

/** Whether the kind can be asked for in a way that could leave a trace. */
export const hasOtherReads = (kindName: string): boolean => asked(kindName, ['any']).length > 0;

/** What a user is shown of the records: by their ids, and in the list as far as they stand there. */
async function shown(t: Context, kindName: string, made: readonly Made[]): Promise<Map<string, JsonRecord>> {
  // What is no list any more shows nothing.
  const reading = unlessUntested(readAll(t, kindName, 'first', true), { items: [] });
  const [byId, { items }] = await Promise.all([readViews(t, kindName, made), reading]);
  const { id: field } = kind(kindName);
  const inList = items.filter((item) => made.some(({ id }) => id === item[field]));
  return new Map([
    ...byId.map(({ record, made: { id } }): [string, JsonRecord] => [`by id ${id}`, record]),
    ...inList.map((item): [string, JsonRecord] => [`in the list ${item[field]}`, item]),
  ]);
}

/** What a field shows otherwise than before, if anything; lists have no order. */
function changed(before: JsonRecord, now: JsonRecord, field: string, message: string): Wrong | undefined {
  const [expected, received] = [before[field], now[field]];
  const found = received === undefined ? { expected, received } : disagreement(expected, received);
  return found && { at: `/${field}`, ...found, message, exchange: exchangeOf(now) };
}

/** Created records are read, the list and the records are asked for in every other way, and they are read again. */
export async function keptByReads(t: Context, kindName: string): Promise<void> {
  const { made } = await created(t, kindName);
  const { title } = kind(kindName);
  const fields = sentFields(kindName).map(({ shown: name }) => name);
  const before = await eventually(t, (s) => shown(s, kindName, made));
  const ids = made.map(({ id }) => id);
  // Another user asks, where there is one: what one user asked for is no other's business either.
  const as = anotherOrFirst(t);
  await Promise.all(asked(kindName, ids).map(([id, input]) => t.send(id, { ...input, as })));
  await eventually(t, async (s) => {
    const after = await shown(s, kindName, made);
    const listed = (views: typeof before) => [...views.keys()].filter((where) => where.startsWith('in the list'));
    const [were, are] = [listed(before), listed(after)];
    // A list that cuts its pages may lose one, hardly all.
    s.none(are.length === 0 ? were : [], were.length, `after other reads no created ${title} is listed any more`);
    const changing = await changedByChecks(t);
    for (const [where, record] of before)
      for (const field of fields.filter((name) => record[name] !== undefined)) {
        const now = after.get(where);
        if (now === undefined || changing.has(String(now[kind(kindName).id]))) continue;
        s.judge(changed(record, now, field, `after other reads the ${field} of ${withArticle(title)} is another`), 1);
      }
  });
}

const ACTIONS = 'currentUserAllowedActions';

/** A record, and one like it that another user has read before anybody else did; undefined where no such two can be made. */
async function alikeRecords(t: Context, kindName: string): Promise<readonly [Made, Made] | undefined> {
  const { get = '', marker = '' } = kind(kindName);
  const { made, open } = await created(t, kindName);
  // A twin, which the batch has let the other user read at once; where none is taken, one with another name.
  const twins = open.flatMap((one) => one.made);
  for (const usual of made) {
    const twin = twins.find(({ as, sent }) => as === usual.as && JSON.stringify(sent) === JSON.stringify(usual.sent));
    if (twin) return [usual, twin];
  }
  const usual = made.find((one) => one.as === 'first');
  const like = usual && (await tryMake(t, kindName, { ...usual.sent, [marker]: t.names.next(kindName) }));
  if (!usual || !like || !('kindName' in like)) return undefined;
  await t.send(get, { ...at(kindName, like.id), as: otherReader(t) });
  return [usual, like];
}

/**
 * A record that somebody else has read before this user shows the user the same actions as one like it that the user has
 * read first: an answer that was kept for another reader is that one's.
 */
export async function sameForEveryReader(t: Context, kindName: string): Promise<void> {
  const { title } = kind(kindName);
  const as = t.need(otherReader(t));
  const alike = await alikeRecords(t, kindName);
  if (!alike)
    throw new NoData(
      `no two like records of ${withArticle(title)} can be made`,
      'a target that takes the same body again',
    );
  await eventually(t, async (s) => {
    const [own, other] = await Promise.all(alike.map(({ id }) => peek(s, kindName, id)));
    if (!Array.isArray(own?.[ACTIONS]) || !Array.isArray(other?.[ACTIONS])) throw s.nothingShown(kindName, ACTIONS);
    const message = `what the first user may do with ${withArticle(title)} is another where the ${as} user has read it before`;
    s.equal(orderless(other[ACTIONS]), orderless(own[ACTIONS]), message, exchangeOf(other));
  });
}
