/** A thread of the campaign: judges servers with the variants that it is sent, one after the other. */
import { takeOrders } from './thread.ts';
import { tryVariants, type VariantOrder } from './variants.ts';

await takeOrders((order: VariantOrder) => tryVariants(order));
