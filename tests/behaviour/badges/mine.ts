/** Badges of the user who asks. Sections "Assigned badge", "Endpoints / Badges". */

import { isRecord } from '../../../schemas/contract.ts';
import { currentUsers, userIdOf } from '../../support/domain/currentUser.ts';
import { lacking } from '../../support/domain/facts.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { anew, eventually, fresh } from '../../support/engine/retry.ts';
import { givenUsers } from '../../support/http/actors.ts';
import { readKind } from '../../support/lists/readList.ts';
import type { Listing } from '../../support/lists/readPages.ts';
import { idsOf, itemsOf, strings } from '../../support/records/answers.ts';
import { isSurelyUnique } from '../../support/records/identifiers.ts';
import { holdersUnknown, userIdsGiven } from './holders.ts';
import { allBadges, badgeIdOf, mine, mineOf } from './lists.ts';
import { hadByAskers, ofAskers } from './shownHolders.ts';

/**
 * Whether an assignee may be the user or a team that the user is or was in, or that stands above one: whoever is not known
 * as another user.
 */
async function mayBeOf(t: Context, userId: string, assigneeIds: readonly string[]): Promise<boolean> {
  const people = t.claims('employees') ? idsOf((await readKind(t, 'employee')).items) : userIdsGiven(t);
  // Where ids are counts, a team may have the id of another user.
  const others = new Set(people.filter((id) => id !== userId && isSurelyUnique(id)));
  return assigneeIds.some((id) => !others.has(id));
}

/** What the limited user is shown, who may have no badges: that they are of others alone is another branch. */
async function shownToLimited(
  t: Context,
): Promise<readonly (Pick<Listing, 'items'> & { userId: string | undefined })[]> {
  if (!givenUsers(t).includes('limited')) return [];
  const { items } = await unlessUntested(mineOf(t, 'limited'), { items: [] });
  return items.length > 0 ? [{ items, userId: await userIdOf(t, 'limited') }] : [];
}

export const badgesMine: Check[] = [
  check('the badges of the current user have the badge instead of badgeId', 'badges.mine-badge-id', async (t) => {
    const items = (await mine(t)).flatMap(({ items: found }) => found).filter(({ badge }) => isRecord(badge));
    if (items.length === 0) throw t.nothingShown('assignation', 'badge');
    const both = items.filter(({ badgeId }) => badgeId !== undefined);
    t.none(both, items.length, 'an assignation among the badges of the current user has badgeId beside the badge');
  }),

  check('the badges of the current user hold the badge as an object', 'badges.mine-badge', async (t) => {
    for (const { items, as } of await mine(t)) {
      for (const assignation of items) {
        const { badge, badgeId } = assignation;
        if (badge === undefined && badgeId === undefined) continue;
        t.expect(isRecord(badge), `an assignation of the ${as} user holds no badge`, {
          expected: 'an object under badge',
          received: assignation,
          at: '/badge',
        });
      }
    }
    if (t.tally.compared === 0) throw t.nothingShown('assignation', 'badge');
  }),

  check('the badge of an assignation is the badge of the list', 'badges.mine-agree', (t) =>
    eventually(t, async (s) => {
      const [{ items: all }, found] = await Promise.all([allBadges(s), mine(s)]);
      const listed = new Map(all.map((badge) => [badge.id, badge]));
      listed.delete(undefined);
      for (const { items, answer } of found)
        for (const { badge } of items)
          if (isRecord(badge))
            s.agree(listed.get(badge.id), badge, 'a badge of the user is shown differently than in the list', answer);
      if (s.tally.compared === 0)
        throw new NotTested('no badge of the user is in the list of badges', 'a target whose badges.list shows them');
    }),
  ),

  check('each assignation of the current user is there once', 'badges.mine-each-once', async (t) => {
    for (const { items } of await mine(t)) t.eachOnce(items, 'an assignation is there twice');
  }),

  check('the badges are those of the user who asks', 'badges.mine-user', (t) =>
    eventually(t, async (s) => {
      const [users, found] = await Promise.all([currentUsers(s), mine(s)]);
      const shown = [
        ...found.map(({ items, as }) => ({ items, as, userId: users[as] })),
        ...(await shownToLimited(s)).map((one) => ({ ...one, as: 'limited' })),
      ];
      for (const { items, as, userId } of shown) {
        for (const assignation of items) {
          if (!Array.isArray(assignation.assigneeIds) || userId === undefined) continue;
          const right = await mayBeOf(s, userId, strings(assignation.assigneeIds));
          s.expect(right, `a badge of somebody else is among those of the ${as} user`, {
            expected: `${userId}, or a team, among the assignees`,
            received: assignation,
            at: '/assigneeIds',
          });
        }
      }
      if (s.tally.compared === 0) throw s.nothingShown('assignation', 'assigneeIds');
      // In turns: each user is shown what they were shown before the other one asked.
      for (const { as, items } of [...found, ...found]) {
        const { items: again, answer } = await mineOf(fresh(anew(s)), as);
        s.equal(idsOf(again).sort(), idsOf(items).sort(), `the ${as} user is shown other badges than before`, answer);
      }
    }),
  ),

  check('a user who has no badges is shown an empty list', 'badges.mine-none', async (t) => {
    // The control: others have some.
    await mine(t);
    const answers = await Promise.all(givenUsers(t).map((as) => t.send('badges.mine', as === 'first' ? {} : { as })));
    for (const answer of answers) {
      // Who may not ask is refused otherwise.
      const isOfNone = answer.ok ? itemsOf(answer.json).length === 0 : answer.status === 404;
      if (isOfNone)
        t.expect(answer.ok, 'a user who has no badges is answered with 404', {
          expected: '200, and an empty list',
          received: answer,
        });
    }
    if (t.tally.compared === 0)
      throw lacking(
        t,
        ['limitedUser'],
        'every user whose token is given has badges, or may not ask for them',
        'LIMITED_ACCESS_TOKEN of a user without badges',
      );
  }),

  check('the current user has every badge that a fact says', 'badges.mine-all', (t) =>
    eventually(t, async (s) => {
      const users = await currentUsers(s);
      const facts = s.fixtures.facts.badgeHolders ?? [];
      const due = (['first', 'second'] as const).flatMap((as) =>
        facts.flatMap(({ badgeId, userIds }) => (users[as] && userIds?.includes(users[as]) ? [{ as, badgeId }] : [])),
      );
      if (due.length === 0) due.push(...(await hadByAskers(s)));
      if (due.length === 0) {
        const [shown] = await ofAskers(s);
        throw holdersUnknown(
          s,
          'no fact gives a badge to the user of a token',
          { sorts: ['userIds'], whose: strings(Object.values(users)), words: ['assignation.mine'] },
          shown && `badges.mine shows one of user ${shown.userId}`,
        );
      }
      for (const { as, badgeId } of due) {
        const { items, answer, complete } = await mineOf(s, as);
        const ids = items.map(badgeIdOf);
        if (!complete || ids.includes(undefined)) continue;
        const details = { expected: badgeId, received: ids, exchange: answer };
        s.expect(ids.includes(badgeId), `the ${as} user lacks a badge`, details);
      }
    }),
  ),
];
