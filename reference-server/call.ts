/** What a handler sees and says. */
import type { Operation } from '../schemas/operations.ts';
import { Refusal } from './refusal.ts';
import type { Rules } from './rules.ts';
import type { Account, User } from './store/account.ts';

export interface Call {
  operation: Operation;
  /** Decoded path parameters, by name. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** Parsed JSON body; undefined when there was none. */
  body: unknown;
  account: Account;
  user: User;
  rules: Rules;
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Gives the body of success; its status is the one that the contract lists. */
type Handler = (call: Call) => unknown;

/** Handlers by operation id. */
export type Handlers = Readonly<Record<string, Handler>>;

/**
 * The record with this id.
 * @throws Refusal when there is none: 404 where the operation lists 404, else 400
 */
export function find<T>(records: ReadonlyMap<string, T>, id: string | undefined, { operation }: Call): T {
  const record = id === undefined ? undefined : records.get(id);
  if (record === undefined)
    throw new Refusal(operation.errors.includes(404) ? 404 : 400, `there is no such record: ${id}`);
  return record;
}
