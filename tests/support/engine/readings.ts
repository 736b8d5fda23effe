/**
 * Answers that the checks of a batch share: many checks judge the same answer from different sides, and none of them learns
 * more by asking for it once more. A check about repeated requests sends them with `anew`.
 */
import type { Answer } from '../http/client.ts';

/** Characters of answers that are kept. */
const MOST_KEPT = 32_000_000;

/** Gives the answer to a read, by what was asked. */
export type Reader = (key: string, send: () => Promise<Answer>) => Promise<Answer>;

export interface Readings {
  /**
   * Reads for one check: gives the answer that was given to the same read since the last write began or ended; else it is
   * sent. What this check has been answered already is sent again: whoever asks twice wants to know whether it is
   * answered alike.
   */
  reader(): Reader;
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

  function sending(key: string, send: () => Promise<Answer>): Promise<Answer> {
    const here = known;
    const sent = send();
    here.set(key, sent);
    const forget = () => here.delete(key);
    // What was refused, or got no answer, may be otherwise the next time.
    sent.then((answer) => (answer.ok ? keep(answer) : forget()), forget);
    return sent;
  }

  return {
    clear,
    reader() {
      const answered = new Map<string, Promise<Answer>>();
      return async (key, send) => {
        const shared = known.get(key);
        const sent = shared === undefined || shared === answered.get(key) ? sending(key, send) : shared;
        const answer = await sent;
        answered.set(key, sent);
        return answer;
      };
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
