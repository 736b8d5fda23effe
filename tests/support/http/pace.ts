/** When the next request may go out: MAX_RPS over the whole run, what the target bears, and pauses that it asks for. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  /** Waits until the next request may go out. */
  turn(): Promise<void>;
  /** Lets nothing out for this many milliseconds. */
  pause(ms: number): void;
  /** Lets no more than this many a second out from now on, if that is less than before. */
  slow(perSecond: number): void;
}

/** @param perSecond most requests a second of this process; undefined for no limit */
export function pace(perSecond: number | undefined): Pace {
  let gap = perSecond === undefined ? 0 : 1000 / perSecond;
  let next = 0;
  return {
    async turn() {
      const now = performance.now();
      const mine = Math.max(now, next);
      next = mine + gap;
      if (mine > now) await sleep(mine - now);
    },
    pause(ms) {
      next = Math.max(next, performance.now() + ms);
    },
    slow(most) {
      gap = Math.max(gap, 1000 / most);
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
