/** Formatting changes texts alone. Section "Resources / Conventions" (formatting). */
import { firstDifference } from '../../support/compare.ts';
import { reading } from '../../support/formattedTexts.ts';
import { blame, onEach, type Wrong } from '../../support/lists.ts';
import { NotTested } from '../../support/outcome.ts';
import { isRecord } from '../../support/subjects.ts';
import { RETRIES, remedy } from './texts.ts';

/** The record without texts that people write: ids, numbers, booleans and dates. */
function bones(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((inner) => bones(inner, name));
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, bones(inner, key)]));
  return typeof value === 'string' && !/^_?id$|Ids?$|date|At$|^email$|^status$/i.test(name) ? '' : value;
}

export const onlyTexts = onEach('lists.formatting-only', 'formatting changes texts alone', async (t, operationId) => {
  const look = async () => {
    const before = await reading(t, operationId, 'none');
    const [markup, plain] = [await reading(t, operationId, 'markup'), await reading(t, operationId, 'plain')];
    return { before, after: await reading(t, operationId, 'none'), markup, plain };
  };
  const wrong = ({ before, after, markup, plain }: Awaited<ReturnType<typeof look>>): Wrong | undefined => {
    if (before.records.size === 0)
      throw new NotTested(`${operationId} shows no records`, remedy(operationId, 'a text'));
    for (const [id, { record, answer }] of before.records) {
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
  let found = wrong(await look());
  for (let tries = 0; found && tries < RETRIES; tries++) found = wrong(await look());
  if (found) blame(found);
});
