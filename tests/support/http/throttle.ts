/** Some targets stop answering requests with wrong credentials (429) and serve all others, so that nobody guesses a token. */

import { NoData } from '../engine/outcome.ts';
import { clock } from './clock.ts';

/** A request with wrong credentials that was not answered, as too many of them came before it. */
class Throttled extends NoData {}

/** Whether an error says that a request with wrong credentials was not answered for that alone. */
export const isThrottled = (error: unknown): boolean => error instanceof Throttled;

/** How often a request is tried again before its credentials are taken for the reason, and how long after. */
const TRIES = 3;
const PAUSE_MS = 250;

export interface Throttle {
  /**
   * What to do about a 429 to a request with wrong credentials: true to send it again; false where those with valid
   * ones are refused, too, so that it is the load.
   * @param sent how often the request was sent
   * @throws NoData where only requests with wrong credentials are refused: further ones are not judged
   */
  refuses(sent: number): Promise<boolean>;
}

/** @param served asks for something with valid credentials: the status of the answer, undefined where nothing can be asked */
export function createThrottle(served: () => Promise<number | undefined>): Throttle {
  let isKnown = false;
  return {
    async refuses(sent) {
      const status = await served();
      if (status === undefined || status === 429 || status === 503) return false;
      isKnown ||= sent > TRIES;
      if (isKnown)
        throw new Throttled(
          'the target answers 429 to further requests with wrong credentials, while it serves others',
          'a target that bears more of them during the run',
        );
      await clock.sleep(PAUSE_MS * sent);
      return true;
    },
  };
}
