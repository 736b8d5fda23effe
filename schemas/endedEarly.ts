/** Whether a run has to end before all of its checks have begun. */
import { existsSync, statSync } from 'node:fs';
import { DEADLINE, STOP } from './settings.ts';

export interface NoResult {
  reason: string;
  remedy: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export const INTERRUPTED: NoResult = { reason: 'interrupted', remedy: 'a run that is not interrupted' };

/** Whether the user has interrupted the run that has this environment. */
export const isInterrupted = (env: Env): boolean => existsSync(env[STOP] ?? '');

const deadlineOf = (env: Env): number => Number(env[DEADLINE] ?? Number.POSITIVE_INFINITY);

const timeIsOver = (maxMinutes: number | undefined): NoResult => ({
  reason: `the run ended after MAX_MINUTES=${maxMinutes}`,
  remedy: 'a larger MAX_MINUTES',
});

/** Why no further check of the run begins, and what to do about it; undefined while it goes on. */
export function endedEarly(env: Env, maxMinutes: number | undefined): NoResult | undefined {
  if (isInterrupted(env)) return INTERRUPTED;
  return Date.now() > deadlineOf(env) ? timeIsOver(maxMinutes) : undefined;
}

/** What is under way goes on for so long: whoever interrupts a run may kill it some ten seconds later. */
const GRACE_MS = { interrupted: 4_000, deadline: 10_000 };

/** Why a check that is under way sends nothing more, so that there is time to clean up; undefined while it may. */
export function cutOff(env: Env, maxMinutes: number | undefined): NoResult | undefined {
  const interrupted = statSync(env[STOP] ?? '', { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
  if (Date.now() > interrupted + GRACE_MS.interrupted) return INTERRUPTED;
  return Date.now() > deadlineOf(env) + GRACE_MS.deadline ? timeIsOver(maxMinutes) : undefined;
}
