/** Operators that the specification does not name: a list need not take them, but one that does takes them as they are meant. Section "Endpoints / Conventions" (filter). */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import type { Check } from '../../../support/engine/check.ts';
import type { Context } from '../../../support/engine/context.ts';
import { NotApplicable } from '../../../support/engine/outcome.ts';
import { anyOf, compares, inList, joined, someFilters, tells } from '../../../support/lists/expressions.ts';
import type { Field } from '../../../support/lists/fields.ts';
import { type Filter, fieldsIn, matches, valuesAt } from '../../../support/lists/filters.ts';
import { judgeByRecords, knownRecords, type Verdict } from '../../../support/lists/knownRecords.ts';
import { judgeMatches } from '../../../support/lists/matchErrors.ts';
import { askUnlessRefused, onEach, only } from '../../../support/lists/requests.ts';
import { idOf, idsOf } from '../../../support/records/answers.ts';
import { sample } from '../../../support/values/sample.ts';
import { amongIds } from './judging.ts';
import { fieldsFor, oneOperator, withReachedNumbers } from './operators.ts';

const IN_DOUBT = 'a request is neither answered nor refused';

/** Filters of each operator that are tried on each kind of field. */
const TRIED = 2;

/** Records of either kind that a filter is asked about; half of them have a value that it names. */
const HALF = 8;

/** Filters with operators of the style that the specification names by examples, other than these examples. */
async function furtherFilters(t: Context, operationId: string, records: readonly JsonRecord[]): Promise<Filter[]> {
  const { seed } = t.settings;
  const known = fieldsFor(operationId, records);
  // A number may be stored with more decimals than it shows.
  const { texts, numbers, identifying } = await withReachedNumbers(t, operationId, known);
  const compared = (['$gte', '$lt', '$lte'] as const).flatMap((name) =>
    [texts, numbers].map((fields) => [fields, (field: Field) => compares(field, name)] as const),
  );
  const made = [
    ...compared,
    [texts, (field: Field) => oneOperator(field, '$ne')] as const,
    [identifying, (field: Field) => inList(field, '$nin', 2, 4)] as const,
  ];
  const drawn = [
    ...made.flatMap(([fields, make]) => (fields.length > 0 ? [anyOf(fields, make)] : [])),
    ...(identifying.length > 0 ? [joined(identifying, '$or', 3)] : []),
  ];
  return drawn.flatMap((from, i) => someFilters(from, TRIED, seed + i, (filter) => tells(filter, records)));
}

/** The values that stand in a filter. */
const named = (part: unknown): unknown[] =>
  typeof part === 'object' && part !== null ? Object.values(part).flatMap(named) : [part];

/** Ids of records that match and of such as do not, those first that have a value which the filter names. */
function askedAbout(filter: Filter, records: readonly JsonRecord[]): unknown[] {
  const values = new Set(named(filter));
  const isNamed = (record: JsonRecord) =>
    fieldsIn(filter).some((path) => valuesAt(record, path)?.some((value) => values.has(value)));
  return [true, false].flatMap((wanted) => {
    const found = records.filter((record) => idOf(record) !== undefined && matches(filter, record) === wanted);
    const first = found.filter(isNamed).slice(0, HALF / 2);
    return idsOf([
      ...first,
      ...sample(
        found.filter((record) => !first.includes(record)),
        HALF - first.length,
      ),
    ]);
  });
}

/** Judges an answer that gives some of the records asked about, and not all: another one is that of a list that does not take the operator. */
async function expectMeant(t: Context, operationId: string, filter: Filter, records: readonly JsonRecord[]) {
  const ids = askedAbout(filter, records);
  const whole = amongIds(filter, ids);
  await judgeByRecords(
    t,
    operationId,
    () =>
      askUnlessRefused(
        t,
        operationId,
        { ...only(operationId, fieldsIn(filter)), filter: whole, size: ids.length },
        IN_DOUBT,
      ),
    (page, known): Verdict => {
      const given = page ? ids.filter((id) => page.ids.includes(id)).length : 0;
      if (!page || given === 0 || given === ids.length) return { compared: 0 };
      return judgeMatches(whole, page, known, { size: ids.length + 1 });
    },
  );
}

export const taken: Check[] = onEach(
  'lists.filter-taken',
  'an operator that is taken means what it says',
  async (t, operationId) => {
    const records = await knownRecords(t, operationId);
    const tried = await furtherFilters(t, operationId, records);
    await Promise.all(tried.map((filter) => expectMeant(t, operationId, filter, records)));
    if (t.tally.compared === 0)
      throw new NotApplicable(`${operationId} takes no operator beside those that the specification names`);
  },
);
