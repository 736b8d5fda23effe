/** When the next request may go out: MAX_RPS over the whole run, what the target bears, and pauses that it asks for. */

import { setMaxListeners } from 'node:events';
import { clock } from './clock.ts';

export interface Pace {
  /** Waits until the next request may go out. */
  turn(): Promise<void>;
  /** Lets nothing out for this many milliseconds. */
  pause(ms: number): void;
  /** Lets no more than this many a second out from now on, if that is less than before. */
  slow(perSecond: number): void;
  /** Nobody waits any more: the run has given up, and each who waits is to hear of it. */
  end(): void;
}

/** @param perSecond most requests a second of this process; undefined for no limit */
export function pace(perSecond: number | undefined): Pace {
  let gap = perSecond === undefined ? 0 : 1000 / perSecond;
  let next = 0;
  let pausedUntil = 0;
  const ended = new AbortController();
  setMaxListeners(0, ended.signal);
  const take = () => {
    const mine = Math.max(clock.now(), next);
    next = mine + gap;
    return mine;
  };
  return {
    async turn() {
      // A pause may begin while a request waits: it waits for a turn after it.
      for (let mine = take(); ; mine = take()) {
        const left = mine - clock.now();
        if (left > 0) await clock.sleep(left, ended.signal);
        if (mine >= pausedUntil || ended.signal.aborted) return;
      }
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
      next = Math.max(next, pausedUntil);
    },
    slow(most) {
      gap = Math.max(gap, 1000 / most);
    },
    end() {
      ended.abort();
    },
  };
}

/**
 * Milliseconds that a Retry-After header asks for (seconds or a date); undefined where it asks for none: absent, zero,
 * negative, in the past, or neither a number nor a date. RFC 9110, 10.2.3.
 */
export function retryAfter(header: string | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : /^-|^[\d.]+$/.test(text) ? 0 : Date.parse(text) - now;
  return ms > 0 ? ms : undefined;
}
