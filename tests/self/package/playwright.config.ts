/** `npm run package`: what npm packs, used as a stranger uses it. Packing takes longer than the other tests may. */
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.pack.ts',
  outputDir: '../../../reports/out/self/package',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 120_000,
  forbidOnly: true,
  reporter: 'line',
});
