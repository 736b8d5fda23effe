/** Records made with the bodies that fixtures give: which they are is told from what was new in the body. */
import { kind } from '../../schemas/contract.ts';
import type { Actor, Answer } from './client.ts';
import { type Collection, collection } from './collections.ts';
import { withoutNulls } from './compare.ts';
import type { Context, JsonRecord } from './context.ts';
import { NotTested } from './outcome.ts';
import { fresh } from './settled.ts';
import { isRecord, required } from './subjects.ts';

export interface Creation {
  kindName: string;
  body: unknown;
  /** What the body says of each record. */
  entries: readonly JsonRecord[];
  answer: Answer;
  /** The whole list, as it was just before and just after. */
  before: Collection;
  after: Collection;
}

/** The records in an answer of open shape: itself, an array, or the array in an envelope. */
export function recordsIn(json: unknown): JsonRecord[] {
  const plain = withoutNulls(json);
  if (Array.isArray(plain)) return plain.filter(isRecord);
  if (!isRecord(plain)) return [];
  if (typeof plain.id === 'string') return [plain];
  return (Object.values(plain).find((value) => Array.isArray(value) && value.some(isRecord)) ?? []) as JsonRecord[];
}

/** What a body says of each of the records that it creates. */
export function entriesOf(body: unknown): JsonRecord[] {
  if (Array.isArray(body)) return body.filter(isRecord);
  if (!isRecord(body)) return [];
  const list = Object.values(body).find((value) => Array.isArray(value) && value.some(isRecord));
  return list ? (list as unknown[]).filter(isRecord) : [body];
}

/** Fields of users that are long, or that follow from other records: what was created is not known by them. */
const LEFT_OUT = ['userSettings', 'identities', 'notificationSettings', 'pictureInfo', 'permissions', 'roles'];

/** Every record of the kind, read now; of users, whose fields must be named, the short ones. */
export function readAll(t: Context, kindName: string, as: Actor = 'first'): Promise<Collection> {
  const list = kind(kindName).list as string;
  const fields = required(list)
    .query?.fields?.split(',')
    .filter((field) => !LEFT_OUT.includes(field));
  return collection(fresh(t), list, { ...(fields && { query: { fields: fields.join(',') } }), as });
}

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(texts) : [];

/** Texts of a body that no other record has, since this run has made them up. */
export const marksOf = (t: Context, entry: unknown): string[] =>
  texts(entry).filter((text) => text.includes(t.names.prefix));

/** Records that hold one of these texts in a field of theirs; letter case does not count. */
export function withMarks(items: readonly JsonRecord[], marks: readonly string[]): JsonRecord[] {
  const wanted = new Set(marks.map((mark) => mark.toLowerCase()));
  return items.filter((item) =>
    Object.values(item).some((value) => typeof value === 'string' && wanted.has(value.toLowerCase())),
  );
}

/** Sends a body that creates records of a kind, and enters those that are new in the ledger. */
export async function create(
  t: Context,
  kindName: string,
  operationId: string,
  body: unknown,
  as: Actor = 'first',
): Promise<Creation> {
  const before = await readAll(t, kindName);
  const answer = await t.send(operationId, { body, as });
  const after = await readAll(t, kindName);
  const entries = entriesOf(body);
  const known = new Set(before.items.map(({ id }) => id));
  const made = [
    ...withMarks(
      after.items,
      entries.flatMap((entry) => marksOf(t, entry)),
    ),
    ...(answer.ok ? recordsIn(answer.json) : []),
  ];
  for (const { id } of made) if (typeof id === 'string' && !known.has(id)) t.ledger.add(kindName, id, as);
  return { kindName, body, entries, answer, before, after };
}

/** The creation, when it succeeded; that it does is judged elsewhere. */
export function needed(creation: Creation): Creation {
  const { ok, operation, status } = creation.answer;
  if (!ok)
    throw new NotTested(`it depends on ${operation}, which answered ${status}`, `a target whose ${operation} succeeds`);
  return creation;
}

/** Ids in the answer that no record had before. */
export function newIds({ answer, before }: Creation): string[] {
  const known = new Set(before.items.map(({ id }) => id));
  return recordsIn(answer.json).flatMap(({ id }) => (typeof id === 'string' && !known.has(id) ? [id] : []));
}

/** Ids of the records that an entry of the body has created, as the list shows them, else as the answer does. */
export function idsOf(t: Context, creation: Creation, entry: JsonRecord): string[] {
  const { after, answer, entries } = creation;
  for (const records of [after.items, recordsIn(answer.json)]) {
    const ids = withMarks(records, marksOf(t, entry)).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
    if (ids.length > 0) return ids;
  }
  // The fields that the marks are in may be absent: then the new ids are told apart by their places alone.
  const ids = newIds(creation);
  const known = entries.some((other) => withMarks(after.items, marksOf(t, other)).length > 0);
  return ids.length === entries.length && !known ? ids.slice(entries.indexOf(entry), entries.indexOf(entry) + 1) : [];
}
