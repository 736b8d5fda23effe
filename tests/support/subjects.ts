/** Records to work on: those that the target has, and those that a check makes for itself. */
import { kind, kinds, operation, recordSchema } from '../../schemas/contract.ts';
import type { Actor, Answer, RequestInput } from './client.ts';
import { withoutNulls } from './compare.ts';
import { at, type Context, type JsonRecord } from './context.ts';
import { NotTested } from './outcome.ts';
import { filled, type Templates } from './templates.ts';

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of a list answer, whichever key they stand under, without nulls. */
export function itemsOf(json: unknown): JsonRecord[] {
  const list = Array.isArray(json) ? json : isRecord(json) ? (json.items ?? json.tags) : undefined;
  return Array.isArray(list) ? withoutNulls(list).filter(isRecord) : [];
}

export interface Listing {
  answer: Answer;
  items: JsonRecord[];
  /** Whether these are all records there are, as far as the answer says. */
  complete: boolean;
}

/** Items of a page that is full by the default of 100; fewer are all there are, whatever total is stated. Section "Limits". */
const FULL_PAGE = 100;
const isWhole = (items: number, total: unknown) => items < FULL_PAGE || (typeof total === 'number' && total <= items);

/** Query parameters without which a list operation cannot be called: users must be told which fields to list. */
export function required(operationId: string): RequestInput {
  const { parameters, success } = operation(operationId);
  if (!parameters.some(({ name, required: needed }) => name === 'fields' && needed)) return {};
  return { query: { fields: Object.keys(recordSchema(success.schema).properties ?? {}).join(',') } };
}

/** A body of the fixtures with its templates filled in; undefined when the fixtures have none. */
export async function givenBody(t: Context, name: string, values: Partial<Templates> = {}): Promise<unknown> {
  const given = t.fixtures.bodies[name];
  if (given === undefined) return undefined;
  const wanted = [...JSON.stringify(given).matchAll(/\{\{id:(\w+)\}\}/g)].map((match) => match[1] as string);
  const found = await Promise.all(
    wanted.map(async (kindName) => [kindName, (await ids(t, kindName))[0] as string] as const),
  );
  return filled(given, {
    unique: () => t.names.next('body'),
    email: () => t.names.email(),
    ...values,
    ids: Object.fromEntries(found),
  });
}

/** Reads the list of a kind, with the body that the fixtures give for it. */
export async function list(t: Context, kindName: string, input: RequestInput = {}): Promise<Listing> {
  const { list: operationId, listBody, title } = kind(kindName);
  if (!operationId) throw new NotTested(`no operation lists records of kind ${title}`, `FIXTURES: ids.${kindName}`);
  const body = listBody === undefined ? undefined : await givenBody(t, listBody);
  const answer = await t.ok(operationId, { ...(body !== undefined && { body }), ...required(operationId), ...input });
  const items = itemsOf(answer.json);
  const total = isRecord(answer.json) ? answer.json.totalCount : undefined;
  return { answer, items, complete: isWhole(items.length, total) };
}

/** Ids of records that exist: of the fixtures, else out of the list. NotTested when there are none. */
export function ids(t: Context, kindName: string): Promise<readonly string[]> {
  return t.once(`ids/${kindName}`, async () => {
    const given = t.fixtures.ids[kindName] ?? [];
    const { list: operationId, id } = kinds[kindName] ?? { id: 'id' };
    const answer = operationId && given.length === 0 ? await t.send(operationId, required(operationId)) : undefined;
    const found = itemsOf(answer?.json).flatMap((item) => (typeof item[id] === 'string' ? [item[id]] : []));
    const all = [...new Set([...given, ...found])];
    if (all.length === 0) throw new NotTested(`no record of kind ${kindName} is known`, `FIXTURES: ids.${kindName}`);
    return all;
  });
}

