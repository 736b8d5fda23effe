/** What holds of records that the suite has made: each is there, once, for everybody, as it was sent. */

import { type Exchange, type JsonRecord, kind } from '../../../schemas/contract.ts';
import { at, type Context } from '../engine/context.ts';
import { Failure, NotTested } from '../engine/outcome.ts';
import { eventually } from '../engine/retry.ts';
import type { Actor } from '../http/client.ts';
import { queryOf, readKind } from '../lists/readList.ts';
import { disagreement } from '../values/agreement.ts';
import { spread } from '../values/sample.ts';
import { idsOf, itemsOf, required } from './answers.ts';
import type { Made } from './creating.ts';
import { marksOf, readAll, withMarks } from './runMarkers.ts';
import type { Created } from './sharedCreations.ts';
import { isShown, notShown } from './shownField.ts';
import { peek, recordIn } from './views.ts';

/** A made record as one place shows it. */
export interface View {
  made: Made;
  record: JsonRecord;
  /** What messages call it. */
  where: string;
  exchange: Exchange;
}

/** Names of the fields of a record under which the fields of a body stand. */
export type Fields = Readonly<Record<string, string>>;

/** What the creates answered. */
export const answerViews = (made: readonly Made[]): View[] =>
  made.map((one) => ({ made: one, record: one.record, where: 'the answer', exchange: one.answer }));

/** What an actor reads of the made records by their ids; the reads must give them. */
export async function readViews(t: Context, kindName: string, made: readonly Made[], as: Actor): Promise<View[]> {
  const { get = '', id: idField } = kind(kindName);
  return Promise.all(
    made.map(async (one) => {
      const exchange = await t.ok(get, { ...at(kindName, one.id), as });
      const record = recordIn(exchange.json);
      t.expect((record?.[idField] ?? (record && one.id)) === one.id, 'the read by id gives another record', {
        expected: one.id,
        received: record?.[idField] ?? exchange.json,
        at: `/${idField}`,
        exchange,
      });
      return { made: one, record: record ?? {}, where: `the read by the ${as} user`, exchange };
    }),
  );
}

/**
 * Judges that each made record stands once in an actor's list, and gives what the list shows of it.
 * NotTested when a record is not there and the list cannot be read whole.
 */
export async function listViews(t: Context, kindName: string, made: readonly Made[], as: Actor): Promise<View[]> {
  const { list = '', id: idField } = kind(kindName);
  const { items, complete, answer: exchange } = await t.once(`made/${kindName}/${as}`, () => readAll(t, kindName, as));
  // A list that cannot be read whole is asked for them.
  const filter = JSON.stringify({ [idField]: { $in: made.map(({ id }) => id) } });
  const asked =
    complete || !queryOf(list).includes('filter')
      ? undefined
      : await t.send(list, { as, query: { ...required(list).query, filter } });
  const seen = new Set(items.map((item) => item[idField]));
  const all = [...items, ...itemsOf(asked?.json).filter((item) => !seen.has(item[idField]))];
  return made.map((one) => {
    const marked = withMarks(all, marksOf(t, one.sent));
    const found = all.filter((item) => item[idField] === one.id || marked.includes(item));
    if (found.length === 0 && !complete && !asked?.ok)
      throw new NotTested(`${list} does not show all that it counts`, 'a target whose list can be read whole');
    t.expect(found.length === 1, `the list of the ${as} user does not have the record once`, {
      expected: { times: 1, [idField]: one.id },
      received: { times: found.length, found },
      exchange,
    });
    return { made: one, record: found[0] as JsonRecord, where: `the list of the ${as} user`, exchange };
  });
}

/** Letter case and space around an e-mail address do not count. */
const comparable = (field: string, value: unknown) =>
  field === 'email' && typeof value === 'string' ? value.trim().toLowerCase() : value;

/**
 * Judges that a view shows what was sent, as far as it shows it.
 * @returns how many fields could be compared
 */
export function expectSent(t: Context, { made, record, where, exchange }: View, fields: Fields): number {
  const shown = Object.entries(fields).filter(([field, key]) => made.sent[key] != null && record[field] != null);
  for (const [field, key] of shown) {
    const found = disagreement(comparable(field, made.sent[key]), comparable(field, record[field]), `/${field}`);
    t.judge(found && { message: `${where} shows another ${field} than was sent`, ...found, exchange }, 1);
  }
  return shown.length;
}

/** Judges that no field is lost: shown of others, sent with every made record, and shown of none of these. */
async function expectNothingLost(
  _t: Context,
  views: readonly View[],
  others: () => Promise<readonly JsonRecord[]>,
  fields: Fields,
): Promise<void> {
  for (const [field, key] of Object.entries(fields)) {
    const sentAll = views.length > 0 && views.every(({ made }) => made.sent[key] !== undefined);
    const lost = sentAll && views.every(({ record }) => record[field] === undefined || record[field] === '');
    if (!lost || !(await others()).some((record) => record[field] !== undefined)) continue;
    const { made, exchange } = views[0] as View;
    throw new Failure(`the ${field} that was sent is lost`, {
      expected: made.sent[key],
      received: undefined,
      at: `/${field}`,
      exchange,
    });
  }
}

