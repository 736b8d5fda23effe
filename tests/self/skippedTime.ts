/** Waiting for a server in this process: it does nothing meanwhile, so that the time may as well be over at once. */
import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../support/http/clock.ts';
import type { Carrier } from '../support/http/wire.ts';

/** Turns of the loop without a request under way after which all who work here wait. */
const QUIET_TURNS = 4;

interface Sleeper {
  until: number;
  wake: () => void;
}

/**
 * @returns what carries requests as the given carrier does, and a clock on which the time is skipped in which none is under
 * way and nobody sends one
 */
export function skippingWaits({ request, ...carrier }: Carrier): { carrier: Carrier; clock: Clock } {
  let underWay = 0;
  let skipped = 0;
  const sleepers = new Set<Sleeper>();
  const now = () => performance.now() + skipped;

  async function wakeAll(): Promise<void> {
    for (let quiet = 0; sleepers.size > 0; ) {
      await setImmediate();
      quiet = underWay > 0 ? 0 : quiet + 1;
      if (quiet < QUIET_TURNS) continue;
      const next = [...sleepers].reduce((first, other) => (other.until < first.until ? other : first));
      skipped += Math.max(0, next.until - now());
      sleepers.delete(next);
      next.wake();
      quiet = 0;
    }
  }

  return {
    carrier: {
      ...carrier,
      async request(outgoing) {
        underWay++;
        try {
          return await request(outgoing);
        } finally {
          underWay--;
        }
      },
    },
    clock: {
      now,
      async sleep(ms, signal) {
        const woken = new Promise<void>((wake) => {
          signal?.addEventListener('abort', () => wake(), { once: true });
          sleepers.add({ until: now() + ms, wake });
        });
        await (sleepers.size === 1 ? Promise.race([wakeAll(), woken]) : woken);
      },
    },
  };
}
