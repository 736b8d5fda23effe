/** A run ends with the process that started it: nobody is left to send requests that no one will judge. */
import { PARENT } from '../schemas/contract.ts';

const EVERY_MS = 100;

/** The process that this one belongs to: for a worker Playwright, for Playwright the command, if that started it. */
function parentOf(env: Readonly<Record<string, string | undefined>>): number | undefined {
  if (env.TEST_WORKER_INDEX !== undefined) return process.ppid;
  return env[PARENT] === undefined ? undefined : Number(env[PARENT]);
}

/** Ends this process, at once and without clean-up, when its parent is gone, however that one was ended. */
export function endWithParent(env: Readonly<Record<string, string | undefined>>): void {
  const parent = parentOf(env);
  if (parent === undefined) return;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, EVERY_MS).unref();
}
