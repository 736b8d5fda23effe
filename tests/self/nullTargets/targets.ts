/** Targets that implement nothing: whatever a check finds right about them, it has not looked. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { envelope, isRecord, operations } from '../../../schemas/contract.ts';

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

/** The value with no field but ids; lists keep their length. */
function idsOnly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(idsOnly);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (/^_?id$/.test(key)) return [[key, inner]];
      return Array.isArray(inner) || typeof inner === 'number' ? [[key, idsOnly(inner)]] : [];
    }),
  );
}

const emptyEnvelope = ({ operation }: Call): unknown =>
  Object.fromEntries(envelope(operation).map((key) => [key, /count/i.test(key) ? 0 : []]));

const succeeded = ({ status }: Answer) => status >= 200 && status < 300;

function frozen(): Seams {
  const first = new Map<string, Answer>();
  return answering((call, next) => {
    const answer = next(call);
    if (!succeeded(answer)) return first.get(call.operation.id) ?? answer;
    if (!first.has(call.operation.id)) first.set(call.operation.id, answer);
    return first.get(call.operation.id) as Answer;
  });
}

/** The answer of the operation that is listed before this one. */
function shifted(): Seams {
  const seen = new Map<string, Answer>();
  return answering((call, next) => {
    const answer = next(call);
    seen.set(call.operation.id, answer);
    const index = operations.findIndex(({ id }) => id === call.operation.id);
    const other = seen.get(operations.at(index - 1)?.id ?? '');
    return { ...answer, ...(other && 'body' in other && { body: other.body }) };
  });
}

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
    name: 'ids-only',
    title: 'shows nothing of a record but its id',
    seams: () =>
      answering((call, next) => {
        const answer = next(call);
        return succeeded(answer) ? { ...answer, body: idsOnly(answer.body) } : answer;
      }),
  },
  {
    name: 'empty-lists',
    title: 'shows no record in any list',
    seams: () =>
      answering((call, next) =>
        call.operation.method === 'GET' && envelope(call.operation).length > 0
          ? { status: call.operation.success.status, body: emptyEnvelope(call) }
          : next(call),
      ),
  },
  { name: 'frozen', title: 'gives the first answer of each operation for ever', seams: frozen },
  { name: 'shifted', title: 'answers with the body of another operation', seams: shifted },
];
