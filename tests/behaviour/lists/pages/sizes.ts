/** Parameters limit and take. Sections "Endpoints / Conventions", "Limits". */
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { textFields } from '../../../support/lists/conditions.ts';
import { matches } from '../../../support/lists/filters.ts';
import { type Asked, ask, judged, onEach, only, records } from '../../../support/lists/pages.ts';
import { shapesOf } from '../../../support/lists/shapes.ts';
import { spread } from '../../../support/values/sample.ts';
import { cut, expectSizes, sizeOfList } from './counted.ts';
import { ordered } from './ordered.ts';

const FULL = 100;

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

const unsorted = (t: Context, operationId: string, asked: Asked) =>
  ask(t, operationId, { ...only(operationId, []), ...asked });

function sizes(id: string, title: string, by: 'limit' | 'take', which: 'most' | 'least' | 'both'): Check[] {
  return onEach(id, title, async (t, operationId) => {
    const page = await ordered(t, operationId);
    await expectSizes(
      t,
      operationId,
      (count) =>
        Promise.all([
          ...places(count).map(async ({ skip, size }) => {
            const asked = { ...(skip > 0 && { skip }), size, by };
            return { page: await page(asked), expected: cut(size, skip) };
          }),
          // It needs no sort beside it.
          unsorted(t, operationId, { size: 2, by }).then((found) => ({ page: found, expected: cut(2, 0) })),
        ]),
      `${by} is not the number of records that come`,
      which,
    );
  });
}

/** Names of two fields of the list, the id behind them. */
async function someFields(t: Context, operationId: string): Promise<string> {
  const { items } = await records(t, operationId, 1);
  const names = shapesOf(operationId, items).map(({ name }) => name);
  return [...spread(names, 2), 'id'].join(',');
}

/** Without a size, a filter that more than 100 records match gives 100 of them. */
async function expectFilteredDefault(t: Context, operationId: string): Promise<void> {
  const { items } = await records(t, operationId, 1);
  const [text] = textFields(operationId, items).sort((a, b) => b.present - a.present);
  if (!text) return;
  const filter = { [text.path]: { $regex: '.' } };
  await judged(
    t,
    operationId,
    () => ask(t, operationId, { ...only(operationId, [text.path]), filter }),
    ({ ids, answer }, { stable }) => {
      const least = Math.min(FULL, stable.filter((record) => matches(filter, record) === true).length);
      return ids.length >= least && ids.length <= FULL
        ? undefined
        : {
            message: 'without a size, not the first 100 records that match come',
            expected: least === FULL ? FULL : `${least} to ${FULL} records`,
            received: `${ids.length} records`,
            exchange: answer,
          };
    },
  );
}

const defaults = (id: string, title: string): Check[] =>
  onEach(id, title, async (t, operationId) => {
    const page = await ordered(t, operationId);
    await expectSizes(
      t,
      operationId,
      async () =>
        Promise.all(
          [{}, { skip: 1 }, { fields: await someFields(t, operationId) }].map(async (asked: Asked) => ({
            page: await page(asked),
            expected: cut(FULL, asked.skip === undefined ? 0 : 1),
          })),
        ),
      'without a size, not the first 100 records come',
    );
    await expectFilteredDefault(t, operationId);
    const count = await sizeOfList(t, operationId);
    if (count <= FULL)
      throw new NotTested(
        `${operationId} lists ${count} records, not more than the default size`,
        'an account with more than 100 records',
      );
  });

export const sized: Check[] = [
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
