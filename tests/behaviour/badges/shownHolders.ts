/** Who has a badge as the target itself shows it, where the fixtures do not say it. Sections "Assigned badge", "Employee". */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { currentUsers, teamsOf } from '../../support/domain/currentUser.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { readKind } from '../../support/lists/readList.ts';
import { idsOf, recordsIn, strings } from '../../support/records/answers.ts';
import { MANY, someHolders, usersNamed } from './holders.ts';
import { badgeIdOf, mine } from './lists.ts';

/** Some of those who have a badge. */
interface Known {
  badgeId: string;
  userIds: string[];
  teamIds: string[];
}

/** Whether an assignation that somebody has approved is one to this user. */
export const isAssignee = ({ assigneeIds, approvedBy }: JsonRecord, userId: string): boolean =>
  Boolean(approvedBy) && strings(assigneeIds).includes(userId);

/** Ids that identify the badge of an entry of a team's badges. */
export function badgeOf({ badge, badgeId }: JsonRecord): unknown {
  return isRecord(badge) ? badge.id : (badge ?? badgeId);
}

const employees = async (t: Context): Promise<readonly JsonRecord[]> =>
  (await unlessUntested(readKind(t, 'employee'), { items: [] as readonly JsonRecord[] })).items;

/** Approved assignations to the users who ask, with all their assignees. */
export async function ofAskers(t: Context): Promise<{ badgeId: unknown; userId: string; assignees: string[] }[]> {
  const users = await unlessUntested(currentUsers(t), {} as Partial<Record<string, string>>);
  const found = await unlessUntested(mine(t), []);
  return found.flatMap(({ as, items }) => {
    const userId = users[as];
    if (userId === undefined) return [];
    const held = items.filter((one) => isAssignee(one, userId));
    return held.map((one) => ({ badgeId: badgeIdOf(one), userId, assignees: strings(one.assigneeIds) }));
  });
}

/** Assignees of assignations that a team shows by which it has the badge. */
async function ofTeams(t: Context): Promise<{ badgeId: unknown; assignees: string[] }[]> {
  const all = await unlessUntested(someHolders(t), []);
  return all.flatMap(({ badgeId, teams = [] }) =>
    teams.flatMap(({ id, badges }) =>
      recordsIn(badges)
        .filter((entry) => badgeOf(entry) === badgeId && strings(entry.assigneeIds).includes(String(id)))
        .map(({ assigneeIds }) => ({ badgeId, assignees: strings(assigneeIds) })),
    ),
  );
}

/** What assignations say of all their assignees; the inactive may be left out. */
export async function assigneesShown(t: Context): Promise<Known[]> {
  const [askers, teams, people] = await Promise.all([ofAskers(t), ofTeams(t), employees(t)]);
  const active = idsOf(people.filter(({ isActive, dateDeactivated }) => isActive === true && !dateDeactivated));
  const groups = new Set(
    people.flatMap(({ teamIds, managedTeamIds }) => [...strings(teamIds), ...strings(managedTeamIds)]),
  );
  return [...askers, ...teams].flatMap(({ badgeId, assignees }) =>
    typeof badgeId === 'string'
      ? [
          {
            badgeId,
            userIds: assignees.filter((id) => active.includes(id)),
            teamIds: assignees.filter((id) => groups.has(id)),
          },
        ]
      : [],
  );
}

/**
 * Badges that a user who asks has in person: the employee shows the badge, and the badge names the user and none of the
 * user's teams, through which it could be had.
 */
export async function hadByAskers(t: Context): Promise<{ as: 'first' | 'second'; badgeId: string }[]> {
  const users = await unlessUntested(currentUsers(t), {} as Partial<Record<'first' | 'second', string>>);
  const people = await employees(t);
  const all = await unlessUntested(someHolders(t, MANY), []);
  const found = await Promise.all(
    (['first', 'second'] as const).map(async (as) => {
      const userId = users[as];
      const teams = userId === undefined ? undefined : await teamsOf(t, userId);
      if (userId === undefined || teams === undefined) return [];
      const shown = idsOf(recordsIn(people.find(({ id }) => id === userId)?.badges));
      return all
        .filter((one) => shown.includes(one.badgeId) && usersNamed(one).includes(userId))
        .filter((one) => one.teams !== undefined && !idsOf(one.teams).some((id) => teams.includes(id)))
        .map(({ badgeId }) => ({ as, badgeId }));
    }),
  );
  return found.flat();
}
