/** What list answers count. Sections "Endpoints (Success)", "Limits". */

import type { Operation } from '../../../schemas/contract.ts';
import { DEFAULT_PAGE } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import type { Answer } from '../http/client.ts';
import { countsIn, isOpenPage } from './listCounts.ts';

/** @param full whether there may be more than a page shows */
const isTotal = (total: number, items: number, full: boolean) => total === items || (total > items && full);

/**
 * Judges that an answer without conditions counts what it lists.
 * @throws NotTested when it has no list in an envelope
 */
export function expectCounts(t: Context, operation: Operation, answer: Answer): void {
  const counts = countsIn(operation, answer);
  if (!counts) throw new NotTested('the answer has no list', `a target whose ${operation.id} answers in its envelope`);
  const { totalCount, count, items } = counts;
  const details = { expected: { items }, exchange: answer };
  // A body of the fixtures may ask for a page of another size.
  const full = items >= DEFAULT_PAGE || isOpenPage(operation, items) || answer.requestBody !== undefined;
  if (totalCount !== undefined)
    t.expect(isTotal(totalCount, items, full), 'totalCount does not agree with the items', {
      ...details,
      received: { totalCount },
      at: '/totalCount',
    });
  if (count !== undefined)
    t.expect([items, totalCount].includes(count), 'count is neither that of the items nor that of the matches', {
      ...details,
      received: { count },
      at: '/count',
    });
}
