/** Whole collections of the target, read by pages once per batch: the oracle that lists are compared with. */
import { operation } from '../../schemas/contract.ts';
import type { Answer, RequestInput } from './client.ts';
import type { Context, JsonRecord } from './context.ts';
import { NotTested } from './outcome.ts';
import { isRecord, itemsOf, required } from './subjects.ts';

const PAGE = 100;
const MOST_PAGES = 50;

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

/**
 * Reads every record of a list operation, by pages in the order of their ids where it lists skip.
 * NotTested when the operation does not succeed.
 */
export function collection(t: Context, operationId: string, input: RequestInput = {}): Promise<Collection> {
  return t.once(`collection/${operationId}/${JSON.stringify(input)}`, () => readAll(t, operationId, input));
}

/** What `collection` gives, read anew. */
export async function readAll(t: Context, operationId: string, input: RequestInput = {}): Promise<Collection> {
  const names = queryOf(operationId);
  const size = sizeOf(operationId);
  const items: JsonRecord[] = [];
  let first: Answer | undefined;
  for (let page = 0; page < MOST_PAGES; page++) {
    const query = {
      ...required(operationId).query,
      ...(names.includes('sort') && { sort: 'id' }),
      ...(size && { [size]: String(PAGE) }),
      ...(names.includes('skip') && { skip: String(items.length) }),
      ...input.query,
    };
    const answer = await t.send(operationId, { ...input, query });
    if (!answer.ok)
      throw new NotTested(
        `it depends on ${operationId}, which answered ${answer.status}`,
        `a target whose ${operationId} succeeds`,
      );
    first ??= answer;
    const found = itemsOf(answer.json);
    // A target that ignores skip shows its first page for ever.
    if (page > 0 && found[0]?.id !== undefined && found[0].id === items[0]?.id) break;
    items.push(...found);
    if (found.length < PAGE || !names.includes('skip'))
      return { items, complete: (totalOf(answer) ?? items.length) <= items.length, answer: first };
  }
  return { items, complete: false, answer: first as Answer };
}
