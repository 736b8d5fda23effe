/** Judging what other clients may change in the middle: only what is still wrong in the third look is wrong. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { Failure } from './outcome.ts';

const LOOKS = 3;
const PAUSE_MS = 20;

/** The context without its memory: what is read with it is read anew. */
export const fresh = (t: Context): Context => ({ ...t, once: (_key, make) => make() });

/** What is found wrong in each of three looks in a row, as it was found last; undefined as soon as a look finds nothing. */
export async function persistent<T>(look: (again: boolean) => Promise<T | undefined>): Promise<T | undefined> {
  for (let looks = 1; ; looks++) {
    const found = await look(looks > 1);
    if (found === undefined || looks === LOOKS) return found;
    await sleep(PAUSE_MS);
  }
}

/** Judges up to three times; what fails each time fails. `judge` must read anew everything that it compares. */
export async function settled<T>(judge: (again: boolean) => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks++) {
    try {
      return await judge(looks > 1);
    } catch (error) {
      if (!(error instanceof Failure) || looks === LOOKS) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Judges again with fresh reads when it failed, up to three times. */
export const steadily = <T>(t: Context, judge: (t: Context) => Promise<T>): Promise<T> =>
  settled((again) => judge(again ? fresh(t) : t));
