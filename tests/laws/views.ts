/** Created records as the target shows them: by their ids, and in the list. */
import { type JsonRecord, kind } from '../../schemas/contract.ts';
import { oddUsers } from '../support/domain/people.ts';
import type { Context } from '../support/engine/context.ts';
import { at } from '../support/http/at.ts';
import type { Actor } from '../support/http/client.ts';
import { listCut, queryOf, readKind } from '../support/lists/readList.ts';
import { idsOf, itemsOf, required } from '../support/records/answers.ts';
import type { Made } from '../support/records/creating.ts';
import type { View } from '../support/records/creationErrors.ts';
import { marksOf, readAll } from '../support/records/runMarkers.ts';
import { isSetAside } from '../support/records/setAside.ts';
import { peek, recordIn } from '../support/records/views.ts';
import { sample } from '../support/values/sample.ts';
import { meantFor } from './created.ts';

/** What the creates answered, each to the user who sent it. */
export const answerViews = (made: readonly (Made & { as?: Actor })[]): View[] =>
  made.map((one) => {
    const { record, as = 'first', answer: exchange } = one;
    return { made: one, record, where: 'the answer', as, exchange };
  });

/** Judges that an actor reads each record by its id that is meant for this one, and gives what is read. */
export async function readViews<M extends Made>(
  t: Context,
  kindName: string,
  made: readonly M[],
  as: Actor = 'first',
): Promise<View<M>[]> {
  const { get = '', id: field, title } = kind(kindName);
  return Promise.all(
    (await meantFor(t, made, as)).map(async (one) => {
      const exchange = await t.send(get, { ...at(kindName, one.id), as });
      t.succeeded(exchange, `a created ${title} cannot be read by the ${as} user`);
      const record = recordIn(exchange.json) ?? {};
      t.equal(record[field] ?? one.id, one.id, 'the read by id gives another record', exchange);
      return { made: one, record, where: `the read by the ${as} user`, as, exchange };
    }),
  );
}

/** What an actor's list shows, created records with it: a long list is asked for these. */
export async function listWith(t: Context, kindName: string, made: readonly Pick<Made, 'id'>[], as: Actor = 'first') {
  const { list = '', id: field } = kind(kindName);
  const { items, complete, answer } = await t.once(`made/${kindName}/${as}`, () => readAll(t, kindName, as, true));
  const filter = JSON.stringify({ [field]: { $in: made.map(({ id }) => id) } });
  const asked =
    complete || !queryOf(list).includes('filter')
      ? undefined
      : await t.send(list, { as, query: { ...required(list).query, filter } });
  const seen = new Set(items.map((item) => item[field]));
  const records = [...items, ...itemsOf(asked?.json).filter((item) => !seen.has(item[field]))];
  return { records, whole: complete || asked?.ok === true, answer };
}

/**
 * Those of the records that an actor's list may leave out, as their creates or reads by id say, and those of a user who has
 * left, which only a rule of its own asks for.
 */
export async function setAside<T extends Made>(t: Context, made: readonly T[], as: Actor = 'first'): Promise<T[]> {
  const { inactive } = await oddUsers(t);
  const isOfWhoLeft = ({ sent }: T) => inactive !== undefined && Object.values(sent).includes(inactive);
  const reads = await Promise.all(made.map(({ kindName, id }) => peek(t, kindName, id, as)));
  return made.filter((one, i) => isSetAside(one.record) || isSetAside(reads[i] ?? {}) || isOfWhoLeft(one));
}

/**
 * Judges that each record that is meant for an actor stands once in the list, and gives what the list shows of it. One that
 * the list may leave out, and does, is passed over.
 * @param all every record that the suite has made of the kind: others with the same texts are doubles
 * @throws NotTested when a record is not there and the list cannot be read whole
 */
export async function listViews(
  t: Context,
  kindName: string,
  made: readonly Made[],
  as: Actor = 'first',
  all: readonly Pick<Made, 'id'>[] = made,
): Promise<View[]> {
  const { list = '', id: field, title, marker } = kind(kindName);
  const { records, whole, answer: exchange } = await listWith(t, kindName, made, as);
  const known = new Set<unknown>(all.map(({ id }) => id));
  const meant = await meantFor(t, made, as);
  const there = new Set(records.map((item) => item[field]));
  const missing = meant.filter(({ id }) => !there.has(id));
  const leftOut = new Set<Made>(missing.length > 0 ? await setAside(t, missing, as) : []);
  return meant.flatMap((one) => {
    // Other checks send the same texts again under another name, and a record may show the name of the one above it: a
    // double has the name as its own.
    const marks = marker === undefined ? [] : marksOf(t, one.sent[marker]).map((mark) => mark.toLowerCase());
    const isNamed = (item: JsonRecord) => marks.includes(String(item[marker as string]).toLowerCase());
    // One whose create got no answer is the suite's own as well.
    const isOwn = (item: JsonRecord) => known.has(item[field]) || t.ledger.has(kindName, String(item[field]));
    const doubles = records.filter((item) => isNamed(item) && !isOwn(item));
    const found = [...records.filter((item) => item[field] === one.id), ...doubles];
    if (found.length === 0 && leftOut.has(one)) return [];
    if (found.length === 0 && !whole) throw listCut(list);
    t.expect(found.length === 1, `the list of the ${as} user does not have the ${title} once`, {
      expected: { times: 1, [field]: one.id },
      received: { times: found.length, found },
      exchange,
    });
    return [{ made: one, record: found[0] as JsonRecord, where: `the list of the ${as} user`, as, exchange }];
  });
}

/** Records of the kind that the suite did not make, as a user's list shows them. */
export async function otherRecords(
  t: Context,
  kindName: string,
  made: readonly Made[],
  as: Actor = 'first',
): Promise<readonly JsonRecord[]> {
  const own = new Set(made.map(({ id }) => id));
  return (await readKind(t, kindName, { as, parts: true })).items.filter(
    (item) => !own.has(String(item[kind(kindName).id])),
  );
}

/** The same, a few of them as the user reads them by their ids. */
export async function otherRecordsById(
  t: Context,
  kindName: string,
  made: readonly Made[],
  as: Actor = 'first',
): Promise<readonly JsonRecord[]> {
  const ids = sample(idsOf(await otherRecords(t, kindName, made, as), kind(kindName).id), 4);
  return (await Promise.all(ids.map((id) => peek(t, kindName, id, as)))).filter((record) => record !== undefined);
}
