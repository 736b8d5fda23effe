/** Pages as slices of a list in an order that tells all records apart. Section "Endpoints / Conventions" (skip, limit, take). */
import type { Verdict } from './knownRecords.ts';
import type { Page } from './requests.ts';

export interface Slice {
  skip: number;
  size: number;
  page: Page;
}

/** Records that may come and go between two readings. */
const MOST_PASSING = 2;

/** The ids that stand in both lists in one order: what has moved counts as changed. */
function kept(before: readonly unknown[], after: readonly unknown[]): unknown[] {
  const places = new Map(after.map((id, i) => [id, i]));
  let last = -1;
  return before.filter((id) => {
    const place = places.get(id);
    if (place === undefined || place < last) return false;
    last = place;
    return true;
  });
}

/**
 * Why a page cannot be the slice that it names, whatever happened to the other records; undefined when it can.
 * @param stable ids that were in the list all the time, in their order
 * @param loose how many others there were at some time
 * @param whole whether the list was read to its end
 */
function problem({ skip, size, page: { ids } }: Slice, stable: readonly unknown[], loose: number, whole: boolean) {
  const places = new Map(stable.map((id, i) => [id, i]));
  const found = ids.flatMap((id) => places.get(id) ?? []);
  const [first] = found;
  if (ids.length > size) return 'it has more records than were asked for';
  if (found.some((place, i) => i > 0 && place !== (found[i - 1] as number) + 1)) return 'it is no run of the list';
  if (first !== undefined && (first > skip || first < skip - loose)) return 'it begins elsewhere';
  const least = Math.min(size, stable.length - skip);
  if (ids.length < least) return 'it has fewer records than are left';
  if (whole && ids.length > Math.max(0, Math.min(size, stable.length + loose - skip)))
    return 'it has more records than are left';
  if (found.length < Math.min(size, stable.length - skip) - loose) return 'it has other records';
  return undefined;
}

/**
 * Judges pages by the list before and after them: in every order of events, what stood still stays in its order.
 * @param whole whether the ids are those of the whole list, not of its beginning alone
 */
export function judgeSlices(
  slices: readonly Slice[],
  before: readonly unknown[],
  after: readonly unknown[],
  whole: boolean,
): Verdict {
  const stable = kept(before, after);
  const known = new Set(stable);
  const shown = slices.flatMap(({ page }) => page.ids);
  const others = [...before, ...after, ...shown].filter((id) => !known.has(id));
  const listed = new Set([...before, ...after]);
  // What neither reading shows has come and gone in between, if it is little; otherwise the readings were not whole.
  const passing = whole ? new Set(shown.filter((id) => !listed.has(id))).size : 0;
  const changed =
    (passing > 0 && passing <= MOST_PASSING) || before.length !== stable.length || after.length !== stable.length;
  const loose = changed ? new Set(others).size : 0;
  const compared = slices.reduce((sum, { page }) => sum + Math.max(1, page.ids.length), 0);
  for (const slice of slices) {
    const why = problem(slice, stable, loose, whole);
    if (why === undefined) continue;
    const { skip, size, page } = slice;
    return {
      compared,
      wrong: {
        message: `the page of ${size} records after ${skip} is not that slice of the list: ${why}`,
        expected: stable.slice(skip, skip + size),
        received: page.ids,
        exchange: page.answer,
      },
    };
  }
  return { compared };
}
