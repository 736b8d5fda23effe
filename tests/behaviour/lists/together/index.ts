/** List parameters together, and where they are not listed. Section "Endpoints / Conventions". */

import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Wrong } from '../../../support/engine/assertions.ts';
import type { Batch } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotTested } from '../../../support/engine/outcome.ts';
import { type Condition, orderedFields, plainConditions } from '../../../support/lists/conditions.ts';
import { plainFields } from '../../../support/lists/fields.ts';
import { matches } from '../../../support/lists/filters.ts';
import { wrongMatches } from '../../../support/lists/matchErrors.ts';
import { wrongOrder } from '../../../support/lists/orderErrors.ts';
import type { SortKey } from '../../../support/lists/ordering.ts';
import {
  type Asked,
  ask,
  judged,
  lists,
  onEach,
  overSteadyList,
  type Page,
  records,
  type Snapshot,
} from '../../../support/lists/pages.ts';
import { select } from '../../../support/lists/projection.ts';
import { wrongFields } from '../../../support/lists/projectionErrors.ts';
import { shapesOf } from '../../../support/lists/shapes.ts';
import { uniqueSort } from '../../../support/lists/uniqueSort.ts';
import { spread } from '../../../support/values/sample.ts';
import { openFilters } from './openFilters.ts';
import { openSorts } from './openSorts.ts';
import { unlisted } from './unlisted.ts';

const FULL = 100;

interface Combination {
  condition: Condition;
  sort: string | undefined;
  keys: readonly SortKey[];
  /** A field that is neither filtered nor sorted by. */
  field: string;
}

/** Filters that match several records but not all, with another field to sort by and a third to show. */
function combinations(operationId: string, items: readonly JsonRecord[]): Combination[] {
  const unique = uniqueSort(operationId, items);
  const conditions = plainConditions(plainFields(operationId, items), items, 6)
    .map((condition) => ({
      condition,
      yes: items.filter((record) => matches(condition.filter, record) === true).length,
    }))
    .filter(({ yes }) => yes >= 2 && yes <= FULL)
    .sort((a, b) => b.yes - a.yes);
  return spread(conditions, 3).map(({ condition }): Combination => {
    const other = (path: string) => path !== condition.field.path;
    const by = orderedFields(operationId, items).filter(({ path, present }) => other(path) && present === items.length);
    const keys = by.slice(0, unique ? 1 : 0).map(({ path }) => ({ path, descending: true }));
    const names = shapesOf(operationId, items).map(({ name }) => name);
    const field = names.findLast(
      (name) => other(name) && !keys.some(({ path }) => path === name) && !/^_?id$|^accountId$/.test(name),
    );
    const sort = unique && (keys[0] ? `-${keys[0].path},${unique}` : unique);
    return { condition, sort, keys, field: field ?? 'id' };
  });
}

/** What comes under a filter and a sort alone, then what every cut and projection makes of it. */
async function expectTogether(t: Context, operationId: string, combination: Combination): Promise<void> {
  const { condition, sort, keys, field } = combination;
  const both = lists(operationId, 'take') && lists(operationId, 'limit');
  const asked: Asked = { filter: condition.filter, ...(sort && { sort }), size: FULL };
  await overSteadyList(
    t,
    () => ask(t, operationId, asked),
    ({ items, total }) => ({ items, total }),
    async (base) => {
      const cuts = [
        [0, 2],
        [1, 2],
        [base.ids.length - 1, 5],
      ] as const;
      return Promise.all(
        cuts.map(async ([skip, size], i) => ({
          skip,
          size,
          // Where two parameters bound a page, one cut with each.
          page: await ask(t, operationId, {
            ...asked,
            skip,
            size,
            fields: field,
            ...(both && i === 0 && { by: 'take' }),
          }),
        })),
      );
    },
    (cut, base) => wrongTogether(cut, base, combination),
  );
  if (sort && lists(operationId, 'formatting')) await expectFormatted(t, operationId, asked);
  await judged(
    t,
    operationId,
    () => ask(t, operationId, asked),
    (page, snapshot) =>
      wrongMatches(condition.filter, page, snapshot, { size: FULL }) ??
      wrongOrder(page, keys) ??
      wrongTotal(page, condition, snapshot),
  );
}

/** The form of texts changes neither which records come nor their order. */
async function expectFormatted(t: Context, operationId: string, asked: Asked): Promise<void> {
  await overSteadyList(
    t,
    () => ask(t, operationId, asked),
    ({ ids, total }) => ({ ids, total }),
    () => ask(t, operationId, { ...asked, formatting: 'plainText' }),
    ({ ids, total, answer }, base) =>
      total === base.total && ids.length === base.ids.length && ids.every((id, i) => id === base.ids[i])
        ? undefined
        : {
            message: 'beside formatting=plainText other records come, or in another order',
            expected: { ids: base.ids, totalCount: base.total },
            received: { ids, totalCount: total },
            exchange: answer,
          },
  );
}

function wrongTotal(
  { total, answer }: Page,
  { filter }: Condition,
  { stable, ever, complete }: Snapshot,
): Wrong | undefined {
  const least = stable.filter((record) => matches(filter, record) === true).length;
  const most = ever.filter((record) => matches(filter, record) !== false).length;
  if (total === undefined || !complete || (total >= least && total <= most)) return undefined;
  return {
    message: 'totalCount is not the number of records that match',
    expected: least,
    received: total,
    at: '/totalCount',
    exchange: answer,
  };
}

function wrongTogether(
  cuts: readonly { skip: number; size: number; page: Page }[],
  base: Page,
  { sort, field }: Combination,
): Wrong | undefined {
  for (const { skip, size, page } of cuts) {
    const expected = base.ids.slice(skip, skip + size);
    const placed = sort ? page.ids.every((id, i) => id === expected[i]) : page.ids.every((id) => base.ids.includes(id));
    if (!placed || page.ids.length !== expected.length || page.total !== base.total)
      return {
        message: 'filter, order and page do not work together: other records come than the page of what matches',
        expected: { ids: expected, totalCount: base.total },
        received: { ids: page.ids, totalCount: page.total },
        exchange: page.answer,
      };
    const wrong = wrongFields(select([field]), page, { stable: base.items, ever: base.items, complete: true }, [
      'extra',
      'lost',
    ]);
    if (wrong) return wrong;
  }
  return undefined;
}

const together = onEach('lists.together', 'parameters work together', async (t, operationId) => {
  const { items } = await records(t, operationId, 3);
  const found = combinations(operationId, items);
  if (found.length === 0)
    throw new NotTested(
      'no filter matches several records, but not all',
      `records of ${operationId} with values in common`,
    );
  await Promise.all(found.map((combination) => expectTogether(t, operationId, combination)));
});

export const listsTogether: Batch = {
  title: 'Lists: together',
  checks: [...together, ...unlisted, ...openFilters, ...openSorts],
};
