/** Who belongs to which team and who manages which, as employees and users show it. Sections "Employee", "User". */

import type { Context } from '../../support/engine/context.ts';
import { readList } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';

export interface Person {
  id: string;
  /** Teams that the person belongs to. */
  teams: readonly string[];
  /** Teams that the person manages. */
  manages: readonly string[];
  active: boolean;
}

export const meet = (a: readonly string[], b: readonly string[]): boolean => a.some((id) => b.includes(id));

/** Everybody whose teams and managed teams are shown, by employees or, for the teams, by users. */
export async function people(t: Context): Promise<readonly Person[]> {
  if (!t.claims('employees')) return [];
  const read = (list: string) => readList(t, list).catch(() => ({ items: [] }));
  const [employees, users] = await Promise.all([read('employees.list'), read('users.list')]);
  const teamsOfUsers = new Map(users.items.map(({ id, teamIds }) => [id, teamIds]));
  return employees.items.flatMap(({ id, teamIds, managedTeamIds, isActive, dateDeactivated }) => {
    const teams = teamIds ?? teamsOfUsers.get(id);
    if (typeof id !== 'string' || !Array.isArray(managedTeamIds) || !Array.isArray(teams)) return [];
    const active = isActive !== false && dateDeactivated === undefined;
    return [{ id, teams: strings(teams), manages: strings(managedTeamIds), active }];
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
