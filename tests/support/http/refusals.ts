/** What to do when the target refuses for its load (429, 503): wait, learn its pace, and end the run when it never stops. */
import { clock } from './clock.ts';
import type { Pace } from './pace.ts';

const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 5_000;
/** The pace is learnt from what was accepted in the last milliseconds, once so many waves came and so many were refused. */
const WINDOW_MS = 2_000;
const LEARN_AFTER = 2;
const REFUSED_SHARE = 0.2;
const SLOWEST = 0.5;

/** How much refusing is borne: longest without an accepted request, and of the whole run. */
export interface Patience {
  ms: number;
  /** Milliseconds that a run may spend in pauses. */
  inAllMs: number;
  refusals: number;
}

export const PATIENCE: Patience = { ms: 60_000, inAllMs: 240_000, refusals: 2_000 };

export interface Refusals {
  accepted(): void;
  /**
   * Pauses as the target asks, or longer each time it refuses again.
   * @param tookMs how long ago the refused request went out
   */
  refused(status: number, askedMs: number | undefined, tookMs: number): void;
  /** Why no request goes out any more; undefined while they do. */
  spent: string | undefined;
  /** Requests a second that the target bears, once that was learnt; of this process. */
  learnt: number | undefined;
  /** The status with which it refused what was more. */
  learntFrom: number;
}

/** @param slower makes requests fewer from now on */
export function createRefusals(pace: Pace, patience: Patience = PATIENCE): Refusals {
  let refusedSince: number | undefined;
  let pausedUntil = 0;
  let paused = 0;
  let count = 0;
  let waves = 0;
  let lastWave = 0;
  /** Waves since a request was last accepted. */
  let inRow = 0;
  let times: { at: number; accepted: boolean }[] = [];

  function note(accepted: boolean): void {
    const at = clock.now();
    times.push({ at, accepted });
    // Seldom, since each look goes through all of them.
    if (times[0] && at - times[0].at > 2 * WINDOW_MS) times = times.filter((one) => at - one.at <= WINDOW_MS);
  }

  /** After a wave: what was accepted a second, a little less of it. */
  function learn(status: number): void {
    const now = clock.now();
    const recent = times.filter(({ at }) => now - at <= WINDOW_MS);
    const span = now - (recent[0]?.at ?? now);
    const taken = recent.filter(({ accepted }) => accepted).length;
    if (waves < LEARN_AFTER || span < WINDOW_MS / 4 || recent.length - taken < REFUSED_SHARE * recent.length) return;
    const most = refusals.learnt === undefined ? (taken * 1000) / span : refusals.learnt;
    refusals.learnt = Math.max(SLOWEST, most * 0.8);
    refusals.learntFrom = status;
    pace.slow(refusals.learnt);
    times = [];
  }

  function wait(ms: number, now: number): void {
    paused += Math.max(0, now + ms - Math.max(now, pausedUntil));
    pausedUntil = Math.max(pausedUntil, now + ms);
    pace.pause(ms);
  }

  const refusals: Refusals = {
    spent: undefined,
    learnt: undefined,
    learntFrom: 429,
    accepted() {
      note(true);
      refusedSince = undefined;
      inRow = 0;
    },
    refused(status, askedMs, tookMs) {
      const now = clock.now();
      note(false);
      count++;
      refusedSince ??= now;
      // Requests that were under way when the first of them was refused are of one wave with it.
      if (now - tookMs >= lastWave) {
        lastWave = now;
        waves++;
        inRow++;
        learn(status);
      }
      const ms = askedMs ?? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (inRow - 1));
      const seconds = (time: number) => Math.round(time / 1000);
      if (now + ms - refusedSince > patience.ms)
        refusals.spent ??= `it answered ${status} for ${seconds(now - refusedSince)} s without taking a request${askedMs === undefined ? '' : ` and asks to wait ${seconds(askedMs)} s more`}`;
      else if (count > patience.refusals) refusals.spent ??= `it refused ${count} requests (${status})`;
      else if (paused + ms > patience.inAllMs)
        refusals.spent ??= `the run has waited ${seconds(paused)} s for it, and it answers ${status} again`;
      if (refusals.spent === undefined) wait(ms, now);
      else pace.end();
    },
  };
  return refusals;
}
