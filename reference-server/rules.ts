/**
 * Decisions of the service that a team could get wrong. The rest of the server asks them through `call.rules`;
 * faults and variants replace single ones, everywhere or for one operation.
 */
import type { Operation } from '../schemas/operations.ts';
import { mayDo, principalsOf, requiredAction } from './access.ts';
import { schemaProblem } from './bodies.ts';
import { type Selection, selection } from './query/fields.ts';
import { type Operators, operators } from './query/operators.ts';
import { type AskedPage, type Page, wholeNumber } from './query/paging.ts';
import { plainText } from './query/plainText.ts';
import { compareValues, type SortKey, sortKeys } from './query/sort.ts';
import { textFields } from './query/textFields.ts';
import type { Account, Dashboard, Goal, KpiGroup, Session, Team, User, World } from './store/account.ts';

export interface Rules {
  // Who may do what.
  /** The user that an Authorization header stands for. */
  authenticate(world: World, header: string | undefined): User | undefined;
  /** The account that a call acts in; undefined when the user does not belong to the one that is named. */
  account(world: World, user: User, header: string | undefined): Account | undefined;
  /** Whether the account header may not be left out. */
  accountHeaderNeeded(operation: Operation): boolean;
  /** Whether the operation is refused to an account whose subscription is not paid. */
  paymentNeeded(account: Account, operation: Operation): boolean;
  /** Whether the user has the permission that the operation requires. */
  permitted(user: User, operation: Operation, account: Account): boolean;
  /** Whether the user may see the dashboard. */
  dashboardVisible(user: User, dashboard: Dashboard): boolean;

  // What is right in a request.
  /** What is wrong with a request body, or undefined. */
  bodyProblem(operation: Operation, body: unknown): string | undefined;
  /** Whether a custom field may apply to all of these target types. */
  targetTypesSupported(wanted: readonly string[], supported: readonly string[]): boolean;
  /** Fields of a custom field that never change. */
  immutableFields: readonly string[];

  // Lists.
  operators: Operators;
  sortKeys(text: string): SortKey[];
  compare(a: unknown, b: unknown): number;
  selection(text: string): Selection;
  /** Fields that a projection always holds, where the record has them. */
  alwaysShown: readonly string[];
  page(asked: AskedPage, operation: Operation): Page;
  /** What totalCount says. */
  totalCount(matched: number, shown: number): number;
  /** What count says. */
  count(matched: number, shown: number): number;

  // Texts.
  /** Whether this value of the parameter formatting asks for plain text. */
  plainAsked(formatting: string | null): boolean;
  /** Names of the fields that formatting concerns. */
  textFields(call: { account: Account }): ReadonlySet<string>;
  plainText(text: string): string;

  // Words of the specification.
  /** What identifies a tag. */
  tagKey(title: string): string;
  /** What identifies a user besides the id. */
  emailKey(email: string): string;
  /** Whether the group is a favourite of the user. */
  favorite(group: KpiGroup, user: User): boolean;
  /** Ids of those who manage the teams that a user belongs to. */
  managers(user: User, teams: readonly Team[]): string[];
  /** Whether a goal counts as met. */
  goalMet(goal: Goal): boolean;
  /** Whether a goal with tags of these keys answers a query for those. */
  tagsWanted(keys: readonly string[], wanted: readonly string[]): boolean;
  /** Whether the list of sessions holds the session. */
  sessionListed(session: Session, includeDemo: string | null): boolean;
  /** Whether the user is an owner of a record. */
  owns(userId: string, record: { ownerIds: readonly string[] }): boolean;
  /** Whether the dashboard is a report. */
  isReport(dashboard: Dashboard): boolean;
}

const SEES = 1;

export const rules: Rules = {
  authenticate(world, header) {
    const token = /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1];
    return token === undefined ? undefined : world.tokens.get(token);
  },
  account(world, user, header) {
    return header === undefined || header === user.accountId ? world.accounts.get(user.accountId) : undefined;
  },
  accountHeaderNeeded: (operation) => operation.accountHeader,
  paymentNeeded: (account, operation) => !account.paid && operation.errors.includes(402),
  permitted(user, operation, account) {
    const action = requiredAction(operation);
    return action === undefined || mayDo(account, user, action);
  },
  dashboardVisible(user, { access }) {
    const denied = access.permissions.filter(({ deny }) => ((deny?.Subtype ?? 0) & SEES) !== 0);
    return (
      denied.length === 0 || !principalsOf(user).some((id) => denied.some(({ principalId }) => principalId === id))
    );
  },

  bodyProblem({ body: expected }, body) {
    if (expected === undefined || expected.schema === 'open') return undefined;
    if (body === undefined) return expected.required ? 'the request has no body' : undefined;
    return schemaProblem(expected.schema, body);
  },
  targetTypesSupported: (wanted, supported) => wanted.every((type) => supported.includes(type)),
  immutableFields: ['name', 'type'],

  operators,
  sortKeys,
  compare: compareValues,
  selection,
  alwaysShown: ['id', '_id', 'accountId'],
  page: ({ skip, limit, take }) => ({
    skip: wholeNumber('skip', skip) ?? 0,
    limit: wholeNumber('limit', limit) ?? wholeNumber('take', take) ?? 100,
  }),
  totalCount: (matched) => matched,
  count: (_matched, shown) => shown,

  plainAsked: (formatting) => formatting === 'plainText',
  textFields: ({ account }) => textFields(account),
  plainText,

  tagKey: (title) => title.trim().toLowerCase(),
  emailKey: (email) => email.trim().toLowerCase(),
  favorite: (group, user) => group.favoriteOf.has(user.id),
  managers: (user, teams) => [
    ...new Set(
      teams.filter(({ id, manager }) => user.teamIds.includes(id) && manager !== user.id).map(({ manager }) => manager),
    ),
  ],
  goalMet: ({ attainment }) => attainment > 99,
  tagsWanted: (keys, wanted) => wanted.length === 0 || wanted.some((key) => keys.includes(key)),
  sessionListed: ({ demo }, includeDemo) => !demo || includeDemo === 'true',
  owns: (userId, { ownerIds }) => ownerIds.includes(userId),
  isReport: (dashboard) => dashboard.isReport,
};
