/** Parameter skip, and pages laid end to end. Sections "Endpoints / Conventions", "Limits". */

import type { JsonRecord } from '../../../../schemas/contract.ts';
import { DEFAULT_PAGE } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { judgeBetween, judgeByRecords, knownRecords, type Verdict } from '../../../support/lists/knownRecords.ts';
import { expectSlices, inOneOrder, oneOrder, readOrderedIds } from '../../../support/lists/orderedIds.ts';

import { ask, askUnlessRefused, onEach, only, type Page } from '../../../support/lists/requests.ts';
import { idOf, idsOf } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { expectFilter } from '../filter/judging.ts';

const FAR = 1_000_000;
/** How many records of a page are compared one by one. */
const HEAD = 20;

/** Of a few records as many are left as were not skipped, whatever their order. */
async function expectRest(t: Context, operationId: string): Promise<void> {
  const ids = sample(idsOf(await knownRecords(t, operationId)), 9);
  const filter = { _id: { $in: ids } };
  const skips = [1, 4, ids.length - 1, ids.length];
  await judgeByRecords(
    t,
    operationId,
    () =>
      Promise.all(
        skips.map(async (skip) => ({
          skip,
          page: await ask(t, operationId, { ...only(operationId, []), filter, skip, size: HEAD }),
        })),
      ),
    (pages, { stable, ever }): Verdict => {
      const among = (records: readonly JsonRecord[]) =>
        new Set(records.map(idOf).filter((id) => ids.includes(String(id)))).size;
      const bad = pages.find(
        ({ skip, page }) => page.ids.length < among(stable) - skip || page.ids.length > Math.max(0, among(ever) - skip),
      );
      return {
        compared: pages.length,
        wrong: bad && {
          message: `skip=${bad.skip} does not leave out as many records as it says`,
          expected: `${Math.max(0, among(stable) - bad.skip)} records of ${among(stable)}`,
          received: bad.page.ids,
          exchange: bad.page.answer,
        },
      };
    },
  );
}

export const skipping: Check[] = [
  ...onEach('lists.skip', 'skip leaves out that many', async (t, operationId) => {
    await expectRest(t, operationId);
    await expectSlices(t, operationId, ({ ids: { length } }) => [
      ...[0, 1, 2, Math.floor(length / 2), length - 2, length - 1].map((skip) => ({ skip, size: HEAD })),
      { skip: 1, size: DEFAULT_PAGE },
      // It needs no size beside it.
      { skip: Math.max(1, length - 2) },
      { skip: Math.max(1, length - 1) },
    ]);
  }),

  ...onEach('lists.skip-default', 'without skip the list begins at its beginning', async (t, operationId) => {
    // Where no order can be asked for, only the number tells how many come of a few.
    const few = sample(idsOf(await knownRecords(t, operationId)), 6);
    await expectFilter(t, operationId, { _id: { $in: few } }, { size: HEAD });
    await expectSlices(t, operationId, ({ ids: { length } }) => [
      { skip: 0, size: HEAD },
      { skip: 0, size: HEAD, asked: { skip: 0 } },
      { skip: 0, size: Math.min(length, DEFAULT_PAGE) },
    ]);
  }),

  ...onEach('lists.skip-beyond', 'beyond the end nothing comes', async (t, operationId) => {
    const order = await oneOrder(t, operationId);
    // How far into a list requests may reach is open: what is farther than its records may be refused.
    const beyond = async (skip: number): Promise<Page[]> =>
      [
        await askUnlessRefused(t, operationId, { ...order, skip, size: 10 }, 'a skip beyond the end did not succeed'),
      ].filter((page) => page !== undefined);
    // So far beyond the end that it is, whatever others do meanwhile.
    for (const { ids, answer } of await beyond(FAR)) t.none(ids, 1, 'a skip far beyond the end gives records', answer);
    const page = await inOneOrder(t, operationId);
    await judgeBetween(
      t,
      () => readOrderedIds(t, operationId),
      ({ ids: { length }, whole }) =>
        whole ? Promise.all([length, length + 1].map((skip) => page({ skip, size: 10 }))) : beyond(FAR),
      (pages, before, after): Verdict => {
        const grown = Math.max(0, after.ids.length - before.ids.length);
        const totals = [before.first.total ?? 0, after.first.total ?? 0];
        const bad = pages.find(
          ({ ids, total }) =>
            ids.length > grown ||
            (total === undefined) !== (before.first.total === undefined) ||
            (total !== undefined && (total < Math.min(...totals) || total > Math.max(...totals))),
        );
        return {
          compared: pages.length,
          wrong: bad && {
            message: 'a skip of the number of records or more gives records, or another totalCount',
            expected: { records: 0, totalCount: before.first.total },
            received: { records: bad.ids.length, totalCount: bad.total },
            exchange: bad.answer,
          },
        };
      },
    );
  }),

  ...onEach('lists.pages', 'pages laid end to end are the whole list', async (t, operationId) => {
    for (const parts of [7, 4])
      await expectSlices(t, operationId, ({ ids: { length }, whole }) => {
        const size = Math.min(DEFAULT_PAGE, Math.max(1, Math.ceil(length / parts)));
        // One page more than there are records for: it is empty.
        const count = Math.min(8, Math.ceil(length / size) + (whole ? 1 : 0));
        return Array.from({ length: count }, (_, i) => ({ skip: i * size, size }));
      });
  }),

  ...onEach('lists.pages-unsorted', 'the order of pages without a sort', async (t, operationId) => {
    const records = await knownRecords(t, operationId);
    const size = Math.min(DEFAULT_PAGE, Math.ceil(records.length / 4));
    const pages = await Promise.all([0, 1, 2, 3].map((i) => ask(t, operationId, { skip: i * size, size })));
    const ids = new Set(pages.flatMap((page) => page.ids));
    return ids.size >= Math.min(records.length, 4 * size)
      ? 'pages laid end to end are the whole list'
      : 'pages overlap';
  }),
];
