/** Parameters skip, limit and take of every list that lists them, and totalCount. Sections "Endpoints / Conventions", "Limits". */
import type { Batch, Check } from '../../../support/engine/check.ts';
import { Failure } from '../../../support/engine/outcome.ts';
import { lists, observed, onEach, only, queryFor } from '../../../support/lists/pages.ts';
import { sizeOf } from '../../../support/lists/readList.ts';
import { sized } from './sizes.ts';
import { skipping } from './skipping.ts';
import { totals } from './totals.ts';

const values: Check[] = [
  ...onEach('lists.page-values-error', 'what is no number gives no 5xx', async (t, operationId) => {
    const sized = sizeOf(operationId) as string;
    const queries = ['-1', 'many', '1.5', '', '99999999999999999999'].flatMap((value) => [
      { [sized]: value },
      { skip: value },
      ...(lists(operationId, 'take') ? [{ take: value }] : []),
    ]);
    const answers = await Promise.all(
      queries.map((query) =>
        t.send(operationId, { query: { ...queryFor(operationId, only(operationId, [])), ...query } }),
      ),
    );
    const broken = answers.find(({ status }) => status >= 500);
    if (broken)
      throw new Failure('a skip or size that is no number is answered with a 5xx', {
        expected: 'a status below 500',
        received: broken.status,
        exchange: broken,
      });
  }),

  ...onEach('lists.page-values', 'sizes of 0, negative ones and no numbers', async (t, operationId) => {
    const sized = sizeOf(operationId) as string;
    return Promise.all(
      [{ [sized]: '0' }, { [sized]: '-1' }, { skip: '-1' }, { [sized]: 'many' }, { skip: 'many' }].map(
        async (query) => `${JSON.stringify(query)}: ${await observed(t, operationId, query)}`,
      ),
    );
  }),

  ...onEach('lists.limit-large', 'a limit over 100', async (t, operationId) =>
    Promise.all(['101', '1000'].map(async (limit) => `${limit}: ${await observed(t, operationId, { limit })}`)),
  ),
];

export const listPages: Batch = { title: 'Lists: pages', checks: [...sized, ...skipping, ...totals, ...values] };
