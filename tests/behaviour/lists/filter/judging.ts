/** Judges what filters give. Section "Endpoints / Conventions" (filter). */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Context } from '../../../support/engine/context.ts';
import { type Filter, fieldsIn, matches } from '../../../support/lists/filters.ts';
import { judgeByRecords, knownRecords } from '../../../support/lists/knownRecords.ts';
import { FILTERED_PAGE, judgeMatches } from '../../../support/lists/matchErrors.ts';
import { type Asked, askAsFits, only, queryFor } from '../../../support/lists/requests.ts';
import { idsOf } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { swappedCase } from '../../../support/values/texts.ts';

/** Records of either kind that a filter is narrowed to. */
const HALF = 8;

/** Records that are asked for where a filter matches more than a page. */
const FEW = 12;

/** The filter beside the ids of some records: others are not asked about. */
export const amongIds = (filter: Filter, ids: readonly unknown[]): Filter => {
  const beside = { _id: { $in: ids } };
  return '_id' in filter ? { $and: [filter, beside] } : { ...filter, ...beside };
};

/** The filter among a few records that match and a few that do not: then the answer is short, and can be judged whole. */
function narrowed(filter: Filter, records: readonly JsonRecord[]): Filter {
  const ids = [true, false].flatMap((wanted) =>
    sample(idsOf(records.filter((record) => matches(filter, record) === wanted)), HALF),
  );
  return amongIds(filter, ids);
}

const questionOf = (operationId: string, filter: Filter, size = FILTERED_PAGE): Asked => ({
  ...only(operationId, fieldsIn(filter)),
  filter,
  size,
});

/** Asks for the value of a filter in the other letter case: what that gives must not be what the filter itself is answered. */
export async function askInOtherCase(t: Context, operationId: string, filters: readonly Filter[]): Promise<void> {
  const [first] = filters.flatMap((filter) =>
    Object.entries(filter).flatMap(([path, value]) =>
      typeof value === 'string' && swappedCase(value) !== value ? [{ [path]: swappedCase(value) }] : [],
    ),
  );
  if (first) await t.send(operationId, { query: queryFor(operationId, questionOf(operationId, first)) });
}

/** Judges that the filter gives the records that match, and no others: at most `size` of them are asked for. */
export async function expectFilter(
  t: Context,
  operationId: string,
  filter: Filter,
  { exact = false, size = FILTERED_PAGE } = {},
): Promise<void> {
  await judgeByRecords(
    t,
    operationId,
    () => askAsFits(t, operationId, questionOf(operationId, filter, size)),
    (page, records) => (page ? judgeMatches(filter, page, records, { exact, size }) : { compared: 0 }),
  );
}

/** Judges each of the filters by itself, and one more than a page matches also among a few records. */
export async function expectFilters(
  t: Context,
  operationId: string,
  filters: readonly Filter[],
  { exact = false } = {},
): Promise<void> {
  const records = await knownRecords(t, operationId);
  const whole = filters.flatMap((filter) => {
    const many = records.filter((record) => matches(filter, record, exact) === true).length >= FILTERED_PAGE;
    // What fills more than a page is judged whole among a few records.
    return many ? [{ filter, size: FEW }, { filter: narrowed(filter, records) }] : [{ filter }];
  });
  await Promise.all(whole.map(({ filter, ...more }) => expectFilter(t, operationId, filter, { exact, ...more })));
}
