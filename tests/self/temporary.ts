/** All that the project's own tests and the commands that they start put into the folder for temporary files goes again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What Playwright calls the folder in which it keeps the files that it has transformed. */
const TRANSFORMED = `playwright-transform-cache-${process.geteuid?.()}`;

/** Playwright's global set-up: the workers, and what they start, get a folder of their own; its answer removes it. */
export default function temporary(): () => void {
  // In a folder of their own the workers would transform again what has been transformed to list the tests.
  process.env.PLAYWRIGHT_TRANSFORM_CACHE_DIR ??= join(tmpdir(), TRANSFORMED);
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-own-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
