/** Requests with list parameters, and their answers taken apart. Section "Endpoints / Conventions". */
import { type JsonRecord, requirement } from '../../../schemas/contract.ts';
import { type Check, check } from '../engine/check.ts';
import type { Context } from '../engine/context.ts';
import type { Answer } from '../http/client.ts';
import { idOf, isRefusal, itemsOf, required, totalOf } from '../records/answers.ts';
import { ordered } from './ordered.ts';
import { queryOf, sizeOf } from './readList.ts';
import { isModest } from './yardstick.ts';

/** List parameters; a filter is written as strict JSON. */
export interface Asked {
  filter?: unknown;
  sort?: string;
  fields?: string;
  skip?: number | string;
  /** Under the parameter that the operation lists, or the one that `by` names. */
  size?: number | string | undefined;
  by?: 'limit' | 'take';
  formatting?: string;
  includeDemo?: 'true' | 'false';
}

/** A list answer, taken apart. */
export interface Page {
  answer: Answer;
  items: JsonRecord[];
  ids: unknown[];
  total: number | undefined;
}

/** The query of a request to a list, with the parameters that the operation requires. The size has the name that the operation gives it; with skip there is a sort. */
export function queryFor(operationId: string, { filter, size, skip, by, ...rest }: Asked): Record<string, string> {
  const sized = by ?? sizeOf(operationId);
  return ordered(operationId, {
    ...required(operationId).query,
    ...rest,
    ...(filter !== undefined && { filter: typeof filter === 'string' ? filter : JSON.stringify(filter) }),
    ...(skip !== undefined && { skip: String(skip) }),
    ...(size !== undefined && sized && { [sized]: String(size) }),
  });
}

/** A page as an answer shows it; without records where the answer is no list. */
export function pageOf(answer: Answer): Page {
  const items = itemsOf(answer.json);
  return { answer, items, ids: items.map(idOf), total: totalOf(answer) };
}

/** Asks for a page; anything but success fails the check. */
export const ask = async (t: Context, operationId: string, asked: Asked = {}): Promise<Page> =>
  pageOf(await t.ok(operationId, { query: queryFor(operationId, asked) }));

/** The same where a refusal is right, too: undefined then. @param message says what else than these two is wrong */
export async function askUnlessRefused(
  t: Context,
  operationId: string,
  asked: Asked,
  message: string,
): Promise<Page | undefined> {
  const answer = await t.send(operationId, { query: queryFor(operationId, asked) });
  if (isRefusal(answer)) return undefined;
  t.succeeded(answer, message);
  return pageOf(answer);
}

/** Asks for a page; a request that is larger than every service must take may be refused: undefined then. */
export const askAsFits = async (t: Context, operationId: string, asked: Asked): Promise<Page | undefined> =>
  isModest(asked)
    ? ask(t, operationId, asked)
    : askUnlessRefused(t, operationId, asked, 'a large request is neither answered nor refused');

/** What an open question is answered with: the status, and how many records of how many. */
export async function observed(t: Context, operationId: string, query: Record<string, string>): Promise<string> {
  const answer = await t.send(operationId, { query: { ...required(operationId).query, ...query } });
  const { items, total } = pageOf(answer);
  return answer.ok ? `${items.length} records${total === undefined ? '' : ` of ${total}`}` : `answers ${answer.status}`;
}

/** For `fields` of a list that must be told which to give: these instead of all. Other lists give whole records. */
export const only = (operationId: string, names: readonly string[]): Asked =>
  required(operationId).query ? { fields: ['id', ...names.filter((name) => name !== 'id')].join(',') } : {};

/** Whether an operation lists a query parameter. */
export const hasParameter = (operationId: string, parameter: string): boolean =>
  queryOf(operationId).includes(parameter);

/** Values of the parameters of a list's own that choose its records beside the filter, each alone. */
export const ownChoices = (operationId: string): Asked[] =>
  hasParameter(operationId, 'includeDemo') ? [{ includeDemo: 'true' }, { includeDemo: 'false' }] : [];

/** One check for each operation that the requirement names. */
export function onEach(
  requirementId: string,
  title: string,
  run: (t: Context, operationId: string) => Promise<unknown>,
): Check[] {
  return requirement(requirementId).operations.map((operationId) =>
    check(`${operationId}: ${title}`, requirementId, (t) => run(t, operationId), [operationId]),
  );
}
