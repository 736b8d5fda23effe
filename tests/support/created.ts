/** Records that cannot be deleted again, so that a batch makes a few of them once and all its checks look at these. */
import { kind } from '../../schemas/contract.ts';
import { spread } from './agree.ts';
import type { Actor, Answer } from './client.ts';
import { collection, queryOf } from './collections.ts';
import { firstDifference, withoutNulls } from './compare.ts';
import { at, type Context, type JsonRecord } from './context.ts';
import { Failure, NotTested } from './outcome.ts';
import { steadily } from './steadily.ts';
import { isRecord, itemsOf, list, type Made, read, tryMake } from './subjects.ts';

export interface Sending {
  body: JsonRecord;
  as: Actor;
  /** Sent instead when the body is refused for a value whose acceptance is open. */
  fallback?: JsonRecord;
}

/** A record that the batch made, and who made it. */
export type OwnMade = Made & { as: Actor };

export interface Created {
  made: readonly OwnMade[];
  /** Sendings that made no record. */
  failed: readonly { body: JsonRecord; answer: Answer }[];
  /** The first record as it was read before the others were made, and after. */
  before: JsonRecord;
  after: JsonRecord;
}

async function sent(t: Context, kindName: string, { body, as, fallback }: Sending) {
  const answer = await tryMake(t, kindName, body, as);
  const again = !('kindName' in answer) && !answer.ok && fallback !== undefined;
  return again ? { as, body: fallback, answer: await tryMake(t, kindName, fallback, as) } : { as, body, answer };
}

/** Makes the first record, then the others at once; once per batch. NotTested when the first is refused. */
export function attemptOnce(t: Context, kindName: string, sendings: () => Promise<Sending[]>): Promise<Created> {
  return t.once(`created/${kindName}`, async () => {
    const [head, ...rest] = (await sendings()) as [Sending, ...Sending[]];
    const { as, body, answer } = await sent(t, kindName, head);
    if (!('kindName' in answer)) {
      // A success without a new record is wrong, a refusal may have its reasons.
      if (answer.ok) return { made: [], failed: [{ body, answer }], before: {}, after: {} };
      throw noneMade(kindName, `answered ${answer.status}`);
    }
    const before = await read(t, kindName, answer.id);
    const others = await Promise.all(rest.map((sending) => sent(t, kindName, sending)));
    return {
      before,
      after: await read(t, kindName, answer.id),
      made: [
        { ...answer, as },
        ...others.flatMap((one) => ('kindName' in one.answer ? [{ ...one.answer, as: one.as }] : [])),
      ],
      failed: others.flatMap((one) => ('kindName' in one.answer ? [] : [{ body: one.body, answer: one.answer }])),
    };
  });
}

const noneMade = (kindName: string, why: string) =>
  new NotTested(
    `it depends on ${kind(kindName).create}, which ${why}`,
    `a target whose ${kind(kindName).create} succeeds`,
  );

/** The same for checks that need a record; NotTested when none was made. */
export async function createOnce(t: Context, kindName: string, sendings: () => Promise<Sending[]>): Promise<Created> {
  const created = await attemptOnce(t, kindName, sendings);
  if (created.made.length === 0) throw noneMade(kindName, 'answered without a new record');
  return created;
}

export interface View {
  made: Made;
  record: JsonRecord;
  /** What messages call it. */
  where: string;
  answer: Answer | undefined;
}

/** What an actor reads of the made records by their ids; the reads must give them. */
export async function readViews(t: Context, kindName: string, made: readonly Made[], as: Actor): Promise<View[]> {
  const { get = '', id: idField } = kind(kindName);
  return Promise.all(
    made.map(async (one) => {
      const answer = await t.ok(get, { ...at(kindName, one.id), as });
      const record = isRecord(answer.json) ? (withoutNulls(answer.json) as JsonRecord) : {};
      t.expect(isRecord(answer.json) && (record[idField] ?? one.id) === one.id, 'the read by id gives another record', {
        expected: one.id,
        received: record[idField] ?? answer.json,
        at: `/${idField}`,
        exchange: answer,
      });
      return { made: one, record, where: `the read by the ${as} user`, answer };
    }),
  );
}

