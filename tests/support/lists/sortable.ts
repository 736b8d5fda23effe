/** The fields by which a list can be sorted. Section "Endpoints / Conventions" (sort). */
import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { isRefusal } from '../records/answers.ts';
import { sample } from '../values/sample.ts';
import { type Field, plainFields } from './fields.ts';
import { knownRecords } from './knownRecords.ts';
import { misplaced, order, orderBy, type SortKey, sortText } from './ordering.ts';
import { type Asked, only, type Page, pageOf, queryFor } from './requests.ts';

/** Records that an order is judged on where no more are needed to see it. */
const SORTED_PAGE = 50;

/** A request for records in the order of these keys, which shows the fields that the order is judged by. */
export const sorted = (operationId: string, keys: readonly SortKey[], more: Asked = {}): Asked => ({
  ...only(
    operationId,
    keys.map(({ path }) => path),
  ),
  sort: sortText(keys),
  size: SORTED_PAGE,
  ...more,
});

/** Fields of which some values stand in an order beyond dispute. */
export const orderedFields = (operationId: string, records: readonly JsonRecord[]): Field[] =>
  plainFields(operationId, records).filter(({ kind, values }) => {
    const some = sample(values, 12);
    return ['number', 'time', 'text'].includes(kind) && some.some((a) => some.some((b) => order(a, b) === 1));
  });

/** How many of the neighbours on a page surely stand in the order of the keys, and not in another. */
const surelyOrdered = (items: readonly JsonRecord[], keys: readonly SortKey[]): number =>
  items.filter((item, i) => i > 0 && orderBy(items[i - 1] as JsonRecord, item, keys) === -1).length;

/** Whether the target is seen to sort by the field: rising and falling pages of it are in order. */
async function sortsBy(t: Context, operationId: string, { path, kind }: Field): Promise<boolean> {
  const pages = await Promise.all(
    [false, true].map(async (descending): Promise<[Page, SortKey[]]> => {
      const keys = [{ path, descending }];
      return [pageOf(await t.send(operationId, { query: queryFor(operationId, sorted(operationId, keys)) })), keys];
    }),
  );
  if (pages.some(([{ items }, keys]) => misplaced(items, keys))) return false;
  // Which of two booleans comes first is open: another one, when the direction is another.
  const [rising, falling] = pages.map(([{ items }]) => items[0]?.[path]);
  if (kind === 'boolean') return rising !== undefined && falling !== undefined && rising !== falling;
  return pages.every(([{ items }, keys]) => surelyOrdered(items, keys) > 0);
}

/** Other fields are looked at until so many are found. */
const MOST = 8;

/**
 * The fields by which the list must be sorted when it is asked to be: those by which people know a record, and those
 * others by which it is seen to sort. Read once for all checks of a batch.
 */
export function sortableFields(t: Context, operationId: string): Promise<Field[]> {
  return t.once(`sortable/${operationId}`, async () => {
    const records = await knownRecords(t, operationId);
    const fields = orderedFields(operationId, records);
    const others = fields.filter(({ identifying }) => !identifying);
    const numbersFirst = [true, false].flatMap((wanted) => others.filter(({ kind }) => (kind === 'number') === wanted));
    const booleans = plainFields(operationId, records).filter(({ kind }) => kind === 'boolean');
    const tried = [...numbersFirst.slice(0, MOST), ...booleans.slice(0, 2)];
    const seen = await Promise.all(tried.map((field) => sortsBy(t, operationId, field)));
    return [...fields.filter(({ identifying }) => identifying), ...tried.filter((_, i) => seen[i])];
  });
}

/** Whether a sort by the field is taken; one that breaks the target is for the check to judge. */
export const takesSort = (t: Context, operationId: string, path: string): Promise<boolean> =>
  t.once(`sort by ${path}/${operationId}`, async () => {
    const query = queryFor(operationId, sorted(operationId, [{ path, descending: false }]));
    return !isRefusal(await t.send(operationId, { query }));
  });

/** Fields with one value in several records: under them a second key tells. Those that the records show are all. */
export async function tyingFields(
  t: Context,
  operationId: string,
  records: readonly JsonRecord[],
  fields: readonly Field[],
): Promise<string[]> {
  const paths = fields.filter(({ values, present }) => values.length < present).map(({ path }) => path);
  // The account is the same everywhere: of two keys it still leaves the order to the second.
  const [first] = records;
  const shown = records.every(({ accountId }) => typeof accountId === 'string' && accountId === first?.accountId);
  return shown && (await takesSort(t, operationId, 'accountId')) ? [...paths, 'accountId'] : paths;
}
