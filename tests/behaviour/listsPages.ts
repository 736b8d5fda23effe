/** Parameters skip, limit and take of every list that lists them, and totalCount. Sections "Endpoints / Conventions", "Limits". */
import type { Batch, Check } from '../support/check.ts';
import { freshCollection, idOf, sizeOf, totalOf } from '../support/collections.ts';
import { plainConditions } from '../support/conditions.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { type Filter, fieldsIn, matches } from '../support/filters.ts';
import { plainFields } from '../support/listFields.ts';
import {
  type Asked,
  ask,
  judged,
  lists,
  observed,
  onEach,
  only,
  type Page,
  queryFor,
  records,
  steadily,
  type Wrong,
} from '../support/lists.ts';
import { Failure, NotApplicable, NotTested } from '../support/outcome.ts';
import { spread } from '../support/spread.ts';

const FULL = 100;
/** How many records from its beginning are compared one by one. */
const HEAD = 20;

/**
 * A sort that tells all records apart: by age where they show it, so that new ones come last; else by the field with
 * the most values; in the end by id. Undefined where the operation lists no sort.
 */
export function uniqueSort(operationId: string, items: readonly JsonRecord[]): string | undefined {
  if (!lists(operationId, 'sort')) return undefined;
  const fields = plainFields(operationId, items).filter(
    ({ present, kind }) => present === items.length && kind !== 'id',
  );
  const best =
    fields.find(({ path }) => path === 'dateCreated') ??
    fields.filter(({ kind }) => kind === 'text').sort((a, b) => b.values.length - a.values.length)[0];
  return best === undefined ? 'id' : `${best.path},id`;
}

/** Asks for records in the order of a sort that tells all apart, where there is one; of a list told which fields, for ids alone. */
async function ordered(t: Context, operationId: string): Promise<(asked: Asked) => Promise<Page>> {
  const { items } = await records(t, operationId);
  const sort = uniqueSort(operationId, items);
  const fields = only(operationId, sort ? sort.split(',') : []);
  return (asked) => ask(t, operationId, { ...fields, ...(sort && { sort }), ...asked });
}

/** How many records there are; where they cannot all be read, how many the answer says. */
const sizeOfList = async (t: Context, operationId: string): Promise<number> => {
  const { items, complete, answer } = await freshCollection(t, operationId);
  const stated = complete ? items.length : totalOf(answer);
  if (stated !== undefined) return stated;
  throw new NotTested('the list cannot be read whole', 'a target whose pages lie end to end, with fewer records');
};

interface Sized {
  page: Page;
  asked: Asked;
  /** How many records should come when there are so many. */
  expected: (count: number) => number;
}

