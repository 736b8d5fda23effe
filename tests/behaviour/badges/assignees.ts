/** Users and teams that have a badge: its keys other than Teams are open. Sections "Assigned badge", "Endpoints / Badges". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { currentUsers, teamsOf } from '../../support/domain/currentUser.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { readList } from '../../support/lists/readList.ts';
import { itemsOf, strings } from '../../support/records/answers.ts';
import { spread } from '../../support/values/sample.ts';
import { FACTS, type Holders, holdersOf, holds, idsOf, MOST, names, someHolders } from './holders.ts';
import { badgeIdOf } from './lists.ts';

/** Ids that identify the badge of an entry of a team's badges. */
function badgeOf({ badge, badgeId }: JsonRecord): unknown {
  return isRecord(badge) ? badge.id : (badge ?? badgeId);
}

/** Whether an assignation that somebody has approved is one to this user. */
const isAssignee = ({ assigneeIds, approvedBy }: JsonRecord, userId: string) =>
  Boolean(approvedBy) && strings(assigneeIds).includes(userId);

/** Judges that a user, or one of these teams, is named; where the teams are not known, a named team may be one. */
function named({ teams, others, answer }: Holders, userId: string, theirs: readonly string[] | undefined): boolean {
  if (holds(answer.json, userId)) return true;
  if (theirs === undefined) return (teams ?? []).length > 0;
  return theirs.some((id) => idsOf(teams ?? []).includes(id) || holds(others, id));
}

