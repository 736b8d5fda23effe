/** Reads lists of the target: one way, one rule for when a list is complete. Sections "Endpoints / Conventions", "Limits". */
import { DEFAULT_PAGE, type JsonRecord, kind, operation, operations } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import { fresh } from '../engine/retry.ts';
import type { Actor, RequestInput } from '../http/client.ts';
import { listIn, required, strings } from '../records/answers.ts';
import { givenBody } from '../records/givenBodies.ts';
import { type AskPage, type Listing, readPages } from './readPages.ts';

/** Where some records of a list are enough, a longer one is read at its beginning, in the middle and at its end. */
const LONG = 500;

/** A list that counts more is not read whole: what comes before a page that is out of reach tells no more than its parts do. */
const TOO_LONG = 5000;

/** What makes a list complete, for the remedy of who needs it whole. */
function wholeRemedy(list: string): string {
  const { fixtureBody } = operation(list);
  return fixtureBody === undefined
    ? 'a target whose list can be read whole'
    : `FIXTURES: bodies.${fixtureBody} with what makes the list complete`;
}

/** What ends a check that needs the whole list. */
export const listCut = (list: string): NotTested =>
  new NotTested(`${list} does not show all that it counts`, wholeRemedy(list));

/** Names of the query parameters that a list operation lists. */
export const queryOf = (operationId: string): readonly string[] =>
  operation(operationId)
    .parameters.filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);

/** The parameter that bounds a page of this operation. */
export const sizeOf = (operationId: string): 'limit' | 'take' | undefined =>
  (['limit', 'take'] as const).find((name) => queryOf(operationId).includes(name));

/** The parameter that asks for a page of so many records; none where the operation lists none for that. */
export function sized(operationId: string, count: number): Record<string, string> {
  const size = sizeOf(operationId);
  return size === undefined ? {} : { [size]: String(count) };
}

/** The query of the page after so many records, by ids in order where the operation can be asked for that. */
export function pageQuery(operationId: string, skip: number): Record<string, string> {
  const names = queryOf(operationId);
  return {
    ...required(operationId).query,
    ...(names.includes('sort') && { sort: 'id' }),
    ...sized(operationId, DEFAULT_PAGE),
    ...(names.includes('skip') && { skip: String(skip) }),
  };
}

function pagesOf(t: Context, operationId: string, input: RequestInput): AskPage {
  return async (skip) => {
    const query = { ...pageQuery(operationId, skip), ...input.query };
    const answer = await t.send(operationId, { ...input, query });
    if (answer.ok) return { answer, found: listIn(answer) };
    throw new NotTested(
      `it depends on ${operationId}, which answered ${answer.status}`,
      `a target whose ${operationId} succeeds`,
    );
  };
}

const read = (t: Context, operationId: string, input: RequestInput, most = TOO_LONG): Promise<Listing> =>
  readPages(pagesOf(t, operationId, input), queryOf(operationId).includes('skip'), { most });

/** Whether an update of its records is among the operations: each batch then reads the list anew. */
const mayBeUpdated = (operationId: string): boolean =>
  operations.some(({ group, method }) => group === operation(operationId).group && /^P(UT|ATCH)$/.test(method));

/** Reads a list once for all who only look: those of the batch, or of all batches where no operation updates its records. */
const onceFor = (t: Context, operationId: string): Context['once'] =>
  mayBeUpdated(operationId) ? t.once : t.onceInProcess;

/**
 * Every record of a list operation, by pages in the order of their ids where the operation has pages. It is read once for
 * all who only look; with `fresh(t)` it is no older than the last write.
 * @throws NotTested when the operation does not succeed
 */
export const readList = (t: Context, operationId: string, input: RequestInput = {}): Promise<Listing> =>
  onceFor(t, operationId)(`list/${operationId}/${JSON.stringify(input)}`, () => read(t, operationId, input));

/** The same; of a long list that can be filtered only some, from its beginning, its middle and its end. */
const readParts = (t: Context, operationId: string, input: RequestInput): Promise<Listing> =>
  queryOf(operationId).includes('filter')
    ? onceFor(t, operationId)(`parts/${operationId}/${JSON.stringify(input)}`, () => read(t, operationId, input, LONG))
    : readList(t, operationId, input);

/**
 * Records of a list operation: all of them, or of a long list some from its beginning, its middle and its end. They are
 * read once for all who only look; with `fresh(t)` they are no older than the last write.
 * @throws NotTested when the operation does not succeed
 */
export const readSome = (t: Context, operationId: string): Promise<Listing> =>
  onceFor(t, operationId)(`some/${operationId}`, () => read(t, operationId, {}, LONG));

/**
 * Every record of a kind as an actor is shown it, with the body that the fixtures give for its list; without dashboards
 * that are hidden from the first user, which a rule of its own judges.
 * @param fields those to ask for where the list must be told which to give; default: all
 * @param parts whether parts of a long list are enough, since what is missing can be asked for by a filter
 * @throws NotTested when no operation lists the kind, or it does not succeed
 */
export async function readKind(
  t: Context,
  kindName: string,
  { as = 'first', fields, parts = false }: { as?: Actor; fields?: readonly string[]; parts?: boolean } = {},
): Promise<Listing> {
  const { list, listBody, id, title } = kind(kindName);
  if (!list) throw new NotTested(`no operation lists records of kind ${title}`, `FIXTURES: ids.${kindName}`);
  const body = listBody === undefined ? undefined : await givenBody(t, listBody);
  const found = await (parts ? readParts : readList)(t, list, {
    ...(body !== undefined && { body }),
    ...(as !== 'first' && { as }),
    ...(fields && required(list).query && { query: { fields: fields.join(',') } }),
  });
  const hidden = as === 'first' && kindName === 'dashboard' ? (t.fixtures.facts.hiddenDashboards ?? []) : [];
  return { ...found, items: found.items.filter((item) => !hidden.includes(String(item[id]))) };
}

/**
 * The records of a kind that show their ids, of which there must be some.
 * @throws NotTested when the list shows none; NotApplicable when the fixtures declare it
 */
export async function someOfKind(t: Context, kindName: string): Promise<Listing> {
  const found = await readKind(t, kindName);
  const items = found.items.filter((item) => strings([item[kind(kindName).id]]).length > 0);
  if (items.length === 0) throw t.nothingShown(kindName, found.items.length > 0 ? kind(kindName).id : []);
  return { ...found, items };
}

/**
 * The record with this id in the list of its kind, read now; undefined when it is not there.
 * @throws NotTested when it is not there and the list cannot be read whole
 */
export async function listedRecord(
  t: Context,
  kindName: string,
  id: string,
  as: Actor = 'first',
): Promise<JsonRecord | undefined> {
  const { id: idField, list = '' } = kind(kindName);
  const { items, complete } = await readKind(fresh(t), kindName, { as });
  const found = items.find((item) => item[idField] === id);
  if (found) return found;
  if (complete) return undefined;
  throw new NotTested(
    `${list} shows ${items.length} records, not all, and the one under test is not among them`,
    wholeRemedy(list),
  );
}
