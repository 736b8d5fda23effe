/** Parameters together as a law: filtered, then ordered, then cut, then projected. Section "Endpoints / Conventions". */

import fc from 'fast-check';
import { DEFAULT_PAGE } from '../../schemas/contract.ts';
import type { Check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData } from '../support/engine/outcome.ts';
import { property, withFewerRuns } from '../support/engine/property.ts';
import { anyOf, condition, sideBySide, tells } from '../support/lists/expressions.ts';
import { type Filter, matches } from '../support/lists/filters.ts';
import { judgeBetween, judgeByRecords, knownRecords, type Verdict } from '../support/lists/knownRecords.ts';
import { judgeMatches } from '../support/lists/matchErrors.ts';
import { judgeOrder } from '../support/lists/orderErrors.ts';
import { type SortKey, sortText } from '../support/lists/ordering.ts';
import { fieldsText, type Selection } from '../support/lists/projection.ts';
import { judgeFields } from '../support/lists/projectionErrors.ts';
import { type Asked, askAsFits, hasParameter, onEach, type Page } from '../support/lists/requests.ts';
import { selectableShapes } from '../support/lists/shapes.ts';
import { judgeShown } from '../support/lists/shownErrors.ts';
import { judgeSlices } from '../support/lists/slices.ts';
import { sortableFields, tyingFields } from '../support/lists/sortable.ts';
import { wantSpecialTasks } from '../support/lists/specialTasks.ts';
import { idOf, idsOf } from '../support/records/answers.ts';
import { firstDifference } from '../support/values/difference.ts';
import { sample } from '../support/values/sample.ts';
import { keysOf, selections } from './arbitraries.ts';
import { identifyingFields } from './listsFilter.ts';
import { expectForSecond } from './listsOfOthers.ts';

/** Records of either kind, those that match and those that do not, among which the parameters meet. */
const HALF = 10;

interface Combination {
  filter: Filter;
  keys: readonly SortKey[];
  selection: Selection;
  /** Parts of the records that match: where the page begins, how many it has. */
  skip: number;
  size: number;
  by: 'limit' | 'take' | undefined;
  formatting: string | undefined;
  includeDemo: 'true' | undefined;
  /** Whether only a few records are looked at, so that what matches is a short list. */
  few: boolean;
}

interface Combinations {
  drawn: fc.Arbitrary<Combination>;
  /**
   * A sort, rising and falling, at the beginning and further on, beside each value of the parameters that have few:
   * over as many records as can be.
   */
  examples: Combination[];
}

const FORMATTINGS = [undefined, 'plainText', 'mentionsMarkup'] as const;
const DEMO = [undefined, 'true'] as const;
/** Filters among which the one that most records match is taken. */
const CANDIDATES = 8;

async function combinations(t: Context, operationId: string): Promise<Combinations> {
  const records = await knownRecords(t, operationId, 3);
  const fields = identifyingFields(operationId, records);
  const sortable = hasParameter(operationId, 'sort') ? await sortableFields(t, operationId) : [];
  const ties = sortable.length > 0 ? await tyingFields(t, operationId, records, sortable) : [];
  const shapes = selectableShapes(operationId, records);
  const several = (filter: Filter) =>
    tells(filter, records) && records.filter((record) => matches(filter, record) === true).length > 1;
  const filters = fc.oneof(anyOf(fields, condition), sideBySide(fields)).filter(several);
  if (fields.length === 0 || shapes.length === 0)
    throw new NoData('the records show no names, or nothing besides their ids', `records of ${operationId}`);
  const both = hasParameter(operationId, 'take') && hasParameter(operationId, 'limit');
  const sizes = both ? (['limit', 'take'] as const) : [undefined];
  const forms = hasParameter(operationId, 'formatting') ? FORMATTINGS : [undefined];
  const drawn: fc.Arbitrary<Combination> = fc.record({
    filter: filters,
    keys: sortable.length > 0 ? keysOf(sortable, ties) : fc.constant([]),
    selection: selections(shapes),
    skip: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 2 * HALF })),
    size: fc.integer({ min: 1, max: 8 }),
    by: fc.constantFrom(...sizes),
    formatting: fc.constantFrom(...forms),
    includeDemo: fc.constantFrom(...(hasParameter(operationId, 'includeDemo') ? DEMO : [undefined])),
    few: fc.boolean(),
  });
  const found = (filter: Filter) => records.filter((record) => matches(filter, record) === true).length;
  const [widest] = fc
    .sample(drawn, { numRuns: CANDIDATES, seed: t.settings.seed })
    .sort((a, b) => found(b.filter) - found(a.filter)) as [Combination];
  const [field] = sortable;
  const beside = [...sizes.map((by) => ({ by })), ...forms.slice(1).map((formatting) => ({ formatting }))];
  const examples = beside.flatMap((values, i) =>
    [false, true].map((descending) => ({
      // Turn by turn: each direction meets both places.
      ...{
        ...widest,
        by: undefined,
        formatting: undefined,
        includeDemo: undefined,
        skip: (i % 2 === 0) === descending ? 2 : 0,
        size: 8,
        few: false,
      },
      ...(field && { keys: [{ path: field.path, descending }] }),
      ...values,
    })),
  );
  return { drawn, examples: field ? examples : [] };
}

