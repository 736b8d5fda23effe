/** Numbers and dates, by which a list need not sort: one that does has them in the order of their values. Section "Endpoints / Conventions" (sort). */
import { isDeepStrictEqual } from 'node:util';
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable } from '../../support/engine/outcome.ts';
import type { Field } from '../../support/lists/fields.ts';
import { judgeByRecords, knownRecords, type Verdict } from '../../support/lists/knownRecords.ts';
import { judgeOrder } from '../../support/lists/orderErrors.ts';
import { order, type SortKey } from '../../support/lists/ordering.ts';
import { askUnlessRefused, onEach, only } from '../../support/lists/requests.ts';
import { orderedFields, sorted } from '../../support/lists/sortable.ts';
import { idOf, idsOf } from '../../support/records/answers.ts';
import { sample } from '../../support/values/sample.ts';

/** Records whose order is looked at, and fields by which they are sorted. */
const FEW = 10;
const FIELDS = 3;

/** Some records whose values of the field stand in an order beyond dispute, each with each other. */
function apart(records: readonly JsonRecord[], { path }: Field): JsonRecord[] {
  const clear: JsonRecord[] = [];
  for (const record of records) {
    if (record[path] === undefined || idOf(record) === undefined) continue;
    if (clear.every((other) => Math.abs(order(record[path], other[path]) ?? 0) === 1)) clear.push(record);
  }
  return sample(
    clear.sort((a, b) => order(a[path], b[path]) ?? 0),
    FEW,
  );
}

/** Judges the order of a list which - turns round, and which is another one than without a sort. */
async function expectByValue(t: Context, operationId: string, field: Field, records: readonly JsonRecord[]) {
  const ids = idsOf(apart(records, field));
  if (ids.length < 3) return;
  const filter = { _id: { $in: ids } };
  const directions = [false, true].map((descending): SortKey[] => [{ path: field.path, descending }]);
  const asked = [
    { ...only(operationId, [field.path]), filter, size: FEW },
    ...directions.map((keys) => sorted(operationId, keys, { filter, size: FEW })),
  ];
  await judgeByRecords(
    t,
    operationId,
    () => Promise.all(asked.map((one) => askUnlessRefused(t, operationId, one, 'a sort is neither done nor refused'))),
    ([unsorted, rising, falling]): Verdict => {
      const isWhole =
        rising?.ids.length === ids.length && falling && isDeepStrictEqual(falling.ids, rising.ids.toReversed());
      if (!unsorted || !rising || !falling || !isWhole) return { compared: 0 };
      // A list that turns its own order round sorts by nothing.
      if ([rising, falling].some(({ ids: found }) => isDeepStrictEqual(unsorted.ids, found))) return { compared: 0 };
      const verdicts = [rising, falling].map((page, i) => judgeOrder(page, directions[i] as SortKey[]));
      return verdicts.find(({ wrong }) => wrong) ?? (verdicts[0] as Verdict);
    },
  );
}

export const sortTaken: Check[] = onEach(
  'lists.sort-taken',
  'numbers and dates by which the list sorts are ordered by value',
  async (t, operationId) => {
    const records = await knownRecords(t, operationId);
    const fields = orderedFields(operationId, records);
    // A text may be ordered by what it stands for: a status by its place in the work, an id by a name.
    const [numbers, times] = ['number', 'time'].map((wanted) => fields.filter(({ kind }) => kind === wanted));
    await Promise.all(
      [...sample(numbers ?? [], FIELDS), ...sample(times ?? [], FIELDS)].map((field) =>
        expectByValue(t, operationId, field, records),
      ),
    );
    if (t.tally.compared === 0) throw new NotApplicable(`${operationId} sorts by no number and no date`);
  },
);
