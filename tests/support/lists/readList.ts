/** Whole collections of the target, read by pages once per batch: the oracle that lists are compared with. */
import { operation } from '../../../schemas/contract.ts';
import type { Context, JsonRecord } from '../engine/context.ts';
import { NotTested } from '../engine/outcome.ts';
import type { Answer, RequestInput } from '../http/client.ts';
import { isRecord, itemsOf, required } from '../records/subjects.ts';

const PAGE = 100;
const MOST_PAGES = 50;
/** Pages that are asked for together, once the first has told how many there are. */
const TOGETHER = 8;

export interface Collection {
  items: readonly JsonRecord[];
  /** False where the target has more than this many pages, or lists without pages and shows less than its total. */
  complete: boolean;
  /** The first page, for evidence. */
  answer: Answer;
}

/** Names of the query parameters that a list operation lists. */
export const queryOf = (operationId: string): readonly string[] =>
  operation(operationId)
    .parameters.filter((parameter) => parameter.in === 'query')
    .map(({ name }) => name);

/** The total that an answer states, if it does. */
export const totalOf = ({ json }: Answer): number | undefined =>
  isRecord(json) && typeof json.totalCount === 'number' ? json.totalCount : undefined;

/** The parameter that bounds a page of this operation. */
export const sizeOf = (operationId: string): 'limit' | 'take' | undefined =>
  (['limit', 'take'] as const).find((name) => queryOf(operationId).includes(name));

/** The id of a record, whichever its name. */
export const idOf = (record: JsonRecord): unknown => record.id ?? record._id;

/**
 * The records of several pages. One that an earlier page has shown already counts once, since others may have come or
 * gone between two pages; one that stands twice on the same page does so for the target to answer for.
 */
function joined(pages: readonly (readonly JsonRecord[])[]): JsonRecord[] {
  const seen = new Set<unknown>();
  return pages.flatMap((page) => {
    const found = page.filter((item) => idOf(item) === undefined || !seen.has(idOf(item)));
    for (const item of page) seen.add(idOf(item));
    return found;
  });
}

/**
 * Reads every record of a list operation as it is now, by pages in the order of their ids where it lists skip.
 * NotTested when the operation does not succeed.
 */
export async function freshCollection(t: Context, operationId: string, input: RequestInput = {}): Promise<Collection> {
  const names = queryOf(operationId);
  const size = sizeOf(operationId);
  async function page(skip: number): Promise<{ answer: Answer; found: JsonRecord[] }> {
    const query = {
      ...required(operationId).query,
      ...(names.includes('sort') && { sort: 'id' }),
      ...(size && { [size]: String(PAGE) }),
      ...(names.includes('skip') && { skip: String(skip) }),
      ...input.query,
    };
    const answer = await t.send(operationId, { ...input, query });
    if (answer.ok) return { answer, found: itemsOf(answer.json) };
    throw new NotTested(
      `it depends on ${operationId}, which answered ${answer.status}`,
      `a target whose ${operationId} succeeds`,
    );
  }
  const { answer, found } = await page(0);
  const total = totalOf(answer);
  const pages = [found];
  const whole = (complete: boolean): Collection => {
    const items = joined(pages);
    return { items, complete: complete && (total ?? items.length) <= items.length, answer };
  };
  if (!names.includes('skip') || found.length === 0 || (total ?? PAGE) <= found.length) return whole(true);
  // A target may give smaller pages than were asked for: the first one tells how large they are.
  const step = found.length;
  while (pages.length < MOST_PAGES) {
    const read = pages.length * step;
    const count = total === undefined ? 1 : Math.max(1, Math.min(TOGETHER, Math.ceil((total - read) / step)));
    const more = await Promise.all(Array.from({ length: count }, (_, i) => page(read + i * step)));
    const before = joined(pages).length;
    pages.push(...more.map(({ found: records }) => records));
    // Pages that bring nothing new are no pages.
    if (more.some(({ found: records }) => records.length > 0) && joined(pages).length === before) return whole(false);
    if (more.some(({ found: records }) => records.length < step) || pages.length * step >= (total ?? Infinity))
      return whole(true);
  }
  return whole(false);
}

/** The collection as it was when a check of the batch first asked for it. */
export const collection = (t: Context, operationId: string, input: RequestInput = {}): Promise<Collection> =>
  t.once(`collection/${operationId}/${JSON.stringify(input)}`, () => freshCollection(t, operationId, input));
