/** A batch that is under way: its checks run side by side, and whoever waits for one of them gets its result. */
import type { BatchResult, CheckResult } from '../../../schemas/contract.ts';
import type { Batch, Check } from './check.ts';
import type { Runtime } from './context.ts';
import { NotTested } from './outcome.ts';
import { runBatch } from './run.ts';

/** A result, with the time at which its check began, in milliseconds since 1970. */
export interface Found {
  result: CheckResult;
  began: number;
}

export interface Running {
  /** What the check of this title found. Its promise is rejected when the suite itself breaks. */
  found(check: string): Promise<Found>;
  /** What the batch found as a whole, once it has removed what it created. */
  ended: Promise<BatchResult>;
  /** From now on no further check begins. */
  stop(): void;
}

/** A promise that is settled from outside. */
interface Deferred {
  promise: Promise<Found>;
  resolve: (found: Found) => void;
  reject: (error: unknown) => void;
}

function deferred(): Deferred {
  let settle: Pick<Deferred, 'resolve' | 'reject'> | undefined;
  const promise = new Promise<Found>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // Whoever waits for it is told; nobody may be waiting any more.
  promise.catch(() => {});
  return { promise, ...(settle as Pick<Deferred, 'resolve' | 'reject'>) };
}

/**
 * Starts the checks of a batch. Its promises are rejected when the suite itself breaks, never for what a check found.
 * @throws nothing by itself; a check that would begin after `stop` throws NotTested, which is its result
 */
export function startBatch(batch: Batch, runtime: Runtime): Running {
  const waiting = new Map(batch.checks.map(({ title }) => [title, deferred()]));
  let stopped = false;
  const stoppable = (check: Check): Check => ({
    ...check,
    run: async (t) => {
      if (stopped) throw new NotTested('its test was ended before it began', 'a run that is not ended');
      return check.run(t);
    },
  });
  const ended = runBatch({ ...batch, checks: batch.checks.map(stoppable) }, runtime, (result) =>
    waiting.get(result.check)?.resolve({ result, began: Date.now() - result.ms }),
  );
  ended.catch((error) => {
    for (const { reject } of waiting.values()) reject(error);
  });
  return {
    found(check) {
      const one = waiting.get(check);
      if (!one) throw new Error(`the batch "${batch.title}" has no check "${check}"`);
      return one.promise;
    },
    ended,
    stop() {
      stopped = true;
    },
  };
}
