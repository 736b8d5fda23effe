/** Judges a server that somebody else built, right or with one of its mistakes: what nobody had listed before. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  type CheckResult,
  loadFixtures,
  loadSettings,
  requirement,
  type Settings,
  SettingsError,
} from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { preflight } from '../../support/http/preflight.ts';
import { judgeServer } from '../judge.ts';
import { keyOf } from './plan.ts';

export interface UnseenOrder {
  /** Starts the server: prints one line, a JSON object with the settings that describe it. */
  command: readonly string[];
  /** None for the right server. */
  mistake?: string;
  /** Failures of the right server, by key: they tell nothing of a mistake. */
  known: readonly string[];
  /** No batch is begun after so many seconds, nor after a must that failed. */
  seconds: number;
}

export interface UnseenTrial {
  mistake?: string;
  /** What failed that does not fail on the right server. */
  failed: { key: string; level: 'must' | 'should'; reason: string }[];
  errors: string[];
  ms: number;
}

/**
 * What a first look finds wrong is looked at again within this time, unless the server or the environment says that its
 * answers are later: with the time of a run, each mistake would be waited for.
 */
const SETTLE_MS = 200;

const HOW = {
  NUM_RUNS: '20',
  GOAL_CONFORMANCE_BUNDLED: 'false',
  ALLOW_WRITES: 'true',
  ALLOW_DESTRUCTIVE: 'true',
};

/** The settings with which a server is judged that describes itself so. */
const settingsOf = (env: Record<string, string>): Record<string, string> => ({
  ...env,
  ...HOW,
  SETTLE_MS: String(Math.max(SETTLE_MS, Number(env.SETTLE_MS ?? process.env.SETTLE_MS ?? 0))),
});

/** The settings of a server that has been started, and what ends it. */
async function described(command: readonly string[]): Promise<{ env: Record<string, string>; child: ChildProcess }> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await Promise.race([
    once(createInterface(child.stdout as NodeJS.ReadableStream), 'line'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${command.join(' ')} ended with ${code}`))),
  ])) as [string];
  return { env: JSON.parse(line) as Record<string, string>, child };
}

/** A server that is asked to end has so long to do so: one whose mistake is an endless loop never does. */
const LAST_MS = 2000;

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const last = setTimeout(() => child.kill('SIGKILL'), LAST_MS);
  child.kill();
  await once(child, 'exit');
  clearTimeout(last);
}

type Level = 'must' | 'should';

function levelOf({ cells }: CheckResult): Level | undefined {
  const levels = cells.map((cell) => requirement(cell.requirement).level);
  return levels.includes('must') ? 'must' : levels.includes('should') ? 'should' : undefined;
}

/** A target that cannot be judged at all ends a run with exit 3, which no gate takes for green. */
const refusal = (reason: string): UnseenTrial['failed'][number] => ({ key: 'before the run', level: 'must', reason });

/** Judges the server with all checks, until one of a must fails where a mistake is looked for. */
export async function judgeUnseen(order: UnseenOrder): Promise<UnseenTrial> {
  const started = performance.now();
  const { command, mistake } = order;
  const { env, child } = await described(mistake === undefined ? command : [...command, '--mistake', mistake]);
  try {
    const trial = await judgedAs(order, env, child, started);
    return { ...trial, ms: Math.round(performance.now() - started) };
  } finally {
    await ended(child);
  }
}

/** What the checks say of the server that is running. */
async function judgedAs(
  { mistake, known, seconds }: UnseenOrder,
  env: Record<string, string>,
  child: ChildProcess,
  started: number,
): Promise<UnseenTrial> {
  const server = {
    closeAllConnections: () => {},
    close: (done: () => void) => void ended(child).then(done),
  };
  const before = new Set(known);
  const trial: UnseenTrial = { ...(mistake !== undefined && { mistake }), failed: [], errors: [], ms: 0 };
  const isEnough = () =>
    mistake !== undefined &&
    (trial.failed.some(({ level }) => level === 'must') || performance.now() - started > seconds * 1000);
  const all = settingsOf(env);
  try {
    await preflight(loadSettings('/', all) as Settings & { baseUrl: string }, loadFixtures(env.FIXTURES));
  } catch (error) {
    if (error instanceof SettingsError) return { ...trial, failed: [refusal(error.message)] };
    throw error;
  }
  await judgeServer(server, env, batches, all, {
    isEnough,
    ended: (batch, result) => {
      const key = keyOf(batch, result.check);
      const level = levelOf(result);
      if (result.outcome === 'error') trial.errors.push(`${key}: ${result.reason}`);
      if (result.outcome === 'fail' && level && !before.has(key))
        trial.failed.push({ key, level, reason: result.reason ?? '' });
    },
  });
  return trial;
}
