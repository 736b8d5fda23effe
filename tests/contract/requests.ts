/** A well-formed request of each operation, and what can be seen of its effect. */
import { kinds, type Operation } from '../../schemas/contract.ts';
import type { Answer, RequestInput } from '../support/client.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { membership } from '../support/memberships.ts';
import { bodies, ids, isRecord, itemsOf, list, make, read } from '../support/subjects.ts';

const SAMPLES = 3;

/** The kind of record that an operation creates. */
const creates = ({ id }: Operation) => Object.keys(kinds).find((name) => kinds[name]?.create === id);

/** The kind of record that the last path parameter names. */
export const addressedKind = ({ parameters }: Operation) =>
  parameters.findLast((parameter) => parameter.idKind)?.idKind;

/** Bodies of updates, out of the record that is changed. */
const updates: Readonly<Record<string, (t: Context, record: JsonRecord) => JsonRecord>> = {
  'kpiGroups.update': (t) => ({ name: t.names.next('renamed') }),
  'customFields.update': (t, record) => ({ ...record, label: t.names.next('relabelled') }),
};

/** A right request; a write gets a record of its own to work on, where the API can create one. */
export async function wellFormed(t: Context, operation: Operation): Promise<RequestInput> {
  if (operation.id === 'kpiGroups.removeKpi') {
    const { kpiId, groupId } = await membership(t);
    return { params: { kpiId, groupId } };
  }
  const params: Record<string, string> = {};
  let subject: JsonRecord = {};
  for (const { name, idKind } of operation.parameters) {
    if (!idKind) continue;
    if (operation.method !== 'GET' && kinds[idKind]?.create) {
      const made = await make(t, idKind);
      [params[name], subject] = [made.id, made.record];
    } else params[name] = (await ids(t, idKind))[0] as string;
  }
  const created = creates(operation);
  const body = created ? await bodies[created]?.(t) : updates[operation.id]?.(t, subject);
  return { params, ...(body && { body }) };
}

/** Answers to right requests, once per batch: a read by id is sent for several records. */
export function successes(t: Context, operation: Operation): Promise<Answer[]> {
  return t.once(`successes/${operation.id}`, async () => {
    const kindName = addressedKind(operation);
    const input = await wellFormed(t, operation);
    if (operation.method !== 'GET' || !kindName) return [await sendAndNote(t, operation, input)];
    const name = operation.parameters.findLast((parameter) => parameter.idKind)?.name as string;
    const some = spread(await ids(t, kindName), SAMPLES);
    return Promise.all(some.map((id) => t.send(operation.id, { ...input, params: { ...input.params, [name]: id } })));
  });
}

/** First, last and between. */
function spread<T>(values: readonly T[], count: number): T[] {
  const step = (values.length - 1) / Math.max(1, count - 1);
  return [...new Set(Array.from({ length: count }, (_, i) => values[Math.round(i * step)] as T))];
}

/** Sends a request; a record that it creates is entered in the ledger. */
export async function sendAndNote(t: Context, operation: Operation, input: RequestInput): Promise<Answer> {
  const answer = await t.send(operation.id, input);
  const created = creates(operation);
  const id = created && isRecord(answer.json) ? answer.json[kinds[created]?.id as string] : undefined;
  if (created && answer.ok && typeof id === 'string') t.ledger.add(created, id, input.as ?? 'first');
  if (operation.id === 'kpiGroups.delete' && answer.ok) t.ledger.remove('kpiGroup', input.params?.groupId as string);
  return answer;
}

/**
 * What the request would change, as the first user sees it: for a create whether the record is there, else the record
 * that the path addresses. Undefined when nothing of it can be seen.
 */
export async function visible(t: Context, operation: Operation, input: RequestInput): Promise<unknown> {
  const created = creates(operation);
  if (created) {
    const { marker = 'name' } = kinds[created] ?? {};
    const { items, complete } = await list(t, created);
    const found = items.some((item) => item[marker] === (input.body as JsonRecord | undefined)?.[marker]);
    return found || complete ? { created: found } : undefined;
  }
  if (operation.id === 'kpiGroups.removeKpi')
    return t.claims('kpis') ? t.record('kpis.get', { params: { kpiId: input.params?.kpiId as string } }) : undefined;
  const kindName = addressedKind(operation);
  const id = kindName && input.params?.[kinds[kindName]?.parameter ?? ''];
  return kindName && kinds[kindName]?.get && id ? read(t, kindName, id) : undefined;
}

/** Ids of the records that an answer shows. */
export function idsIn(json: unknown): string[] {
  const records = isRecord(json) && !('items' in json) && !('tags' in json) ? [json] : itemsOf(json);
  return records.flatMap((record) => [record.id, record._id].filter((id) => typeof id === 'string'));
}
