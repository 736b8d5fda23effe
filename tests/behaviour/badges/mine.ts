/** Badges of the user who asks. Sections "Assigned badge", "Endpoints / Badges". */

import { isRecord } from '../../../schemas/contract.ts';
import { currentUsers, teamsOf } from '../../support/domain/currentUser.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { readList } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import { allBadges, badgeIdOf, listOf, mine } from './lists.ts';

/** Whether an assignee may be the user or a team of theirs, as far as the target shows. */
async function mayBeOf(t: Context, userId: string, assigneeIds: readonly string[]): Promise<boolean> {
  if (assigneeIds.includes(userId)) return true;
  const teams = await teamsOf(t, userId);
  if (teams) return assigneeIds.some((id) => teams.includes(id));
  const others = (await readList(t, 'employees.list')).items.map(({ id }) => id);
  return assigneeIds.some((id) => !others.includes(id));
}

export const badgesMine: Check[] = [
  check('the badges of the current user hold the badge as an object', 'badges.mine-badge', async (t) => {
    let seen = 0;
    for (const { items, answer, as } of await mine(t)) {
      for (const { badge, badgeId } of items) {
        if (badge === undefined && badgeId === undefined) continue;
        seen++;
        t.expect(isRecord(badge), `an assignation of the ${as} user holds no badge`, {
          expected: 'an object under badge',
          received: badge ?? { badgeId },
          exchange: answer,
        });
      }
    }
    if (seen === 0) throw new NotApplicable('no assignation shows its badge; fields may be absent');
  }),

  check('the badge of an assignation is the badge of the list', 'badges.mine-agree', (t) =>
    eventually(t, async (s) => {
      const [{ items: all }, found] = await Promise.all([allBadges(s), mine(s)]);
      const held = found.flatMap(({ items, answer }) => items.map(({ badge }) => ({ badge, answer })));
      const pairs = held.flatMap(({ badge, answer }) => {
        const inList = isRecord(badge) && all.find(({ id }) => id === badge.id);
        return inList ? [{ badge, inList, answer }] : [];
      });
      if (pairs.length === 0)
        throw new NotTested('no badge of the user is in the list of badges', 'a target whose badges.list shows them');
      for (const { badge, inList, answer } of pairs)
        t.agree(inList, badge, 'a badge of the user is shown differently than in the list', answer);
    }),
  ),

  check('each assignation of the current user is there once', 'badges.mine-each-once', async (t) => {
    for (const { items } of await mine(t)) t.eachOnce(items, 'an assignation is there twice');
  }),

  check('the badges are those of the user who asks', 'badges.mine-user', (t) =>
    eventually(t, async (s) => {
      const [users, found] = await Promise.all([currentUsers(t), mine(s)]);
      const shown = found.flatMap(({ items, as, answer }) => {
        const userId = users[as as 'first' | 'second'];
        return items.flatMap(({ assigneeIds }) =>
          Array.isArray(assigneeIds) && userId ? [{ assigneeIds: strings(assigneeIds), userId, as, answer }] : [],
        );
      });
      if (shown.length === 0) throw new NotApplicable('no assignation shows its assignees; fields may be absent');
      for (const { assigneeIds, userId, as, answer } of shown)
        t.expect(await mayBeOf(t, userId, assigneeIds), `a badge of somebody else is among those of the ${as} user`, {
          expected: `${userId}, or a team of this user, among the assignees`,
          received: assigneeIds,
          exchange: answer,
        });
    }),
  ),

  check('the current user has every badge that a fact says', 'badges.mine-all', (t) =>
    eventually(t, async (s) => {
      const users = await currentUsers(t);
      const facts = t.fixtures.facts.badgeHolders ?? [];
      const due = (['first', 'second'] as const).flatMap((as) =>
        facts.flatMap(({ badgeId, userIds }) => (users[as] && userIds?.includes(users[as]) ? [{ as, badgeId }] : [])),
      );
      if (due.length === 0)
        throw new NotTested(
          'no fact gives a badge to the user of a token',
          'FIXTURES: facts.badgeHolders with the user of ACCESS_TOKEN among userIds',
        );
      for (const { as, badgeId } of due) {
        const { items, answer } = await listOf(s, 'badges.mine', as);
        const ids = items.map(badgeIdOf);
        if (items.length > 0 && ids.includes(undefined)) continue;
        t.expect(ids.includes(badgeId), `the ${as} user lacks a badge`, {
          expected: badgeId,
          received: ids,
          exchange: answer,
        });
      }
    }),
  ),
];
