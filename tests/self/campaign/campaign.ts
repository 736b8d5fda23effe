/** Tries faults and variants, on some threads more than there are processors: each of them waits now and then. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../../../schemas/contract.ts';

/** Most of what a trial makes is garbage at its end: with more room for it, a tenth less time goes into collecting it. */
const YOUNG_MB = 64;

/** Threads beside those that the processors can run: one more would make the work of each fault an eighth longer. */
const BESIDES = { worker: 1, variantWorker: 2, unseenWorker: 0 } as const;

/**
 * Tries what is ordered and gives the trials in the same order.
 * @param work the built module of the threads, beside this file: it answers each order with its trial
 * @param ended is called after each
 * @param message what a thread is sent for an order, when its turn comes
 */
export async function campaign<Order, Trial>(
  work: keyof typeof BESIDES,
  orders: readonly Order[],
  ended: (trial: Trial, done: number, order: Order) => void,
  message: (order: Order) => Order = (order) => order,
): Promise<Trial[]> {
  const waiting = orders.map((order, place) => ({ order, place }));
  const trials: Trial[] = [];
  let done = 0;

  function thread(): Promise<void> {
    const worker = new Worker(join(projectRoot, 'dist/tests/self/campaign', `${work}.js`), {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    return new Promise((resolve, reject) => {
      let place = 0;
      const next = () => {
        const first = waiting.shift();
        if (!first) {
          worker.terminate().then(() => resolve(), reject);
          return;
        }
        place = first.place;
        worker.postMessage(message(first.order));
      };
      worker.on('message', (trial: Trial) => {
        trials[place] = trial;
        ended(trial, ++done, orders[place] as Order);
        next();
      });
      worker.once('error', reject);
      next();
    });
  }

  await Promise.all(Array.from({ length: Math.min(availableParallelism() + BESIDES[work], orders.length) }, thread));
  return trials;
}
