/** Parameter sort of every list that lists it. Section "Endpoints / Conventions" (sort). */
import {
  DEFAULT_PAGE,
  type JsonRecord,
  kindAnswered,
  operation,
  recordSchema,
  requirement,
} from '../../../schemas/contract.ts';
import { lacking } from '../../support/domain/facts.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import type { Field } from '../../support/lists/fields.ts';
import {
  judgeBetween,
  judgeByRecords,
  knownRecords,
  type Verdict,
  withAndWithout,
} from '../../support/lists/knownRecords.ts';
import { judgeOrder, shownKeys } from '../../support/lists/orderErrors.ts';
import { folded, order, orderBy, type SortKey, sortText } from '../../support/lists/ordering.ts';
import { ask, onEach, only } from '../../support/lists/requests.ts';
import { judgeShown } from '../../support/lists/shownErrors.ts';
import { orderedFields, sortableFields, sorted, tyingFields } from '../../support/lists/sortable.ts';
import { idOf, idsOf } from '../../support/records/answers.ts';
import { sample } from '../../support/values/sample.ts';
import { sortedCounts } from './sortedCounts.ts';
import { sortTaken } from './sortTaken.ts';

/** Judges the order that each list of keys gives; the answer shows by itself whether it is right. */
async function expectOrder(t: Context, operationId: string, sorts: readonly (readonly SortKey[])[]): Promise<void> {
  await Promise.all(
    sorts.map((keys) =>
      judgeByRecords(
        t,
        operationId,
        () => ask(t, operationId, sorted(operationId, keys)),
        (page) => judgeOrder(page, keys),
      ),
    ),
  );
}

function needed<T>(t: Context, found: readonly T[], operationId: string, what: string): readonly T[] {
  if (found.length > 0) return found;
  throw lacking(
    t,
    [`${kindAnswered(operationId)}.several`],
    `the records of ${operationId} show no ${what} to sort by`,
    `an account in which records of ${operationId} differ in ${what}`,
  );
}

/** A check of the order by single fields. */
function sorting(
  id: string,
  title: string,
  directions: readonly boolean[],
  what: string,
  fits: (field: Field) => boolean,
): Check[] {
  return onEach(id, title, async (t, operationId) => {
    const records = await knownRecords(t, operationId);
    const fields = needed(t, orderedFields(operationId, records).filter(fits), operationId, what).slice(0, 8);
    const sorts = fields.flatMap(({ path }) => directions.map((descending) => [{ path, descending }]));
    await expectOrder(t, operationId, sorts);
    // It needs no size beside it.
    const keys = sorts[0] as SortKey[];
    await judgeByRecords(
      t,
      operationId,
      () => ask(t, operationId, sorted(operationId, keys, { size: undefined })),
      (page) => judgeOrder(page, keys),
    );
  });
}

/** Whether there are two records with the same first value and surely ordered second ones. */
function told(records: readonly JsonRecord[], first: string, second: string): boolean {
  const shown = new Map<unknown, unknown[]>();
  return records.some((record) => {
    const [tie, value] = [record[first], record[second]];
    if (tie === undefined || value === undefined || order(tie, tie) !== 0) return false;
    const others = shown.get(tie) ?? [];
    const isTold = others.some((other) => Math.abs(order(other, value) ?? 0) === 1);
    others.push(value);
    shown.set(tie, others);
    return isTold;
  });
}

/** Two fields of which the first has ties that the second tells apart; where no field has ties, two in which all differ. */
async function tiedPairs(t: Context, operationId: string): Promise<(readonly [string, string])[]> {
  const records = await knownRecords(t, operationId, 3);
  const fields = await sortableFields(t, operationId);
  const found = (await tyingFields(t, operationId, records, fields)).flatMap((first) =>
    fields.filter(({ path }) => path !== first && told(records, first, path)).map(({ path }) => [first, path] as const),
  );
  // All records have one account: a field that tells some apart shows more.
  const telling = found.filter(([first]) => first !== 'accountId');
  if (found.length > 0) return telling.length > 0 ? telling : found;
  // Then the second one must change nothing.
  const [first, second] = fields;
  return first && second ? [[first.path, second.path]] : [];
}

