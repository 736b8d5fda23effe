/** Parameters skip, limit and take of every list that lists them, and totalCount. Sections "Endpoints / Conventions", "Limits". */
import type { Batch, Check } from '../../../support/engine/check.ts';
import { sizeOf } from '../../../support/lists/readList.ts';
import { ask, hasParameter, observed, onEach, only, queryFor } from '../../../support/lists/requests.ts';
import { sized } from './sizes.ts';
import { skipping } from './skipping.ts';
import { totals } from './totals.ts';

const values: Check[] = [
  ...onEach('lists.page-values-error', 'what is no number gives no 5xx', async (t, operationId) => {
    const sized = sizeOf(operationId) as string;
    const queries = ['-1', 'many', '1.5', '', '99999999999999999999'].flatMap((value) => [
      { [sized]: value },
      { skip: value },
      ...(hasParameter(operationId, 'take') ? [{ take: value }] : []),
    ]);
    // The same request without these values succeeds.
    await ask(t, operationId, only(operationId, []));
    await Promise.all(
      queries.map(async (query) => {
        const answer = await t.send(operationId, {
          query: { ...queryFor(operationId, only(operationId, [])), ...query },
        });
        t.unbroken(answer, 'a skip or size that is no number is answered with a 5xx');
      }),
    );
  }),

  ...onEach(
    'lists.page-values',
    'sizes of 0, negative ones and no numbers, and a page without a sort',
    async (t, operationId) => {
      const sized = sizeOf(operationId) as string;
      return Promise.all(
        [{ [sized]: '0' }, { [sized]: '-1' }, { skip: '-1' }, { [sized]: 'many' }, { skip: 'many' }, { skip: '1' }].map(
          async (query) => `${JSON.stringify(query)}: ${await observed(t, operationId, query)}`,
        ),
      );
    },
  ),

  ...onEach('lists.limit-large', 'a limit over 100', async (t, operationId) =>
    Promise.all(['101', '1000'].map(async (limit) => `${limit}: ${await observed(t, operationId, { limit })}`)),
  ),
];

export const listPages: Batch = { title: 'Lists: pages', checks: [...sized, ...skipping, ...totals, ...values] };
