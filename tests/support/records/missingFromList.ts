/** What a list leaves out, though something else tells of it. Section "Limits". */
import { type JsonRecord, kind } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { sample } from '../values/sample.ts';
import { idsOf } from './answers.ts';
import { isSetAside } from './setAside.ts';
import { peek } from './views.ts';

/** Missing records that are asked for by their ids at most. */
const MOST = 24;

/**
 * Ids of records that the first user can read and the list lacks; some of many. A list may leave out what is set aside.
 * @param items the whole list
 * @param told ids of which something else tells
 */
export async function missingFromList(
  t: Context,
  kindName: string,
  items: readonly JsonRecord[],
  told: readonly string[],
): Promise<string[]> {
  const there = new Set(idsOf(items, kind(kindName).id));
  const missing = sample(
    told.filter((id) => !there.has(id)),
    MOST,
  );
  const read = await Promise.all(missing.map((id) => peek(t, kindName, id)));
  return missing.filter((_, i) => read[i] !== undefined && !isSetAside(read[i]));
}
