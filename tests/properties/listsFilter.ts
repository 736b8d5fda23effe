/** Filters as a law: any combination of operators over the target's own values. Section "Endpoints / Conventions" (filter). */
import type { JsonRecord } from '../../schemas/contract.ts';
import type { Check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData } from '../support/engine/outcome.ts';
import { property, withFewerRuns } from '../support/engine/property.ts';
import { confusable, expressions, joinedTwice, someFilters, tells } from '../support/lists/expressions.ts';
import { type Field, idField, plainFields } from '../support/lists/fields.ts';
import { type Filter, fieldsIn, matches } from '../support/lists/filters.ts';
import { judgeByRecords, knownRecords } from '../support/lists/knownRecords.ts';
import { judgeMatches } from '../support/lists/matchErrors.ts';
import { askAsFits, onEach, only } from '../support/lists/requests.ts';
import { wantSpecialTasks } from '../support/lists/specialTasks.ts';
import { fitsQuery } from '../support/lists/yardstick.ts';

const SIZE = 16;

/** The ids and texts by which people know the records, with the values that these have. */
export const identifyingFields = (operationId: string, records: readonly JsonRecord[]): Field[] =>
  [
    idField(records),
    ...plainFields(operationId, records).filter((field) => field.identifying && field.kind === 'text'),
  ].filter(({ values }) => values.length > 0);

async function holds(t: Context, operationId: string): Promise<void> {
  wantSpecialTasks(t);
  const records = await knownRecords(t, operationId);
  const fields = identifyingFields(operationId, records);
  if (fields.length === 0) throw new NoData('the records show no ids and no names', `records of ${operationId}`);
  // What no record matches, or every one, tells less: one in a few may.
  const filters = expressions(fields).filter(
    (filter) => (tells(filter, records) && fitsQuery(filter)) || JSON.stringify(filter).length < 60,
  );
  const { seed } = t.settings;
  const examples = [
    ...fields.filter(({ kind }) => kind === 'text').flatMap((field) => confusable(field, records)),
    ...someFilters(joinedTwice(fields), 3, seed, (filter) => tells(filter, records) && innerCounts(filter, records)),
  ].filter(fitsQuery);
  const holdsFor = (filter: Filter) =>
    judgeByRecords(
      t,
      operationId,
      () => askAsFits(t, operationId, { ...only(operationId, fieldsIn(filter)), filter, size: SIZE }),
      (page, known) => (page ? judgeMatches(filter, page, known, { size: SIZE }) : { compared: 0 }),
    );
  await property(withFewerRuns(t, 0.25, examples.length), filters, holdsFor, examples);
}

/** Whether the second of two conditions counts. */
const innerCounts = ({ $and }: Filter, records: readonly JsonRecord[]): boolean => {
  const [first, second] = $and as readonly [Filter, Filter];
  return records.some((record) => matches(first, record) === true && matches(second, record) === false);
};

export const filterLaws: Check[] = onEach('lists.filter-law', 'any expression gives the records that match', holds);
