/** What is wrong with the records that a filter gave. Section "Endpoints / Conventions" (filter). */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { idOf } from '../records/answers.ts';
import { duplicates } from '../values/duplicates.ts';
import { type Filter, fieldsIn, matches } from './filters.ts';
import { hiddenIn, mayMatch } from './hiddenFields.ts';
import type { KnownRecords, Verdict } from './knownRecords.ts';
import type { Page } from './requests.ts';

/** Records that an answer is asked for where no more are needed to see what is wrong. */
export const FILTERED_PAGE = 40;

/** A record as failures show it: its id, and what the filter speaks of. */
const brief = (record: JsonRecord, filter: Filter) =>
  Object.fromEntries(
    ['id', '_id', ...fieldsIn(filter)].flatMap((name) => (name in record ? [[name, record[name]]] : [])),
  );

/** How an answer to a filter is judged. */
interface Judging {
  /** Whether what collations take for the same text is another one; by default that is open. */
  exact?: boolean;
  /** How many records were asked for. */
  size?: number;
}

/** Judges the records that a filter gave: one too many, one twice, one that is not there. */
export function judgeMatches(
  filter: Filter,
  { answer, items, ids }: Page,
  { stable }: KnownRecords,
  { exact = false, size = FILTERED_PAGE }: Judging = {},
): Verdict {
  const asked = `filter ${JSON.stringify(filter)}`;
  const known = new Map(stable.map((record) => [idOf(record), record]));
  const hidden = hiddenIn(filter, stable);
  // What a filtered answer shows of a record may be less than the list does.
  const extra = items.find((item) => !mayMatch(filter, { ...known.get(idOf(item)), ...item }, hidden, exact));
  const there = new Set(ids);
  const wanted = items.length < size ? stable.filter((record) => matches(filter, record, exact) === true) : [];
  const missing = wanted.find((record) => !there.has(idOf(record)));
  const twice = duplicates(ids).find((id) => id !== undefined);
  // An empty answer could have been wrong, too.
  const compared = Math.max(1, items.length + wanted.length);
  if (extra)
    return {
      compared,
      wrong: {
        message: `${asked} gives a record that does not match`,
        expected: 'no such record',
        received: brief({ ...known.get(idOf(extra)), ...extra }, filter),
        exchange: answer,
      },
    };
  if (twice !== undefined)
    return {
      compared,
      wrong: {
        message: `${asked} gives a record twice`,
        expected: 'each record once',
        received: twice,
        exchange: answer,
      },
    };
  return {
    compared,
    wrong: missing && {
      message: `${asked} does not give a record that matches`,
      expected: brief(missing, filter),
      received: items.slice(0, 5).map((item) => brief(item, filter)),
      exchange: answer,
    },
  };
}