/** Judges that each made record stands once in an actor's list, and gives what the list shows of it. */
export async function listViews(t: Context, kindName: string, made: readonly Made[], as: Actor) {
  const { list: operationId = '', id: idField, marker = idField } = kind(kindName);
  // Read after the records were made: nobody else asks for the list in this form.
  const { items, complete, answer } = await collection(t, operationId, { as, query: {} });
  // A list that cannot be read whole is asked for them.
  const filter = JSON.stringify({ [idField]: { $in: made.map(({ id }) => id) } });
  const asked =
    complete || !queryOf(operationId).includes('filter')
      ? undefined
      : await t.send(operationId, { as, query: { filter } });
  const seen = new Set(items.map((item) => item[idField]));
  const all = [...items, ...itemsOf(asked?.json).filter((item) => !seen.has(item[idField]))];
  const views = made.map((one): View => {
    const found = all.filter((item) => item[idField] === one.id || (item[marker] ?? one.id) === one.sent[marker]);
    if (found.length === 0 && !complete && !asked?.ok)
      throw new NotTested(`${operationId} does not show all that it counts`, 'a target whose list can be read whole');
    t.expect(found.length === 1, `the list of the ${as} user does not have the record once`, {
      expected: { times: 1, [idField]: one.id },
      received: { times: found.length },
      exchange: answer,
    });
    return { made: one, record: found[0] as JsonRecord, where: `the list of the ${as} user`, answer };
  });
  const others = items.filter((item) => !made.some(({ id }) => id === item[idField]));
  return { views, others };
}

/** Names of the fields of a record under which the fields of a body stand, and how they are compared. */
export type Fields = Readonly<Record<string, string>>;

const comparable = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);

/** Judges that a view shows what was sent, as far as it shows it. */
export function expectSent(t: Context, { made, record, where, answer }: View, fields: Fields): void {
  for (const [field, key] of Object.entries(fields)) {
    const [expected, received] = [comparable(made.sent[key]), comparable(record[field])];
    if (expected === undefined || received === undefined) continue;
    t.expect(firstDifference(expected, received) === undefined, `${where} shows another ${field} than was sent`, {
      expected,
      received,
      at: `/${field}`,
      ...(answer && { exchange: answer }),
    });
  }
}

/** Judges that no field is lost: shown of others, sent with every made record, and shown of none of these. */
export function expectNothingLost(
  t: Context,
  views: readonly View[],
  others: readonly JsonRecord[],
  fields: Fields,
): void {
  for (const [field, key] of Object.entries(fields)) {
    const sentAll = views.length > 0 && views.every(({ made }) => made.sent[key] !== undefined);
    const lost = sentAll && views.every(({ record }) => record[field] === undefined || record[field] === '');
    t.expect(!lost || !others.some((record) => record[field] !== undefined), `the ${field} that was sent is lost`, {
      expected: views[0]?.made.sent[key],
      received: undefined,
      at: `/${field}`,
      ...(views[0]?.answer && { exchange: views[0].answer }),
    });
  }
}

/** Some records of the account that the batch did not make, read by their ids. */
export async function readOthers(t: Context, kindName: string, made: readonly Made[]): Promise<JsonRecord[]> {
  const { id, get = '' } = kind(kindName);
  const others = (await list(t, kindName)).items.filter((item) => !made.some((one) => one.id === item[id]));
  const answers = await Promise.all(spread(others, 4).map((item) => t.send(get, at(kindName, String(item[id])))));
  return answers.flatMap(({ ok, json }) => (ok && isRecord(json) ? [withoutNulls(json) as JsonRecord] : []));
}

/** Judges that each create made one record of its own, and left the first as it was. */
export async function expectEach(t: Context, kindName: string, { made, before, after }: Created): Promise<void> {
  const ids = made.map(({ id }) => id);
  t.expect(new Set(ids).size === ids.length, 'two creates have given the same id', {
    expected: `${ids.length} ids`,
    received: ids,
  });
  t.equal(after, before, 'a create has changed another record');
  await steadily(t, (s) => listViews(s, kindName, made, 'first'));
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
  const [byId, inList] = await Promise.all([
    readViews(t, kindName, made, 'first'),
    listViews(t, kindName, made, 'first'),
  ]);
  const answered = made.map(
    (one): View => ({ made: one, record: one.record, where: 'the answer', answer: one.answer }),
  );
  for (const view of [...answered, ...byId, ...inList.views]) expectSent(t, view, fields);
}