/** What is left of an id for whom letter case, signs and zeros before a number count for nothing. */
const bareId = (id: string): string =>
  folded(id)
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/0+(?=\d)/g, '');

/** Records among which the orders by id are compared. */
const FEW = 6;

/** How ids compare is open, but falling is rising turned round. */
async function expectMirrored(t: Context, operationId: string): Promise<void> {
  const records = await knownRecords(t, operationId);
  // Where nothing but ids is shown, the requirement is not decided by them alone.
  needed(
    t,
    orderedFields(operationId, records).filter(({ identifying }) => identifying),
    operationId,
    'names or titles',
  );
  const known = idsOf(records).filter((id) => typeof id === 'string');
  const distinct = [...new Map(known.map((id) => [bareId(id), id])).values()];
  const filter = { _id: { $in: needed(t, distinct.length > 1 ? sample(distinct, FEW) : [], operationId, 'ids') } };
  const by = (sort: string) => ask(t, operationId, { ...only(operationId, []), filter, sort, size: FEW });
  await judgeBetween(
    t,
    () => by('id'),
    () => by('-id'),
    ({ ids, answer }, before, after): Verdict => {
      const expected = [...before.ids].reverse();
      // Where others change which records there are, nothing is told.
      if (expected.length < 2 || !same(before.ids, after.ids)) return { compared: 0 };
      const wrong = {
        message: 'sort=-id does not give the reverse of sort=id',
        expected,
        received: ids,
        exchange: answer,
      };
      return { compared: ids.length, wrong: same(ids, expected) ? undefined : wrong };
    },
  );
}

const same = (a: readonly unknown[], b: readonly unknown[]): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether the specification lists an id of the records of a list. */
const listsId = (operationId: string): boolean =>
  'id' in (recordSchema(operation(operationId).success.schema).properties ?? {});

const checks: Check[] = [
  ...sorting(
    'lists.sort-ascending',
    'a field gives rising order',
    [false],
    'names or titles',
    (field) => field.identifying,
  ),
  ...sorting('lists.sort-descending', '- gives falling order', [true], 'names or titles', (field) => field.identifying),
  ...requirement('lists.sort-descending')
    .operations.filter(listsId)
    .map((operationId) =>
      check(
        `${operationId}: -id gives the reverse of id`,
        'lists.sort-descending',
        (t) => expectMirrored(t, operationId),
        [operationId],
      ),
    ),
  ...sorting(
    'lists.sort-reach',
    'the other fields are sorted by',
    [false, true],
    'other texts',
    ({ identifying, kind }) => !identifying && kind === 'text',
  ),
  ...sorting(
    'lists.sort-numbers',
    'numbers are ordered by value',
    [false, true],
    'numbers',
    ({ kind }) => kind === 'number',
  ),
  sortedCounts,
  ...sortTaken,
  ...sorting('lists.sort-dates', 'dates are ordered by time', [false, true], 'dates', ({ kind }) => kind === 'time'),

  ...onEach(
    'lists.sort-several',
    'of several fields the first counts most, each in its direction',
    async (t, operationId) => {
      const found = needed(t, await tiedPairs(t, operationId), operationId, 'two fields');
      const sorts = sample(found, 3).flatMap(([a, b]) =>
        [0, 1, 2, 3].map((bits) => [
          { path: a, descending: bits > 1 },
          { path: b, descending: bits % 2 === 1 },
        ]),
      );
      await expectOrder(t, operationId, sorts);
    },
  ),

  ...onEach('lists.sort-whole', 'all records are ordered before the page is cut', async (t, operationId) => {
    await knownRecords(t, operationId, 4);
    const found = needed(t, await sortableFields(t, operationId), operationId, 'texts or numbers');
    const fields = [...found].sort((a, b) => b.present - a.present);
    const sorts = fields.slice(0, 4).flatMap(({ path }) => [false, true].map((descending) => [{ path, descending }]));
    await Promise.all(
      sorts.flatMap((keys) => [2, DEFAULT_PAGE].map((size) => expectFirst(t, operationId, keys, size))),
    );
  }),

  ...onEach('lists.sort-same-records', 'a sort changes no records', async (t, operationId) => {
    const records = await knownRecords(t, operationId);
    // First the fields that some records lack: those may get lost.
    const fields = [...(await sortableFields(t, operationId))].sort(
      (a, b) => Number(a.present === records.length) - Number(b.present === records.length),
    );
    const chosen = needed(t, fields, operationId, 'field').slice(0, 2);
    const keys = chosen.map(({ path }) => [{ path, descending: true }]);
    await Promise.all([...keys, [{ path: 'id', descending: false }]].map((one) => expectSame(t, operationId, one)));
  }),
];

