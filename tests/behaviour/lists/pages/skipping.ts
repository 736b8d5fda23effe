/** Parameter skip, and pages laid end to end. Section "Endpoints / Conventions". */

import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { fresh } from '../../../support/engine/retry.ts';
import { type Asked, lists, onEach, overSteadyList, type Page, records } from '../../../support/lists/pages.ts';
import { readList } from '../../../support/lists/readList.ts';
import { wrongSlice } from '../../../support/lists/sliceErrors.ts';
import { idOf } from '../../../support/records/answers.ts';
import { cut, expectSizes, sizeOfList } from './counted.ts';
import { ordered } from './ordered.ts';

const FULL = 100;
const FAR = 1_000_000;
/** How many records from its beginning are compared one by one. */
const HEAD = 20;

/** Pages from a few records further on begin with the records that stand there. */
async function expectHead(t: Context, page: (asked: Asked) => Promise<Page>): Promise<void> {
  await overSteadyList(
    t,
    () => page({ skip: 0, size: HEAD }),
    ({ ids }) => ids,
    ({ ids }) =>
      Promise.all(
        [1, 2, Math.floor(ids.length / 2), ids.length - 1].map(async (skip) => ({
          skip,
          page: await page({ skip, size: HEAD }),
        })),
      ),
    (found, { ids }) => {
      const bad = found.find(({ skip, page: { ids: rest } }) => ids.slice(skip).some((id, i) => id !== rest[i]));
      return (
        bad && {
          message: `skip=${bad.skip} does not begin with the record behind those left out`,
          expected: ids.slice(bad.skip, bad.skip + 3),
          received: bad.page.ids.slice(0, 3),
          exchange: bad.page.answer,
        }
      );
    },
  );
}

export const skipping: Check[] = [
  ...onEach('lists.skip', 'skip leaves out that many', async (t, operationId) => {
    const page = await ordered(t, operationId);
    // Without a sort only the number of records tells.
    if (lists(operationId, 'sort')) await expectHead(t, page);
    await expectSizes(
      t,
      operationId,
      (count) =>
        Promise.all(
          [
            ...[0, 1, 2, Math.floor(count / 2), count - 2, count - 1].map((skip) => ({ skip, size: FULL })),
            // It needs no size beside it.
            { skip: count - 2 },
            { skip: count - 1 },
          ].map(async (asked) => ({ page: await page(asked), expected: cut(FULL, asked.skip) })),
        ),
      'skip does not leave out as many records as it says',
    );
  }),

  ...onEach('lists.skip-default', 'without skip the list begins at its beginning', async (t, operationId) => {
    const page = await ordered(t, operationId);
    // Where no order can be asked for, only the number tells how many come of a few.
    const sorted = lists(operationId, 'sort');
    const known = (await records(t, operationId)).items.slice(0, HEAD - 1).map(idOf);
    const asked = { size: HEAD, ...(!sorted && { filter: { _id: { $in: known } } }) };
    await overSteadyList(
      t,
      () => page({ ...asked, skip: 0 }),
      ({ ids }) => (sorted ? ids : ids.length),
      () => page(asked),
      ({ ids, answer }, base) => {
        const same = !sorted || ids.every((id, i) => id === base.ids[i]);
        return same && ids.length === base.ids.length
          ? undefined
          : {
              message: 'without skip other records come than with skip=0',
              expected: base.ids,
              received: ids,
              exchange: answer,
            };
      },
    );
  }),

  ...onEach('lists.skip-beyond', 'beyond the end nothing comes', async (t, operationId) => {
    const page = await ordered(t, operationId);
    // So far beyond the end that it is, whatever others do meanwhile.
    const far = await page({ skip: FAR, size: 10 });
    t.expect(far.ids.length === 0, 'a skip far beyond the end gives records', {
      expected: [],
      received: far.ids,
      exchange: far.answer,
    });
    await overSteadyList(
      t,
      async () => ({ count: await sizeOfList(t, operationId), total: (await page({ size: 1 })).total }),
      (base) => base,
      ({ count }) => Promise.all([count, count + 1].map((skip) => page({ skip, size: 10 }))),
      (pages, { total }) => {
        const bad = pages.find((found) => found.ids.length > 0 || found.total !== total);
        return (
          bad && {
            message: 'a skip of the number of records or more gives records, or another totalCount',
            expected: { records: 0, totalCount: total },
            received: { records: bad.ids.length, totalCount: bad.total },
            exchange: bad.answer,
          }
        );
      },
    );
  }),

  ...onEach('lists.pages', 'pages laid end to end are the whole list', async (t, operationId) => {
    const page = await ordered(t, operationId);
    await overSteadyList(
      t,
      async () => (await readList(fresh(t), operationId)).items.map(idOf),
      (ids) => ids,
      async (ids) => {
        const splits = [7, 4].map((count) => Math.min(FULL, Math.max(1, Math.ceil(ids.length / count))));
        return Promise.all(
          [...new Set(splits)].map(async (size) => {
            const count = Math.min(8, Math.ceil(ids.length / size));
            const pages = await Promise.all(Array.from({ length: count }, (_, i) => page({ skip: i * size, size })));
            return { size, pages, whole: count * size >= ids.length };
          }),
        );
      },
      (splits, ids) => {
        for (const { size, pages, whole } of splits) {
          const found = pages.flatMap((one) => one.ids);
          const twice = found.find((id, i) => found.indexOf(id) !== i);
          const lost = whole ? ids.find((id) => !found.includes(id)) : undefined;
          if (twice === undefined && lost === undefined) continue;
          return {
            message: `pages of ${size} records, laid end to end, ${twice === undefined ? 'lose a record' : 'show a record twice'}`,
            expected: 'each record once',
            received: twice ?? `not ${lost}`,
            ...(pages[0] && { exchange: pages[0].answer }),
          };
        }
        return undefined;
      },
    );
  }),

  ...onEach('lists.page-slice', 'any page is the slice that it names', async (t, operationId) => {
    const page = await ordered(t, operationId);
    await overSteadyList(
      t,
      () => page({ size: FULL }),
      ({ ids }) => ids,
      ({ ids }) =>
        Promise.all(
          [
            [0, 5],
            [5, 5],
            [3, 4],
            [Math.floor(ids.length / 2), 3],
            [ids.length - 3, 3],
            [1, ids.length - 2],
          ]
            .filter(([skip = 0, size = 0]) => skip >= 0 && size > 0 && skip + size <= ids.length)
            .map(async ([skip = 0, size = 0]) => ({ skip, size, page: await page({ skip, size }) })),
        ),
      (found, { ids }) => wrongSlice(found, ids),
    );
  }),
];
