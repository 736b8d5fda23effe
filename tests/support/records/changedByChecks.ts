/** Records of the suite that a check of the batch changes, such as roles that are mapped: to others they may be another at any moment. */
import type { Context } from '../engine/context.ts';

/** The ids of these records so far; who changes one adds it before. */
export const changedByChecks = (t: Context): Promise<Set<string>> =>
  t.once('records that checks change', async () => new Set<string>());
