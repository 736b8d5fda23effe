/** Targets that implement nothing: whatever a check finds right about them, it has not looked. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { kinds } from '../../../schemas/contract.ts';

const LISTS = new Set(Object.values(kinds).flatMap(({ list }) => list ?? []));

export interface NullTarget {
  name: string;
  /** What it answers. */
  title: string;
  /** Made anew for each run: some targets remember. */
  seams: () => Seams;
}

/** Answers every call that comes through with another one. */
const answering = (change: (call: Call, next: (call: Call) => Answer) => Answer): Seams => ({ around: change });

/** Answers everything alike, whoever asks for whatever. */
const everything = (status: number | undefined, body: unknown): Seams => ({
  send: (response, answer) => {
    response.writeHead(status ?? answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  },
});

export const nullTargets: readonly NullTarget[] = [
  { name: 'errors', title: 'answers everything with 500', seams: () => everything(500, { error: 'broken' }) },
  { name: 'missing', title: 'answers everything with 404', seams: () => everything(404, { error: 'not found' }) },
  {
    name: 'empty-objects',
    title: 'answers every permitted call with its success status and {}',
    seams: () => answering(({ operation }) => ({ status: operation.success.status, body: {} })),
  },
  { name: 'always-ok', title: 'answers everything with 200 and {}', seams: () => everything(200, {}) },
  {
    name: 'empty-lists',
    title: 'answers every permitted list with an empty one and any other call with its success status and {}',
    seams: () =>
      answering((call, next) => {
        const { id, success } = call.operation;
        return { status: success.status, body: LISTS.has(id) ? emptied(next(call).body) : {} };
      }),
  },
];

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
