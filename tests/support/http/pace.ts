/** When the next request may go out: MAX_RPS over the whole run, and pauses that the target asks for. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  /** Waits until the next request may go out. */
  turn(): Promise<void>;
  /** Lets nothing out for this many milliseconds. */
  pause(ms: number): void;
}

/** @param perSecond most requests a second of this process; undefined for no limit */
export function pace(perSecond: number | undefined): Pace {
  const gap = perSecond === undefined ? 0 : 1000 / perSecond;
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
  };
}

/** Milliseconds that a Retry-After header asks for (seconds or a date), or undefined. RFC 9110, 10.2.3. */
export function retryAfter(header: string | undefined, now = Date.now()): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
