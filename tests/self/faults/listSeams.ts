/** Short ways to say what a fault changes of a list: what is asked, the records that come, one rule. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Rules } from '../../../reference-server/rules.ts';
import type { Seams } from '../../../reference-server/server.ts';

export type Item = Record<string, unknown>;

/** Replaces rules for one operation. */
export const rule = (id: string, change: (standard: Rules) => Partial<Rules>): Seams => ({
  rules: (standard, { id: asked }) => (asked === id ? change(standard) : {}),
});

/** Replaces one filter operator. */
export const operator = (
  id: string,
  name: string,
  make: (operand: never, standard: Rules['operators']) => (value: unknown) => boolean,
): Seams =>
  rule(id, ({ operators }) => ({
    operators: { ...operators, [name]: (operand) => make(operand as never, operators) },
  }));

export const standing = (standard: Rules['operators'], name: string, operand: unknown): ((value: unknown) => boolean) =>
  (standard[name] as Rules['operators'][string])(operand, {});

/** Stands around one operation. */
export const around = (id: string, change: (call: Call, next: (call: Call) => Answer) => Answer): Seams => ({
  around: (call, next) => (call.operation.id === id ? change(call, next) : next(call)),
});

/** The call with other list parameters; undefined takes one away. */
export function asking(call: Call, change: Readonly<Record<string, string | undefined>>): Call {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { ...call, query };
}

/** Reads a parameter in another way, where it is given. */
export const reads = (id: string, name: string, change: (value: string, call: Call) => string | undefined): Seams =>
  around(id, (call, next) => {
    const value = call.query.get(name);
    return next(value === null ? call : asking(call, { [name]: change(value, call) }));
  });

/** Takes a parameter to have this value where it is not given. */
export const defaults = (id: string, name: string, value: string): Seams =>
  around(id, (call, next) => next(call.query.has(name) ? call : asking(call, { [name]: value })));

/** The records of an answer; the answer of a read by id is the one record. */
export function itemsIn({ body }: Answer): Item[] {
  const outer = body as Item;
  const list = Array.isArray(body) ? body : (outer.items ?? outer.tags);
  return Array.isArray(list) && (Array.isArray(body) || 'totalCount' in outer || 'count' in outer || !('id' in outer))
    ? list
    : [outer];
}

/** Changes the answer of each success; the body is a copy. */
export const answers = (id: string, change: (body: Item, call: Call) => void): Seams =>
  around(id, (call, next) => {
    const answer = next(call);
    if (answer.status >= 300) return answer;
    const body = structuredClone(answer.body) as Item;
    change(body, call);
    return { ...answer, body };
  });

/** Changes the list of records in each success; gives the new list. */
export const items = (id: string, change: (list: Item[], call: Call) => Item[]): Seams =>
  answers(id, (body, call) => {
    const key = 'tags' in body && !('id' in body) ? 'tags' : 'items';
    body[key] = change(body[key] as Item[], call);
  });

/** Refuses what it should answer. */
export const refuses = (id: string, status: number, when: (call: Call) => boolean): Seams =>
  around(id, (call, next) => (when(call) ? { status, body: { message: 'no' } } : next(call)));

/** The filter of a call, parsed. */
export const filterOf = ({ query }: Call): Item => {
  try {
    const parsed: unknown = JSON.parse(query.get('filter') ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Item) : {};
  } catch {
    return {};
  }
};

/** Reads the filter in another way. */
export const filters = (id: string, change: (filter: Item, call: Call) => unknown): Seams =>
  reads(id, 'filter', (text, call) => {
    const changed = change(filterOf(call), call);
    return changed === undefined ? undefined : text.startsWith('{') ? JSON.stringify(changed) : text;
  });
