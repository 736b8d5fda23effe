/** What comes before and after the tests of a run, whether `npm run conformance` or Playwright's own command started it. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { clearReports, RECORD, takeFolder } from '../../reports/folder.ts';
import { historyOf } from '../../reports/history.ts';
import { readRecord } from '../../reports/read.ts';
import { checkWaivers } from '../../reports/waivers.ts';
import {
  ASKED,
  concealingFor,
  DEADLINE,
  GREP,
  HISTORY,
  LEDGER,
  loadFixtures,
  type Past,
  PLAN,
  type Plan,
  RUN,
  readJsonFile,
  type Settings,
  SettingsError,
  type Waiver,
} from '../../schemas/contract.ts';
import { journalPath, readJournal, removeJournal, startJournal } from '../../tests/support/engine/journal.ts';
import { plannedBatches } from '../../tests/support/engine/planned.ts';
import { grepOf, select } from '../../tests/support/engine/select.ts';
import { countTests } from '../../tests/support/engine/testsOf.ts';
import { version } from '../output.ts';
import type { Target } from './target.ts';

/** What a run is told to do before it does anything, so that a slow target is not taken for a command that hangs. */
function announce(settings: Settings): void {
  const { bundled, baseUrl, targetName, allowWrites, reportDir } = settings;
  const target = bundled ? `${targetName}, started here` : `${targetName} at ${baseUrl}`;
  console.error(
    `${version()}: judges ${concealingFor(settings)(target)}${allowWrites ? '' : ', reading only'}; reports go to ${reportDir}`,
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

/**
 * Makes the report folder ready, and says what is about to be judged.
 * @param warnings of the names in the environment
 * @returns the earlier runs that the folder knew
 * @throws SettingsError when REPORT_DIR can't be used
 */
export function begin(settings: Settings, warnings: readonly string[]): Past[] {
  takeFolder('REPORT_DIR', settings.reportDir);
  const history = historyIn(settings);
  clearReports(settings.reportDir);
  announce(settings);
  for (const warning of warnings) console.error(`~ ${warning}`);
  return history;
}

/** @throws SettingsError for fixtures or waivers that can't be used */
export function checkFiles({ fixtures, waivers: path, targetName }: Settings, today: string): void {
  loadFixtures(fixtures);
  if (path === undefined) return;
  checkWaivers({ waivers: readJsonFile('WAIVERS', path, 'suite/waivers.json') as Waiver[], targetName, today });
}

/** @throws SettingsError for more workers than requests may be under way: each has one at least */
export function checkWorkers({ maxInFlight }: Settings, workers: number | undefined): void {
  if (maxInFlight === undefined || workers === undefined || workers <= maxInFlight) return;
  throw new SettingsError(
    `--workers: ${workers} workers send as many requests at a time, and MAX_IN_FLIGHT=${maxInFlight} allows fewer. Leave --workers out, or set MAX_IN_FLIGHT to ${workers} or more.`,
  );
}

/**
 * What the run is to consist of, so that one that Playwright cuts down is known as such.
 * @throws SettingsError for a selection that is no pattern, or selects nothing
 */
export function planOf(settings: Settings, grep: string | undefined): Plan {
  const batches = plannedBatches();
  let pattern: RegExp | undefined;
  try {
    pattern = grepOf(grep);
  } catch (error) {
    throw new SettingsError(`--grep ${grep}: is no regular expression (${(error as Error).message}).`);
  }
  const checksOf = (all: typeof batches) => all.reduce((sum, { checks }) => sum + checks.length, 0);
  const selected = select(batches, settings, pattern);
  const checks = checksOf(selected);
  if (checks === 0)
    throw new SettingsError(
      `--grep ${grep}: selects no check. Give a requirement (@kpiGroups.favorite-set), an operation (@kpiGroups.list) or words of a title.`,
    );
  const less = checks < checksOf(select(batches, settings));
  return {
    batches: selected.length,
    tests: countTests(selected),
    checks,
    ...(less && { selection: `not selected by --grep ${grep}` }),
  };
}

/** What a run that was killed has left is deleted, and what this one could not remove at once. */
async function cleanUp(settings: Target['settings'], paths?: readonly string[]): Promise<void> {
  const { sweep } = await import('../../tests/support/engine/sweep.ts');
  const { deleted, left } = await sweep(settings, paths);
  for (const words of deleted) console.error(`~ deleted ${words}, left by a run that was ended or got no answer`);
  for (const { kind, id, reason } of left) console.error(`! left in the account: ${kind} ${id}: ${reason}`);
}

/** Begins a ledger on disk; of the bundled server, which ends with the run, nothing is left anyway. */
async function openLedger(settings: Target['settings'], runId: string): Promise<string | undefined> {
  const { reportDir, baseUrl, accountId, bundled, allowWrites } = settings;
  if (bundled || !allowWrites) return undefined;
  await cleanUp(settings);
  const ledger = journalPath(reportDir, runId);
  startJournal(ledger, { run: runId, baseUrl, accountId, pid: process.pid });
  return ledger;
}

/** Removes what stands in the ledger, and the ledger when nothing is left. */
async function closeLedger(settings: Target['settings'], ledger: string | undefined): Promise<void> {
  if (ledger === undefined) return;
  if (readJournal(ledger).open.length === 0) removeJournal(ledger);
  else await cleanUp(settings, [ledger]);
}

/** The id of a run, which stands in the names of all that it creates. */
export const newRunId = (): string => randomBytes(4).toString('hex');

export interface Prepared {
  /** What reporter and workers need to know beside the settings. */
  env: Record<string, string>;
  /** Cleans up after the tests. */
  finish(): Promise<void>;
}

/**
 * Looks at the target before anything is judged, and begins the ledger.
 * @throws SettingsError when the set-up of the target is wrong
 */
export async function prepared(
  { settings }: Pick<Target, 'settings'>,
  planned: Plan,
  runId: string,
  { grep, history }: { grep?: string | undefined; history: readonly Past[] },
): Promise<Prepared> {
  // Of a server that was started for this run, the set-up is right.
  const {
    warnings,
    places: doubtful,
    requests,
  } = settings.bundled
    ? { warnings: [], places: [], requests: 0 }
    : await (await import('../../tests/support/http/preflight.ts')).preflight(
        settings,
        loadFixtures(settings.fixtures),
      );
  const told = warnings.map(concealingFor(settings));
  const plan = { ...planned, ...(told.length > 0 && { warnings: told }), ...(doubtful.length > 0 && { doubtful }) };
  const ledger = await openLedger(settings, runId);
  const { maxMinutes } = settings;
  return {
    env: {
      [RUN]: runId,
      [PLAN]: JSON.stringify(plan),
      [ASKED]: String(requests),
      ...(grep && { [GREP]: grep }),
      ...(history.length > 0 && { [HISTORY]: JSON.stringify(history) }),
      ...(ledger && { [LEDGER]: ledger }),
      ...(maxMinutes !== undefined && { [DEADLINE]: String(Date.now() + maxMinutes * 60_000) }),
    },
    finish: () => closeLedger(settings, ledger),
  };
}
