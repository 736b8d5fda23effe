/** Records made with the bodies that fixtures give: which they are is told from what was new in the body. */

import { isRecord, type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import { stillWrong } from '../engine/retry.ts';
import type { Actor, Answer } from '../http/client.ts';
import type { Listing } from '../lists/readPages.ts';
import { withoutNulls } from '../values/difference.ts';
import { idsOf } from './answers.ts';
import type { Made } from './creating.ts';
import { sendableFields } from './creationErrors.ts';
import { sentWithPlainNames } from './plainNames.ts';
import { marksOf, readWith, type Searched, texts, withMarks } from './runMarkers.ts';

export interface Creation {
  kindName: string;
  body: unknown;
  /** What the body says of each record. */
  entries: readonly JsonRecord[];
  answer: Answer;
  /** The list, as it was just before and just after; of one that is too long the records with texts of the body, too. */
  before: Searched;
  after: Searched;
  /** The first look at the list after the answer. */
  atOnce: Listing;
}

/** The records in an answer of open shape: itself, an array, or the array in an envelope. */
export function openRecords(json: unknown): JsonRecord[] {
  const plain = withoutNulls(json);
  if (Array.isArray(plain)) return plain.filter(isRecord);
  if (!isRecord(plain)) return [];
  if (typeof plain.id === 'string') return [plain];
  return (Object.values(plain).find((value) => Array.isArray(value) && value.some(isRecord)) ?? []) as JsonRecord[];
}

/** The key under which a body lists the records that it creates, where it does. */
const keyOfEntries = (body: JsonRecord): string | undefined =>
  Object.keys(body).find((key) => Array.isArray(body[key]) && (body[key] as unknown[]).some(isRecord));

/** The body with other records in the place of those that it lists; undefined where it lists none. */
export function withEntries(body: unknown, entries: readonly unknown[]): unknown {
  if (Array.isArray(body)) return entries;
  const key = isRecord(body) ? keyOfEntries(body) : undefined;
  return key === undefined ? undefined : { ...(body as JsonRecord), [key]: entries };
}

/** What a body says of each of the records that it creates: they may stand in a list, or one of them in an object of its own. */
export function entriesSent(body: unknown): JsonRecord[] {
  if (Array.isArray(body)) return body.filter(isRecord);
  if (!isRecord(body)) return [];
  const key = keyOfEntries(body);
  if (key !== undefined) return (body[key] as unknown[]).filter(isRecord);
  const [only, ...more] = Object.values(body);
  return isRecord(only) && more.length === 0 ? [only] : [body];
}

/** Sends a body that creates records of a kind, and enters those that are new in the ledger. */
export async function create(
  t: Context,
  kindName: string,
  operationId: string,
  given: unknown,
  as: Actor = 'first',
): Promise<Creation> {
  const before = await readWith(t, kindName, texts(given));
  const { answer, body } = await sentWithPlainNames(t, operationId, given, (sent) =>
    t.send(operationId, { body: sent, as }),
  );
  const entries = entriesSent(body);
  const known = new Set(before.items.map(({ id }) => id));
  const isNew = ({ id }: JsonRecord) => !known.has(id);
  let after = before;
  let atOnce: Listing | undefined;
  // What was created may be listed a little later.
  await stillWrong(t, async (s) => {
    after = await readWith(s, kindName, texts(body));
    atOnce ??= after;
    const listed = (entry: JsonRecord) => withMarks(after.items.filter(isNew), marksOf(t, entry)).length > 0;
    const shown = openRecords(answer.json).filter(isNew);
    return !answer.ok || entries.every(listed) || shown.length >= entries.length ? undefined : 'not listed yet';
  });
  const creation: Creation = { kindName, body, entries, answer, before, after, atOnce: atOnce ?? after };
  for (const { id } of madeBy(t, creation)) t.ledger.add(kindName, id, as);
  return creation;
}

/** Ids in the answer that no record had before. */
export function newIds({ answer, before }: Creation): string[] {
  const known = new Set(before.items.map(({ id }) => id));
  return idsOf(openRecords(answer.json)).filter((id) => !known.has(id));
}

/** Ids of the records that an entry of the body has created, as the list shows them, else as the answer does. */
function idsMade(t: Context, creation: Creation, entry: JsonRecord): string[] {
  const { before, after, answer, entries } = creation;
  const old = new Set(before.items.map(({ id }) => id));
  const marked = (records: readonly JsonRecord[], of: JsonRecord) =>
    withMarks(records, marksOf(t, of)).filter(({ id }) => !old.has(id));
  for (const records of [answer.ok ? openRecords(answer.json) : [], after.items]) {
    const ids = idsOf(marked(records, entry));
    if (ids.length > 0) return ids;
  }
  // The fields that the marks are in may be absent: then the new ids are told apart by their places alone.
  const ids = answer.ok ? newIds(creation) : [];
  const known = entries.some((other) => marked(after.items, other).length > 0);
  return ids.length === entries.length && !known ? ids.slice(entries.indexOf(entry), entries.indexOf(entry) + 1) : [];
}

/** The records that a body has created, with what it says of each. */
export function madeBy(t: Context, creation: Creation): Made[] {
  const { kindName, answer, entries } = creation;
  const answered = openRecords(answer.json);
  return entries.flatMap((sent) =>
    idsMade(t, creation, sent).map((id) => ({
      kindName,
      id,
      sent,
      answer,
      record: answered.find((record) => record.id === id) ?? {},
    })),
  );
}

/** The same, judged to be a record for each entry. @throws Failure when there are fewer; NotTested when it can't be told */
export function expectMade(t: Context, creation: Creation): Made[] {
  const made = madeBy(t, creation);
  const missing = creation.entries.filter((entry) => !made.some(({ sent }) => sent === entry));
  const { items, tells } = creation.after;
  if (missing.length > 0 && !tells)
    throw new NotTested(`the list shows ${items.length} records, not all`, 'a list that can be read to its end');
  t.expect(
    missing.length === 0,
    `a created ${kind(creation.kindName).title} is neither in the answer nor in the list`,
    {
      expected: missing,
      received: creation.answer.json,
      exchange: creation.answer,
    },
  );
  return made;
}

/**
 * Judges that a refused body has created nothing.
 * @param seen the list as it was after the refusal; by default as it is now
 */
export async function expectNothingMade(
  t: Context,
  kindName: string,
  body: unknown,
  message: string,
  seen?: Searched,
): Promise<void> {
  const { items, tells, answer } = seen ?? (await readWith(t, kindName, texts(body)));
  const marks = entriesSent(body).flatMap((entry) => marksOf(t, entry));
  if (marks.length === 0)
    throw new NotTested(
      'nothing in the body is new, so that it would be known again',
      'FIXTURES: bodies with {{unique}} or {{email}}',
    );
  const telling = sendableFields(kindName).flatMap(({ made, shown }) => (made ? [shown] : []));
  if (items.every((item) => telling.every((field) => item[field] === undefined)))
    throw t.nothingShown(kindName, telling);
  const found = withMarks(items, marks);
  t.expect(found.length === 0, message, { expected: 'no new record', received: found, exchange: answer });
  if (!tells)
    throw new NotTested(`the list shows ${items.length} records, not all`, 'a list that can be read to its end');
}
