/** The project's own tests; those of the report pages run in a browser, which is brought first. */
import { defineConfig } from '@playwright/test';

const BROWSER = 'a browser';

export default defineConfig({
  testDir: '.',
  // The built files need no further step.
  build: { external: ['**/dist/**'] },
  globalSetup: './temporary.ts',
  outputDir: '../../reports/out/self',
  fullyParallel: true,
  // Most tests wait for a command or a browser now and then.
  workers: 3,
  retries: 0,
  timeout: 60_000,
  // A busy machine is slow, and what holds is seen at once elsewhere.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: process.stdout.isTTY ? 'line' : './progress.ts',
  projects: [
    { name: 'own', testMatch: '**/*.test.ts', testIgnore: '**/*.browser.test.ts' },
    { name: BROWSER, testMatch: '**/browser.setup.ts' },
    { name: 'pages', testMatch: '**/*.browser.test.ts', dependencies: [BROWSER] },
  ],
});
