/** Whether a run has to end before all of its checks have begun. */
import { existsSync } from 'node:fs';
import { DEADLINE, STOP } from './settings.ts';

export interface NoResult {
  reason: string;
  remedy: string;
}

type Env = Readonly<Record<string, string | undefined>>;

export const INTERRUPTED: NoResult = { reason: 'interrupted', remedy: 'a run that is not interrupted' };

/** Whether the user has interrupted the run that has this environment. */
export const isInterrupted = (env: Env): boolean => existsSync(env[STOP] ?? '');

/** Why no further check of the run begins, and what to do about it; undefined while it goes on. */
export function endedEarly(env: Env, maxMinutes: number | undefined): NoResult | undefined {
  if (isInterrupted(env)) return INTERRUPTED;
  if (Date.now() > Number(env[DEADLINE] ?? Number.POSITIVE_INFINITY))
    return { reason: `the run ended after MAX_MINUTES=${maxMinutes}`, remedy: 'a larger MAX_MINUTES' };
  return undefined;
}
