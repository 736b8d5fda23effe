/** A thread of the campaign: judges servers with the variants that it is sent, one after the other. */
import { parentPort } from 'node:worker_threads';
import { tryVariants, type VariantOrder } from './variants.ts';

parentPort?.on('message', async (order: VariantOrder) => {
  parentPort?.postMessage(await tryVariants(order));
});
