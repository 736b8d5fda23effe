/** Time as all that waits for the target goes by: that of the machine, unless nobody else would be waited for. */
import { setTimeout as wait } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since a moment that stays the same in this process. */
  now(): number;
  /** @param signal ends the waiting before its time */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

const MACHINE: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
};

let going: Clock = MACHINE;

/** The clock of this process. What measures the suite's own work goes by the machine instead. */
export const clock: Clock = {
  now: () => going.now(),
  sleep: (ms, signal) => going.sleep(ms, signal),
};

/** Lets time pass for the target as well, whose dates go by the machine. */
export const passTime = (ms: number): Promise<void> => MACHINE.sleep(ms);

/** From now on this process goes by another clock, or by the machine's again. */
export const goBy = (other: Clock = MACHINE): void => {
  going = other;
};
