/** Records to work on: those that the target has, and those that a check makes for itself. */
import { kind } from '../../../schemas/contract.ts';
import { at, type Context, type JsonRecord } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import type { Actor, Answer, RequestInput } from '../http/client.ts';
import { isRecord, itemsOf, required, statedIn } from './answers.ts';
import { bodies, givenBody } from './bodies.ts';
import { type Made, tryMake } from './creating.ts';

export { idsOf, isRecord, itemsOf, required, strings } from './answers.ts';
export { bodies, givenBody, supportedTypes } from './bodies.ts';
export { createdIn, type Made, tryMake } from './creating.ts';
export { ids, unknownId } from './identifiers.ts';

export interface Listing {
  answer: Answer;
  items: JsonRecord[];
  /** Whether these are all records there are, as far as the answer says. */
  complete: boolean;
}

/** Items of a page that is full by the default of 100; fewer are all there are, whatever total is stated. Section "Limits". */
const FULL_PAGE = 100;
const isWhole = (items: number, total: unknown) => items < FULL_PAGE || (typeof total === 'number' && total <= items);

/** Reads the list of a kind, with the body that the fixtures give for it. */
export async function list(t: Context, kindName: string, input: RequestInput = {}): Promise<Listing> {
  const { list: operationId, listBody, title } = kind(kindName);
  if (!operationId) throw new NotTested(`no operation lists records of kind ${title}`, `FIXTURES: ids.${kindName}`);
  const body = listBody === undefined ? undefined : await givenBody(t, listBody);
  const answer = await t.ok(operationId, { ...(body !== undefined && { body }), ...required(operationId), ...input });
  const items = itemsOf(statedIn(answer));
  const total = isRecord(answer.json) ? answer.json.totalCount : undefined;
  return { answer, items, complete: isWhole(items.length, total) };
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

/** Reads a record of a kind by its id: what the contract names of it. */
export async function read(t: Context, kindName: string, id: string, as: Actor = 'first'): Promise<JsonRecord> {
  const operationId = kind(kindName).get as string;
  const json = await t.record(operationId, { ...at(kindName, id), as });
  return statedIn({ operation: operationId, json }) as JsonRecord;
}

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
