/** Requests that are sent at once: what one of them is refused for the others' sake says nothing of it. */
import type { Answer } from '../http/client.ts';

/** Of several writes of one record that are under way at once, a service with optimistic locks takes one. */
const OF_THE_MOMENT = [409, 423, 429, 503];

/**
 * Sends requests at once, and those that were refused beside the others again, one after the other: only what a request is
 * refused alone counts.
 */
export async function sentAtOnce<T extends { answer: Answer }>(
  sendings: readonly (() => Promise<T>)[],
): Promise<readonly T[]> {
  const made: T[] = await Promise.all(sendings.map((send) => send()));
  if (made.length < 2) return made;
  for (const [i, send] of sendings.entries())
    if (OF_THE_MOMENT.includes(made[i]?.answer.status ?? 0)) made[i] = await send();
  return made;
}
