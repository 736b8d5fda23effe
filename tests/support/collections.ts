/** Whole collections of the target, read by pages once per batch: the oracle that lists are compared with. */
import { operation } from '../../schemas/contract.ts';
import type { Answer, RequestInput } from './client.ts';
import type { Context, JsonRecord } from './context.ts';
import { NotTested } from './outcome.ts';
import { isRecord, itemsOf, required } from './subjects.ts';

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

/** Records that are shown twice, since others came or went between two pages, count once. */
function eachOnce(items: readonly JsonRecord[]): JsonRecord[] {
  const seen = new Set<unknown>();
  return items.filter((item) => {
    const id = idOf(item);
    if (id === undefined) return true;
    const again = seen.has(id);
    seen.add(id);
    return !again;
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
  const whole = (items: readonly JsonRecord[], complete: boolean) => {
    const once = eachOnce(items);
    return { items: once, complete: complete && (total ?? once.length) <= once.length, answer };
  };
  if (!names.includes('skip') || found.length === 0 || (total ?? PAGE) <= found.length) return whole(found, true);
  const items = [...found];
  // A target may give smaller pages than were asked for: the first one tells how large they are.
  const step = found.length;
  for (let pages = 1; pages < MOST_PAGES; ) {
    const count = total === undefined ? 1 : Math.min(TOGETHER, Math.ceil((total - items.length) / step));
    const more = await Promise.all(Array.from({ length: count }, (_, i) => page((pages + i) * step)));
    const before = eachOnce(items).length;
    for (const { found: records } of more) items.push(...records);
    // Pages that bring nothing new are no pages.
    if (more.some(({ found: records }) => records.length > 0) && eachOnce(items).length === before)
      return whole(items, false);
    if (more.some(({ found: records }) => records.length < step) || items.length >= (total ?? Infinity))
      return whole(items, true);
    pages += count;
  }
  return whole(items, false);
}

/** The collection as it was when a check of the batch first asked for it. */
export const collection = (t: Context, operationId: string, input: RequestInput = {}): Promise<Collection> =>
  t.once(`collection/${operationId}/${JSON.stringify(input)}`, () => freshCollection(t, operationId, input));

/** What `collection` gives, read anew. */
export const readAll = freshCollection;
