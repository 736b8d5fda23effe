/**
 * Judging what may not be visible yet, and what other clients may change in the middle: only what is still wrong in the
 * last look is wrong. The specification names no time, so a target has SETTLE_MS to show what was written.
 */

import { clock } from '../http/clock.ts';
import type { Context } from './context.ts';
import { Failure } from './outcome.ts';

/** Other clients may spoil one look or two, whatever SETTLE_MS says. */
const LEAST_LOOKS = 3;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 500;

/** The context whose reads are all sent, also where the batch knows the answer: for checks of what repeated requests do. */
export const anew = (t: Context): Context => ({ ...t, ...t.unshared });

/** The context without its memory: what is read with it is no older than the last write. */
export const fresh = (t: Context): Context => ({
  ...t,
  once: (_key, make) => make(),
  onceInProcess: (_key, make) => make(),
});

/** The context of a later look with the memory of the check: which requests are to be sent, and what was made for them. */
export const remembering = (look: Context, t: Context): Context => ({
  ...look,
  once: t.once,
  onceInProcess: t.onceInProcess,
});

/** The context of each look, with a pause before the next: at least three looks, and as many as SETTLE_MS has room for. */
export async function* looks(t: Context): AsyncGenerator<Context> {
  const until = clock.now() + t.settings.settleMs;
  yield t;
  // A look may take long: the last one begins when the time is over.
  let begun = Number.NEGATIVE_INFINITY;
  for (let look = 1; look < LEAST_LOOKS || begun < until; look++) {
    await clock.sleep(Math.min(FIRST_PAUSE_MS * 2 ** (look - 1), LONGEST_PAUSE_MS));
    begun = clock.now();
    yield fresh(anew(t));
  }
}

/**
 * Judges until it holds. A target that is right at once is never waited for.
 * @param judge must read with the context that it is given: from the second look on it reads anew
 * @throws the Failure of the last look; NotTested and NotApplicable end it at once
 */
export async function eventually<T>(t: Context, judge: (t: Context) => Promise<T>): Promise<T> {
  let last: unknown;
  for await (const look of looks(t)) {
    try {
      return await judge(look);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      last = error;
    }
  }
  throw last;
}

/**
 * What the first look finds that finds something; undefined where none does.
 * @param find must read with the context that it is given: from the second look on it reads anew
 */
export async function firstFound<T>(t: Context, find: (t: Context) => Promise<T | undefined>): Promise<T | undefined> {
  for await (const look of looks(t)) {
    const found = await find(look);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * What is wrong in every look, as the last one found it; undefined as soon as a look finds nothing.
 * @param find must read with the context that it is given: from the second look on it reads anew
 */
export async function stillWrong<T>(t: Context, find: (t: Context) => Promise<T | undefined>): Promise<T | undefined> {
  let found: T | undefined;
  for await (const look of looks(t)) {
    found = await find(look);
    if (found === undefined) return undefined;
  }
  return found;
}
