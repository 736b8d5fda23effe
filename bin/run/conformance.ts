/** A run from its settings to the exit code: everything that can be judged before the target is, comes first. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { RECORD, unwritable } from '../../reports/folder.ts';
import { readOwnRecord } from '../../reports/read.ts';
import {
  checkNames,
  concealingFor,
  EXIT,
  type Past,
  type Plan,
  type Settings,
  SettingsError,
} from '../../schemas/contract.ts';
import { messageOf } from '../output.ts';
import { type Options, workersOf } from './options.ts';
import { playwright, SPARING } from './playwright.ts';
import { begin, checkFiles, checkWorkers, newRunId, planOf, prepared } from './prepared.ts';
import { settingsOf, type Target, targetOf } from './target.ts';

const runId = newRunId();
const startedAt = new Date();
/** Signals by which a user or a CI system ends a run. */
const ENDS = ['SIGINT', 'SIGTERM'] as const;
const today = startedAt.toISOString().slice(0, 10);

/** The exit code of this run's record; without one that is whole the run has failed, whatever Playwright says. */
function exitCode(reportDir: string): number {
  const path = join(reportDir, RECORD);
  const record = existsSync(path) ? readOwnRecord(path) : undefined;
  if (record?.runId === runId) return record.exitCode;
  throw new SettingsError(
    `the run left no record in ${reportDir}: it was ended, or Playwright stopped before the suite had begun. See the message above.`,
  );
}

/** Writes a report that says why nothing was judged, for those who archive it. */
async function writeFailure(settings: Settings, message: string, history: readonly Past[]): Promise<void> {
  // Loaded when it is needed: no other run is to wait for it.
  const [{ recordOf }, { writeReports }] = await Promise.all([
    import('../../reports/record.ts'),
    import('../../reports/write.ts'),
  ]);
  const { groups: claimed, strict, allowIncomplete, targetName } = settings;
  const facts = { batches: [], errors: [message], planned: 0, waivers: [], claimed, strict, allowIncomplete };
  const frame = { settings, runId, startedAt: startedAt.toISOString(), durationMs: Date.now() - startedAt.getTime() };
  writeReports(
    settings.reportDir,
    recordOf({ ...frame, ...(history.length > 0 && { history }) }, { ...facts, targetName, today }),
  );
}

/** @throws SettingsError where node itself would print the environment of what is started, with the tokens in it */
function checkNodeDebug({ NODE_DEBUG = '' }: NodeJS.ProcessEnv): void {
  if (/\*|child_process/i.test(NODE_DEBUG))
    throw new SettingsError(
      'NODE_DEBUG: has node print the environment of what a run starts, with the tokens in it. Unset it.',
    );
}

/** The environment of Playwright; with these variables it and node would print that of the workers, which has the tokens. */
function environmentOf({ env }: Target, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { DEBUG: _, NODE_DEBUG: __, ...rest } = env;
  return { ...rest, ...more };
}

/** Judges the target, with settings and arguments that were found to be in order. */
async function judge(
  planned: Plan,
  target: Target,
  { grep, rest }: Options,
  history: readonly Past[],
): Promise<number> {
  const { reportDir } = target.settings;
  const stopFile = join(reportDir, `.stop-${runId}`);
  const interrupted = () => {
    console.error('\ninterrupted: nothing was judged yet.');
    const end = () => process.exit(EXIT['harness-error']);
    writeFailure(target.settings, 'the run was interrupted', history).then(end, (cause) => {
      console.error(unwritable(reportDir, cause));
      end();
    });
  };
  for (const signal of ENDS) process.once(signal, interrupted);
  for (const flag of SPARING) setFlagsFromString(flag);
  try {
    const { env, finish } = await prepared(target, planned, runId, { grep, history });
    for (const signal of ENDS) process.off(signal, interrupted);
    await playwright(rest, environmentOf(target, env), stopFile);
    await finish();
    return exitCode(reportDir);
  } finally {
    rmSync(stopFile, { force: true });
    target.stop();
  }
}

/**
 * A whole run.
 * @returns the exit code of its verdict
 * @throws SettingsError when nothing could be judged; a report that says so is written where that is possible
 */
export async function conformance(options: Options): Promise<number> {
  checkNodeDebug(process.env);
  const warnings = checkNames(process.env);
  const { settings, env } = settingsOf(options.fault, process.env);
  const conceal = concealingFor(settings);
  if (options.plan) {
    for (const warning of warnings) console.error(`~ ${warning}`);
    return (await import('./plan.ts')).plan(settings, options);
  }
  const history = begin(settings, warnings);
  try {
    checkFiles(settings, today);
    // A selection may be wrong, and is looked at before the target.
    checkWorkers(settings, workersOf(options.workers));
    const plan = planOf(settings, options.grep);
    return await judge(plan, await targetOf(options.fault, settings, env), options, history);
  } catch (error) {
    // The message is the report's, and it is the caller's as well.
    if (error instanceof Error) {
      error.message = conceal(error.message);
      error.stack = conceal(error.stack ?? '');
    }
    try {
      await writeFailure(settings, messageOf(error), history);
    } catch (cause) {
      console.error(unwritable(settings.reportDir, cause));
    }
    throw error;
  }
}
