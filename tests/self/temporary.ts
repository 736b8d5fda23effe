/** All that the project's own tests and the commands that they start put into the folder for temporary files goes again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Playwright's global set-up: the workers, and what they start, get a folder of their own; its answer removes it. */
export default function temporary(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-own-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
