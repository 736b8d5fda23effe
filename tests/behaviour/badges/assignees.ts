/** Users and teams that have a badge: its keys other than Teams are open. Sections "Assigned badge", "Endpoints / Badges". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { currentUsers } from '../../support/domain/currentUser.ts';
import { lacking } from '../../support/domain/facts.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, unlessUntested } from '../../support/engine/outcome.ts';
import { anew, eventually } from '../../support/engine/retry.ts';
import { isGiven } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Actor, Answer } from '../../support/http/client.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, recordsIn, strings } from '../../support/records/answers.ts';
import { isSurelyUnique } from '../../support/records/identifiers.ts';
import { sample } from '../../support/values/sample.ts';
import {
  type Holders,
  holdersOf,
  holdersShown,
  holdersUnknown,
  holds,
  MANY,
  MOST,
  namedBesideTeams,
  someHolders,
  usersNamed,
} from './holders.ts';
import { badgeIdOf, mine, waiting } from './lists.ts';
import { assigneesShown, badgeOf, isAssignee, ofAskers } from './shownHolders.ts';

const ANYBODY = { sorts: ['userIds', 'teamIds'] } as const;
const TEAMS = { sorts: ['teamIds'] } as const;

/** Judges that a user, or one of these teams, is named; where the teams are not known, a named team may be one. */
function named({ teams, others, answer }: Holders, userId: string, theirs: readonly string[] | undefined): boolean {
  if (holds(answer.json, userId)) return true;
  if (theirs === undefined) return (teams ?? []).length > 0;
  return theirs.some((id) => idsOf(teams ?? []).includes(id) || holds(others, id));
}

/** For each team that shows its badges, which of them the list of badges knows, beside the one that is addressed. */
async function badgesOfTeams(t: Context): Promise<{ badgeId: string; answer: Answer; shown: unknown[] }[]> {
  const known = idsOf((await readKind(t, 'badge')).items);
  const all = (await someHolders(t)).flatMap(({ badgeId, teams = [], answer }) =>
    teams.map(({ badges }) => ({ badgeId, answer, shown: recordsIn(badges).map(badgeOf) })),
  );
  // A type name or a title may stand in the place of the badge.
  return all.filter(({ shown }) => shown.length > 0 && shown.every((id) => known.includes(id as string)));
}

/** Judges that a badge which a team shows has not users alone as its assignees: the team, or one above, is among them. */
async function expectTeamsAmong(t: Context): Promise<void> {
  if (!t.claims('employees')) return;
  // Where ids are counts, a team may have the id of a user.
  const people = new Set(idsOf((await unlessUntested(readKind(t, 'employee'), { items: [] })).items));
  const all = (await someHolders(t)).flatMap(({ teams = [], answer }) =>
    teams.flatMap(({ id, badges }) => recordsIn(badges).map(({ assigneeIds }) => ({ id, assigneeIds, answer }))),
  );
  for (const { id, assigneeIds, answer } of all) {
    const named = strings(assigneeIds);
    if (named.length === 0 || !named.every(isSurelyUnique)) continue;
    t.expect(!named.every((one) => people.has(one)), 'a team shows a badge whose assignees are users alone', {
      expected: `${id}, or a team above it, among the assignees`,
      received: named,
      at: '/Teams',
      exchange: answer,
    });
  }
}

/** Compares the badges that teams show with the one that is addressed; what a team does not show it may have all the same. */
async function compareOwnBadges(t: Context): Promise<void> {
  const right = (await badgesOfTeams(t)).filter(({ badgeId, shown }) => shown.includes(badgeId));
  t.judge(undefined, right.length);
}

/** Judges that the teams of a badge are some of those which the fixtures name. */
async function expectOwnTeams(t: Context): Promise<void> {
  const facts = (t.fixtures.facts.badgeHolders ?? []).filter(({ teamIds = [] }) => teamIds.length > 0);
  if (facts.length < 2)
    throw holdersUnknown(t, 'no team shows its badges, and of no two badges the teams are known', TEAMS);
  for (const { badgeId, teamIds = [] } of facts.slice(0, MOST)) {
    const { teams = [], answer } = await holdersOf(t, badgeId);
    const ids = idsOf(teams);
    if (ids.length === 0 || ids.length < teams.length) continue;
    const right = ids.some((id) => teamIds.includes(id));
    t.expect(right, 'the teams are those of another badge', { expected: teamIds, received: ids, exchange: answer });
  }
}

