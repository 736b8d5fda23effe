/** Lists of badges and of their assignations. Sections "Badge", "Assigned badge". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { givenPeers } from '../../support/http/actors.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readKind, readList } from '../../support/lists/readList.ts';
import type { Listing } from '../../support/lists/readPages.ts';
import { strings } from '../../support/records/answers.ts';

/** The list, in which there must be a badge. */
export async function allBadges(t: Context): Promise<Listing> {
  const found = await readKind(t, 'badge');
  if (found.items.length === 0) throw t.nothingShown('badge');
  return found;
}

/** The assignations that await approval; possibly none. */
export const waiting = (t: Context): Promise<Listing> => readList(t, 'badges.awaitingApproval');

/** The assignations that await approval, of which there must be some. */
export async function awaiting(t: Context): Promise<Listing> {
  const found = await waiting(t);
  if (found.items.length === 0) throw t.nothingShown('assignation', 'awaitingApproval');
  return found;
}

/** Badges of a user whose token is given; possibly none. */
export const mineOf = (t: Context, as: Actor): Promise<Listing> =>
  readList(t, 'badges.mine', as === 'first' ? {} : { as });

/** Badges of the users whose tokens are given; some of them must have one. */
export async function mine(t: Context): Promise<(Listing & { as: 'first' | 'second' })[]> {
  const found = await Promise.all(givenPeers(t).map(async (as) => ({ as, ...(await mineOf(t, as)) })));
  if (found.every(({ items }) => items.length === 0)) throw t.nothingShown('assignation', 'mine');
  return found;
}

/** Id of the badge that an assignation names or holds. */
export const badgeIdOf = ({ badgeId, badge }: JsonRecord): unknown =>
  badgeId ?? (isRecord(badge) ? badge.id : undefined);

/** The ids of badges that these assignations name or hold, and those of them that the list of badges lacks. */
export async function lackingInList(
  t: Context,
  assignations: readonly JsonRecord[],
): Promise<{ named: string[]; lacking: string[]; answer: Answer }> {
  const { items, complete, answer } = await allBadges(t);
  const named = [...new Set(strings(assignations.map(badgeIdOf)))];
  if (named.length === 0) throw t.nothingShown('assignation', ['badgeId', 'badge']);
  const known = new Set(items.map(({ id }) => id));
  const lacking = named.filter((id) => !known.has(id));
  if (lacking.length > 0 && !complete)
    throw new NotTested('badges.list does not show all badges that it counts', 'a target that lists them all');
  return { named, lacking, answer };
}
