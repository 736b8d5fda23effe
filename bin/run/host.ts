/** How Playwright runs the built suite, whoever starts it. `npm run conformance` hands settings, target and run id over in the environment. */
import { join } from 'node:path';
import { defineConfig, type ReporterDescription } from '@playwright/test';
import { checkFolder } from '../../reports/folder.ts';
import { endWithParent } from '../../reports/lifetime.ts';
import { metadataOf } from '../../reports/merged.ts';
import { loadSettings, PLAN, type Plan, type Settings } from '../../schemas/contract.ts';

const isWorker = process.env.TEST_WORKER_INDEX !== undefined;
const isListing = process.argv.includes('--list');
const isMerging = process.argv.includes('merge-reports');
/** What the suite and its reporter are loaded from: the tests have the same ids, whoever starts them. */
const built = join(import.meta.dirname, '../..');

/** @throws SettingsError without a stack, which would hide the message */
function settingsHere(): Settings {
  try {
    const settings = loadSettings(process.cwd(), process.env);
    // Repeated in every process, and in what the reports say of the run.
    process.env.SEED ||= String(settings.seed);
    // Playwright empties its folder in REPORT_DIR before it asks anybody.
    if (!isWorker && !isListing) checkFolder('REPORT_DIR', settings.reportDir);
    return settings;
  } catch (error) {
    if (error instanceof Error) error.stack = error.message;
    throw error;
  }
}

const settings = settingsHere();
const { reportDir } = settings;

/** Checks run side by side; more workers than processors only cost. */
const WORKERS = 2;

/** A second worker takes longer to begin than so many checks take. */
const FEW = 60;

const { [PLAN]: plan } = process.env;
const few = settings.profile === 'smoke' || (plan !== undefined && (JSON.parse(plan) as Plan).checks <= FEW);

// Playwright and each of its workers load this file.
endWithParent(process.env);

const own = join(built, 'reports/reporter.js');
const reporters: ReporterDescription[] = [
  [own],
  ['html', { open: 'never', outputFolder: join(reportDir, 'playwright') }],
  // In a merge it has no project to ask for; each shard can write its own results.
  ...(isMerging ? [] : [['allure-playwright', { resultsDir: join(reportDir, 'allure-results') }] as const]),
];

// --reporter takes the place of those above; the verdict comes from ours, which stays beside it.
if (!isWorker && !isListing && process.argv.some((arg) => /^--reporter(=|$)/.test(arg)))
  process.env.PW_TEST_REPORTER ||= own;

export default defineConfig({
  testDir: built,
  testMatch: /conformance\.spec\.js$/,
  // The built files need no further step.
  build: { external: ['**/dist/**'] },
  outputDir: join(reportDir, 'artifacts'),
  globalSetup: join(built, 'bin/run/globalSetup.js'),
  fullyParallel: true,
  workers: few ? 1 : Math.min(settings.maxInFlight ?? WORKERS, WORKERS),
  retries: 0,
  // Every request has its own limit (TIMEOUT_MS); this one ends a run whose suite hangs.
  timeout: 30 * 60_000,
  // Stands in every blob, so that no merge takes one run for another.
  metadata: metadataOf(settings),
  reporter: isListing ? 'list' : reporters,
});
