/** Who a token stands for, and the teams of that user: fixtures say so, or a record that the user makes. */

import { isRecord } from '../../../schemas/contract.ts';
import type { Context } from '../engine/context.ts';
import { NotTested, unlessUntested } from '../engine/outcome.ts';
import { type Actor, isGiven } from '../http/actors.ts';
import { strings } from '../records/answers.ts';
import { tryMake } from '../records/creating.ts';

/** The author of a KPI group that the actor makes, as its create or its read says; undefined where neither does. */
function authorOf(t: Context, as: Actor): Promise<string | undefined> {
  return t.once(`author/${as}`, async () => {
    if (!t.claims('kpiGroups') || !t.settings.allowWrites) return undefined;
    const made = await tryMake(t, 'kpiGroup', { name: t.names.next('author') }, as);
    if (!('kindName' in made)) return undefined;
    if (typeof made.record.createdById === 'string') return made.record.createdById;
    const { ok, json } = await t.send('kpiGroups.get', { params: { groupId: made.id }, as });
    return ok && isRecord(json) && typeof json.createdById === 'string' ? json.createdById : undefined;
  });
}

/** The id of an actor's user; undefined where nothing tells it. */
export async function userIdOf(t: Context, as: Actor = 'first'): Promise<string | undefined> {
  const given = t.fixtures.facts.currentUsers?.[as];
  if (given !== undefined) return given;
  const [own, another] = await Promise.all([
    authorOf(t, as),
    as !== 'first' ? authorOf(t, 'first') : isGiven(t, 'second') ? authorOf(t, 'second') : undefined,
  ]);
  // An author that is the same for all says nothing of who asks.
  return own === another ? undefined : own;
}

/** Ids of the users whose tokens are given, out of the first and the second. NotTested where nothing tells them. */
export async function currentUsers(t: Context): Promise<Partial<Record<'first' | 'second', string>>> {
  const [first, second] = await Promise.all([userIdOf(t), isGiven(t, 'second') ? userIdOf(t, 'second') : undefined]);
  if (first === undefined || (isGiven(t, 'second') && second === undefined))
    throw new NotTested(
      'it is not known which users the tokens stand for',
      'FIXTURES: facts.currentUsers (or ALLOW_WRITES=true, and a target that shows createdById of KPI groups)',
    );
  return { first, ...(second !== undefined && { second }) };
}

/** Teams that a user belongs to or manages; undefined where neither the user nor the employee shows them. */
export function teamsOf(t: Context, id: string): Promise<readonly string[] | undefined> {
  return t.once(`teams/${id}`, async () => {
    const [user, employee] = await Promise.all([
      unlessUntested(t.send('users.get', { params: { userId: id } }), undefined),
      unlessUntested(t.send('employees.get', { params: { employeeId: id } }), undefined),
    ]);
    const info = isRecord(employee?.json) && isRecord(employee.json.info) ? employee.json.info : {};
    const shown = isRecord(user?.json) ? user.json : {};
    const lists = [shown.teamIds, info.teamIds].filter(Array.isArray);
    if (lists.length === 0) return undefined;
    return [...new Set([...lists, info.managedTeamIds].flatMap(strings))];
  });
}
