/** The users whose views of dashboards are judged: dashboards may be hidden from some of them. */
import type { Context } from '../../support/engine/context.ts';
import type { Actor } from '../../support/http/client.ts';

const TOKENS = [
  ['first', 'ACCESS_TOKEN'],
  ['second', 'SECOND_ACCESS_TOKEN'],
  ['limited', 'LIMITED_ACCESS_TOKEN'],
] as const;

/** The users of the account whose tokens are given. */
export const usersGiven = (t: Context): readonly Actor[] =>
  TOKENS.flatMap(([as, token]) => (as === 'first' || t.settings.tokens[token] !== undefined ? [as] : []));
