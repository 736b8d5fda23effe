/** Rules of the service that faults and variants may replace; the rest of the server asks them and nothing else. */
import { type Operation, problem } from '../schemas/contract.ts';
import type { Account, User, World } from './store/account.ts';

export interface Rules {
  /** The user that an Authorization header stands for. */
  authenticate(world: World, header: string | undefined): User | undefined;
  /** The account that a call acts in; undefined when the user does not belong to the one that is named. */
  account(world: World, user: User, header: string | undefined): Account | undefined;
  /** Whether the account header may be left out. */
  accountHeaderNeeded(operation: Operation): boolean;
  /** Whether the user has the permission that the operation requires. */
  permitted(user: User, operation: Operation): boolean;
  /** What is wrong with a request body, or undefined. */
  bodyProblem(operation: Operation, body: unknown): string | undefined;
  /** Whether a custom field may apply to all of these target types. */
  targetTypesSupported(wanted: readonly string[], supported: readonly string[]): boolean;
}

export const rules: Rules = {
  authenticate(world, header) {
    const token = /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1];
    return token === undefined ? undefined : world.tokens.get(token);
  },
  account(world, user, header) {
    return header === undefined || header === user.accountId ? world.accounts.get(user.accountId) : undefined;
  },
  accountHeaderNeeded: (operation) => operation.accountHeader,
  permitted: (user, operation) => user.canWrite || operation.method === 'GET',
  bodyProblem({ body: expected }, body) {
    if (expected === undefined || expected.schema === 'open') return undefined;
    if (body === undefined) return expected.required ? 'the request has no body' : undefined;
    const wrong = problem(expected.schema, body);
    return wrong && `${wrong.at || 'the body'} ${wrong.expected}`;
  },
  targetTypesSupported: (wanted, supported) => wanted.every((type) => supported.includes(type)),
};