/** Judges that the page is what is cut out of everything that matches, whatever of it others have changed meanwhile. */
function judgeTogether(
  operationId: string,
  { selection, skip, size, formatting }: Combination,
  page: Page,
  before: Page,
  after: Page,
): Verdict {
  const whole = before.ids.length < DEFAULT_PAGE && after.ids.length < DEFAULT_PAGE;
  if (hasParameter(operationId, 'sort')) {
    const found = judgeSlices([{ skip, size, page }], before.ids, after.ids, whole);
    if (found.wrong) return found;
  } else {
    const [least = 0, most = 0] = [before, after]
      .map(({ ids }) => Math.max(0, Math.min(size, ids.length - skip)))
      .sort((a, b) => a - b);
    const strange = page.ids.find((id) => whole && !before.ids.includes(id) && !after.ids.includes(id));
    if (page.ids.length < least || page.ids.length > (whole ? most : size) || strange !== undefined)
      return {
        compared: 1,
        wrong: {
          message: 'beside other parameters, other records come than the page of what matches',
          expected: { records: least, of: before.ids },
          received: page.ids,
          exchange: page.answer,
        },
      };
  }
  const totals = [before.total, after.total];
  if (page.total !== undefined && before.total === after.total && !totals.includes(page.total))
    return {
      compared: 1,
      wrong: {
        message: 'beside other parameters, totalCount is another',
        expected: before.total,
        received: page.total,
        at: '/totalCount',
        exchange: page.answer,
      },
    };
  const later = new Map(after.items.map((item) => [idOf(item), item]));
  const stable = before.items.filter((item) => !firstDifference(item, later.get(idOf(item))));
  // Texts come in another form then.
  const kinds = formatting === 'plainText' ? (['extra'] as const) : (['extra', 'lost'] as const);
  const found = judgeFields(selection, page, { stable, ever: stable, complete: whole }, kinds);
  return { ...found, compared: found.compared + 1 };
}

async function expectTogether(t: Context, operationId: string, combination: Combination): Promise<void> {
  const { filter, keys, selection, skip, size, by, formatting, includeDemo, few } = combination;
  const records = await knownRecords(t, operationId);
  const ids = [true, false].flatMap((wanted) =>
    sample(idsOf(records.filter((record) => matches(filter, record) === wanted)), HALF),
  );
  const wanted = few && !('_id' in filter) ? { ...filter, _id: { $in: ids } } : filter;
  const sort = keys.length > 0 ? `${sortText(keys)},id` : undefined;
  const asked: Asked = { filter: wanted, ...(sort && { sort }), ...(includeDemo && { includeDemo }) };
  const whole = () => askAsFits(t, operationId, { ...asked, size: DEFAULT_PAGE });
  let matching: Page | undefined;
  await judgeByRecords(
    t,
    operationId,
    async () => {
      matching = await whole();
      return matching;
    },
    (page, known): Verdict => {
      if (!page) return { compared: 0 };
      const matched = judgeMatches(wanted, page, known, { size: DEFAULT_PAGE });
      const misplaced = keys.length > 0 ? judgeOrder(page, keys).wrong : undefined;
      return { ...matched, wrong: matched.wrong ?? misplaced ?? judgeShown(page, known, 'other parameters').wrong };
    },
  );
  if (!matching) return;
  await judgeBetween(
    t,
    async () => {
      const before = matching ?? (await whole());
      matching = undefined;
      return before;
    },
    () =>
      askAsFits(t, operationId, {
        ...asked,
        size,
        fields: fieldsText(selection),
        ...(skip > 0 && { skip }),
        ...(by && { by }),
        ...(formatting && { formatting }),
      }),
    (page, before, after) =>
      page && before && after ? judgeTogether(operationId, combination, page, before, after) : { compared: 0 },
  );
}

export const togetherLaws: Check[] = onEach('lists.together', 'parameters work together', async (t, operationId) => {
  wantSpecialTasks(t);
  const { drawn, examples } = await combinations(t, operationId);
  await property(
    withFewerRuns(t, 0.2, examples.length),
    drawn,
    (combination) => expectTogether(t, operationId, combination),
    examples,
  );
  await expectForSecond(t, operationId);
});
