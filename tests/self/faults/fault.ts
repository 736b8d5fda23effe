/** A named wrong behaviour: what it changes in the reference server, and the requirements that it breaks. */

import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Seams } from '../../../reference-server/server.ts';
import { operation } from '../../../schemas/contract.ts';

export interface Fault {
  /** Unique, in kebab-case. */
  name: string;
  /** What is wrong, in one sentence. */
  title: string;
  /** Ids of the requirements that it breaks; a check of at least one of them must fail. */
  breaks: readonly string[];
  /** The operations on which it shows; by default any that the requirements concern. */
  on?: readonly string[];
  /** A function where the fault remembers something: each server then has its own memory. */
  seams: Seams | (() => Seams);
}

/** Does something else than the handler for the operations named. */
export function instead(
  operations: string | readonly string[],
  act: (call: Call, next: (call: Call) => Answer) => Answer,
): Seams {
  const named = [operations].flat();
  for (const id of named) operation(id);
  return { around: (call, next) => (named.includes(call.operation.id) ? act(call, next) : next(call)) };
}

/** Changes a success of the operations named. */
export const answering = (
  operations: string | readonly string[],
  change: (body: never, call: Call) => unknown,
): Seams =>
  instead(operations, (call, next) => {
    const answer = next(call);
    return answer.status < 300 ? { ...answer, body: change(structuredClone(answer.body) as never, call) } : answer;
  });

/** Does something after a success, with the same answer. */
export const also = (operations: string | readonly string[], act: (call: Call, answer: Answer) => void): Seams =>
  instead(operations, (call, next) => {
    const answer = next(call);
    if (answer.status < 300) act(call, answer);
    return answer;
  });

/** Answers with success and does nothing. */
export const pretending = (operations: string | readonly string[], body?: unknown): Seams =>
  instead(operations, ({ operation: { success } }) => ({ status: success.status, body }));

/** Answers with this status where the standard server answers with another one. */
export const replacingStatus = (operations: string | readonly string[], from: number, to: number): Seams =>
  instead(operations, (call, next) => {
    const answer = next(call);
    return answer.status === from ? { ...answer, status: to } : answer;
  });
