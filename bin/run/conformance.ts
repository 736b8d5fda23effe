/** A run from its settings to the exit code: everything that can be judged before the target is, comes first. */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { clearReports, RECORD, takeFolder, unwritable } from '../../reports/folder.ts';
import { historyOf } from '../../reports/history.ts';
import { readOwnRecord, readRecord } from '../../reports/read.ts';
import { checkWaivers } from '../../reports/waivers.ts';
import {
  checkNames,
  concealingFor,
  DEADLINE,
  EXIT,
  HISTORY,
  LEDGER,
  loadFixtures,
  type Past,
  PLAN,
  type Plan,
  readJsonFile,
  type Settings,
  SettingsError,
  type Waiver,
} from '../../schemas/contract.ts';
import { journalPath, readJournal, removeJournal, startJournal } from '../../tests/support/engine/journal.ts';
import { plannedBatches } from '../../tests/support/engine/planned.ts';
import { grepOf, select } from '../../tests/support/engine/select.ts';
import { messageOf, version } from '../output.ts';
import type { Options } from './options.ts';
import { playwright, SPARING } from './playwright.ts';
import { settingsOf, type Target, targetOf } from './target.ts';

const runId = randomBytes(4).toString('hex');
const startedAt = new Date();
/** Signals by which a user or a CI system ends a run. */
const ENDS = ['SIGINT', 'SIGTERM'] as const;
const today = startedAt.toISOString().slice(0, 10);

/** What a run is told to do before it does anything, so that a slow target is not taken for a command that hangs. */
function announce(settings: Settings, conceal: (text: string) => string): void {
  const { bundled, baseUrl, targetName, allowWrites, reportDir } = settings;
  const target = bundled ? `${targetName}, started here` : `${targetName} at ${baseUrl}`;
  console.error(
    `${version()}: judges ${conceal(target)}${allowWrites ? '' : ', reading only'}; reports go to ${reportDir}`,
  );
}

/** @throws SettingsError for waivers that can't be used */
function waiversOf({ waivers: path, targetName }: Settings): Waiver[] {
  if (path === undefined) return [];
  const waivers = readJsonFile('WAIVERS', path, 'suite/waivers.json') as Waiver[];
  checkWaivers({ waivers, targetName, today });
  return waivers;
}

/** What the run is to consist of, so that one that Playwright cuts down is known as such. @throws SettingsError */
function planOf({ groups }: Settings, grep: string | undefined): Plan {
  const batches = plannedBatches();
  let pattern: RegExp | undefined;
  try {
    pattern = grepOf(grep);
  } catch (error) {
    throw new SettingsError(`--grep ${grep}: is no regular expression (${(error as Error).message}).`);
  }
  const checksOf = (all: typeof batches) => all.reduce((sum, { checks }) => sum + checks.length, 0);
  const selected = select(batches, groups, pattern);
  const checks = checksOf(selected);
  if (checks === 0)
    throw new SettingsError(
      `--grep ${grep}: selects no check. Give a requirement (@kpiGroups.favorite-set), an operation (@kpiGroups.list) or words of a title.`,
    );
  const less = checks < checksOf(select(batches, groups));
  return { batches: selected.length, checks, ...(less && { selection: `not selected by --grep ${grep}` }) };
}

/** The exit code of this run's record; without one that is whole the run has failed, whatever Playwright says. */
function exitCode(reportDir: string): number {
  const path = join(reportDir, RECORD);
  const record = existsSync(path) ? readOwnRecord(path) : undefined;
  if (record?.runId === runId) return record.exitCode;
  throw new SettingsError(
    `the run left no record in ${reportDir}: it was ended, or Playwright stopped before the suite had begun. See the message above.`,
  );
}

/** What earlier runs of the target came to, by the record that the last one left; nothing where it can't be used any more. */
function historyIn({ reportDir, targetName }: Settings): Past[] {
  try {
    return historyOf([readRecord(join(reportDir, RECORD))], targetName);
  } catch {
    return [];
  }
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

/** What a run that was killed has left is deleted, and what this one could not remove at once. */
async function cleanUp(settings: Target['settings'], paths?: readonly string[]): Promise<void> {
  const { sweep } = await import('../../tests/support/engine/sweep.ts');
  const { deleted, left } = await sweep(settings, paths);
  for (const words of deleted) console.error(`~ deleted ${words}, left by a run that was ended or got no answer`);
  for (const { kind, id, reason } of left) console.error(`! left in the account: ${kind} ${id}: ${reason}`);
}

/** Runs the suite with a ledger on disk; of the bundled server, which ends with the run, nothing is left anyway. */
async function withLedger(settings: Target['settings'], run: (ledger: string | undefined) => Promise<void>) {
  const { reportDir, baseUrl, accountId, bundled, allowWrites } = settings;
  if (bundled || !allowWrites) return run(undefined);
  await cleanUp(settings);
  const ledger = journalPath(reportDir, runId);
  startJournal(ledger, { run: runId, baseUrl, accountId, pid: process.pid });
  await run(ledger);
  if (readJournal(ledger).open.length === 0) removeJournal(ledger);
  else await cleanUp(settings, [ledger]);
}

function environmentOf(
  { env, settings }: Target,
  plan: Plan,
  grep: string | undefined,
  history: readonly Past[],
): NodeJS.ProcessEnv {
  const { maxMinutes } = settings;
  // With these Playwright and node print the environment of the workers, which has the tokens.
  const { DEBUG: _, NODE_DEBUG: __, ...rest } = env;
  return {
    ...rest,
    GOAL_CONFORMANCE_RUN: runId,
    [PLAN]: JSON.stringify(plan),
    ...(history.length > 0 && { [HISTORY]: JSON.stringify(history) }),
    ...(grep && { GOAL_CONFORMANCE_GREP: grep }),
    ...(maxMinutes !== undefined && { [DEADLINE]: String(Date.now() + maxMinutes * 60_000) }),
  };
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
    // Of a server that this command has started itself, the set-up is right.
    const { warnings, places: doubtful } = target.settings.bundled
      ? { warnings: [], places: [] }
      : await (await import('../../tests/support/http/preflight.ts')).preflight(
          target.settings,
          loadFixtures(target.settings.fixtures),
        );
    for (const signal of ENDS) process.off(signal, interrupted);
    const told = warnings.map(concealingFor(target.settings));
    const plan = { ...planned, ...(told.length > 0 && { warnings: told }), ...(doubtful.length > 0 && { doubtful }) };
    const env = environmentOf(target, plan, grep, history);
    await withLedger(target.settings, async (ledger) => {
      await playwright(rest, { ...env, ...(ledger && { [LEDGER]: ledger }) }, stopFile);
    });
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
  const warnings = checkNames(process.env);
  const { settings, env } = settingsOf(options.fault, process.env);
  const conceal = concealingFor(settings);
  if (options.plan) {
    for (const warning of warnings) console.error(`~ ${warning}`);
    return (await import('./plan.ts')).plan(settings, options);
  }
  takeFolder('REPORT_DIR', settings.reportDir);
  const history = historyIn(settings);
  clearReports(settings.reportDir);
  announce(settings, conceal);
  for (const warning of warnings) console.error(`~ ${warning}`);
  try {
    loadFixtures(settings.fixtures);
    waiversOf(settings);
    // A selection may be wrong, and is looked at before the target.
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
