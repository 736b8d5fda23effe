/** The words in which faults say what they change: of a call, of its answer, of the records in it, of a rule. */
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Rules } from '../../../reference-server/rules.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Account, World } from '../../../reference-server/store/account.ts';
import { operation } from '../../../schemas/contract.ts';

export type Shown = Record<string, unknown>;

/** The id of one operation, or of several. */
type On = string | readonly string[];

const changed = new WeakMap<Seams, readonly string[]>();

/** Ids of the operations that seams change; undefined where that is not known. */
export const changedBy = (seams: Seams): readonly string[] | undefined => changed.get(seams);

/** Notes what the seams change. @throws for an unknown operation */
function noted(named: readonly string[], seams: Seams): Seams {
  for (const id of named) operation(id);
  changed.set(seams, named);
  return seams;
}

/** Does something else than the handler. */
export function instead(on: On, act: (call: Call, next: (call: Call) => Answer) => Answer): Seams {
  const named = [on].flat();
  return noted(named, { around: (call, next) => (named.includes(call.operation.id) ? act(call, next) : next(call)) });
}

/** Does something else than the handler, and may act in any account of the server. */
export function inWorld(
  id: On,
  act: (call: Call, accounts: ReadonlyMap<string, Account>, next: (call: Call) => Answer) => Answer,
): Seams {
  let known: World | undefined;
  return {
    ...rule(id, ({ account }) => ({
      account(world, user, header) {
        known = world;
        return account(world, user, header);
      },
    })),
    ...instead(id, (call, next) => act(call, known?.accounts ?? new Map(), next)),
  };
}

/** Replaces rules. */
export function rule(on: On, change: (standard: Rules) => Partial<Rules>): Seams {
  const named = [on].flat();
  return noted(named, { rules: (standard, { id }) => (named.includes(id) ? change(standard) : {}) });
}

// The call

/** Answers another call than the one that came. */
export const asIf = (on: On, other: (call: Call) => Partial<Call>): Seams =>
  instead(on, (call, next) => next({ ...call, ...other(call) }));

/** Stores another body than the one that was sent. */
export const stored = (on: On, change: (body: Shown, call: Call) => Shown): Seams =>
  asIf(on, (call) => ({ body: change({ ...(call.body as Shown) }, call) }));

/** The same, without a note of what it changes: all checks of what it breaks are run, also those of other operations. */
export const unnoted = (seams: Seams): Seams => ({ ...seams });

/** Whether the id is that of a user who was created in the last hour: those of the sample data are older. */
export const isNew = (account: Account, id: unknown): boolean =>
  Date.parse(account.now()) - Date.parse(String(account.users.get(String(id))?.dateInvited)) < 3_600_000;

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. */
export const guardsFormulas = (on: On, field: string): Seams =>
  stored(on, (body) => {
    const text = body[field];
    return typeof text === 'string' && /^[=+@-]/.test(text) ? { ...body, [field]: `'${text}` } : body;
  });

type Parameters = Readonly<Record<string, string | undefined>>;

/** The call with other query parameters; undefined takes one away. */
export function withQuery(call: Call, change: Parameters): Call {
  const query = new URLSearchParams(call.query);
  for (const [name, value] of Object.entries(change)) {
    query.delete(name);
    if (value !== undefined) query.set(name, value);
  }
  return { ...call, query };
}

/** Asks for something else than the query does. */
export const asking = (on: On, change: (query: URLSearchParams, call: Call) => Parameters): Seams =>
  asIf(on, (call) => withQuery(call, change(call.query, call)));

/** Reads a parameter in another way, where it is given. */
export const reads = (on: On, name: string, change: (value: string, call: Call) => string | undefined): Seams =>
  asking(on, (query, call) => {
    const value = query.get(name);
    return value === null ? {} : { [name]: change(value, call) };
  });

/** Where a parameter is not given, it is what it was the last time that it was. */
export const remembers = (on: On, name: string) => (): Seams => {
  let last: string | undefined;
  return instead(on, (call, next) => {
    const given = call.query.get(name);
    if (given !== null) last = given;
    return next(given === null && last !== undefined ? withQuery(call, { [name]: last }) : call);
  });
};

/** Answers a request about another record than the last one, or of another user, with the last answer. */
export const lagging = (on: On, keyOf: (call: Call) => string) => (): Seams => {
  let last: { key: string; answer: Answer } | undefined;
  return instead(on, (call, next) => {
    const answer = next(call);
    if (answer.status >= 300) return answer;
    const given = last && last.key !== keyOf(call) ? last.answer : answer;
    last = { key: keyOf(call), answer };
    return given;
  });
};

/** Answers so from the second time on that the same is asked; what has no key is not noted. */
export const secondTime = (on: On, keyOf: (call: Call) => unknown, answer: Answer) => (): Seams => {
  const asked = new Set<unknown>();
  return instead(on, (call, next) => {
    const key = keyOf(call);
    if (key === undefined) return next(call);
    if (asked.has(key)) return answer;
    asked.add(key);
    return next(call);
  });
};

/** Whether the user who asks is the first one of the account. */
export const isFirst = ({ account, user }: Call): boolean => [...account.users.keys()][0] === user.id;

/** Takes a parameter to have this value where it is not given. */
export const defaults = (on: On, name: string, value: string): Seams =>
  asking(on, (query) => (query.has(name) ? {} : { [name]: value }));