/** Records of the account that the suite did not make. */
async function others(t: Context, kindName: string, made: readonly Pick<Made, 'id'>[]): Promise<readonly JsonRecord[]> {
  const own = new Set(made.map(({ id }) => id));
  return (await readKind(t, kindName)).items.filter((item) => !own.has(String(item[kind(kindName).id])));
}

async function bothUsers(t: Context, judge: (as: Actor) => Promise<void>): Promise<void> {
  await judge('first');
  await judge(t.need('second'));
}

/** Judges that the creates answered with new records that show what was sent, unless the target shows none of it ever. */
export async function expectAnswered(
  t: Context,
  kindName: string,
  { made, failed }: Created,
  fields: Fields,
): Promise<void> {
  const { title } = kind(kindName);
  for (const { body, answer } of failed)
    t.expect(!answer.ok, `the answer is no new ${title}`, {
      expected: { ...body, id: 'a new id' },
      received: answer.json ?? answer.responseBody,
      exchange: answer,
    });
  const views = answerViews(made);
  for (const view of views) expectSent(t, view, fields);
  const names = Object.keys(fields);
  if (views.some(({ record }) => names.some((field) => record[field] !== undefined))) return;
  const [view] = views;
  if (!view || !(await isShown(t, kindName, names))) throw notShown(kindName, names.join(', '));
  throw new Failure(`the answer shows nothing of the ${title}`, {
    expected: view.made.sent,
    received: view.record,
    exchange: view.exchange,
  });
}

/** Judges that made records can be read by their ids, where other records of the kind can. */
export async function expectReadable(
  t: Context,
  kindName: string,
  made: readonly Pick<Made, 'id'>[],
  as: Actor,
): Promise<void> {
  const { get = '', title } = kind(kindName);
  for (const one of made) {
    const answer = await t.send(get, { ...at(kindName, one.id), as });
    if (answer.ok || answer.status >= 500) continue;
    const known = spread(idsOf(await others(t, kindName, made), kind(kindName).id), 3);
    const readable = (await Promise.all(known.map((id) => t.send(get, { ...at(kindName, id), as })))).some(
      ({ ok }) => ok,
    );
    t.expect(!readable, `a created ${title} cannot be read by its id`, {
      expected: 200,
      received: answer.status,
      exchange: answer,
    });
  }
}

/** Judges that two users read each made record by its id, with what was sent. */
export const expectStored = (t: Context, kindName: string, made: readonly Made[], fields: Fields): Promise<void> =>
  bothUsers(t, async (as) => {
    await expectReadable(t, kindName, made, as);
    const views = await readViews(t, kindName, made, as);
    for (const view of views) expectSent(t, view, fields);
    const some = async () => {
      const ids = spread(idsOf(await others(t, kindName, made), kind(kindName).id), 4);
      return (await Promise.all(ids.map((id) => peek(t, kindName, id)))).filter((record) => record !== undefined);
    };
    await expectNothingLost(t, views, some, fields);
  });

/** Judges that each made record stands once in the list of two users, with what was sent. */
export const expectListed = (t: Context, kindName: string, made: readonly Made[], fields: Fields): Promise<void> =>
  bothUsers(t, (as) =>
    eventually(t, async (s) => {
      const views = await listViews(s, kindName, made, as);
      for (const view of views) expectSent(s, view, fields);
      await expectNothingLost(s, views, () => others(s, kindName, made), fields);
    }),
  );

/** Judges that each create made one record of its own, and left the first as it was. */
export async function expectEach(t: Context, kindName: string, { made, before, after }: Created): Promise<void> {
  const ids = made.map(({ id }) => id);
  t.expect(new Set(ids).size === ids.length, 'two creates have given the same id', {
    expected: `${ids.length} ids`,
    received: ids,
  });
  t.equal(after, before, 'a create has changed another record');
  await eventually(t, (s) => listViews(s, kindName, made, 'first'));
}

/** Judges that these fields, where a view shows them, are letter for letter as sent, and that no text was refused. */
export async function expectTexts(
  t: Context,
  kindName: string,
  { made, failed }: Created,
  fields: Fields,
): Promise<void> {
  for (const { body, answer } of failed)
    throw new Failure('a text is not taken', {
      expected: body,
      received: answer.json ?? answer.status,
      exchange: answer,
    });
  await eventually(t, async (s) => {
    const [byId, inList] = await Promise.all([
      readViews(s, kindName, made, 'first'),
      listViews(s, kindName, made, 'first'),
    ]);
    for (const view of [...answerViews(made), ...byId, ...inList]) expectSent(s, view, fields);
  });
}
