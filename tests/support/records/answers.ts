/** Reads records out of answers. Null is treated as absent; under the key of a list it is an empty list. */
import { isDescribed, isRecord, type JsonRecord, operation, recordSchema } from '../../../schemas/contract.ts';
import { noJson } from '../engine/broken.ts';
import { NotTested } from '../engine/outcome.ts';
import type { Answer, RequestInput } from '../http/client.ts';
import { withoutNulls } from '../values/difference.ts';
import { exchangeOf, remember } from '../values/provenance.ts';
import { outerShapes } from './answerSchema.ts';

/** Whether the keys of an operation's answer are open. */
const hasOpenKeys = (id: string): boolean => {
  const { success } = operation(id);
  if (!success.schema?.startsWith('responses/')) return false;
  return outerShapes(operation(id)).some(({ type, required = [] }) => type === 'object' && required.length === 0);
};

/** The only list of records in an object that is no record itself: where the keys are open, that is the list. */
function onlyList(json: JsonRecord): unknown {
  const lists = Object.values(json).filter((value) => Array.isArray(value) && value.every(isRecord));
  return idOf(json) === undefined && lists.length === 1 ? lists[0] : undefined;
}

/** The list in an answer, whichever key it is under; a null there is an empty list. */
function listOf(json: unknown, id = exchangeOf(json)?.operation): unknown {
  if (!isRecord(json)) return json;
  const key = ['items', 'tags', 'users'].find((name) => json[name] !== undefined);
  if (key !== undefined) return json[key] ?? [];
  if (isRecord(json.data)) return listOf(json.data, id);
  return id !== undefined && hasOpenKeys(id) ? onlyList(json) : undefined;
}

/**
 * The records of a list answer.
 * @throws NotTested when the answer holds no list, which its envelope's own requirement judges
 */
export function listIn(answer: Answer): JsonRecord[] {
  if (Array.isArray(listOf(answer.json))) return itemsOf(answer.json);
  const { operation: id } = answer;
  const fault = noJson(answer);
  if (fault)
    throw new NotTested(
      `it depends on ${id}, which answers what is no JSON: ${fault.words}`,
      `a target whose ${id} answers in JSON`,
    );
  throw new NotTested(`the answer of ${id} holds no list`, `a target whose ${id} answers in its envelope`);
}

/** The records of a list answer, whichever key they are under, without nulls. They remember their exchange. */
export function itemsOf(json: unknown): JsonRecord[] {
  const list = withoutNulls(listOf(json));
  const source = exchangeOf(json);
  return Array.isArray(list) ? list.filter(isRecord).map((item) => remember(item, source)) : [];
}

/** The total that an answer states; undefined where it states none. */
export const totalOf = ({ json }: Answer): number | undefined =>
  isRecord(json) && typeof json.totalCount === 'number' ? json.totalCount : undefined;

/** The strings of a list, whatever else is in it. */
export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

/** The records of a list, whatever else is in it. */
export const recordsIn = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The ids that records show. */
export const idsOf = (records: readonly JsonRecord[], field = 'id'): string[] =>
  strings(records.map((record) => record[field])).filter((id) => id !== '');

/** Codes of HTTP itself, for requests that no operation has a say in. */
export const STATUSES_OF_HTTP = [405, 406, 413, 414, 415, 429, 431];

/** Whether the target refuses the request. */
export const isRefusal = ({ status }: Answer): boolean => status >= 400 && status < 500;

/** Whether an answer says that the account or the caller may not have this: when 402 is right is not said. */
export const isWithheld = ({ status }: Answer): boolean => status === 402 || status === 403;

/** The id of a record, whichever its name. */
export const idOf = (record: JsonRecord): unknown => record.id ?? record._id;

/** Fields that tell records without an id apart, as usages of tags. */
const KEYS = ['tagTitle', 'title', 'name'];

/** The name of the field that tells a record without an id apart, if there is one. */
export const keyField = (item: JsonRecord): string | undefined =>
  KEYS.find((key) => (item[key] ?? undefined) !== undefined);

/** What tells records of a list apart. */
export const keyOf = (item: JsonRecord): unknown => idOf(item) ?? item[keyField(item) ?? ''];

/** The records that an answer shows: the one that it is or holds, or those of its list. A record may itself have fields named items or tags. */
export function recordsShown({ operation: operationId, json }: Answer): readonly JsonRecord[] {
  const { schema } = operation(operationId).success;
  if (isDescribed(schema) && !schema.startsWith('responses/')) return isRecord(json) ? [json] : [];
  const items = itemsOf(json);
  return items.length === 0 && isRecord(json) && isRecord(json.info) ? [json.info] : items;
}

/** Query parameters without which a list operation cannot be called: users must be told which fields to list. */
export function required(operationId: string): RequestInput {
  const { parameters, success } = operation(operationId);
  if (!parameters.some(({ name, required: needed }) => name === 'fields' && needed)) return {};
  return { query: { fields: Object.keys(recordSchema(success.schema).properties ?? {}).join(',') } };
}