/** The filter of a call, parsed. */
export const filterOf = ({ query }: Call): Shown => {
  try {
    const parsed: unknown = JSON.parse(query.get('filter') ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? (parsed as Shown) : {};
  } catch {
    return {};
  }
};

/** Reads the filter in another way. */
export const filters = (on: On, change: (filter: Shown, call: Call) => unknown): Seams =>
  reads(on, 'filter', (text, call) => {
    const changed = change(filterOf(call), call);
    return changed === undefined ? undefined : text.startsWith('{') ? JSON.stringify(changed) : text;
  });

/** Replaces one filter operator. */
export const operator = (
  on: On,
  name: string,
  make: (operand: never, standard: Rules['operators']) => (value: unknown) => boolean,
): Seams =>
  rule(on, ({ operators }) => ({
    operators: { ...operators, [name]: (operand) => make(operand as never, operators) },
  }));

export const standing = (standard: Rules['operators'], name: string, operand: unknown): ((value: unknown) => boolean) =>
  (standard[name] as Rules['operators'][string])(operand, {});

// The answer

/** Changes every answer, of whatever status. */
export const answering = (on: On, change: (answer: Answer, call: Call) => Answer): Seams =>
  instead(on, (call, next) => change(next(call), call));

/** Changes each success; its body is a copy. */
export const success = (on: On, change: (answer: Answer, call: Call) => Answer): Seams =>
  answering(on, (answer, call) =>
    answer.status < 300
      ? change({ ...answer, ...(answer.body !== undefined && { body: structuredClone(answer.body) }) }, call)
      : answer,
  );

/** Changes the body of each success, in place or by what is returned. */
export const body = <Body = Shown>(on: On, change: (body: Body, call: Call) => unknown): Seams =>
  success(on, (answer, call) => {
    const changed = change(answer.body as Body, call);
    return { ...answer, body: changed ?? answer.body };
  });

/** Answers with another status: each success, or each answer of the status `of`. */
export const status = (on: On, code: number, of?: number): Seams =>
  answering(on, (answer) =>
    (of === undefined ? answer.status < 300 : answer.status === of) ? { ...answer, status: code } : answer,
  );

/** Refuses, or breaks on, what it should answer. */
export const refuses = (on: On, code: number, when: (call: Call) => boolean = () => true): Seams =>
  instead(on, (call, next) => (when(call) ? { status: code, body: { message: 'no' } } : next(call)));

/** Answers with success and does nothing. */
export const pretending = (on: On, answer?: unknown): Seams =>
  instead(on, ({ operation: { success: stated } }) => ({ status: stated.status, body: answer }));

/** Does something after a success, with the same answer. */
export const also = (on: On, act: (call: Call, answer: Answer) => void): Seams =>
  success(on, (answer, call) => {
    act(call, answer);
    return answer;
  });

/** A create that keeps something else than it answers: the record is changed after the answer was made. */
export const storedOtherwise = (
  on: On,
  records: (call: Call) => Map<string, object>,
  change: (record: Shown, call: Call) => void,
): Seams =>
  also(on, (call, answer) => {
    const record = records(call).get(String((answer.body as Shown).id));
    if (record) change(record as Shown, call);
  });

// The records in an answer

/** The key of a list's envelope; undefined where the body is an array or a record, which may hold a list of its own. */
function listKey(value: Shown): string | undefined {
  const isRecord = 'id' in value && !('totalCount' in value) && !('count' in value);
  return isRecord ? undefined : ['items', 'tags'].find((key) => Array.isArray(value[key]));
}

/** The records in the body of an answer: those of its list, the employee under info, or the one that it is. */
export function recordsIn(value: unknown): Shown[] {
  if (Array.isArray(value)) return value;
  const outer = value as Shown;
  const key = listKey(outer);
  return key ? (outer[key] as Shown[]) : [('id' in outer ? undefined : (outer.info as Shown)) ?? outer];
}

/** Changes the list of records in each success; what it counts stays. */
export const page = (on: On, change: (records: Shown[], call: Call) => Shown[]): Seams =>
  body<Shown>(on, (value, call) => {
    const records = change(recordsIn(value), call);
    return Array.isArray(value) ? records : { ...value, [listKey(value) as string]: records };
  });

/** Changes the list of records in each success; totalCount follows. */
export const listed = (on: On, change: (records: Shown[], call: Call) => Shown[]): Seams =>
  body<Shown>(on, (value, call) => {
    const before = recordsIn(value);
    const count = before.length;
    const records = change(before, call);
    const total = typeof value.totalCount === 'number' ? { totalCount: value.totalCount + records.length - count } : {};
    return Array.isArray(value) ? records : { ...value, [listKey(value) as string]: records, ...total };
  });

/** The last record is there twice. */
export const twice = (on: On): Seams => listed(on, (records) => [...records, ...records.slice(-1)]);

/** Changes each record in place, of a list or by itself. */
export const each = (on: On, change: (record: Shown, index: number, call: Call) => void): Seams =>
  body(on, (value, call) => {
    recordsIn(value).forEach((record, index) => {
      change(record, index, call);
    });
  });

/** An operation's id as part of the name of a fault. */
export const kebab = (text: string) => text.replaceAll('.', '-').replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
