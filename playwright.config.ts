/** How Playwright runs the suite; `npm run conformance` starts it with settings, target and run id in the environment. */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { loadSettings, projectRoot } from './schemas/contract.ts';

const { reportDir } = loadSettings(process.cwd(), process.env);

export default defineConfig({
  testDir: join(projectRoot, 'tests'),
  testMatch: 'conformance.spec.ts',
  outputDir: join(reportDir, 'artifacts'),
  fullyParallel: true,
  // Checks of a test run side by side; more workers than processors only cost.
  workers: 2,
  retries: 0,
  // Every request has its own limit (TIMEOUT_MS); this one ends a run whose suite hangs.
  timeout: 30 * 60_000,
  reporter: [
    [join(projectRoot, 'reports/reporter.ts')],
    ['html', { open: 'never', outputFolder: join(reportDir, 'playwright') }],
    ['allure-playwright', { resultsDir: join(reportDir, 'allure-results') }],
  ],
});
