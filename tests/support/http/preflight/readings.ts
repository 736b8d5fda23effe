/** What a run asks before it judges: lists and other readings that need no id, by each user whose token is given. */
import { type Operation, operations, recordSchema, type Settings } from '../../../../schemas/contract.ts';
import { NotTested } from '../../engine/outcome.ts';
import type { Actor } from '../actors.ts';
import { type Carrier, type Client, createClient, type RequestInput } from '../client.ts';
import { type Answer, NoAnswer } from '../wire.ts';

export type Reached = Settings & { baseUrl: string };

export interface Reading {
  operation: string;
  group: string;
  actor: Actor;
  answer?: Answer;
  /** Code and words of what came instead of an answer. */
  error?: { code: string; message: string };
}

/** No run starts with waiting: who refuses for longer than this is told how to be asked. */
const PATIENCE = { ms: 3_000, inAllMs: 5_000, refusals: 500 };

/**
 * A client that never writes, and gives up early on a target that refuses.
 * @param carrier takes the place of connections to the target
 */
export const readingClient = (settings: Reached, carrier?: Carrier): Client =>
  createClient({ ...settings, allowWrites: false }, 1, PATIENCE, 0, carrier);

/** Operations that read without an id. */
export const readWithoutId = (groups: readonly string[]): Operation[] =>
  operations.filter(
    ({ method, group, parameters }) =>
      method === 'GET' && groups.includes(group) && !parameters.some((parameter) => parameter.in === 'path'),
  );

/** The first of each group. */
export const onePerGroup = (all: readonly Operation[]): Operation[] =>
  all.filter(({ group }, n) => all.findIndex((other) => other.group === group) === n);

/** The query of a small reading: one record where the operation has pages, and the fields that must be named. */
function small({ parameters, success }: Operation): Record<string, string> {
  const listed = (name: string) => parameters.find((parameter) => parameter.name === name);
  const fields = listed('fields')?.required ? Object.keys(recordSchema(success.schema).properties ?? {}) : [];
  return {
    ...(fields.length > 0 && { fields: fields.slice(0, 3).join(',') }),
    ...(listed('limit') ? { limit: '1' } : listed('take') ? { take: '1' } : {}),
  };
}

/** Reads as little as the operation allows. A target that does not answer gives an `error`; nothing is thrown for it. */
export async function tryRead(client: Client, operation: Operation, input: RequestInput = {}): Promise<Reading> {
  const about = { operation: operation.id, group: operation.group, actor: input.as ?? ('first' as const) };
  try {
    return { ...about, answer: await client.send(operation.id, { query: small(operation), ...input }) };
  } catch (error) {
    if (!(error instanceof NotTested)) throw error;
    const { cause, message } = error;
    return { ...about, error: { code: cause instanceof NoAnswer ? cause.code : 'REFUSED', message } };
  }
}
