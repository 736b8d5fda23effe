/** Creating a record, with care: only one that was not there before is the suite's own to change and delete. */
import { isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested, unlessUntested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import { accountOf } from '../http/actors.ts';
import type { Actor, Answer } from '../http/client.ts';
import { readKind } from '../lists/readList.ts';
import { withoutNulls } from '../values/difference.ts';
import { itemsOf } from './answers.ts';
import { sentWithPlainNames } from './plainNames.ts';

/**
 * Ids that the actor's account had before the checks of this batch made anything, and whether these are all. Each account may
 * have records with the ids of another one's.
 */
export function idsBefore(
  t: Context,
  kindName: string,
  as: Actor = 'first',
): Promise<{ known: ReadonlySet<unknown>; complete: boolean }> {
  const [account] = accountOf(t.settings, as);
  return t.once(`before/${kindName}/${account}`, async () => {
    const { list, id } = kind(kindName);
    const none = { items: [], complete: false };
    const read = () => readKind(t, kindName, { fields: [id], as: account === 'ACCOUNT_ID' ? 'first' : as });
    const { items, complete } = list ? await unlessUntested(read(), none) : none;
    return { known: new Set(items.map((item) => item[id])), complete };
  });
}

export interface Made {
  kindName: string;
  id: string;
  /** What the create answered. */
  record: JsonRecord;
  /** The body that was sent. */
  sent: JsonRecord;
  answer: Answer;
}

/** The record that a create answers with; users come in a list. */
export function createdIn(kindName: string, json: unknown): JsonRecord {
  if (isRecord(json) && typeof json[kind(kindName).id] === 'string') return withoutNulls(json);
  return itemsOf(json)[0] ?? {};
}

const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);

/**
 * Enters in the ledger what a create without an answer may have made all the same: the records with its mark, of which only
 * those with a name of the run, or that were not there before, are its own.
 */
export async function noteLost(t: Context, kindName: string, sent: JsonRecord, as: Actor): Promise<void> {
  const { id: field, marker } = kind(kindName);
  const mark = marker === undefined ? undefined : lower(sent[marker]);
  if (mark === undefined) return;
  const { items } = await unlessUntested(readKind(fresh(t), kindName, { as }), { items: [] as readonly JsonRecord[] });
  const { known, complete } = await idsBefore(t, kindName, as);
  const isOurs = t.names.isOwn(String(sent[marker as string]))
    ? () => true
    : (id: string) => complete && !known.has(id);
  // The same words may have been sent before: what that made is in the ledger already.
  for (const item of items.filter((one) => lower(one[marker as string]) === mark))
    if (typeof item[field] === 'string' && isOurs(item[field])) t.ledger.add(kindName, item[field], as);
}

/** Creates a record and enters it in the ledger. Gives the answer as it is when it is no success with a new id. */
export async function tryMake(
  t: Context,
  kindName: string,
  body: JsonRecord,
  as: Actor = 'first',
): Promise<Made | Answer> {
  const { create, id: idField, marker } = kind(kindName);
  const { known, complete } = await idsBefore(t, kindName, as);
  const send = (sent: JsonRecord) =>
    t.send(create as string, { body: sent, as }).catch(async (error: unknown) => {
      if (error instanceof NotTested && t.settings.allowWrites) await noteLost(t, kindName, sent, as);
      throw error;
    });
  const { answer, body: sent } = await sentWithPlainNames(t, create as string, body, send);
  const record = createdIn(kindName, answer.json);
  const id = record[idField];
  const echoes = marker === undefined || record[marker] === undefined || lower(record[marker]) === lower(sent[marker]);
  // A target that answers with a record that was there before must not lead the suite to change or delete that one.
  if (!answer.ok || typeof id !== 'string' || known.has(id) || !(complete || echoes)) return answer;
  // A create that gives the record again that an earlier one made with the same words has made none.
  const words = marker === undefined ? undefined : lower(sent[marker]);
  const [account] = accountOf(t.settings, as);
  const earlier = await t.once(`made with/${kindName}/${account}/${id}`, async () => ({ words, answer }));
  if (earlier.answer !== answer && words !== undefined && earlier.words === words) return answer;
  t.ledger.add(kindName, id, as);
  return { kindName, id, record, sent, answer };
}
