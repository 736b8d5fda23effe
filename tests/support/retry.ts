/** Judges what other clients may change while it is looked at. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from './outcome.ts';

const PAUSE_MS = 20;

/** Judges up to three times; what fails each time fails. `judge` must read anew everything that it compares. */
export async function settled(judge: () => Promise<void>, times = 3): Promise<void> {
  for (let left = times - 1; ; left--) {
    try {
      return await judge();
    } catch (error) {
      if (!(error instanceof Failure) || left <= 0) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
