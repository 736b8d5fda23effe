/** Lists of badges and of their assignations. Sections "Badge", "Assigned badge". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { itemsOf, totalOf } from '../../support/records/answers.ts';

export interface Listed {
  items: JsonRecord[];
  answer: Answer;
  complete: boolean;
}

export async function listOf(t: Context, operation: string, as: Actor = 'first'): Promise<Listed> {
  return t.once(`${operation}/${as}`, async () => {
    const answer = await t.ok(operation, { as });
    const items = itemsOf(answer.json);
    return { items, answer, complete: (totalOf(answer) ?? 0) <= items.length };
  });
}

/** The list, which must have something, or nothing can be seen. */
async function some(t: Context, operation: string, what: string): Promise<Listed> {
  const found = await listOf(t, operation);
  if (found.items.length === 0) throw new NotTested(`${operation} shows nothing`, `an account with ${what}`);
  return found;
}

export const allBadges = (t: Context) => some(t, 'badges.list', 'a badge');
export const awaiting = (t: Context) => some(t, 'badges.awaitingApproval', 'an assignation that awaits approval');

/** Badges of the users whose tokens are given; some of them must have one. */
export async function mine(t: Context): Promise<(Listed & { as: Actor })[]> {
  const actors =
    t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? (['first'] as const) : (['first', 'second'] as const);
  const found = await Promise.all(actors.map(async (as) => ({ as, ...(await listOf(t, 'badges.mine', as)) })));
  if (found.every(({ items }) => items.length === 0))
    throw new NotTested('badges.mine shows nothing', 'a badge that the user of ACCESS_TOKEN has');
  return found;
}

/** Id of the badge that an assignation names or holds. */
export const badgeIdOf = ({ badgeId, badge }: JsonRecord): unknown =>
  badgeId ?? (isRecord(badge) ? badge.id : undefined);

/** Judges that each badge that these assignations name or hold is in the list of badges. */
export async function expectListed(t: Context, assignations: readonly JsonRecord[], message: string): Promise<void> {
  const { items, complete, answer } = await allBadges(t);
  const known = items.map(({ id }) => id);
  const named = assignations.map(badgeIdOf).filter((id) => typeof id === 'string');
  if (named.length === 0) throw new NotApplicable('no assignation shows which badge it is of; fields may be absent');
  for (const id of named.filter((candidate) => !known.includes(candidate))) {
    if (!complete)
      throw new NotTested('badges.list does not show all badges that it counts', 'a target that lists them all');
    t.expect(false, message, { expected: `a badge with the id ${id}`, received: known, exchange: answer });
  }
}