/** Badges that users have in person: by the fixtures, and by the assignations of the users who ask. */
async function hadInPerson(t: Context): Promise<{ badgeId: string; userId: string }[]> {
  const stated = (t.fixtures.facts.badgeHolders ?? []).flatMap(({ badgeId, userIds = [] }) =>
    userIds.map((userId) => ({ badgeId, userId })),
  );
  const own = (await ofAskers(t)).flatMap(({ badgeId, userId }) =>
    typeof badgeId === 'string' ? [{ badgeId, userId }] : [],
  );
  return [...stated, ...own];
}

/** Judges that a user whose badges these are is named among those who have them. */
async function expectAmongHolders(t: Context, as: Actor, userId: string, items: readonly JsonRecord[]): Promise<void> {
  for (const badgeId of sample([...new Set(strings(items.map(badgeIdOf)))], MOST)) {
    const found = await holdersOf(t, badgeId);
    const isNamed = await namedBesideTeams(t, found);
    if (!isNamed) continue;
    // Who is an assignee in person is named as such: beside the teams. Any team may be or have been theirs, or stand above.
    const direct = items.some((one) => badgeIdOf(one) === badgeId && isAssignee(one, userId));
    const there = isNamed(userId) || (!direct && named(found, userId, undefined));
    t.expect(there, `a badge of the ${as} user does not name this user among its assignees`, {
      expected: `${userId}, or a team`,
      received: found.answer.json,
    });
  }
}

/** Judges that employees who show their badges show those that they have in person; an empty list shows that there are none. */
async function expectShown(t: Context, employees: readonly JsonRecord[]): Promise<void> {
  const known = idsOf((await readKind(t, 'badge')).items);
  const due = await hadInPerson(t);
  for (const { id, badges } of employees) {
    const shown = recordsIn(badges).map((badge) => badge.id);
    // A type name, or an id of another kind, may stand in the place of a badge.
    if (!Array.isArray(badges) || !badges.every((_, i) => known.includes(shown[i] as string))) continue;
    const theirs = due.filter(({ userId, badgeId }) => userId === id && known.includes(badgeId));
    const missing = theirs.filter(({ badgeId }) => !shown.includes(badgeId)).map(({ badgeId }) => badgeId);
    t.none(missing, theirs.length, 'an employee shows badges, but not one that the employee has');
  }
}

/** The ids under each key of the answer: what else is shown of the holders may change. */
const holderIds = (json: unknown): JsonRecord =>
  isRecord(json) ? Object.fromEntries(Object.entries(json).map(([key, value]) => [key, idsOf(recordsIn(value))])) : {};

