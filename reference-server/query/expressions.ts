/** Which expressions a call carries: in the query where the operation lists them, in the body where its row says so. */
import type { Call } from '../call.ts';
import { tooDeep } from '../depth.ts';
import { Refusal } from '../refusal.ts';
import type { AskedPage } from './paging.ts';
import { MAX_DEPTH, parseExpression } from './relaxedJson.ts';

export interface Expressions extends AskedPage {
  filter?: unknown;
  sort: string;
  fields: string;
}

/** Number of the gap "expressions come from the body, whose shape is not shown"; ours is that of the query. */
const BODY_GAP = 1;

function textOf(name: string, value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',');
  throw new Refusal(400, `${name}: a text or a list of texts`);
}

function fromQuery({ operation, query }: Call): Record<string, unknown> {
  return Object.fromEntries(
    operation.parameters.flatMap(({ name }) => {
      const value = query.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function fromBody({ body }: Call): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal(400, 'the body is an object with filter, sort, fields, skip and limit');
  }
  if (tooDeep(body, MAX_DEPTH)) throw new Refusal(400, 'the body is nested too deeply');
  return body as Record<string, unknown>;
}

/**
 * The expressions that a call carries, each read as far as its type needs: filter parsed, lists of texts joined.
 * @throws Refusal 400 when one is malformed
 */
export function expressionsOf(call: Call): Expressions {
  const given = call.operation.gaps.includes(BODY_GAP) ? fromBody(call) : fromQuery(call);
  const { filter } = given;
  return {
    ...(filter !== undefined &&
      filter !== '' && { filter: typeof filter === 'string' ? parseExpression(filter) : filter }),
    sort: textOf('sort', given.sort),
    fields: textOf('fields', given.fields),
    skip: given.skip,
    limit: given.limit,
    take: given.take,
  };
}
