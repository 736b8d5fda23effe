/** Records that other clients delete while the suite asks about them. */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { anew, fresh } from '../../support/engine/retry.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf } from '../../support/records/answers.ts';

/** Whether somebody else has deleted a record: the list of its kind has shown it, and does not any more. */
export async function isDeletedByOthers(t: Context, kindName: string, id: string): Promise<boolean> {
  const none = { items: [] as readonly JsonRecord[], complete: false };
  const before = await unlessUntested(readKind(t, kindName), none);
  if (!idsOf(before.items).includes(id)) return false;
  const now = await unlessUntested(readKind(fresh(anew(t)), kindName), none);
  return now.complete && !idsOf(now.items).includes(id);
}
