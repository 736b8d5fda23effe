/** Formatting changes texts alone. Section "Resources / Conventions" (formatting). */

import { setTimeout as sleep } from 'node:timers/promises';
import { isRecord } from '../../../../schemas/contract.ts';
import type { Wrong } from '../../../support/engine/assertions.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { reading } from '../../../support/lists/formattedTexts.ts';
import { onEach } from '../../../support/lists/pages.ts';
import { firstDifference } from '../../../support/values/difference.ts';
import { RETRIES, remedy } from './texts.ts';

/** Long enough for somebody who changes a record again and again to be seen. */
const PAUSE_MS = 250;

/** The record without texts that people write: ids, numbers, booleans and dates. */
function bones(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => bones(inner, name));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bones(inner, key)]));
  return typeof value === 'string' && !/^_?id$|Ids?$|date|At$|^email$|^status$/i.test(name) ? '' : value;
}

/** Ids of records that others change: they also change while nobody asks for plain text. */
async function restless(t: Context, operationId: string): Promise<string[]> {
  const before = await reading(t, operationId, 'none');
  await sleep(PAUSE_MS);
  const after = await reading(t, operationId, 'none');
  return [...before.records].flatMap(([id, { record }]) =>
    firstDifference(record, after.records.get(id)?.record) ? [id] : [],
  );
}

export const onlyTexts = onEach('lists.formatting-only', 'formatting changes texts alone', async (t, operationId) => {
  const look = async () => {
    const before = await reading(t, operationId, 'none');
    const [markup, plain] = [await reading(t, operationId, 'markup'), await reading(t, operationId, 'plain')];
    return { before, after: await reading(t, operationId, 'none'), markup, plain };
  };
  const wrong = (
    { before, after, markup, plain }: Awaited<ReturnType<typeof look>>,
    changing: ReadonlySet<string>,
  ): Wrong | undefined => {
    if (before.records.size === 0)
      throw new NotTested(`${operationId} shows no records`, remedy(operationId, 'a text'));
    for (const [id, { record, answer }] of before.records) {
      if (changing.has(id)) continue;
      const later = after.records.get(id);
      const stored = later && firstDifference(record, later.record);
      if (stored)
        return { message: 'after it was read as plain text, a record has changed', ...stored, exchange: later.answer };
      for (const form of [markup, plain]) {
        const other = form.records.get(id);
        if (!other)
          return {
            message: 'with formatting a record is not there',
            expected: id,
            received: 'not there',
            exchange: answer,
          };
        const found = firstDifference(bones(record), bones(other.record));
        if (found) return { message: 'formatting changes more than texts', ...found, exchange: other.answer };
      }
    }
    return undefined;
  };
  const changing = new Set<string>();
  let found = wrong(await look(), changing);
  for (let tries = 0; found && tries < RETRIES; tries++) {
    for (const id of await restless(t, operationId)) changing.add(id);
    found = wrong(await look(), changing);
  }
  t.judge(found, 1);
});
