/** A thread of the campaign: judges servers that somebody else built, one after the other. */
import { takeOrders } from './thread.ts';
import { judgeUnseen, type UnseenOrder } from './unseen.ts';

await takeOrders((order: UnseenOrder) => judgeUnseen(order));
