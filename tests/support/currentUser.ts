/** Who a token stands for, and the teams of that user: no operation says so, but a record that the user makes does. */

import type { Actor } from './client.ts';
import type { Context } from './context.ts';
import { NotTested } from './outcome.ts';
import { strings } from './records.ts';
import { isRecord, make, read } from './subjects.ts';

const UNKNOWN = 'a target that shows createdById of KPI groups, for each user their own';

async function authorId(t: Context, actor: Actor): Promise<string> {
  const { id, record } = await make(t, 'kpiGroup', {}, actor);
  const { createdById = (await read(t, 'kpiGroup', id, actor)).createdById } = record;
  if (typeof createdById !== 'string')
    throw new NotTested(`it is not known which user the token of the ${actor} user stands for`, UNKNOWN);
  return createdById;
}

/** Ids of the users whose tokens are given, out of the first and the second. */
export function currentUsers(t: Context): Promise<Partial<Record<'first' | 'second', string>>> {
  return t.once('current users', async () => {
    const second = t.settings.tokens.SECOND_ACCESS_TOKEN !== undefined;
    const [one, two] = await Promise.all([authorId(t, 'first'), second ? authorId(t, 'second') : undefined]);
    // An author that is the same for all says nothing of who asks.
    if (one === two) throw new NotTested('it is not known which users the tokens stand for', UNKNOWN);
    return { first: one, ...(two !== undefined && { second: two }) };
  });
}

/** Teams that a user belongs to or manages; undefined where neither the user nor the employee shows them. */
export function teamsOf(t: Context, id: string): Promise<readonly string[] | undefined> {
  return t.once(`teams/${id}`, async () => {
    const [user, employee] = await Promise.all([
      t.send('users.get', { params: { userId: id } }),
      t.send('employees.get', { params: { employeeId: id } }),
    ]);
    const info = isRecord(employee.json) && isRecord(employee.json.info) ? employee.json.info : {};
    const shown = isRecord(user.json) ? user.json : {};
    const lists = [shown.teamIds, info.teamIds].filter(Array.isArray);
    if (lists.length === 0) return undefined;
    return [...new Set([...lists, info.managedTeamIds].flatMap(strings))];
  });
}
