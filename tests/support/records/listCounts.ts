/** What an answer counts. Sections "Endpoints (Success)", "Limits". */
import { DEFAULT_PAGE, isRecord, type Operation } from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import type { Answer } from '../http/client.ts';
import { holdsList } from './answerSchema.ts';

interface Counts {
  totalCount?: number;
  count?: number;
  items: number;
}

/** What an answer counts, and how many items it lists; undefined where it has no list in an envelope. */
export function countsIn(operation: Operation, { json }: Answer): Counts | undefined {
  const envelope = isRecord(json) ? json : {};
  const key = ['items', 'tags', 'managers'].find((name) => envelope[name] !== undefined && holdsList(operation, name));
  if (key === undefined) return undefined;
  return { ...(envelope as { totalCount?: number; count?: number }), items: [envelope[key] ?? []].flat().length };
}

/** Numbers by which services divide their lists: tens and fives, dozens, powers of two. */
const isPageSize = (items: number): boolean => items % 5 === 0 || items % 12 === 0 || (items & (items - 1)) === 0;

/** Whether so many items may be a page of a list for which no limit is listed: whether and where it cuts is open. */
export const isOpenPage = ({ parameters }: Operation, items: number): boolean =>
  !parameters.some(({ name }) => ['limit', 'take'].includes(name)) && items >= 5 && isPageSize(items);

/** Which records a list was asked for: all, those that match a filter, or those that are no demo sessions. */
export type Wanted = 'all' | 'matching' | 'withoutDemo';

/** The parameters that leave open neither which records are wanted nor how many fit on the page. */
const KNOWN = ['fields', 'sort', 'formatting', 'filter', 'includeDemo', 'skip', 'limit', 'take'];

/** How many items fit on the page that a query asks for; undefined where it names two sizes, or what is no size. */
function sizeAsked(query: URLSearchParams): number | undefined {
  const [size = String(DEFAULT_PAGE), ...more] = ['limit', 'take'].flatMap((name) => query.getAll(name));
  return more.length === 0 && /^([1-9]\d?|100)$/.test(size) ? Number(size) : undefined;
}

/** The end of a list, as an answer shows it. */
interface Ending {
  wanted: Wanted;
  /** How many records come before the page. */
  skip: number;
}

/** How many records a query skips; undefined where that is no plain number, or so many that a list may end before. */
const skipAsked = (query: URLSearchParams): number | undefined =>
  /^\d{1,4}$/.test(query.get('skip') ?? '0') ? Number(query.get('skip') ?? '0') : undefined;

/**
 * How many records an answer says that there are at least: those on its page, and those before them. A page behind the last
 * record of all is no matter of counts: it should be empty.
 */
function leastIn({ parameters }: Operation, { url, requestBody }: Answer, { items, totalCount = 0 }: Counts): number {
  const query = new URL(url).searchParams;
  const isListed = parameters.some(({ name, in: place }) => place === 'query' && name === 'skip');
  const isKnown = isListed && requestBody === undefined && query.getAll('skip').length === 1;
  const skip = (isKnown ? skipAsked(query) : undefined) ?? 0;
  return items > 0 && totalCount > skip ? items + skip : items;
}

/** What is wrong with the counts of any answer, whatever was asked: in all there are no fewer than are listed and come before. */
export function countsProblem(operation: Operation, answer: Answer): Wrong | undefined {
  const counts = countsIn(operation, answer) ?? { items: 0 };
  const { totalCount, items } = counts;
  if (typeof totalCount !== 'number') return undefined;
  const least = leastIn(operation, answer, counts);
  if (totalCount >= least) return undefined;
  const message =
    least > items
      ? 'totalCount is less than the number of items and of those before them'
      : 'totalCount is less than the number of items';
  return { message, expected: `at least ${least}`, received: totalCount, at: '/totalCount' };
}

/**
 * The end of a list that an answer surely shows, as its page has room left, or is empty after others; undefined where that
 * is open. A body may ask for another page, and what is no listed parameter for anything.
 */
export function endShown(operation: Operation, answer: Answer): Ending | undefined {
  const counts = countsIn(operation, answer);
  if (counts === undefined || answer.requestBody !== undefined) return undefined;
  const query = new URL(answer.url).searchParams;
  const names = [...query.keys()];
  const isListed = (name: string) => operation.parameters.some((one) => one.in === 'query' && one.name === name);
  if (new Set(names).size < names.length || !names.every((name) => KNOWN.includes(name) && isListed(name)))
    return undefined;
  const [size, skip, demo] = [sizeAsked(query), skipAsked(query), query.get('includeDemo') ?? 'true'];
  if (size === undefined || skip === undefined || !['true', 'false'].includes(demo)) return undefined;
  // A target may cut a page after others below the size that was asked for: only an empty one is past the last record.
  if (skip > 0 ? counts.items > 0 : counts.items >= size || isOpenPage(operation, counts.items)) return undefined;
  if (query.has('filter')) return { wanted: 'matching', skip };
  return { wanted: demo === 'false' ? 'withoutDemo' : 'all', skip };
}

/** What is wrong with the counts of an answer that shows the end of a list. */
export function endCountsProblem(operation: Operation, answer: Answer, { skip }: Ending): Wrong | undefined {
  const { items, ...counts } = countsIn(operation, answer) ?? { items: 0 };
  if (skip > 0) {
    const { totalCount } = counts;
    if (typeof totalCount !== 'number' || totalCount <= skip) return undefined;
    const message = 'totalCount is more than the number of the items that there are: the page after them is empty';
    return { message, expected: `at most ${skip}`, received: totalCount, at: '/totalCount' };
  }
  const wrong = (['totalCount', 'count'] as const).find(
    (name) => typeof counts[name] === 'number' && counts[name] !== items,
  );
  if (wrong === undefined) return undefined;
  const message = `${wrong} is not the number of the items, though the page has room left`;
  return { message, expected: items, received: counts[wrong], at: `/${wrong}` };
}
