/** What totalCount counts. Section "Endpoints / Conventions". */
import { DEFAULT_PAGE, kindAnswered } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { equals, inList, matchesPattern, someFilters, tells } from '../../../support/lists/expressions.ts';
import { type Filter, fieldsIn, matches } from '../../../support/lists/filters.ts';
import { hiddenIn, mayMatch } from '../../../support/lists/hiddenFields.ts';
import { judgeBetween, judgeByRecords, knownRecords, type Verdict } from '../../../support/lists/knownRecords.ts';
import { inOneOrder } from '../../../support/lists/orderedIds.ts';

import { type Asked, ask, hasParameter, onEach, only } from '../../../support/lists/requests.ts';
import { fieldsFor } from '../filter/operators.ts';

/** Judges the totals under a filter against the number of records that match. */
async function expectTotals(t: Context, operationId: string, filter: Filter, pages: readonly Asked[]): Promise<void> {
  await judgeByRecords(
    t,
    operationId,
    () =>
      Promise.all(
        pages.map((asked) =>
          ask(t, operationId, {
            ...only(operationId, fieldsIn(filter)),
            ...(Object.keys(filter).length > 0 && { filter }),
            ...asked,
          }),
        ),
      ),
    (found, { stable, ever, complete }): Verdict => {
      const surely = stable.filter((record) => matches(filter, record) === true).length;
      const hidden = hiddenIn(filter, stable);
      const perhaps = ever.filter((record) => mayMatch(filter, record, hidden)).length;
      const stated = found.filter(({ total }) => total !== undefined);
      const bad = stated.find(({ total = 0 }) => total < surely || (complete && total > perhaps));
      return {
        compared: stated.length,
        wrong: bad && {
          message: `totalCount is not the number of records that match ${JSON.stringify(filter)}`,
          expected: surely,
          received: bad.total,
          at: '/totalCount',
          exchange: bad.answer,
        },
      };
    },
  );
}

/** A further parameter, where the operation lists it: what is counted is the same. */
const beside = (operationId: string, parameter: 'sort' | 'fields' | 'formatting'): Asked =>
  hasParameter(operationId, parameter)
    ? { [parameter]: { sort: 'id', fields: 'id', formatting: 'plainText' }[parameter] }
    : {};

/** Totals under filters that match several records, one record and none, and without any filter. */
async function expectCounts(t: Context, operationId: string): Promise<void> {
  const records = await knownRecords(t, operationId);
  const { texts, id } = fieldsFor(operationId, records);
  const { seed } = t.settings;
  const fits = (filter: Filter) => tells(filter, records);
  const filters = [
    ...someFilters(inList(id, '$in', 2, 6), 1, seed, fits),
    ...someFilters(equals(id), 1, seed, fits),
    ...texts.flatMap((field) => [
      ...someFilters(equals(field), 1, seed, fits),
      ...someFilters(matchesPattern(field), 1, seed, fits),
      // What every record matches, those of other accounts as well.
      { [field.path]: { $regex: '.' } },
    ]),
    { _id: { $in: id.values.slice(0, 1) }, $and: [{ _id: id.values.at(-1) }] },
    {},
  ];
  const pages: readonly Asked[] = [
    {},
    { size: 1, ...beside(operationId, 'sort') },
    { skip: 1, size: 1, ...beside(operationId, 'fields') },
    { skip: 1000, ...beside(operationId, 'formatting') },
  ];
  await Promise.all(
    filters.map((filter, i) =>
      expectTotals(
        t,
        operationId,
        filter,
        // All of them with the first filter and without any; else turn by turn.
        i === 0 || Object.keys(filter).length === 0 ? pages : pages.filter((_, page) => page % 2 === i % 2),
      ),
    ),
  );
}

/** Totals of pages of any size and place, which are those of the first page. */
async function expectSameTotals(t: Context, operationId: string): Promise<void> {
  const page = await inOneOrder(t, operationId);
  const { length } = await knownRecords(t, operationId);
  // Where others make records and delete as many, a page in between may show more than before and after: other looks tell.
  const whole: number[] = [];
  await judgeBetween(
    t,
    () => page({ size: DEFAULT_PAGE }),
    () =>
      Promise.all(
        [
          {},
          { size: 1 },
          { size: 7 },
          { skip: 1, size: 1 },
          { skip: Math.floor(length / 2), size: 3 },
          { skip: length - 1 },
        ].map(page),
      ),
    (pages, before, after): Verdict => {
      const totals = [before.total, after.total].filter((total) => total !== undefined);
      if (totals.length < 2) return { compared: 0 };
      whole.push(...totals);
      const [least, most] = [Math.min(...whole), Math.max(...whole)];
      const bad = pages.find(({ total }) => total === undefined || total < least || total > most);
      return {
        compared: pages.length,
        wrong: bad && {
          message: 'totalCount is not the same on every page',
          expected: before.total,
          received: bad.total,
          at: '/totalCount',
          exchange: bad.answer,
        },
      };
    },
  );
}

export const totals: Check[] = [
  ...onEach('lists.total-filter', 'totalCount counts what matches', expectCounts),
  ...onEach('lists.total-page', 'totalCount is the same on every page', expectSameTotals),
  ...onEach('lists.total-open-shape', 'a totalCount counts what matches, on every page', async (t, operationId) => {
    const { total } = await ask(t, operationId, { ...only(operationId, []), size: 1 });
    if (total === undefined) throw t.nothingShown(kindAnswered(operationId), 'totalCount');
    await expectCounts(t, operationId);
    await expectSameTotals(t, operationId);
  }),
];
