/** Comparing while others work in the same account: only what stays different is a difference. */
import type { Context } from './context.ts';

const LOOKS = 3;

/** What is found wrong in each of three looks in a row, as it was found last; undefined as soon as a look finds nothing. */
export async function persistent<T>(look: (again: boolean) => Promise<T | undefined>): Promise<T | undefined> {
  for (let looks = 1; ; looks++) {
    const found = await look(looks > 1);
    if (found === undefined || looks === LOOKS) return found;
  }
}

/** The context without its memory: what is read with it is read anew. */
export const fresh = (t: Context): Context => ({ ...t, once: (_key, make) => make() });
