/** Sorts, selections and pages as laws, over the target's own fields. Section "Endpoints / Conventions" (sort, fields, skip). */
import fc from 'fast-check';
import type { Batch, Check } from '../support/engine/check.ts';
import { NoData } from '../support/engine/outcome.ts';
import { property, withFewerRuns } from '../support/engine/property.ts';
import type { Field } from '../support/lists/fields.ts';
import { judgeByRecords, knownRecords, type Verdict } from '../support/lists/knownRecords.ts';
import { judgeOrder } from '../support/lists/orderErrors.ts';
import { expectSlices, readOrderedIds } from '../support/lists/orderedIds.ts';
import type { SortKey } from '../support/lists/ordering.ts';
import { expectFields } from '../support/lists/projectionErrors.ts';
import { ask, onEach } from '../support/lists/requests.ts';
import { selectableShapes } from '../support/lists/shapes.ts';
import { sortableFields, sorted, tyingFields } from '../support/lists/sortable.ts';
import { wantSpecialTasks } from '../support/lists/specialTasks.ts';
import { YARDSTICK } from '../support/lists/yardstick.ts';
import { idOf, idsOf } from '../support/records/answers.ts';
import { sample } from '../support/values/sample.ts';
import { keysOf, selections } from './arbitraries.ts';
import { filterLaws } from './listsFilter.ts';
import { memoryLaws } from './listsMemory.ts';
import { togetherLaws } from './listsTogether.ts';

/** Records among which an order is sought: few enough to be named in a filter. */
const AMONG = Math.min(YARDSTICK.listed, 24);
const SIZE = 16;

/** Three keys, of which the first two leave some records equal where any do. */
function threeKeys(fields: readonly Field[], ties: readonly string[]): SortKey[] {
  const paths = new Set([...ties.slice(0, 1), ...ties.slice(-1), ...fields.map(({ path }) => path)]);
  return [...paths].slice(0, 3).map((path, i) => ({ path, descending: i % 2 === 1 }));
}

const sorts: Check[] = onEach('lists.sort-law', 'any list of keys orders the records', async (t, operationId) => {
  wantSpecialTasks(t);
  const records = await knownRecords(t, operationId);
  const fields = await sortableFields(t, operationId);
  if (fields.length === 0)
    throw new NoData('the records show no field with an order', `records of ${operationId} with values`);
  const ties = await tyingFields(t, operationId, records, fields);
  const keys = keysOf(fields, ties);
  const ids = [...idsOf(records).slice(0, 8), ...sample(idsOf(records).slice(8), AMONG - 8)];
  const single = fields.slice(0, 4).map(({ path }): SortKey[] => [{ path, descending: false }]);
  const examples = [...single, threeKeys(fields, ties)].map((chosen): [SortKey[], boolean] => [chosen, true]);
  await property(
    withFewerRuns(t, 0.2, examples.length),
    fc.tuple(keys, fc.boolean()),
    ([chosen, among]) =>
      judgeByRecords(
        t,
        operationId,
        () =>
          ask(
            t,
            operationId,
            sorted(operationId, chosen, among ? { filter: { _id: { $in: ids } }, size: AMONG } : { size: SIZE }),
          ),
        (page, { stable }): Verdict => {
          const { wrong, compared } = judgeOrder(page, chosen);
          // Among so few all come, whatever they lack.
          const lost = among && stable.find((one) => ids.includes(String(idOf(one))) && !page.ids.includes(idOf(one)));
          if (wrong || !lost) return { wrong, compared };
          return {
            compared,
            wrong: {
              message: 'a sort loses a record',
              expected: idOf(lost),
              received: page.ids,
              exchange: page.answer,
            },
          };
        },
      ),
    examples,
  );
});

const projections: Check[] = onEach(
  'lists.fields-law',
  'any selection cuts the full record down',
  async (t, operationId) => {
    wantSpecialTasks(t);
    const shapes = selectableShapes(operationId, await knownRecords(t, operationId, 1));
    if (shapes.length === 0)
      throw new NoData('the records show no fields besides their ids', `records of ${operationId}`);
    await property(withFewerRuns(t, 0.2), selections(shapes), (selection) => expectFields(t, operationId, [selection]));
  },
);

const pages: Check[] = onEach(
  'lists.page-slice',
  'any page is the slice that it names, wherever it lies',
  async (t, operationId) => {
    wantSpecialTasks(t);
    const first = readOrderedIds(t, operationId);
    const { ids } = await first;
    const place = fc.record({
      skip: fc.oneof(fc.nat(ids.length + 1), fc.integer({ min: Math.max(0, ids.length - 3), max: ids.length + 1 })),
      size: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 60 }), fc.constantFrom(1, 99, 100)),
    });
    await property(withFewerRuns(t, 0.2), place, (one) => expectSlices(t, operationId, () => [one], first));
  },
);

export const listLaws: Batch = {
  title: 'properties: Lists',
  checks: [...filterLaws, ...sorts, ...projections, ...pages, ...togetherLaws, ...memoryLaws],
};