export const badgeAssignees: Check[] = [
  check('every user and every team that has a badge is named', 'badges.assignees-holders', async (t) => {
    const facts = (t.fixtures.facts.badgeHolders ?? []).filter(
      ({ userIds = [], teamIds = [] }) => userIds.length + teamIds.length > 0,
    );
    if (facts.length === 0) throw new NotTested('nobody is known who has a badge', FACTS);
    await Promise.all(
      spread(facts, 2 * MOST).map(({ badgeId, userIds = [], teamIds = [] }) =>
        eventually(t, async (s) => {
          const { teams = [], others, answer } = await holdersOf(s, badgeId);
          // A user may be named within a team as well, but that says nothing of the user having the badge.
          const users = userIds.filter((id) => !names(others, id));
          t.expect(users.length === 0, 'users who have the badge are not named', {
            expected: userIds,
            received: { 'not named beside Teams': users },
            exchange: answer,
          });
          const nameless = teams.some(({ id }) => id === undefined);
          const missing = teamIds.filter((id) => !holds(idsOf(teams), id));
          t.expect(nameless || missing.length === 0, 'teams that have the badge are not under Teams', {
            expected: teamIds,
            received: { 'not named': missing },
            at: '/Teams',
            exchange: answer,
          });
        }),
      ),
    );
  }),

  check('teams are those of the badge that is addressed', 'badges.assignees-own', (t) =>
    eventually(t, async (s) => {
      let seen = 0;
      const ids = idsOf((await readList(s, 'badges.list')).items);
      for (const { badgeId, teams = [], answer } of await someHolders(s)) {
        for (const { badges } of teams) {
          const shown = Array.isArray(badges) ? badges.filter(isRecord).map(badgeOf) : [];
          // A type name or a title may stand in the place of the badge.
          if (shown.length === 0 || !shown.every((id) => ids.includes(id))) continue;
          seen++;
          t.expect(shown.includes(badgeId), 'a team is named that has other badges, but not this one', {
            expected: badgeId,
            received: shown,
            at: '/Teams',
            exchange: answer,
          });
        }
      }
      if (seen > 0) return;
      // Teams need not show their badges; then badges with different holders must not have the same answer.
      const facts = (t.fixtures.facts.badgeHolders ?? []).filter(({ teamIds = [] }) => teamIds.length > 0);
      if (facts.length < 2) throw new NotTested('no team shows its badges', `${FACTS} with two badges that teams have`);
      for (const { badgeId, teamIds = [] } of facts.slice(0, MOST)) {
        const { teams = [], answer } = await holdersOf(s, badgeId);
        const right = teams.length === 0 || idsOf(teams).some((id) => id === undefined || teamIds.includes(String(id)));
        t.expect(right, 'the teams are those of another badge', {
          expected: teamIds,
          received: idsOf(teams),
          exchange: answer,
        });
      }
    }),
  ),

  check('no team is named that does not have the badge', 'badges.assignees-not-holders', async (t) => {
    const facts = (t.fixtures.facts.badgeHolders ?? []).filter(({ teamIds }) => teamIds !== undefined);
    if (facts.length === 0)
      throw new NotTested('it is not known which teams have a badge', `${FACTS} with all teams of a badge`);
    await Promise.all(
      spread(facts, 2 * MOST).map(({ badgeId, teamIds = [] }) =>
        eventually(t, async (s) => {
          const { teams = [], answer } = await holdersOf(s, badgeId);
          const shows = ({ badges }: JsonRecord) => Array.isArray(badges) && holds(badges, badgeId);
          const wrong = teams.filter(
            (team) => typeof team.id === 'string' && !teamIds.includes(team.id) && !shows(team),
          );
          t.expect(wrong.length === 0, 'a team is named that does not have the badge', {
            expected: teamIds,
            received: idsOf(wrong),
            at: '/Teams',
            exchange: answer,
          });
        }),
      ),
    );
  }),

  check('no user is named who does not have the badge', 'badges.assignees-other-users', async (t) => {
    const facts = (t.fixtures.facts.badgeHolders ?? []).filter(({ userIds }) => userIds !== undefined);
    if (facts.length === 0)
      throw new NotTested('it is not known which users have a badge', `${FACTS} with all users of a badge`);
    const found = await Promise.all(
      spread(facts, 2 * MOST).map(({ badgeId, userIds = [] }) =>
        eventually(t, async (s) => {
          const { teams = [], others, answer } = await holdersOf(s, badgeId);
          // Under which key they stand is open; under one of another name may be others than the holders.
          const keys = Object.keys(others).filter((key) => /^(users|assignees|employees)$/i.test(key));
          const shown = keys.flatMap((key) => idsOf(itemsOf(others[key])).filter((id) => typeof id === 'string'));
          const wrong = shown.filter((id) => !userIds.includes(id) && !holds(teams, id));
          t.expect(wrong.length === 0, 'a user is named who does not have the badge', {
            expected: userIds,
            received: wrong,
            exchange: answer,
          });
          return shown.length;
        }),
      ),
    );
    if (found.every((count) => count === 0)) throw new NotApplicable('users stand under no key that says so');
  }),

  check('teams stand under Teams, as records of teams', 'badges.assignees-teams', (t) =>
    eventually(t, async (s) => {
      // Many, so that one is among them that nobody has.
      const all = await someHolders(s, 4 * MOST);
      const people = new Set((await readList(s, 'employees.list')).items.map(({ id }) => id));
      for (const { teams, answer } of all) {
        const { Teams } = isRecord(answer.json) ? answer.json : {};
        t.expect(
          teams !== undefined && teams.length === (Teams as unknown[]).length,
          'there is no list of records under Teams',
          {
            expected: 'a list of teams',
            received: Teams ?? { keys: Object.keys((answer.json ?? {}) as object) },
            at: '/Teams',
            exchange: answer,
          },
        );
        const persons = idsOf(teams ?? []).filter((id) => id !== undefined && people.has(id));
        t.expect(persons.length === 0, 'users stand under Teams', {
          expected: 'teams only',
          received: persons,
          at: '/Teams',
          exchange: answer,
        });
      }
      if (all.every(({ teams }) => teams?.length === 0))
        throw new NotTested('no badge shows a team that has it', 'a badge that a team has');
    }),
  ),

  check('each badge of the current user names the user or a team of theirs', 'badges.mine-assignees', (t) =>
    eventually(t, async (s) => {
      const users = await currentUsers(t);
      let seen = 0;
      for (const [as, userId] of Object.entries(users) as ['first' | 'second', string][]) {
        const items = itemsOf((await s.ok('badges.mine', { as })).json);
        const teams = await teamsOf(t, userId);
        const badges = new Set(items.map(badgeIdOf));
        for (const badgeId of spread(
          [...badges].filter((id) => typeof id === 'string'),
          MOST,
        )) {
          seen++;
          const found = await holdersOf(s, badgeId);
          // Who is an assignee, not a team of theirs, is named as such: beside the teams.
          const direct = items.some((one) => badgeIdOf(one) === badgeId && isAssignee(one, userId));
          t.expect(
            direct ? names(found.others, userId) : named(found, userId, teams),
            `a badge of the ${as} user does not name this user among its assignees`,
            {
              expected: `${userId}, or a team of this user`,
              received: found.answer.json,
              exchange: found.answer,
            },
          );
        }
      }
      if (seen === 0) throw new NotTested('badges.mine shows no badge', 'a badge that the user of ACCESS_TOKEN has');
    }),
  ),

  check('an employee who shows a badge is among its assignees', 'badges.assignees-agree', (t) =>
    eventually(t, async (s) => {
      const { items } = await readList(s, 'employees.list');
      const showing = items.flatMap((employee) =>
        (Array.isArray(employee.badges) ? employee.badges : []).flatMap((badge) =>
          isRecord(badge) && typeof badge.id === 'string' && typeof employee.id === 'string'
            ? [{ badgeId: badge.id, userId: employee.id, employee }]
            : [],
        ),
      );
      if (showing.length === 0) throw new NotApplicable('no employee shows a badge; fields may be absent');
      await Promise.all(
        spread(showing, 2 * MOST).map(async ({ badgeId, userId, employee }) => {
          const teams = Array.isArray(employee.teamIds)
            ? [...strings(employee.teamIds), ...strings(employee.managedTeamIds)]
            : undefined;
          const found = await holdersOf(s, badgeId);
          t.expect(named(found, userId, teams), 'an employee shows a badge, and is not among its assignees', {
            expected: userId,
            received: found.answer.json,
            exchange: found.answer,
          });
        }),
      );
    }),
  ),

  check('what an answer about assignees holds beside Teams', 'badges.assignees-shape', async (t) =>
    [...new Set((await someHolders(t)).flatMap(({ others }) => Object.keys(others)))].sort(),
  ),
];
