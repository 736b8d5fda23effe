/** Users whom records name: as owners, authors and assignees. */
import type { Answer } from './client.ts';
import { withoutNulls } from './compare.ts';
import type { Context, JsonRecord } from './context.ts';
import { NotTested } from './outcome.ts';
import { isRecord, itemsOf, list } from './subjects.ts';

/** Ids of active users to name in new records; of the fixtures where the list shows none. */
export function someUsers(t: Context): Promise<readonly string[]> {
  return t.once('some users', async () => {
    const items = t.claims('users') ? (await list(t, 'user').catch(() => ({ items: [] }))).items : [];
    const active = items.filter(({ id, isActive }) => typeof id === 'string' && isActive !== false);
    const ids = [...new Set([...active.map(({ id }) => id as string), ...(t.fixtures.ids.user ?? [])])];
    if (ids.length === 0) throw new NotTested('no user is known', 'FIXTURES: ids.user');
    return ids;
  });
}

/** The user with this id; undefined where there is none, as the id of a team has. */
export function userWith(t: Context, id: string): Promise<{ user: JsonRecord; answer: Answer } | undefined> {
  return t.once(`user/${id}`, async () => {
    const answer = await t.send('users.get', { params: { userId: id } });
    return answer.ok && isRecord(answer.json) ? { user: withoutNulls(answer.json) as JsonRecord, answer } : undefined;
  });
}

/** Judges that a short form of a user has the name and the e-mail address of the user with its id. */
export function expectSameUser(t: Context, short: JsonRecord, user: JsonRecord, what: string, answer: Answer): void {
  const details = { expected: user, received: short, exchange: answer };
  const mail = (record: JsonRecord) => String(record.email).toLowerCase();
  if (short.email !== undefined && user.email !== undefined)
    t.expect(mail(short) === mail(user), `${what} has another e-mail address than the user with its id`, {
      ...details,
      at: '/email',
    });
  for (const field of ['firstName', 'lastName'])
    if (short[field] !== undefined && user[field] !== undefined)
      t.expect(short[field] === user[field], `${what} has another ${field} than the user with its id`, {
        ...details,
        at: `/${field}`,
      });
  if (short.name === undefined) return;
  // How a display name is made of first and last name is open.
  const parts = [user.firstName, user.lastName].filter((part) => typeof part === 'string' && part !== '');
  const right =
    short.name === user.name ||
    (user.name === undefined &&
      (parts.length === 0 || parts.some((part) => String(short.name).includes(String(part)))));
  t.expect(right, `${what} has another name than the user with its id`, { ...details, at: '/name' });
}

/** Ids of goals: of the fixtures, else those that tasks and key results name. */
export function someGoals(t: Context): Promise<readonly string[]> {
  return t.once('some goals', async () => {
    const given = t.fixtures.ids.goal ?? [];
    if (given.length > 1) return given;
    const [tasks, metrics] = await Promise.all([t.send('tasks.list'), t.send('metrics.list')]);
    const found = [
      ...itemsOf(tasks.json).map(({ parentId, parentType }) => (parentType === 'goal' ? parentId : undefined)),
      ...itemsOf(metrics.json).map(({ goalId }) => goalId),
    ];
    const ids = [...new Set([...given, ...found.filter((id) => typeof id === 'string')])];
    if (ids.length === 0) throw new NotTested('no goal is known', 'FIXTURES: ids.goal');
    return ids;
  });
}
