/** One after the other: checks that work on the same record, where making one for each would fill the account. */
import type { Context } from '../../support/engine/context.ts';

const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

/** Runs `work` when everything else with this key in the batch has ended. */
export function exclusive<T>({ ledger }: Context, key: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(ledger) ?? new Map<string, Promise<unknown>>();
  queues.set(ledger, queue);
  const result = (queue.get(key) ?? Promise.resolve()).then(work, work);
  queue.set(
    key,
    result.catch(() => {}),
  );
  return result;
}
