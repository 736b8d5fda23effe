/** Creates with names of letters, digits and spaces alone, where a target takes no others: which texts are taken is not said. */
import type { Context } from '../engine/context.ts';
import type { Answer } from '../http/client.ts';

/** Statuses by which a service refuses what a body says. */
const OF_A_VALUE = [400, 422];

/** A value with the names of the run in each of its texts plain. */
function inPlain(t: Context, value: unknown): unknown {
  if (typeof value === 'string') return t.names.inPlain(value);
  if (Array.isArray(value)) return value.map((entry) => inPlain(t, entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inPlain(t, inner)]));
}

const hasMade = (t: Context, create: string): boolean =>
  [...t.client.created.values()].some(({ operation }) => operation === create);

/**
 * Sends the body of a create. Where it is refused before any was taken, it is sent once more with the names in it plain; if
 * that is taken, all names are plain from then on.
 * @returns the answer that counts, and the body that it answers
 */
export async function sentWithPlainNames<Body>(
  t: Context,
  create: string,
  body: Body,
  send: (body: Body) => Promise<Answer>,
): Promise<{ answer: Answer; body: Body }> {
  const answer = await send(body);
  if (!OF_A_VALUE.includes(answer.status) || (hasMade(t, create) && !t.names.arePlain())) return { answer, body };
  const plain = inPlain(t, body) as Body;
  if (JSON.stringify(plain) === JSON.stringify(body)) return { answer, body };
  const again = await send(plain);
  if (!again.ok) return { answer, body };
  t.names.keepPlain();
  return { answer: again, body: plain };
}