/** No known record, but for those on the page, comes surely before the last one of it. */
async function expectFirst(t: Context, operationId: string, keys: readonly SortKey[], size: number): Promise<void> {
  await judgeByRecords(
    t,
    operationId,
    () => ask(t, operationId, sorted(operationId, keys, { size })),
    ({ answer, items, ids }, { stable }): Verdict => {
      const [{ path } = { path: '' }] = keys;
      const shown = items.filter((record) => record[path] !== undefined);
      // Records that lack the field may all come first, and then tell nothing.
      if (shown.length < items.length) return { compared: 0 };
      const beyond = stable.filter((record) => !ids.includes(idOf(record)));
      for (const record of beyond) {
        const passed = shown.find((on) => orderBy(record, on, keys) === -1);
        if (!passed) continue;
        return {
          compared: beyond.length,
          wrong: {
            message: `sort=${sortText(keys)} orders the page, not the list: a record beyond the page comes before one on it`,
            expected: shownKeys(record, keys),
            received: shownKeys(passed, keys),
            exchange: answer,
          },
        };
      }
      return { compared: beyond.length };
    },
  );
}

/** Among a few known records, those that lack the field too, all come; and as many are counted as without the sort. */
async function expectSame(t: Context, operationId: string, keys: readonly SortKey[]): Promise<void> {
  const records = await knownRecords(t, operationId);
  const [{ path } = { path: 'id' }] = keys;
  const ids = withAndWithout(records, path);
  await judgeByRecords(
    t,
    operationId,
    () => ask(t, operationId, sorted(operationId, keys, { filter: { _id: { $in: ids } } })),
    (page, { stable }): Verdict => {
      const wanted = stable.filter((record) => ids.includes(String(idOf(record))));
      const lost = wanted.find((record) => !page.ids.includes(idOf(record)));
      const strange = page.ids.find((id, i) => !ids.includes(String(id)) || page.ids.indexOf(id) !== i);
      return {
        compared: wanted.length,
        wrong:
          lost === undefined && strange === undefined
            ? undefined
            : {
                message: `sort=${sortText(keys)} changes which records there are`,
                expected: lost ? `the record ${idOf(lost)}` : 'each of the records that match, once',
                received: lost ? 'not there' : strange,
                exchange: page.answer,
              },
      };
    },
  );
  // Values that are fetched apart may be put beside the wrong record.
  await judgeByRecords(
    t,
    operationId,
    () => ask(t, operationId, { sort: sortText(keys), size: DEFAULT_PAGE }),
    (page, known) => judgeShown(page, known, `sort=${sortText(keys)}`),
  );
  const totalOf = async () => (await ask(t, operationId, { ...only(operationId, []), size: 1 })).total;
  await judgeBetween(
    t,
    totalOf,
    () => ask(t, operationId, sorted(operationId, keys, { size: 1 })),
    ({ total, answer }, before, after): Verdict => {
      if (total === undefined || before === undefined || after === undefined) return { compared: 0 };
      const right = total >= Math.min(before, after) && total <= Math.max(before, after);
      return {
        compared: 1,
        wrong: right
          ? undefined
          : {
              message: `sort=${sortText(keys)} changes how many records there are`,
              expected: before,
              received: total,
              at: '/totalCount',
              exchange: answer,
            },
      };
    },
  );
}

export const listSorts: Batch = { title: 'Lists: sort', checks };