/** Judges how many records come; where the list changes meanwhile, any number in between is right. */
async function expectSizes(
  t: Context,
  operationId: string,
  look: (count: number) => Promise<readonly Sized[]>,
  message: string,
  only: 'most' | 'least' | 'both' = 'both',
): Promise<void> {
  await steadily(
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

const cut = (size: number, skip: number) => (count: number) => Math.max(0, Math.min(size, count - skip));

/** Sizes and places of pages around the ends of a list. */
const places = (count: number): { skip: number; size: number }[] => [
  { skip: 0, size: 1 },
  { skip: 0, size: 2 },
  { skip: 0, size: Math.min(FULL, count) },
  { skip: 0, size: FULL },
  { skip: 1, size: 3 },
  { skip: Math.max(0, count - 2), size: 5 },
  { skip: Math.max(0, count - 1), size: 1 },
];

function sizes(id: string, title: string, by: 'limit' | 'take', which: 'most' | 'least' | 'both'): Check[] {
  return onEach(id, title, async (t, operationId) => {
    const page = await ordered(t, operationId);
    await expectSizes(
      t,
      operationId,
      (count) =>
        Promise.all(
          places(count).map(async ({ skip, size }) => {
            const asked = { ...(skip > 0 && { skip }), size, by };
            return { asked, page: await page(asked), expected: cut(size, skip) };
          }),
        ),
      `${by} is not the number of records that come`,
      which,
    );
  });
}

const defaults = (id: string, title: string): Check[] =>
  onEach(id, title, async (t, operationId) => {
    const page = await ordered(t, operationId);
    await expectSizes(
      t,
      operationId,
      async () => [{ asked: {}, page: await page({}), expected: cut(FULL, 0) }],
      'without a size, not the first 100 records come',
    );
    const count = await sizeOfList(t, operationId);
    if (count <= FULL)
      throw new NotTested(
        `${operationId} lists ${count} records, not more than the default size`,
        'an account with more than 100 records',
      );
  });

/** Pages from a few records further on begin with the records that stand there. */
async function expectHead(page: (asked: Asked) => Promise<Page>): Promise<void> {
  await steadily(
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

const skipping: Check[] = [
  ...onEach('lists.skip', 'skip leaves out that many', async (t, operationId) => {
    const page = await ordered(t, operationId);
    // Without a sort only the number of records tells.
    if (lists(operationId, 'sort')) await expectHead(page);
    await expectSizes(
      t,
      operationId,
      (count) =>
        Promise.all(
          [0, 1, 2, Math.floor(count / 2), count - 2, count - 1].map(async (skip) => ({
            asked: { skip },
            page: await page({ skip, size: FULL }),
            expected: cut(FULL, skip),
          })),
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
    await steadily(
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
    await steadily(
      async () => ({ count: await sizeOfList(t, operationId), total: (await page({ size: 1 })).total }),
      (base) => base,
      ({ count }) => Promise.all([count, count + 1, count + 1000].map((skip) => page({ skip, size: 10 }))),
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
    await steadily(
      async () => (await freshCollection(t, operationId)).items.map(idOf),
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
    await steadily(
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

interface Slice {
  skip: number;
  size: number;
  page: Page;
}

/** The first page that is not the slice of these ids. */
export function wrongSlice(found: readonly Slice[], ids: readonly unknown[]): Wrong | undefined {
  const bad = found.find(({ skip, size, page }) => {
    const slice = ids.slice(skip, skip + size);
    return slice.length !== page.ids.length || slice.some((id, i) => id !== page.ids[i]);
  });
  return (
    bad && {
      message: `the page of ${bad.size} records after ${bad.skip} is not that slice of the list`,
      expected: ids.slice(bad.skip, bad.skip + bad.size),
      received: bad.page.ids,
      exchange: bad.page.answer,
    }
  );
}

/** Judges the totals under a filter against the number of records that match. */
async function expectTotals(t: Context, operationId: string, filter: Filter, pages: readonly Asked[]): Promise<void> {
  await judged(
    t,
    operationId,
    () =>
      Promise.all(
        pages.map((asked) => ask(t, operationId, { ...only(operationId, fieldsIn(filter)), filter, ...asked })),
      ),
    (found, { stable, ever, complete }) => {
      const surely = stable.filter((record) => matches(filter, record) === true).length;
      const perhaps = ever.filter((record) => matches(filter, record) !== false).length;
      const bad = found.find(({ total }) => total !== undefined && (total < surely || (complete && total > perhaps)));
      return (
        bad && {
          message: `totalCount is not the number of records that match ${JSON.stringify(filter)}`,
          expected: surely,
          received: bad.total,
          at: '/totalCount',
          exchange: bad.answer,
        }
      );
    },
  );
}

async function totalsUnderFilters(t: Context, operationId: string): Promise<void> {
  const { items } = await records(t, operationId);
  const conditions = plainConditions(plainFields(operationId, items), items, 2);
  const several = conditions.filter(
    ({ filter }) => items.filter((record) => matches(filter, record) === true).length > 1,
  );
  const chosen = spread(several.length > 0 ? several : conditions, 4);
  if (chosen.length === 0)
    throw new NotTested('no filter tells records apart', `records of ${operationId} with different values`);
  await Promise.all(
    chosen.map(({ filter }) =>
      expectTotals(t, operationId, filter, [{}, { size: 1 }, { skip: 1, size: 1 }, { skip: 1000 }]),
    ),
  );
}

async function totalsOfPages(t: Context, operationId: string): Promise<void> {
  const page = await ordered(t, operationId);
  await steadily(
    () => sizeOfList(t, operationId),
    (count) => count,
    (count) =>
      Promise.all(
        [
          {},
          { size: 1 },
          { size: 7 },
          { size: FULL },
          { skip: 1, size: 1 },
          { skip: Math.floor(count / 2), size: 3 },
          { skip: count - 1 },
        ].map(page),
      ),
    (pages, count) => {
      const bad = pages.find(({ total }) => total !== undefined && total !== count);
      return (
        bad && {
          message: 'totalCount is not the same on every page, or not the number of all records',
          expected: count,
          received: bad.total,
          at: '/totalCount',
          exchange: bad.answer,
        }
      );
    },
  );
}

const totals: Check[] = [
  ...onEach('lists.total-filter', 'totalCount counts what matches', totalsUnderFilters),
  ...onEach('lists.total-page', 'totalCount is the same on every page', totalsOfPages),
  ...onEach('lists.total-open-shape', 'a totalCount counts what matches, on every page', async (t, operationId) => {
    const { total } = await ask(t, operationId, { ...only(operationId, []), size: 1 });
    if (total === undefined) throw new NotApplicable(`${operationId} shows no totalCount`);
    await totalsUnderFilters(t, operationId);
    await totalsOfPages(t, operationId);
  }),
];

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

const sized: Check[] = [
  ...sizes('lists.limit', 'no more records come than limit says', 'limit', 'most'),
  ...sizes('lists.limit-full', 'limit is used up', 'limit', 'least'),
  ...sizes('lists.take', 'take gives that many records', 'take', 'both'),
  ...defaults('lists.limit-default', 'without limit 100 records come'),
  ...defaults('lists.take-default', 'without take 100 records come'),
  ...onEach('lists.pages-unsorted', 'the order of pages without a sort', async (t, operationId) => {
    const { items } = await records(t, operationId);
    const size = Math.min(FULL, Math.ceil(items.length / 4));
    const pages = await Promise.all([0, 1, 2, 3].map((i) => ask(t, operationId, { skip: i * size, size })));
    const ids = new Set(pages.flatMap((page) => page.ids));
    return ids.size >= Math.min(items.length, 4 * size) ? 'pages laid end to end are the whole list' : 'pages overlap';
  }),
];

export const listPages: Batch = { title: 'Lists: pages', checks: [...sized, ...skipping, ...totals, ...values] };
