/** Parameters limit and take, and the size of a page without them. Sections "Endpoints / Conventions", "Limits". */

import { DEFAULT_PAGE, requirement } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../../../support/engine/outcome.ts';
import { plainFields } from '../../../support/lists/fields.ts';
import type { Filter } from '../../../support/lists/filters.ts';
import { judgeByRecords, knownRecords, type Verdict } from '../../../support/lists/knownRecords.ts';
import { judgeMatches } from '../../../support/lists/matchErrors.ts';
import {
  expectSlices,
  inOneOrder,
  type OrderedIds,
  type PageRange,
  readOrderedIds,
} from '../../../support/lists/orderedIds.ts';
import { queryOf } from '../../../support/lists/readList.ts';
import {
  type Asked,
  ask,
  onEach,
  only,
  ownChoices,
  type Page,
  pageOf,
  queryFor,
} from '../../../support/lists/requests.ts';
import { shapesOf } from '../../../support/lists/shapes.ts';
import { sample } from '../../../support/values/sample.ts';

type By = 'limit' | 'take';

const unsorted = (t: Context, operationId: string, asked: Asked) =>
  ask(t, operationId, { ...only(operationId, []), ...asked });

/** A filter that most records match: whatever they have as a name or title. */
async function broadFilter(t: Context, operationId: string): Promise<{ path: string; filter: Filter } | undefined> {
  const records = await knownRecords(t, operationId, 1);
  const texts = plainFields(operationId, records).filter(({ kind, identifying }) => identifying && kind === 'text');
  const [text] = texts.sort((a, b) => b.present - a.present);
  return text && { path: text.path, filter: { [text.path]: { $regex: '.' } } };
}

/** Each other parameter of the list alone. */
async function othersAlone(t: Context, operationId: string): Promise<Asked[]> {
  const broad = await broadFilter(t, operationId);
  return [
    { fields: await someFields(t, operationId) },
    ...(broad ? [{ filter: broad.filter }] : []),
    ...(queryOf(operationId).includes('formatting') ? [{ formatting: 'plainText' as const }] : []),
    ...ownChoices(operationId),
  ];
}

/** A page of more records than come by default; without any where it is refused. */
async function beyond(t: Context, operationId: string, by: By): Promise<{ size: number; found: Page }> {
  const size = DEFAULT_PAGE + 1;
  const query = queryFor(operationId, { ...only(operationId, []), size, by });
  return { size, found: pageOf(await t.send(operationId, { query })) };
}

/** Judges that no page has more records than were asked for, whatever stands beside the size. */
async function expectNoMore(t: Context, operationId: string, by: By): Promise<void> {
  const [page, others] = await Promise.all([inOneOrder(t, operationId), othersAlone(t, operationId)]);
  const sizes = [1, 2, 3, DEFAULT_PAGE - 1, DEFAULT_PAGE];
  const pages = await Promise.all([
    ...sizes.map(async (size) => ({ size, found: await page({ size, by }) })),
    ...[1, 5].map(async (size) => ({ size, found: await page({ size, by, skip: 1 }) })),
    // It needs no sort beside it.
    ...[2, 7].map(async (size) => ({ size, found: await unsorted(t, operationId, { size, by }) })),
    // How large a page may be is not shown, so this one may be refused.
    beyond(t, operationId, by),
    ...others.map(async (asked) => ({ size: 2, found: await unsorted(t, operationId, { size: 2, by, ...asked }) })),
  ]);
  for (const { size, found } of pages)
    t.expect(found.ids.length <= size, `${by} is not the greatest number of records that come`, {
      expected: `at most ${size} records`,
      received: `${found.ids.length} records`,
      exchange: found.answer,
    });
}

/** Judges a page of each choice of records that the list offers, as a slice of what the choice gives. */
async function expectOfChoices(t: Context, operationId: string, place: (list: OrderedIds) => PageRange): Promise<void> {
  for (const choice of ownChoices(operationId))
    await expectSlices(t, operationId, (list) => [place(list)], undefined, choice);
}

