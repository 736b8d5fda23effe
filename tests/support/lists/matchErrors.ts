/** What is wrong with the records that a filter gave. Section "Endpoints / Conventions" (filter). */

import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import { idOf } from '../records/answers.ts';
import { type Filter, fieldsIn, matches } from './filters.ts';
import type { Page, Snapshot } from './pages.ts';

/** Records that an answer is asked for where no more are needed to see what is wrong. */
export const PAGE = 40;

export const brief = (record: JsonRecord, filter: Filter) =>
  Object.fromEntries(
    ['id', '_id', ...fieldsIn(filter)].flatMap((name) => (name in record ? [[name, record[name]]] : [])),
  );

/** What is wrong with the records that a filter gave: one too many, one twice, one that is not there. */
export function wrongMatches(
  filter: Filter,
  { answer, items, ids }: Page,
  { stable }: Snapshot,
  { cased = false, size = PAGE } = {},
): Wrong | undefined {
  const asked = `filter ${JSON.stringify(filter)}`;
  const known = new Map(stable.map((record) => [idOf(record), record]));
  // What a filtered answer shows of a record may be less than the list does.
  const extra = items.find((item) => matches(filter, { ...known.get(idOf(item)), ...item }, cased) === false);
  if (extra)
    return {
      message: `${asked} gives a record that does not match`,
      expected: 'no such record',
      received: brief({ ...known.get(idOf(extra)), ...extra }, filter),
      exchange: answer,
    };
  const twice = ids.find((id, i) => id !== undefined && ids.indexOf(id) !== i);
  if (twice !== undefined)
    return {
      message: `${asked} gives a record twice`,
      expected: 'each record once',
      received: twice,
      exchange: answer,
    };
  if (items.length >= size) return undefined;
  const missing = stable.find((record) => matches(filter, record, cased) === true && !ids.includes(idOf(record)));
  return missing
    ? {
        message: `${asked} does not give a record that matches`,
        expected: brief(missing, filter),
        received: items.slice(0, 5).map((item) => brief(item, filter)),
        exchange: answer,
      }
    : undefined;
}
