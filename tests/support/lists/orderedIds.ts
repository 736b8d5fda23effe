/** A list in an order that tells all its records apart, and its pages. Section "Endpoints / Conventions" (sort, skip). */
import { DEFAULT_PAGE } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { judgeBetween, knownRecords, type Verdict } from './knownRecords.ts';

import { type Asked, ask, only, type Page } from './requests.ts';
import { judgeSlices, type Slice } from './slices.ts';
import { uniqueSort } from './uniqueSort.ts';

const MOST_PAGES = 5;

export interface OrderedIds {
  ids: readonly unknown[];
  /** Whether these are all; else they are those at the beginning. */
  whole: boolean;
  first: Page;
}

/** What asks for records in one order, where the operation can be asked for one; of a list that is told which fields, for ids alone. */
export async function oneOrder(t: Context, operationId: string): Promise<Asked> {
  const sort = await uniqueSort(t, operationId, await knownRecords(t, operationId));
  return { ...only(operationId, sort ? sort.split(',') : []), ...(sort && { sort }) };
}

/** Asks for records in that order. @param base what every request asks for besides */
export async function inOneOrder(
  t: Context,
  operationId: string,
  base: Asked = {},
): Promise<(asked: Asked) => Promise<Page>> {
  const order = { ...(await oneOrder(t, operationId)), ...base };
  return (asked) => ask(t, operationId, { ...order, ...asked });
}

/** The ids of a list in that order, read now by full pages. @param base what every request asks for besides */
export async function readOrderedIds(t: Context, operationId: string, base: Asked = {}): Promise<OrderedIds> {
  const page = await inOneOrder(t, operationId, base);
  const first = await page({ size: DEFAULT_PAGE });
  const pages = [first];
  while (pages.length < MOST_PAGES && (pages.at(-1)?.ids.length ?? 0) === DEFAULT_PAGE)
    pages.push(await page({ size: DEFAULT_PAGE, skip: pages.length * DEFAULT_PAGE }));
  const ids = pages.flatMap((one) => one.ids);
  return { ids, whole: (pages.at(-1)?.ids.length ?? 0) < DEFAULT_PAGE, first };
}

/** A page to ask for; a size that is not given is the default one. */
export interface PageRange {
  skip: number;
  size?: number;
  /** Further parameters that do not change which records come. */
  asked?: Asked;
}

async function slice(page: (asked: Asked) => Promise<Page>, { skip, size, asked }: PageRange): Promise<Slice> {
  const bounds = { ...(skip > 0 && { skip }), ...(size !== undefined && { size }) };
  return { skip, size: size ?? DEFAULT_PAGE, page: await page({ ...bounds, ...asked }) };
}

/** How many records come, where their order is open. */
function judgeNumbers(slices: readonly Slice[], before: OrderedIds, after: OrderedIds): Verdict {
  const counts = [before.ids.length, after.ids.length];
  const bad = slices.find(({ skip, size, page: { ids } }) => {
    const [least = 0, most = 0] = [Math.min(...counts), Math.max(...counts)].map((count) =>
      Math.max(0, Math.min(size, count - skip)),
    );
    return ids.length < least || (before.whole && after.whole ? ids.length > most : ids.length > size);
  });
  return {
    compared: slices.length,
    wrong: bad && {
      message: `the page of ${bad.size} records after ${bad.skip} has not as many records as are left`,
      expected: `${Math.max(0, Math.min(bad.size, before.ids.length - bad.skip))} records`,
      received: `${bad.page.ids.length} records`,
      exchange: bad.page.answer,
    },
  };
}

/**
 * Judges pages as slices of the list, whatever others do meanwhile; where no order can be asked for, how many records come.
 * @param base what the list and each of its pages are asked for besides, such as a choice of records
 */
export async function expectSlices(
  t: Context,
  operationId: string,
  places: (list: OrderedIds) => readonly PageRange[],
  first?: Promise<OrderedIds>,
  base: Asked = {},
): Promise<void> {
  const sort = await uniqueSort(t, operationId, await knownRecords(t, operationId));
  const page = await inOneOrder(t, operationId, base);
  let known = first;
  await judgeBetween(
    t,
    () => {
      const reading = known ?? readOrderedIds(t, operationId, base);
      known = undefined;
      return reading;
    },
    (list) => Promise.all(places(list).map((place) => slice(page, place))),
    (slices, before, after) =>
      sort === undefined
        ? judgeNumbers(slices, before, after)
        : judgeSlices(slices, before.ids, after.ids, before.whole && after.whole),
  );
}
