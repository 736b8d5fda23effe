/** What totalCount counts. Section "Endpoints / Conventions". */
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../../support/engine/outcome.ts';
import { plainConditions } from '../../../support/lists/conditions.ts';
import { plainFields } from '../../../support/lists/fields.ts';
import { type Filter, fieldsIn, matches } from '../../../support/lists/filters.ts';
import { type Asked, ask, judged, onEach, only, overSteadyList, records } from '../../../support/lists/pages.ts';
import { spread } from '../../../support/values/sample.ts';
import { sizeOfList } from './counted.ts';
import { ordered } from './ordered.ts';

const FULL = 100;

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
  await overSteadyList(
    t,
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

export const totals: Check[] = [
  ...onEach('lists.total-filter', 'totalCount counts what matches', totalsUnderFilters),
  ...onEach('lists.total-page', 'totalCount is the same on every page', totalsOfPages),
  ...onEach('lists.total-open-shape', 'a totalCount counts what matches, on every page', async (t, operationId) => {
    const { total } = await ask(t, operationId, { ...only(operationId, []), size: 1 });
    if (total === undefined) throw new NotApplicable(`${operationId} shows no totalCount`);
    await totalsUnderFilters(t, operationId);
    await totalsOfPages(t, operationId);
  }),
];
