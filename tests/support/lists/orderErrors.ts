/** What is wrong with the order of a page. Section "Endpoints / Conventions" (sort). */

import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import { idOf } from '../records/answers.ts';
import { misplaced, type SortKey, sortText } from './ordering.ts';
import type { Page } from './pages.ts';

export const seen = (record: JsonRecord, keys: readonly SortKey[]) =>
  Object.fromEntries([['id', idOf(record)], ...keys.map(({ path }) => [path, record[path]])]);

/** What is wrong with the order of a page. */
export function wrongOrder({ answer, items }: Page, keys: readonly SortKey[]): Wrong | undefined {
  const found = misplaced(items, keys);
  return (
    found && {
      message: `sort=${sortText(keys)} gives two records the wrong way round`,
      expected: [seen(found[1], keys), seen(found[0], keys)],
      received: [seen(found[0], keys), seen(found[1], keys)],
      exchange: answer,
    }
  );
}
