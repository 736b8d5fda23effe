/** What is wrong with the order of a page. Section "Endpoints / Conventions" (sort). */
import type { JsonRecord } from '../../../schemas/contract.ts';
import { idOf } from '../records/answers.ts';
import type { Verdict } from './knownRecords.ts';
import { misplaced, type SortKey, sortText } from './ordering.ts';
import type { Page } from './requests.ts';

/** A record as failures show it: its id, and what it is ordered by. */
export const shownKeys = (record: JsonRecord, keys: readonly SortKey[]) =>
  Object.fromEntries([['id', idOf(record)], ...keys.map(({ path }) => [path, record[path]])]);

/** Judges the order of a page: each two of its records. */
export function judgeOrder({ answer, items }: Page, keys: readonly SortKey[]): Verdict {
  const found = misplaced(items, keys);
  return {
    compared: items.length > 1 ? items.length : 0,
    wrong: found && {
      message: `sort=${sortText(keys)} gives two records the wrong way round`,
      expected: [shownKeys(found[1], keys), shownKeys(found[0], keys)],
      received: [shownKeys(found[0], keys), shownKeys(found[1], keys)],
      exchange: answer,
    },
  };
}
