/** What is common to requests that somebody sends who may not: the attempt, what it may answer, and its effect. */
import type { Operation } from '../../schemas/contract.ts';
import type { Context } from '../support/engine/context.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { isRefusal } from '../support/records/answers.ts';
import { sendAndNote, wellFormed } from './requests.ts';
import { tookEffect } from './writes.ts';

/** A right request but for where it came from. */
export interface Attempt {
  operation: Operation;
  input: RequestInput;
  from: RequestInput;
  answer: Answer;
  /** Whether it took effect, where that was looked for before something else was written. */
  there?: boolean;
}

/**
 * Sends a right request from elsewhere; a record that it creates is entered in the ledger.
 * @param from what differs from the right request: user, account or path
 * @param right the right request; by default a new one
 */
export async function attempt(
  t: Context,
  operation: Operation,
  from: RequestInput,
  right?: RequestInput,
): Promise<Attempt> {
  const input = right ?? (await wellFormed(t, operation));
  return { operation, input, from, answer: await sendAndNote(t, operation, { ...input, ...from }) };
}

/** Judges the status of an answer, by default to be a refusal. */
export function expectStatus(
  t: Context,
  answer: Answer,
  message: string,
  right: boolean = isRefusal(answer),
  expected: unknown = 'a refusal, with a status of 4xx',
): void {
  t.expect(right, message, { expected, received: answer });
}

/**
 * Judges that an attempt has changed nothing.
 * @returns whether that could be seen
 */
export async function expectNoEffect(t: Context, { operation, ...sent }: Attempt, message: string): Promise<boolean> {
  const there =
    operation.method === 'GET' ? false : (sent.there ?? (await tookEffect(t, operation, sent.input, sent.from)));
  t.expect(!there, message, {
    expected: 'no effect',
    received: 'what the request asked for',
    exchange: sent.answer,
  });
  return there !== undefined;
}
