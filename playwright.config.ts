/** How Playwright runs the suite; `npm run conformance` starts it with settings, target and run id in the environment. */
import { extname, join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { endWithParent } from './reports/lifetime.ts';
import { loadSettings, PLAN, type Plan } from './schemas/contract.ts';

const { reportDir } = loadSettings(process.cwd(), process.env);

/** A second worker takes longer to begin than so many checks take. */
const FEW = 50;

const { [PLAN]: plan } = process.env;
const few = plan !== undefined && (JSON.parse(plan) as Plan).checks <= FEW;

// Playwright and each of its workers load this file.
endWithParent(process.env);

export default defineConfig({
  testDir: join(import.meta.dirname, 'tests'),
  testMatch: /conformance\.spec\.[jt]s$/,
  // The built files need no further step.
  build: { external: ['**/dist/**'] },
  outputDir: join(reportDir, 'artifacts'),
  fullyParallel: true,
  // Checks of a test run side by side; more workers than processors only cost.
  workers: few ? 1 : 2,
  retries: 0,
  // Every request has its own limit (TIMEOUT_MS); this one ends a run whose suite hangs.
  timeout: 30 * 60_000,
  reporter: [
    [join(import.meta.dirname, `reports/reporter${extname(import.meta.filename)}`)],
    ['html', { open: 'never', outputFolder: join(reportDir, 'playwright') }],
    ['allure-playwright', { resultsDir: join(reportDir, 'allure-results') }],
  ],
});
