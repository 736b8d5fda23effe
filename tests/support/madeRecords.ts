/** What holds of every record made with a body of the fixtures: it is there, once, for everybody, as it was sent. */
import { kind } from '../../schemas/contract.ts';
import { disagreement } from './agreement.ts';
import type { Actor } from './client.ts';
import type { Collection } from './collections.ts';
import { withoutNulls } from './compare.ts';
import { at, type Context, type JsonRecord } from './context.ts';
import { type Creation, entriesOf, idsOf, marksOf, readAll, withMarks } from './creations.ts';
import { NotTested } from './outcome.ts';
import { isRecord } from './subjects.ts';

/** Judges that each entry of the body stands in a list once. */
export function expectListed(t: Context, creation: Creation, { items, complete, answer }: Collection, as: Actor): void {
  const { title } = kind(creation.kindName);
  for (const entry of creation.entries) {
    const own = idsOf(t, creation, entry);
    const marked = withMarks(items, marksOf(t, entry));
    const found = items.filter((item) => marked.includes(item) || own.includes(String(item.id)));
    if (found.length === 0 && !complete)
      throw new NotTested(`the list shows ${items.length} records, not all`, 'a list that can be read to its end');
    t.expect(found.length === 1, `the list of the ${as} user does not have the created ${title} once`, {
      expected: entry,
      received: found,
      exchange: answer,
    });
  }
}

/** Judges that what was created stands in the list once and can be read by its id, for two users. */
export async function expectStored(t: Context, creation: Creation): Promise<void> {
  const { get, title } = kind(creation.kindName);
  const actors =
    t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? (['first'] as const) : (['first', 'second'] as const);
  for (const as of actors) {
    const list = as === 'first' ? creation.after : await readAll(t, creation.kindName, as);
    expectListed(t, creation, list, as);
    for (const entry of creation.entries) {
      for (const id of idsOf(t, creation, entry)) {
        const record = await t.send(get as string, { ...at(creation.kindName, id), as });
        const shown = isRecord(record.json) ? record.json.id : undefined;
        t.expect(record.ok && (shown ?? id) === id, `the ${as} user does not read the created ${title} by its id`, {
          expected: id,
          received: shown ?? record.status,
          exchange: record,
        });
      }
    }
  }
  t.need('second');
}

/** Judges that the fields named are as the body says, by id and in the list. */
export async function expectKept(t: Context, creation: Creation, fields: readonly string[]): Promise<number> {
  const { get, title } = kind(creation.kindName);
  let compared = 0;
  for (const entry of creation.entries) {
    const said = withoutNulls(
      Object.fromEntries(fields.flatMap((field) => (field in entry ? [[field, entry[field]]] : []))),
    );
    for (const id of idsOf(t, creation, entry)) {
      const byId = await t.send(get as string, at(creation.kindName, id));
      const listed = creation.after.items.find((item) => item.id === id);
      for (const view of [byId.ok && isRecord(byId.json) ? withoutNulls(byId.json) : {}, listed ?? {}]) {
        const found = disagreement(lowerEmail(said), lowerEmail(view));
        t.expect(!found, `${found?.at.slice(1)} of the created ${title} is not what was sent`, {
          ...(found ?? { expected: said, received: view }),
          exchange: byId,
        });
        compared += Object.keys(said).filter((field) => view[field] !== undefined).length;
      }
    }
  }
  return compared;
}

const lowerEmail = (record: JsonRecord): JsonRecord =>
  typeof record.email === 'string' ? { ...record, email: record.email.trim().toLowerCase() } : record;

/** Judges that a refused body has created nothing. */
export async function expectNothingMade(t: Context, kindName: string, body: unknown, message: string): Promise<void> {
  const { items, complete, answer } = await readAll(t, kindName);
  const marks = entriesOf(body).flatMap((entry) => marksOf(t, entry));
  if (marks.length === 0)
    throw new NotTested(
      'nothing in the body is new, so that it would be known again',
      'FIXTURES: bodies with {{unique}} or {{email}}',
    );
  const found = withMarks(items, marks);
  t.expect(found.length === 0, message, { expected: 'no new record', received: found, exchange: answer });
  if (!complete)
    throw new NotTested(`the list shows ${items.length} records, not all`, 'a list that can be read to its end');
}
