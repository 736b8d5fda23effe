/** A right but different behaviour of a target: the suite must report nothing about it. */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Answer, Call } from '../../../reference-server/call.ts';
import type { Rules } from '../../../reference-server/rules.ts';
import type { Seams } from '../../../reference-server/server.ts';
import type { Account, World } from '../../../reference-server/store/account.ts';
import type { Sample } from '../../../reference-server/store/sample.ts';
import type { Operation } from '../../../schemas/operations.ts';

/** An answer on its way out. */
export interface Reply {
  status: number;
  /** In lower case. */
  headers: Record<string, string>;
  /** What will be JSON; undefined for no body. A hook puts another value here and changes none in place. */
  body: unknown;
  /** The operation addressed; undefined when there is none. */
  operation: Operation | undefined;
  request: IncomingMessage;
}

/** An answer as it is written. */
export interface Wire {
  status: number;
  headers: Record<string, string>;
  /** Undefined for no body. */
  bytes: Buffer | undefined;
  /** Whether its length is left open. */
  chunked: boolean;
  /** Milliseconds to wait before. */
  delay: number;
  request: IncomingMessage;
}

/** What a target says of itself, as the fixtures file has it. */
// biome-ignore lint/suspicious/noExplicitAny: a file whose parts variants take out and change by name
export type FixturesFile = Record<string, any>;

export interface Parts {
  /** Changes the sample data before the server starts. */
  world?: (world: World) => void;
  /** Changes what the target says of itself. */
  fixtures?: (file: FixturesFile) => void;
  /** Changes the settings, BASE_URL among them. */
  settings?: (settings: Record<string, string>) => void;
  rules?: (standard: Rules, operation: Operation) => Partial<Rules>;
  around?: NonNullable<Seams['around']>;
  /** Changes every answer, refusals of credentials and paths among them. */
  reply?: (reply: Reply) => void;
  /** Changes how an answer is written. */
  wire?: (wire: Wire) => void;
  /** Encodes an answer, once all others have written it. */
  encode?: (wire: Wire) => void;
  /** Stands before the server like a proxy: answers itself, or changes the request and hands it on. */
  front?: (...args: [...Parameters<RequestListener>, next: () => void]) => void;
  /** What other clients do to the account, again and again. */
  others?: (world: World) => void;
}

/** The settings of a target of which SETTLE_MS says that it shows a write so much later, in milliseconds. */
export const settlesIn =
  (ms: number): NonNullable<Parts['settings']> =>
  (settings) => {
    settings.SETTLE_MS = String(ms);
  };

export interface Variant {
  /** Unique, in kebab-case. */
  name: string;
  /** What is different, in one sentence. */
  title: string;
  /** Variants of one kind exclude each other. */
  kind?: string;
  /** Data, users or permissions are missing on purpose: what is judged is only that nothing is blamed. */
  sparse?: true;
  /** It takes so long that it is tried by itself. */
  alone?: true;
  /** Requirements of level should that it rightly fails: they warn. */
  warns?: readonly string[];
  /** Groups of operations at which it shows; by default all. */
  on?: readonly string[];
  /** Seed and size of the sample data, where they matter. */
  sample?: Sample;
  /** A function where it remembers something: each server then has its own memory. */
  parts: Parts | (() => Parts);
}

/** The parts of a variant, with a memory of their own where they remember something. */
export const newParts = ({ parts }: Variant): Parts => (typeof parts === 'function' ? parts() : parts);

/** A change to successes of the operations named (all without names). */
export const answers = (
  operations: readonly string[] | undefined,
  change: (body: unknown, reply: Reply) => unknown,
): Parts => ({
  reply(reply) {
    if (reply.status >= 300 || !reply.operation) return;
    if (operations && !operations.includes(reply.operation.id)) return;
    reply.body = change(reply.body, reply);
  },
});

export type Json = Record<string, unknown>;

/** The records of a list, which another variant may have taken out of its envelope. */
export const itemsOf = (body: unknown): unknown[] => {
  const items = isObject(body) ? body.items : body;
  return Array.isArray(items) ? items : [];
};

/** A value with each object in it replaced, the inner ones first. */
export function deep(value: unknown, change: (record: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((entry) => deep(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, deep(inner, change)])));
}

/** A value with each string in it replaced. */
export function strings(value: unknown, change: (text: string, key: string) => string, key = ''): unknown {
  if (typeof value === 'string') return change(value, key);
  if (Array.isArray(value)) return value.map((entry) => strings(entry, change, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strings(inner, change, name)]));
}

/** Every n-th time. */
export function every(n: number): () => boolean {
  let count = 0;
  return () => ++count % n === 0;
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes the sample data of every account. */
export const eachAccount = (change: (account: Account) => void): Parts => ({
  world: ({ accounts }) => {
    for (const account of accounts.values()) change(account);
  },
});

/** The account that the suite tests. */
export const mainAccount = ({ accounts }: World): Account => [...accounts.values()][0] as Account;

/** The body of a call; {} where it is no object. */
export const sentBody = ({ body }: Call): Json => (isObject(body) ? body : {});

export const refused = (message: string, status = 400): Answer => ({ status, body: { statusCode: status, message } });

/** Refuses calls of these operations for which this gives a reason. */
export const refusing = (operations: readonly string[], reason: (call: Call) => string | undefined): Parts => ({
  around: (call, next) => {
    const why = operations.includes(call.operation.id) ? reason(call) : undefined;
    return why === undefined ? next(call) : refused(why);
  },
});
