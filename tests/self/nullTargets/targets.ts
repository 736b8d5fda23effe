/** Targets that implement nothing: whatever a check finds right about them, it has not looked. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { kinds, type Operation, operations } from '../../../schemas/contract.ts';
import type { Batch } from '../../support/engine/check.ts';
import { type Front, jsonAnswer } from '../inProcess.ts';

const LISTS = new Set(Object.values(kinds).flatMap(({ list }) => list ?? []));

export interface NullTarget {
  name: string;
  /** What it answers. */
  title: string;
  seams?: () => Seams;
  /** Answers in its place. */
  front?: Front;
  /** Leaves out batches that cost much and have little to say of it. */
  judges?: (batch: Batch) => boolean;
}

/** Answers every call that comes through with another one. */
const answering = (change: (call: Call, next: (call: Call) => Answer) => Answer): Seams => ({ around: change });

/** Answers everything alike, whoever asks for whatever. */
const everything =
  (status: number, body: unknown): Front =>
  () =>
  async () =>
    jsonAnswer(status, body);

export const nullTargets: readonly NullTarget[] = [
  { name: 'errors', title: 'answers everything with 500', front: everything(500, { error: 'broken' }) },
  { name: 'missing', title: 'answers everything with 404', front: everything(404, { error: 'not found' }) },
  {
    name: 'empty-objects',
    title: 'answers every permitted call with its success status and {}',
    seams: () => answering(({ operation }) => ({ status: operation.success.status, body: {} })),
  },
  { name: 'always-ok', title: 'answers everything with 200 and {}', front: everything(200, {}) },
  {
    name: 'empty-lists',
    title: 'answers every permitted list with an empty one and any other call with its success status and {}',
    seams: () =>
      answering((call, next) => {
        const { id, success } = call.operation;
        return { status: success.status, body: LISTS.has(id) ? emptied(next(call).body) : {} };
      }),
  },
  {
    name: 'ids-only',
    title: 'shows of each record nothing but its id',
    seams: () => answering((call, next) => ofSuccess(next(call), (body) => idsAlone(body))),
  },
  {
    name: 'others-answer',
    title: 'answers each permitted call with what another operation answers',
    seams: () =>
      answering((call, next) => {
        const { status } = call.operation.success;
        const other = next({ ...call, operation: anotherThan(call.operation), params: {}, body: undefined });
        return { ...other, status };
      }),
  },
  {
    name: 'frozen',
    title: 'answers each permitted call of an operation with the first answer that the operation gave',
    // What a filter, an order or a page must be is wrong at once, and each is looked at three times. That first reads stay as
    // they are is what this target is about.
    judges: ({ title }) => !title.startsWith('Lists: ') && !['properties: Lists', 'first reads'].includes(title),
    seams: () => {
      const given = new Map<string, Answer>();
      return answering((call, next) => {
        const answer = given.get(call.operation.id) ?? next(call);
        if (isSuccess(answer)) given.set(call.operation.id, answer);
        return answer;
      });
    },
  },
];

const isSuccess = ({ status }: Answer) => status < 300;

const ofSuccess = (answer: Answer, change: (body: unknown) => unknown): Answer =>
  isSuccess(answer) ? { ...answer, body: change(answer.body) } : answer;

/** A body whose records have their ids alone: the items of its list, the record that it wraps, or the record that it is. */
function idsAlone(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(idsAlone);
  if (typeof body !== 'object' || body === null) return body;
  const { id, _id } = body as { id?: unknown; _id?: unknown };
  if (id !== undefined || _id !== undefined)
    return { ...(id !== undefined && { id }), ...(_id !== undefined && { _id }) };
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, idsAlone(value)]));
}

/** What can be asked of every account, whatever it holds. */
const ASKED = operations.filter(({ method, path, open }) => method === 'GET' && !path.includes('{') && !open);

/** The next operation of another group, in the order of the contract. */
function anotherThan({ id, group }: Operation): Operation {
  const others = ASKED.filter((other) => other.group !== group);
  const place = operations.findIndex((one) => one.id === id);
  return others[place % others.length] as Operation;
}

/** An answer with its lists empty and its counts 0. */
function emptied(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      Array.isArray(value) ? [] : typeof value === 'number' ? 0 : value,
    ]),
  );
}
