/** What is wrong with pages as slices of a list. Section "Endpoints / Conventions" (skip, limit, take). */
import type { Wrong } from '../engine/assertions.ts';
import type { Page } from './pages.ts';

interface Slice {
  skip: number;
  size: number;
  page: Page;
}

/** The first page that is not the slice of these ids. */
export function wrongSlice(found: readonly Slice[], ids: readonly unknown[]): Wrong | undefined {
  const bad = found.find(({ skip, size, page }) => {
    const slice = ids.slice(skip, skip + size);
    return slice.length !== page.ids.length || slice.some((id, i) => id !== page.ids[i]);
  });
  return (
    bad && {
      message: `the page of ${bad.size} records after ${bad.skip} is not that slice of the list`,
      expected: ids.slice(bad.skip, bad.skip + bad.size),
      received: bad.page.ids,
      exchange: bad.page.answer,
    }
  );
}
