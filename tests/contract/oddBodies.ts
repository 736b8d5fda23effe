/** Bodies that are well-formed and say too little, or what is not so: nothing breaks on them. */
import {
  isRecord,
  type JsonRecord,
  kind,
  kinds,
  type Operation,
  operations,
  readJson,
  resolved,
  type Schema,
} from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import { unlessUntested } from '../support/engine/outcome.ts';
import type { Answer } from '../support/http/client.ts';
import { isRefusal } from '../support/records/answers.ts';
import { isTagging } from '../support/records/bodies.ts';
import { unknownId } from '../support/records/identifiers.ts';
import { sendAndNote } from './requests.ts';
import { creates, ODD, write } from './writes.ts';

/** Path of the schema of a request body; undefined where the specification leaves the body open. */
export const bodySchema = ({ body }: Operation): string | undefined =>
  body?.schema === 'open' ? undefined : body?.schema;

/** Fields by which a record that the suite made is known again: it is sent with them always. */
const MARKERS = Object.values(kinds).map(({ marker }) => marker);

type Change = (body: JsonRecord) => JsonRecord;

/** Ways to say less in a body: to leave fields out, and to send null in their place. */
const LESS: readonly ((fields: readonly string[]) => Change)[] = [
  (fields) => (body) => Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field))),
  (fields) => (body) => ({ ...body, ...Object.fromEntries(fields.map((field) => [field, null])) }),
];

/** For each field of a create that holds the id of another record an id that no record has. */
async function leadingNowhere(t: Context, operation: Operation): Promise<JsonRecord[]> {
  const { sent = {} } = kinds[creates(operation) ?? ''] ?? {};
  const found = Object.entries(sent).map(async ([field, { of, with: beside }]) => {
    const id = of === undefined ? undefined : await unlessUntested(unknownId(t, of), undefined);
    return id === undefined ? [] : [{ ...beside, [field]: id }];
  });
  return (await Promise.all(found)).flat();
}

/** Whether what a write makes stays behind. */
const leavesRecords = (operation: Operation): boolean => {
  const made = creates(operation);
  return made !== undefined && kind(made).delete === undefined;
};

/** Fields of texts that look enumerated, and lists that name records. */
const ENUMERATED = /(type|status|kind|strategy)$/i;
const NAMING = ['notify', 'targetIds'];
const NO_WORD = 'gcNoSuchWord';

/** The fields of a listed body that are lists. */
function listsIn(stated: string | undefined): string[] {
  const properties = Object.entries(stated ? (readJson<Schema>(stated).properties ?? {}) : {});
  return properties.flatMap(([name, property]) =>
    resolved(property, stated as string).schema.type === 'array' ? name : [],
  );
}

/** For each field that looks enumerated, and for each list that names records, a value that nothing has. */
async function namingNothing(t: Context, stated: string | undefined): Promise<JsonRecord[]> {
  const listed = stated ? Object.keys(readJson<Schema>(stated).properties ?? {}) : [];
  const id = (await unlessUntested(unknownId(t, 'user'), undefined)) ?? NO_WORD;
  return listed.flatMap((name): JsonRecord[] => {
    if (NAMING.includes(name)) return [{ [name]: [id] }];
    return ENUMERATED.test(name) ? [{ [name]: NO_WORD }] : [];
  });
}

/** Whether the same body is that of an update: then nothing need be made for it. */
const hasUpdate = (operation: Operation): boolean =>
  creates(operation) !== undefined &&
  operations.some(({ id, body }) => id !== operation.id && body?.schema === bodySchema(operation));

const changing =
  (change: JsonRecord): Change =>
  (body) => ({ ...body, ...change });

/** Null as the entry of each list of a body. */
const nullEntries = (operation: Operation): Change[] =>
  listsIn(bodySchema(operation)).map((name): Change => {
    const entry = { [name]: [null] };
    // A tag stays behind, so there is nothing to make one of.
    return isTagging(operation.id) ? () => entry : changing(entry);
  });

/** Sends a right body that is changed so. */
type SendChanged = (change: Change) => Promise<Answer[]>;

/** Answers to bodies that say too little, and to such with values that nothing has. */
async function littleAndOdd(
  operation: Operation,
  fields: readonly string[],
  odd: readonly JsonRecord[],
  send: SendChanged,
): Promise<Answer[]> {
  const sendEach = async (changes: readonly Change[]) => (await Promise.all(changes.map(send))).flat();
  const [leavingOut, ...others] = (fields.length === 0 ? [] : LESS).map((way) => way(fields));
  const allOdd = changing(Object.assign({}, ...odd));
  // What makes records that stay behind is asked for both at once: what is taken then need not be sent in two bodies.
  const together =
    leavesRecords(operation) && leavingOut && odd.length > 0 ? await send((body) => allOdd(leavingOut(body))) : [];
  if (together.length > 0 && !together.some(isRefusal)) return [...together, ...(await sendEach(others))];
  const less = (fields.length === 0 ? [] : LESS).map(async (way) => {
    const all = await send(way(fields));
    // Nor is it sent without each of its fields.
    return all.some(isRefusal) && !leavesRecords(operation) ? sendEach(fields.map((field) => way([field]))) : all;
  });
  const all = odd.length === 0 ? [] : await send(allOdd);
  const each = odd.length > 1 && all.some(isRefusal) ? odd.map(changing) : [];
  return [...together, ...(await Promise.all(less)).flat(), ...all, ...(await sendEach(each))];
}

/**
 * Answers to bodies that are well-formed and say too little, or what is not so: whether they are taken is open. What is
 * taken without any of its fields need not be sent without each of them, and what is taken with all values that nothing has
 * need not be sent with each.
 */
export async function oddBodies(t: Context, operation: Operation): Promise<Answer[]> {
  const send = async (change: Change): Promise<Answer[]> => {
    const { body, ...input } = await write(t, operation, ODD);
    return isRecord(body) ? [await sendAndNote(t, operation, { ...input, body: change(body) })] : [];
  };
  const stated = bodySchema(operation);
  const listed = stated ? Object.keys(readJson<Schema>(stated).properties ?? {}) : [];
  const fields = listed.filter((field) => !MARKERS.includes(field));
  const isSentByUpdate = hasUpdate(operation);
  const further = [
    ...(await leadingNowhere(t, operation)).map(changing),
    ...(isSentByUpdate ? [] : nullEntries(operation)),
  ];
  return [
    ...(await littleAndOdd(operation, fields, isSentByUpdate ? [] : await namingNothing(t, stated), send)),
    ...(await Promise.all(further.map(send))).flat(),
  ];
}
