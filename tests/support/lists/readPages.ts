/** All pages of a list, whoever asks for them, and the one rule for when it is complete. Sections "Endpoints / Conventions", "Limits". */
import { DEFAULT_PAGE, type JsonRecord } from '../../../schemas/contract.ts';
import type { Answer } from '../http/wire.ts';
import { idOf, totalOf } from '../records/answers.ts';

/** Servers cut at round numbers. */
const ROUND = 5;
const MOST_PAGES = 50;
/** Pages that are asked for together, once the first has told how many there are. */
const TOGETHER = 8;

export interface Listing {
  items: readonly JsonRecord[];
  /** Whether these are all records: the last page was read, and the target counts no more than it has shown. */
  complete: boolean;
  /** The first page, for evidence. */
  answer: Answer;
}

/**
 * The records of several pages. A record that an earlier page has shown already counts once, since others may have come
 * or gone between two pages; one that is twice on the same page stays twice, for the target to answer for.
 */
function joined(pages: readonly (readonly JsonRecord[])[]): JsonRecord[] {
  const seen = new Set<unknown>();
  return pages.flatMap((page) => {
    const found = page.filter((item) => idOf(item) === undefined || !seen.has(idOf(item)));
    for (const item of page) seen.add(idOf(item));
    return found;
  });
}

/** Whether a list that has neither pages nor a total may have been cut at so many records: where is open. */
export const mayBeCut = (count: number): boolean => count >= DEFAULT_PAGE && count % ROUND === 0;

/**
 * Whether so many records are all there are.
 * @param ended whether the last page was reached, or the operation has no pages
 * @param total what the target counts; without it a list that has no pages is complete unless it may have been cut
 */
export const isComplete = (count: number, ended: boolean, total: number | undefined, paged: boolean): boolean =>
  ended && (total === undefined ? paged || !mayBeCut(count) : total <= count);

interface Page {
  answer: Answer;
  found: readonly JsonRecord[];
}

/** Asks for a page after so many records. */
export type AskPage = (skip: number) => Promise<Page>;

/**
 * The pages after the last one that was read, as long as the target counts more records: up to an empty one, which tells
 * whether there are more, or one that brings nothing new.
 * @param began after how many records the last page began
 */
async function furtherPages(
  page: AskPage,
  pages: readonly (readonly JsonRecord[])[],
  began: number,
  last: Page | undefined,
  total: number | undefined,
  mostPages: number,
): Promise<(readonly JsonRecord[])[]> {
  const further: (readonly JsonRecord[])[] = [];
  let [count, skip] = [last?.found.length ?? 0, began];
  while (count > 0 && skip + count < (total ?? 0) && pages.length + further.length < mostPages) {
    skip += count;
    const known = joined([...pages, ...further]).length;
    const { found } = await page(skip);
    further.push(found);
    count = joined([...pages, ...further]).length === known ? 0 : found.length;
  }
  return further;
}

/**
 * Reads a list, page by page.
 * @param paged whether the operation has pages
 * @param most of a list that counts more records than this, only some are read: from its beginning, its middle and its end
 */
export async function readPages(
  page: AskPage,
  paged: boolean,
  { most = Infinity, mostPages = MOST_PAGES }: { most?: number | undefined; mostPages?: number } = {},
): Promise<Listing> {
  const { answer, found } = await page(0);
  const total = totalOf(answer);
  const pages: (readonly JsonRecord[])[] = [found];
  const listing = (ended: boolean): Listing => {
    const items = joined(pages);
    return { items, complete: isComplete(items.length, ended, total, paged), answer };
  };
  if (!paged || found.length === 0 || (total !== undefined && total <= found.length)) return listing(true);
  // A target may give smaller pages than were asked for: the first one tells how large they are.
  const step = found.length;
  if (total !== undefined && total > most) {
    const last = total - step;
    const far = await Promise.all([page(Math.ceil(last / 2)), page(last)]);
    pages.push(...far.map(({ found: records }) => records));
    pages.push(...(await furtherPages(page, pages, last, far.at(-1), total, mostPages)));
    return listing(false);
  }
  while (pages.length < mostPages) {
    const done = pages.length * step;
    const count =
      total === undefined
        ? 1
        : Math.max(1, Math.min(TOGETHER, mostPages - pages.length, Math.ceil((total - done) / step)));
    const more = await Promise.all(Array.from({ length: count }, (_, i) => page(done + i * step)));
    const before = joined(pages).length;
    pages.push(...more.map(({ found: records }) => records));
    // Pages that bring nothing new are no pages.
    if (more.some(({ found: records }) => records.length > 0) && joined(pages).length === before) return listing(false);
    if (more.some(({ found: records }) => records.length < step) || pages.length * step >= (total ?? Infinity)) {
      pages.push(...(await furtherPages(page, pages, done + (count - 1) * step, more.at(-1), total, mostPages)));
      return listing(true);
    }
  }
  return listing(false);
}
