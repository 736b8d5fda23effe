/** What a thread of the campaign does with the orders that it is sent. */
import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';

/** Answers each order with its trial, one after the other; an error of ours ends the thread, and so the campaign. */
export async function takeOrders<Order, Trial>(attempt: (order: Order) => Promise<Trial>): Promise<void> {
  if (!parentPort) throw new Error('the campaign starts this file as a thread');
  for await (const [order] of on(parentPort, 'message')) parentPort.postMessage(await attempt(order as Order));
}