/** Ids that the account had before the checks of this batch made anything, and whether these are all. */
function idsBefore(t: Context, kindName: string): Promise<{ known: ReadonlySet<unknown>; complete: boolean }> {
  return t.once(`before/${kindName}`, async () => {
    const { list: operationId, id } = kind(kindName);
    const answer = operationId ? await t.send(operationId, required(operationId)) : undefined;
    const items = itemsOf(answer?.json);
    const total = isRecord(answer?.json) ? answer.json.totalCount : undefined;
    return {
      known: new Set(items.map((item) => item[id])),
      complete: typeof total === 'number' && total <= items.length,
    };
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

/** Bodies that make a record of each kind that the API can create; every text in them is new. */
export const bodies: Readonly<Record<string, (t: Context) => Promise<JsonRecord>>> = {
  kpiGroup: async (t) => ({ name: t.names.next('group') }),
  customField: async (t) => ({
    ...(await widget(t)),
    label: t.names.next('field'),
    name: t.names.field(),
    type: 'string',
    targetTypes: [(await supportedTypes(t))[0] as string],
  }),
};

/** Names of the target types that custom fields can have. */
export function supportedTypes(t: Context): Promise<string[]> {
  return t.once('supported types', async () => {
    const { json } = await t.send('customFields.supportedTypes');
    const names =
      isRecord(json) && Array.isArray(json.items) ? json.items.filter((name) => typeof name === 'string') : [];
    if (names.length === 0)
      throw new NotTested('customFields.supportedTypes names no type', 'a target that supports a target type');
    return names;
  });
}

/** The widget of a text field, as the fields of the account name it: its prefix is the target's own. */
async function widget(t: Context): Promise<JsonRecord> {
  const known = await t.once('text widget', async () => {
    const items = itemsOf((await t.send('customFields.list')).json);
    return items.find((item) => item.type === 'string' && typeof item.visualizationKind === 'string')
      ?.visualizationKind;
  });
  return { visualizationKind: known ?? 'gc.textbox' };
}

/** Creates a record and enters it in the ledger. Gives the answer as it is when it is no success with a new id. */
export async function tryMake(
  t: Context,
  kindName: string,
  sent: JsonRecord,
  as: Actor = 'first',
): Promise<Made | Answer> {
  const { create, id: idField, marker } = kind(kindName);
  const { known, complete } = await idsBefore(t, kindName);
  const answer = await t.send(create as string, { body: sent, as });
  const record = isRecord(answer.json) ? withoutNulls(answer.json) : {};
  const id = record[idField];
  const echoes = marker === undefined || record[marker] === undefined || record[marker] === sent[marker];
  // A target that answers with a record that was there before must not lead the suite to change or delete that one.
  if (!answer.ok || typeof id !== 'string' || known.has(id) || !(complete || echoes)) return answer;
  t.ledger.add(kindName, id, as);
  return { kindName, id, record, sent, answer };
}

/** Creates a record for a check to work on; NotTested when that fails, since the create is judged elsewhere. */
export async function make(t: Context, kindName: string, fields: JsonRecord = {}, as: Actor = 'first'): Promise<Made> {
  const body = await (bodies[kindName] as (typeof bodies)[string])(t);
  const made = await tryMake(t, kindName, { ...body, ...fields }, as);
  if ('kindName' in made) return made;
  const { create } = kind(kindName);
  throw new NotTested(
    `it depends on ${create}, which answered ${made.status} ${made.ok ? 'without a new record' : ''}`.trim(),
    `a target whose ${create} succeeds`,
  );
}

/** Reads a record of a kind by its id. */
export const read = (t: Context, kindName: string, id: string, as: Actor = 'first'): Promise<JsonRecord> =>
  t.record(kind(kindName).get as string, { ...at(kindName, id), as });

/** The record with this id in the list, undefined when it is not there; NotTested when the list does not show everything. */
export async function listed(
  t: Context,
  kindName: string,
  id: string,
  as: Actor = 'first',
): Promise<JsonRecord | undefined> {
  const { id: idField, listBody, list: operationId } = kind(kindName);
  const { items, complete } = await list(t, kindName, { as });
  const found = items.filter((item) => item[idField] === id);
  if (found.length > 0 || complete) return found[0];
  throw new NotTested(
    `${operationId} shows ${items.length} records, not all, and the one under test is not among them`,
    `FIXTURES: bodies.${listBody} with what makes the list complete`,
  );
}

/** Another letter or digit of the same class for each of the last places, so that the id stays well-formed. */
function rotated(id: string, by: number): string {
  const hex = /^[0-9a-f-]+$/i.test(id);
  const turn = (c: string) => {
    if (/\d/.test(c)) return String((Number(c) + by) % 10);
    const [first, size] = [/[a-z]/.test(c) ? 97 : 65, hex ? 6 : 26];
    return String.fromCharCode(first + ((c.charCodeAt(0) - first + by) % size));
  };
  return id.slice(0, -6) + id.slice(-6).replaceAll(/[a-z0-9]/gi, turn);
}

/** A well-formed id that no record of the kind has. */
export async function unknownId(t: Context, kindName: string): Promise<string> {
  const given = t.fixtures.unknownIds[kindName] ?? t.fixtures.unknownIds['*'];
  if (given !== undefined) return given;
  const known = await ids(t, kindName);
  for (let by = 3; by < 9; by += 2) {
    const id = rotated(known[0] as string, by);
    if (!known.includes(id)) return id;
  }
  throw new NotTested(`no unknown id of kind ${kindName} could be made`, `FIXTURES: unknownIds.${kindName}`);
}