/** Judges that pages are as long as they were asked to be, as long as there are records left. */
async function expectFull(t: Context, operationId: string, by: By): Promise<void> {
  await expectSlices(t, operationId, ({ ids: { length }, whole }) => {
    const near = [1, 2, 7, Math.min(DEFAULT_PAGE, length), DEFAULT_PAGE].map((size) => ({ skip: 0, size }));
    const end = whole ? [2, 1].map((left) => ({ skip: Math.max(0, length - left), size: 5 })) : [];
    return [...near, { skip: 1, size: 3 }, ...end].map((place) => ({ ...place, asked: { by } }));
  });
  // What a choice leaves out must not leave gaps in the page.
  await expectOfChoices(t, operationId, ({ ids: { length } }) => ({
    skip: 0,
    size: Math.max(1, Math.min(DEFAULT_PAGE, length)),
    asked: { by },
  }));
}

/** Names of two fields of the list, the id behind them. */
async function someFields(t: Context, operationId: string): Promise<string> {
  const names = shapesOf(operationId, await knownRecords(t, operationId, 1)).map(({ name }) => name);
  return [...sample(names, 2), 'id'].join(',');
}

/** Without a size, a filter that many records match gives each of them, up to the default number. */
async function expectFilteredDefault(t: Context, operationId: string): Promise<void> {
  const broad = await broadFilter(t, operationId);
  if (!broad) return;
  const { path, filter } = broad;
  await judgeByRecords(
    t,
    operationId,
    () => ask(t, operationId, { ...only(operationId, [path]), filter }),
    (page, known): Verdict => judgeMatches(filter, page, known, { size: DEFAULT_PAGE }),
  );
}

/** Without a size, every record up to the hundredth comes, whatever else is asked for. */
const defaults = (id: string, title: string): Check[] =>
  onEach(id, title, async (t, operationId) => {
    const fields = await someFields(t, operationId);
    await expectSlices(t, operationId, ({ ids: { length } }) => [
      { skip: 0 },
      { skip: 1 },
      { skip: Math.floor(length / 2) },
      { skip: 0, asked: { fields } },
    ]);
    await expectOfChoices(t, operationId, () => ({ skip: 0 }));
    await expectFilteredDefault(t, operationId);
  });

const ordered = (t: Context, operationId: string): Promise<OrderedIds> =>
  t.once(`ordered/${operationId}`, () => readOrderedIds(t, operationId));

/** Without a size, no more than a hundred records come: seen where a list has more. */
const bounds = (id: string, title: string): Check[] =>
  onEach(id, title, async (t, operationId) => {
    const { ids } = await ordered(t, operationId);
    if (ids.length <= DEFAULT_PAGE) {
      // The rule is judged there; a shorter list can't show it.
      for (const other of requirement(id).operations)
        if (((await unlessUntested(ordered(t, other), undefined))?.ids.length ?? 0) > DEFAULT_PAGE)
          throw new NotApplicable(
            `${operationId} lists ${ids.length} records; ${other}, which lists more, shows the rule`,
          );
      throw t.nothingShown('longList');
    }
    const [page, others] = await Promise.all([inOneOrder(t, operationId), othersAlone(t, operationId)]);
    const pages = await Promise.all([
      ...[{}, { skip: 1 }].map((asked: Asked) => page(asked)),
      ...[{}, ...others].map((asked: Asked) => unsorted(t, operationId, asked)),
    ]);
    for (const { ids: shown, answer } of pages)
      t.expect(shown.length <= DEFAULT_PAGE, `without a size more than ${DEFAULT_PAGE} records come`, {
        expected: `at most ${DEFAULT_PAGE} records`,
        received: `${shown.length} records`,
        exchange: answer,
      });
  });

export const sized: Check[] = [
  ...onEach('lists.limit', 'no more records come than limit says', (t, id) => expectNoMore(t, id, 'limit')),
  ...onEach('lists.limit-full', 'limit is used up', (t, id) => expectFull(t, id, 'limit')),
  ...onEach('lists.take', 'take gives that many records', async (t, id) => {
    await expectNoMore(t, id, 'take');
    await expectFull(t, id, 'take');
  }),
  ...defaults('lists.limit-default', 'without limit every record comes up to the hundredth'),
  ...defaults('lists.take-default', 'without take every record comes up to the hundredth'),
  ...bounds('lists.limit-default-most', 'without limit no more than 100 records come'),
  ...bounds('lists.take-default-most', 'without take no more than 100 records come'),
];
