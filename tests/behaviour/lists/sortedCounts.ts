/** Lists that are sorted by a count, which a sort need not reach: it may be computed. Section "Endpoints / Conventions" (sort). */
import { propertiesOf, requirement } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../../support/engine/outcome.ts';
import { judgeByRecords, knownRecords } from '../../support/lists/knownRecords.ts';
import { judgeOrder } from '../../support/lists/orderErrors.ts';
import type { SortKey } from '../../support/lists/ordering.ts';
import { askUnlessRefused, type Page } from '../../support/lists/requests.ts';
import { placedRecord } from '../../support/lists/shapes.ts';
import { sorted } from '../../support/lists/sortable.ts';

/** Counts of each list that are tried. */
const MOST = 2;

/** Counts in the records of a list that stand in another order as texts, such as 9 after 10. */
async function tellingCounts(t: Context, operationId: string): Promise<string[]> {
  const records = await unlessUntested(knownRecords(t, operationId), []);
  const fields = Object.entries(propertiesOf(placedRecord(operationId)));
  const counts = fields.flatMap(([name, { schema }]) => (schema['x-counts'] ? [name] : []));
  return counts
    .filter((name) => {
      const values = records.map((record) => record[name]).filter((value) => typeof value === 'number');
      return values.some((a) => values.some((b) => a < b && String(a) > String(b)));
    })
    .slice(0, MOST);
}

/** Whether the numbers on a page are ordered as texts. */
function isInTextOrder({ items }: Page, { path, descending }: SortKey): boolean {
  const texts = items.map((item) => (typeof item[path] === 'number' ? String(item[path]) : undefined));
  const rising = descending ? texts.reverse() : texts;
  return rising.every((text, i) => text !== undefined && (rising[i - 1] ?? '') <= text);
}

/** Judges that a list which is rising and falling by a count is so by its value. */
async function expectByValue(t: Context, operationId: string, path: string): Promise<void> {
  const directions = [false, true].map((descending): SortKey[] => [{ path, descending }]);
  await judgeByRecords(
    t,
    operationId,
    () =>
      Promise.all(
        directions.map((keys) =>
          askUnlessRefused(t, operationId, sorted(operationId, keys), 'a sort by a count is neither done nor refused'),
        ),
      ),
    (pages) => {
      const shown = pages.flatMap((page, i) => (page ? [{ page, keys: directions[i] as [SortKey] }] : []));
      // Any other order is that of a list which does not sort by it.
      const asTexts = shown.length === 2 && shown.every(({ page, keys: [key] }) => isInTextOrder(page, key));
      const verdicts = shown.map(({ page, keys }) => judgeOrder(page, keys));
      const wrong = asTexts ? verdicts.find((one) => one.wrong)?.wrong : undefined;
      return { wrong, compared: verdicts[0]?.compared ?? 0 };
    },
  );
}

const LAW = 'lists.sort-counts';

export const sortedCounts: Check = check(
  'a list that is sorted by a count has it in the order of its values, not as text',
  LAW,
  async (t) => {
    for (const { operation } of t.cells)
      for (const path of await tellingCounts(t, operation)) await expectByValue(t, operation, path);
    if (t.tally.compared === 0)
      throw new NotApplicable('no list is sorted by a count that would stand elsewhere as a text');
  },
  requirement(LAW).operations,
);
