/** How many records a list has, and how many should come. Section "Endpoints / Conventions". */

import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { fresh } from '../../../support/engine/retry.ts';
import { overSteadyList, type Page } from '../../../support/lists/pages.ts';
import { readList } from '../../../support/lists/readList.ts';
import { totalOf } from '../../../support/records/answers.ts';

/** How many records there are; where they cannot all be read, how many the answer says. */
export const sizeOfList = async (t: Context, operationId: string): Promise<number> => {
  const { items, complete, answer } = await readList(fresh(t), operationId);
  const stated = complete ? items.length : totalOf(answer);
  if (stated !== undefined) return stated;
  throw new NotTested('the list cannot be read whole', 'a target whose pages lie end to end, with fewer records');
};

interface Sized {
  page: Page;
  /** How many records should come when there are so many. */
  expected: (count: number) => number;
}

/** Judges how many records come; where the list changes meanwhile, any number in between is right. */
export async function expectSizes(
  t: Context,
  operationId: string,
  look: (count: number) => Promise<readonly Sized[]>,
  message: string,
  only: 'most' | 'least' | 'both' = 'both',
): Promise<void> {
  await overSteadyList(
    t,
    () => sizeOfList(t, operationId),
    (count) => count,
    look,
    (sized, count) => {
      const bad = sized.find(({ page, expected }) => {
        const right = expected(count);
        return (only !== 'least' && page.ids.length > right) || (only !== 'most' && page.ids.length < right);
      });
      return (
        bad && {
          message,
          expected: `${bad.expected(count)} records`,
          received: `${bad.page.ids.length} records`,
          exchange: bad.page.answer,
        }
      );
    },
  );
}

export const cut = (size: number, skip: number) => (count: number) => Math.max(0, Math.min(size, count - skip));
