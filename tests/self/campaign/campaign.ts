/** Tries every fault, on as many threads as there are processors. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Trial } from './plan.ts';
import type { Order } from './worker.ts';

/**
 * Tries these faults.
 * @param ended is called after each
 */
export async function campaign(
  orders: readonly Order[],
  ended: (trial: Trial, done: number) => void,
): Promise<Trial[]> {
  const waiting = [...orders];
  const trials: Trial[] = [];

  function thread(): Promise<void> {
    const worker = new Worker(new URL('./worker.js', import.meta.url));
    return new Promise((resolve, reject) => {
      const next = () => {
        const order = waiting.shift();
        if (order) worker.postMessage(order);
        else worker.terminate().then(() => resolve(), reject);
      };
      worker.on('message', (trial: Trial) => {
        trials.push(trial);
        ended(trial, trials.length);
        next();
      });
      worker.once('error', reject);
      next();
    });
  }

  await Promise.all(Array.from({ length: Math.min(availableParallelism(), orders.length) }, thread));
  return trials.sort((a, b) => a.fault.localeCompare(b.fault));
}
