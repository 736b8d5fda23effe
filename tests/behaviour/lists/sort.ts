/** Parameter sort of every list that lists it. Section "Endpoints / Conventions" (sort). */

import type { JsonRecord } from '../../../schemas/contract.ts';
import type { Batch, Check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { orderedFields } from '../../support/lists/conditions.ts';
import { type Field, plainFields } from '../../support/lists/fields.ts';
import { seen, wrongOrder } from '../../support/lists/orderErrors.ts';
import { order, orderBy, type SortKey, sortText } from '../../support/lists/ordering.ts';
import { type Asked, ask, judged, onEach, only, type Page, records } from '../../support/lists/pages.ts';
import { idOf } from '../../support/records/answers.ts';
import { spread } from '../../support/values/sample.ts';

const FULL = 100;
/** Records that an order is judged on where no more are needed to see it. */
const PAGE = 50;

const asked = (operationId: string, keys: readonly SortKey[], more: Asked = {}): Asked => ({
  ...only(
    operationId,
    keys.map(({ path }) => path),
  ),
  sort: sortText(keys),
  size: PAGE,
  ...more,
});

/** Judges the order that each list of keys gives; the answer shows by itself whether it is right. */
export async function expectOrder(
  t: Context,
  operationId: string,
  sorts: readonly (readonly SortKey[])[],
): Promise<void> {
  await Promise.all(
    sorts.map((keys) =>
      judged(
        t,
        operationId,
        () => ask(t, operationId, asked(operationId, keys)),
        (page) => wrongOrder(page, keys),
      ),
    ),
  );
}

/** Fields whose values stand in an order beyond dispute: at least two records show it. */
const sortable = (operationId: string, items: readonly JsonRecord[], kinds: readonly Field['kind'][]): Field[] =>
  orderedFields(operationId, items).filter(({ kind, values }) => {
    if (!kinds.includes(kind)) return false;
    const some = spread(values, 12);
    return some.some((a) => some.some((b) => order(a, b) === 1));
  });

function needed<T>(found: readonly T[], operationId: string, what: string): readonly T[] {
  if (found.length > 0) return found;
  throw new NotTested(`the records of ${operationId} show no ${what} to sort by`, `records with ${what}`);
}

function sorting(
  id: string,
  title: string,
  kinds: readonly Field['kind'][],
  directions: readonly boolean[],
  what: string,
): Check[] {
  return onEach(id, title, async (t, operationId) => {
    const { items } = await records(t, operationId);
    const fields = needed(sortable(operationId, items, kinds), operationId, what).slice(0, 8);
    const sorts = fields.flatMap(({ path }) => directions.map((descending) => [{ path, descending }]));
    await expectOrder(t, operationId, sorts);
    // It needs no size beside it.
    const keys = sorts[0] as SortKey[];
    await judged(
      t,
      operationId,
      () => ask(t, operationId, asked(operationId, keys, { size: undefined })),
      (page) => wrongOrder(page, keys),
    );
  });
}

/** Two fields of which the first has ties that the second tells apart. */
export function tiedPairs(operationId: string, items: readonly JsonRecord[]): [string, string][] {
  const several = plainFields(operationId, items).filter(
    ({ kind, values }) => kind !== 'id' && values.length > 1 && values.length < items.length,
  );
  // The account is the same everywhere: of two keys it still leaves the order to the second.
  const shown = items.every(({ accountId }) => typeof accountId === 'string' && accountId === items[0]?.accountId);
  const firsts = [...several.map(({ path }) => path), ...(shown ? ['accountId'] : [])];
  const seconds = sortable(operationId, items, ['number', 'time', 'text']);
  return firsts.flatMap((first) =>
    seconds.flatMap((second): [string, string][] => {
      if (first === second.path || !told(items, first, second.path)) return [];
      return [[first, second.path]];
    }),
  );
}

/** Whether there are two records with the same first value and surely ordered second ones. */
function told(items: readonly JsonRecord[], first: string, second: string): boolean {
  const shown = new Map<unknown, unknown>();
  return items.some((record) => {
    const [tie, value] = [record[first], record[second]];
    if (tie === undefined || value === undefined || order(tie, tie) !== 0) return false;
    const other = shown.get(tie);
    if (other === undefined) shown.set(tie, value);
    return other !== undefined && Math.abs(order(other, value) ?? 0) === 1;
  });
}

const checks: Check[] = [
  ...sorting('lists.sort-ascending', 'a field gives rising order', ['number', 'text'], [false], 'texts or numbers'),
  ...sorting('lists.sort-descending', '- gives falling order', ['number', 'text'], [true], 'texts or numbers'),
  ...sorting('lists.sort-numbers', 'numbers are ordered by value', ['number'], [false, true], 'numbers'),
  ...sorting('lists.sort-dates', 'dates are ordered by time', ['time'], [false, true], 'dates'),

  ...onEach(
    'lists.sort-several',
    'of several fields the first counts most, each in its direction',
    async (t, operationId) => {
      const { items } = await records(t, operationId, 3);
      const found = needed(tiedPairs(operationId, items), operationId, 'two fields, the first with equal values,');
      const sorts = spread(found.length > 3 ? found.filter(([a]) => a !== 'accountId') : found, 3).flatMap(([a, b]) =>
        [0, 1, 2, 3].map((bits) => [
          { path: a, descending: bits > 1 },
          { path: b, descending: bits % 2 === 1 },
        ]),
      );
      await expectOrder(t, operationId, sorts);
    },
  ),

  ...onEach('lists.sort-whole', 'all records are ordered before the page is cut', async (t, operationId) => {
    const { items } = await records(t, operationId, 4);
    const found = needed(sortable(operationId, items, ['number', 'time', 'text']), operationId, 'texts or numbers');
    const fields = [...found].sort((a, b) => b.present - a.present);
    const sorts = fields.slice(0, 4).flatMap(({ path }) => [false, true].map((descending) => [{ path, descending }]));
    await Promise.all(sorts.flatMap((keys) => [2, FULL].map((size) => expectFirst(t, operationId, keys, size))));
  }),

  ...onEach('lists.sort-same-records', 'a sort changes no records', async (t, operationId) => {
    const { items } = await records(t, operationId);
    // First the fields that some records lack: those may get lost.
    const fields = orderedFields(operationId, items).sort(
      (a, b) => Number(a.present === items.length) - Number(b.present === items.length),
    );
    const chosen = needed(fields, operationId, 'field').slice(0, 2);
    await Promise.all(chosen.map(({ path }) => expectSameRecords(t, operationId, [{ path, descending: true }])));
  }),
];

/** No record of the list, but for those on the page, comes surely before the last one of it. */
async function expectFirst(t: Context, operationId: string, keys: readonly SortKey[], size: number): Promise<void> {
  await judged(
    t,
    operationId,
    () => ask(t, operationId, asked(operationId, keys, { size })),
    ({ answer, items, ids }, { stable }) => {
      const [{ path } = { path: '' }] = keys;
      const shown = items.filter((record) => record[path] !== undefined);
      // Records that lack the field may all come first, and then tell nothing.
      if (shown.length < items.length) return undefined;
      for (const record of stable) {
        const passed = ids.includes(idOf(record)) ? undefined : shown.find((on) => orderBy(record, on, keys) === -1);
        if (!passed) continue;
        return {
          message: `sort=${sortText(keys)} orders the page, not the list: a record beyond the page comes before one on it`,
          expected: seen(record, keys),
          received: seen(passed, keys),
          exchange: answer,
        };
      }
      return undefined;
    },
  );
}

const MOST = 6;

async function expectSameRecords(t: Context, operationId: string, keys: readonly SortKey[]): Promise<void> {
  await judged(
    t,
    operationId,
    async () => {
      // The id behind it tells all records apart, so that no page takes what belongs to another.
      const sort = `${sortText(keys)},id`;
      const first = await ask(t, operationId, asked(operationId, keys, { sort, size: FULL }));
      if (first.ids.length < FULL) return [first];
      const more = Array.from({ length: MOST - 1 }, (_, i) =>
        ask(t, operationId, asked(operationId, keys, { sort, size: FULL, skip: (i + 1) * FULL })),
      );
      return [first, ...(await Promise.all(more))];
    },
    (pages, { stable, ever, complete }) => {
      const ids = pages.flatMap((page) => page.ids);
      const lost = pages.length * FULL <= ids.length ? undefined : stable.find((record) => !ids.includes(idOf(record)));
      const known = new Set(ever.map(idOf));
      const strange = complete ? ids.find((id) => !known.has(id)) : undefined;
      const { answer, total } = pages[0] as Page;
      const counted = total === undefined || !complete || (total >= stable.length && total <= ever.length);
      if (lost === undefined && strange === undefined && counted) return undefined;
      return {
        message: `sort=${sortText(keys)} changes which records there are`,
        expected: lost ? `the record ${idOf(lost)}` : strange ? 'records of the list' : `totalCount ${stable.length}`,
        received: lost ? 'not there' : (strange ?? total),
        exchange: answer,
      };
    },
  );
}

export const listSorts: Batch = { title: 'Lists: sort', checks };
