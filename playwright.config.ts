/** What `npx playwright test` and editors load: builds the suite where that is not current, and runs it as `npm run conformance` does. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PlaywrightTestConfig } from '@playwright/test';

/** @throws Error when the build fails, with what it said; of one that is current it costs a tenth of a second */
function build(): void {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'bin/build.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The suite cannot be built. Run npm ci, then npm run build.\n${stderr}`);
}

if (process.env.TEST_WORKER_INDEX === undefined) build();

// From few built files Playwright and each of its workers begin sooner than from their sources.
const host = await import(pathToFileURL(join(import.meta.dirname, 'dist/bin/run/host.js')).href);
export default host.default as PlaywrightTestConfig;
