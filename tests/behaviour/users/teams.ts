/** Who belongs to which team and who manages which, as employees and users show it. Sections "Employee", "User". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import type { Context } from '../../support/engine/context.ts';
import { unlessUntested } from '../../support/engine/outcome.ts';
import { readList, someOfKind } from '../../support/lists/readList.ts';
import { recordsIn, strings } from '../../support/records/answers.ts';

export interface Person {
  id: string;
  /** Teams that the person belongs to. */
  teams: readonly string[];
  /** Teams that the person manages. */
  manages: readonly string[];
  active: boolean;
  /** Whether the person manages some team; undefined where that is not shown. */
  isManager?: boolean;
}

/** A user and some whom the user's teams have as managers. */
export interface Managed {
  userId: string;
  managerIds: readonly string[];
}

export const meet = (a: readonly string[], b: readonly string[]): boolean => a.some((id) => b.includes(id));

/** Everybody whose teams and managed teams are shown, by employees or, for the teams, by users. */
export async function people(t: Context): Promise<readonly Person[]> {
  if (!t.claims('employees')) return [];
  const read = (list: string) => unlessUntested(readList(t, list), { items: [] });
  const [employees, users] = await Promise.all([read('employees.list'), read('users.list')]);
  const teamsOfUsers = new Map(users.items.map(({ id, teamIds }) => [id, teamIds]));
  return employees.items.flatMap(({ id, teamIds, managedTeamIds, isActive, isManager, dateDeactivated }) => {
    const teams = teamIds ?? teamsOfUsers.get(id);
    if (typeof id !== 'string' || !Array.isArray(managedTeamIds) || !Array.isArray(teams)) return [];
    const active = isActive !== false && dateDeactivated === undefined;
    return [
      {
        id,
        teams: strings(teams),
        manages: strings(managedTeamIds),
        active,
        ...(typeof isManager === 'boolean' && { isManager }),
      },
    ];
  });
}

/** Whom the teams of a user must name and whom they may name: co-managers of an own team and the inactive are open. */
export function managersBy({ id, teams, manages }: Person, all: readonly Person[]) {
  const others = all.filter((other) => other.id !== id);
  const foreign = teams.filter((team) => !manages.includes(team));
  return {
    must: others.filter((other) => other.active && meet(other.manages, foreign)).map((other) => other.id),
    may: others.filter((other) => meet(other.manages, teams)).map((other) => other.id),
  };
}

/** Whether somebody else manages two teams of the person. */
export const hasTwice = ({ id, teams }: Person, all: readonly Person[]): boolean =>
  all.some((other) => other.id !== id && other.manages.filter((team) => teams.includes(team)).length > 1);

/** The teams that the roles of a user show. */
export const teamsIn = (roles: unknown): JsonRecord[] =>
  recordsIn(roles).flatMap(({ team }) => (isRecord(team) ? [team] : []));

/** Whether somebody is shown to manage no team at all. */
export const managesNone = ({ manages, isManager }: Person): boolean => manages.length === 0 && isManager !== true;

/**
 * Users with managers of theirs, of whom there may be more: whoever a team of the user names as its manager and who names
 * the team among those that they manage.
 */
export async function managedBy(t: Context): Promise<readonly Managed[]> {
  const all = new Map((await people(t)).map((person) => [person.id, person]));
  const { items } = all.size > 0 ? await someOfKind(t, 'user') : { items: [] };
  // The team of one user's role is the team of all who belong to it.
  const named = new Map(items.flatMap(({ roles }) => teamsIn(roles)).map(({ id, manager }) => [id, manager]));
  return items.flatMap(({ id, teamIds }) => {
    const userId = String(id);
    const user = all.get(userId);
    const own = strings(teamIds).filter((team) => user?.teams.includes(team) && !user.manages.includes(team));
    const managers = own.flatMap((team) => {
      const manager = all.get(String(named.get(team)));
      return manager?.active && manager.id !== userId && manager.manages.includes(team) ? [manager.id] : [];
    });
    return managers.length > 0 ? [{ userId, managerIds: [...new Set(managers)] }] : [];
  });
}

/** The team above each team that the roles of users show, and an empty text for one at the top; none where no team is shown above another. */
export async function teamsAbove(t: Context): Promise<ReadonlyMap<unknown, string>> {
  const { items } = await unlessUntested(someOfKind(t, 'user'), { items: [] });
  const teams = items.flatMap(({ roles }) => teamsIn(roles));
  const isShown = teams.some(({ parentId }) => typeof parentId === 'string');
  return new Map(isShown ? teams.map(({ id, parentId }) => [id, typeof parentId === 'string' ? parentId : '']) : []);
}

/**
 * Whether somebody may manage a team above those of the user, to which the user may be said to belong, too. Where it is not
 * shown which teams are above, everybody may who manages one.
 */
export function mayBeAbove({ teams }: Person, other: Person, above: ReadonlyMap<unknown, string>): boolean {
  const seen = new Set<string>(teams);
  for (const team of seen) {
    const parent = above.get(team);
    if (parent === undefined) return !managesNone(other);
    if (parent !== '') seen.add(parent);
  }
  return meet(other.manages, [...seen]);
}