export const badgeAssignees: Check[] = [
  check('every user and every team that has a badge is named', 'badges.assignees-holders', async (t) => {
    const isHeld = ({ userIds = [], teamIds = [] }: Partial<Record<'userIds' | 'teamIds', readonly string[]>>) =>
      userIds.length + teamIds.length > 0;
    const given = (t.fixtures.facts.badgeHolders ?? []).filter(isHeld);
    const facts = given.length > 0 ? given : (await assigneesShown(t)).filter(isHeld);
    if (facts.length === 0)
      throw holdersUnknown(t, 'nobody is known who has a badge', ANYBODY, await holdersShown(t, ANYBODY.sorts));
    await Promise.all(
      sample(facts, 2 * MOST).map(({ badgeId, userIds = [], teamIds = [] }) =>
        eventually(t, async (s) => {
          const found = await holdersOf(s, badgeId);
          const { teams = [], answer } = found;
          // A user may be named within a team as well, but that says nothing of the user having the badge.
          const isNamed = await namedBesideTeams(s, found);
          const users = userIds.filter((id) => isNamed?.(id) === false);
          const judged = isNamed ? userIds.length : 0;
          s.none(users, judged, 'users who have the badge are not named beside Teams', answer);
          if (teams.some(({ id }) => id === undefined)) return;
          const missing = teamIds.filter((id) => !idsOf(teams).includes(id));
          s.none(missing, teamIds.length, 'teams that have the badge are not under Teams', answer);
        }),
      ),
    );
    if (t.tally.compared === 0) throw holdersUnknown(t, 'nobody whom the answer names is known', ANYBODY);
  }),

  check('teams are those of the badge that is addressed', 'badges.assignees-own', (t) =>
    eventually(t, async (s) => {
      await compareOwnBadges(s);
      // Teams need not show their badges; then badges with different holders must not have the same answer.
      const facts = expectOwnTeams(s);
      await (s.tally.compared === 0 ? facts : unlessUntested(facts, undefined));
    }),
  ),

  check('the holders of a badge are the same after another badge and another user', 'badges.assignees-own', (t) =>
    eventually(anew(t), async (s) => {
      const all = await someHolders(s, 4);
      if (all.length < 2)
        throw lacking(s, ['badge.several'], 'no two badges are known', 'FIXTURES: ids.badge with several');
      for (const [i, { badgeId, answer: before }] of all.entries()) {
        await s.send('badges.assignees', at('badge', all[(i + 1) % all.length]?.badgeId as string));
        if (isGiven(s, 'second')) await s.send('badges.assignees', { ...at('badge', badgeId), as: 'second' });
        const again = await s.ok('badges.assignees', at('badge', badgeId));
        s.agree(holderIds(before.json), holderIds(again.json), 'the holders of a badge are others than before', again);
      }
    }),
  ),

  check('no team is named that does not have the badge', 'badges.assignees-not-holders', async (t) => {
    const facts = (t.fixtures.facts.badgeHolders ?? []).filter(({ teamIds }) => teamIds !== undefined);
    // What the teams themselves show is enough, as far as it goes.
    if (facts.length === 0) await compareOwnBadges(t);
    if (facts.length === 0 && t.tally.compared === 0)
      throw holdersUnknown(t, 'it is not known which teams have a badge', TEAMS, await holdersShown(t, TEAMS.sorts));
    await Promise.all(
      sample(facts, 2 * MOST).map(({ badgeId, teamIds = [] }) =>
        eventually(t, async (s) => {
          const { teams = [], answer } = await holdersOf(s, badgeId);
          const shows = ({ badges }: JsonRecord) => Array.isArray(badges) && holds(badges, badgeId);
          const wrong = idsOf(teams.filter((team) => !shows(team))).filter((id) => !teamIds.includes(id));
          s.none(wrong, teams.length, 'a team is named that does not have the badge', answer);
        }),
      ),
    );
    if (t.tally.compared === 0)
      throw holdersUnknown(t, 'no badge of the facts has a team', TEAMS, await holdersShown(t, TEAMS.sorts));
  }),

  check('no user is named who does not have the badge', 'badges.assignees-other-users', async (t) => {
    const facts = (t.fixtures.facts.badgeHolders ?? []).filter(({ userIds }) => userIds !== undefined);
    if (facts.length === 0) throw holdersUnknown(t, 'it is not known which users have a badge', ANYBODY);
    await Promise.all(
      sample(facts, 2 * MOST).map(({ badgeId, userIds = [] }) =>
        eventually(t, async (s) => {
          const holders = await holdersOf(s, badgeId);
          const { teams = [], answer } = holders;
          const shown = usersNamed(holders);
          const wrong = shown.filter((id) => !userIds.includes(id) && !holds(teams, id));
          s.none(wrong, shown.length, 'a user is named who does not have the badge', answer);
        }),
      ),
    );
    if (t.tally.compared > 0) return;
    if (facts.every(({ userIds = [] }) => userIds.length === 0))
      throw holdersUnknown(t, 'no badge of the facts has a user', { sorts: ['userIds'] });
    throw t.nothingShown('badge', 'users');
  }),

  check('teams stand under Teams, as records of teams', 'badges.assignees-teams', (t) =>
    eventually(t, async (s) => {
      // Many, so that one is among them that nobody has.
      const all = await someHolders(s, MANY);
      const { items } = await unlessUntested(readKind(s, 'employee'), { items: [] });
      // Where each kind counts its ids, a team may have the id of a user.
      const people = new Set(idsOf(items).filter(isSurelyUnique));
      const teamIds = items.flatMap(({ teamIds, managedTeamIds }) => strings([teamIds, managedTeamIds].flat()));
      for (const { teams, answer } of all) {
        const { Teams } = isRecord(answer.json) ? answer.json : {};
        const right = teams !== undefined && teams.length === (Array.isArray(Teams) ? Teams.length : 0);
        s.expect(right, 'there is no list of records under Teams', {
          expected: 'a list of teams',
          received: Teams ?? { keys: Object.keys(Object(answer.json)) },
          at: '/Teams',
          exchange: answer,
        });
        const persons = idsOf(teams ?? []).filter((id) => people.has(id) && !teamIds.includes(id));
        s.none(persons, teams?.length ?? 0, 'users stand under Teams', answer);
      }
      if (all.every(({ teams }) => teams?.length === 0))
        throw holdersUnknown(s, 'no badge shows a team that has it', TEAMS);
    }),
  ),

  check('each badge of the current user names the user or a team of theirs', 'badges.mine-assignees', (t) =>
    eventually(t, async (s) => {
      const users = await currentUsers(s);
      // A badge that awaits approval is assigned, and nobody has it yet.
      const pending = idsOf((await unlessUntested(waiting(s), { items: [] })).items);
      for (const { as, items: assigned } of await mine(s)) {
        const userId = users[as];
        if (userId === undefined) continue;
        const items = assigned.filter(({ id }) => !pending.includes(String(id)));
        await expectAmongHolders(s, as, userId, items);
      }
      if (s.tally.compared > 0) return;
      // What people are called is known from their records.
      if (!s.claims('users')) s.needGroup('employees');
      throw s.nothingShown('assignation', ['badge', 'badgeId']);
    }),
  ),

  check(
    'a team under Teams that shows badges shows the one that it is named for',
    'badges.assignees-agree',
    (t) =>
      eventually(t, async (s) => {
        for (const { badgeId, answer, shown } of await badgesOfTeams(s))
          s.expect(shown.includes(badgeId), 'a team is named that shows other badges, but not this one', {
            expected: badgeId,
            received: shown,
            at: '/Teams',
            exchange: answer,
          });
        await expectTeamsAmong(s);
        // A generic matter: teams need not show their badges.
        if (s.tally.compared === 0) throw new NotApplicable('no team under Teams shows badges; fields may be absent');
      }),
    ['badges.assignees'],
  ),

  check('an employee who shows a badge is among its assignees', 'badges.assignees-agree', (t) =>
    eventually(t, async (s) => {
      const { items } = await readKind(s, 'employee');
      const showing = items.flatMap((employee) =>
        recordsIn(employee.badges).flatMap(({ id: badgeId }) =>
          typeof badgeId === 'string' && typeof employee.id === 'string'
            ? [{ badgeId, userId: employee.id, employee }]
            : [],
        ),
      );
      await expectShown(s, items);
      if (showing.length === 0) throw s.nothingShown('employee', 'badges');
      await Promise.all(
        sample(showing, 2 * MOST).map(async ({ badgeId, userId, employee }) => {
          const teams = Array.isArray(employee.teamIds)
            ? [...strings(employee.teamIds), ...strings(employee.managedTeamIds)]
            : undefined;
          const found = await holdersOf(s, badgeId);
          const isNamed = await namedBesideTeams(s, found);
          const there = isNamed === undefined || isNamed(userId) || named(found, userId, teams);
          s.expect(there, 'an employee shows a badge, and is not among its assignees', {
            expected: userId,
            received: found.answer.json,
          });
        }),
      );
    }),
  ),

  check('what an answer about assignees holds beside Teams', 'badges.assignees-shape', async (t) =>
    [...new Set((await someHolders(t)).flatMap(({ others }) => Object.keys(others)))].sort(),
  ),
];
