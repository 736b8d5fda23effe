/** What the suite consists of, as the build has written it down: loading the suite itself takes longer than many a run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../schemas/contract.ts';
import type { BatchOf, CheckInfo } from './check.ts';

/** All batches of the suite, with what is known of their checks before they run. */
export const plannedBatches = (): BatchOf<CheckInfo>[] =>
  JSON.parse(readFileSync(join(projectRoot, 'dist/checks.json'), 'utf8'));
