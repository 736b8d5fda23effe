/** A run ends with the process that started it: nobody is left to send requests that no one will judge. */
import { PARENT } from '../schemas/contract.ts';

const EVERY_MS = 100;

/** The process that this one belongs to: for Playwright the command, for a worker Playwright. */
function parentOf(env: Readonly<Record<string, string | undefined>>): number {
  const isWorker = env.TEST_WORKER_INDEX !== undefined;
  return isWorker || env[PARENT] === undefined ? process.ppid : Number(env[PARENT]);
}

/** Ends this process, at once and without clean-up, when its parent is gone, however that one was ended. */
export function endWithParent(env: Readonly<Record<string, string | undefined>>): void {
  const parent = parentOf(env);
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, EVERY_MS).unref();
}
