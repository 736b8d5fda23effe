/** Judging what other clients may change in the middle: a difference counts when it is there three times. */
import type { Context } from './context.ts';
import { Failure } from './outcome.ts';

const ROUNDS = 3;

/** Does what must be done once anew each time, so that collections are read again. */
const anew = (t: Context): Context => ({ ...t, once: (_, make) => make() });

/** Judges again with fresh reads when it failed, up to three times. */
export async function steadily<T>(t: Context, judge: (t: Context) => Promise<T>): Promise<T> {
  for (let round = 1; ; round++) {
    try {
      return await judge(round === 1 ? t : anew(t));
    } catch (error) {
      if (!(error instanceof Failure) || round === ROUNDS) throw error;
    }
  }
}
