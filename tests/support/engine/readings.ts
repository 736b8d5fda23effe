/**
 * Answers that the checks of a batch share: many checks judge the same answer from different sides, and none of them learns
 * more by asking for it once more. A check about repeated requests sends them with `anew`.
 */
import type { Answer } from '../http/client.ts';

/** Characters of answers that are kept. */
const MOST_KEPT = 32_000_000;

export interface Readings {
  /** The answer that was given to the same read since the last write began or ended; else it is sent. */
  read(key: string, send: () => Promise<Answer>): Promise<Answer>;
  /** Sends a write: what was read before it and during it is read anew. */
  write(send: () => Promise<Answer>): Promise<Answer>;
  /** Forgets all. */
  clear(): void;
}

/** Readings of a target of which nothing was read yet. */
export function createReadings(): Readings {
  let known = new Map<string, Promise<Answer>>();
  let kept = 0;

  function clear(): void {
    // A read that is under way keeps to the map in which it began.
    known = new Map();
    kept = 0;
  }

  function keep({ responseBody }: Answer): void {
    kept += responseBody.length;
    if (kept > MOST_KEPT) clear();
  }

  return {
    clear,
    async read(key, send) {
      const here = known;
      const shared = here.get(key);
      if (shared) return shared;
      const sent = send();
      here.set(key, sent);
      const forget = () => here.delete(key);
      // What was refused, or got no answer, may be otherwise the next time.
      sent.then((answer) => (answer.ok ? keep(answer) : forget()), forget);
      return sent;
    },
    async write(send) {
      clear();
      try {
        return await send();
      } finally {
        clear();
      }
    },
  };
}
