/**
 * A run with no form but the record, to see what the forms cost:
 * `npm run conformance -- --config tests/self/recordOnly.config.ts` beside `npm run conformance`, by turns.
 */
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';
import { projectRoot } from '../../schemas/contract.ts';

export default defineConfig({
  ...config,
  reporter: [[join(projectRoot, 'reports/reporter.ts'), { forms: false }]],
});
