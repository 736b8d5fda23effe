/** What the words say of roles. Sections "Role", "Endpoints / Roles". */
import { type Batch, type Check, check } from '../support/check.ts';
import { collection } from '../support/collections.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { at } from '../support/context.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { fresh } from '../support/settled.ts';
import { isRecord } from '../support/subjects.ts';
import { expectRead, expectSameViews, recordsOf, spread } from '../support/views.ts';
import { creatingRoles } from './rolesCreating.ts';
import { scimOfRoles } from './rolesScim.ts';

/** How many users, and how many active ones, have each role, as the users show it. */
async function holders(t: Context): Promise<Map<unknown, { all: number; active: number }>> {
  const { items } = await collection(t, 'users.list', { query: { fields: 'roles,isActive,dateDeactivated' } });
  if (!items.some(({ roles }) => Array.isArray(roles) && roles.some(isRecord)))
    throw new NotTested('no user shows roles', 'an account whose users have roles, shown as records');
  const found = new Map<unknown, { all: number; active: number }>();
  for (const { roles, isActive, dateDeactivated } of items) {
    const active = isActive !== false && dateDeactivated === undefined;
    for (const id of new Set(
      (Array.isArray(roles) ? roles : []).map((role) => (isRecord(role) ? role.id : undefined)),
    )) {
      const { all, active: sofar } = found.get(id) ?? { all: 0, active: 0 };
      found.set(id, { all: all + 1, active: sofar + (active ? 1 : 0) });
    }
  }
  return found;
}

/** Judges the numbers of users of some roles; they are read before and after the users, and only what stayed counts. */
async function expectCounts(t: Context, read: (t: Context) => Promise<readonly JsonRecord[]>): Promise<void> {
  let wrong: { expected: unknown; received: unknown; at: string } | undefined;
  let judged = 0;
  for (let tries = 0; tries < 3; tries++) {
    const [before, users, after] = [await read(fresh(t)), await holders(fresh(t)), await read(fresh(t))];
    const shown = before.filter(({ userCount }) => typeof userCount === 'number');
    if (shown.length === 0) throw new NotApplicable('userCount is absent, as fields may be');
    const stayed = shown.filter(({ id, userCount }) => after.find((role) => role.id === id)?.userCount === userCount);
    judged = Math.max(judged, stayed.filter(({ id }) => users.has(id)).length);
    const off = (of: 'all' | 'active') =>
      stayed.filter(({ id, userCount }) => (users.get(id)?.[of] ?? 0) !== userCount);
    const [all, active] = [off('all'), off('active')];
    if (all.length === 0 || active.length === 0) {
      wrong = undefined;
      break;
    }
    const [role] = all.length <= active.length ? all : active;
    wrong = { expected: users.get(role?.id) ?? { all: 0 }, received: role?.userCount, at: `${role?.id}/userCount` };
  }
  if (wrong) t.expect(false, 'userCount is not the number of users who have the role', wrong);
  if (judged === 0)
    throw new NotTested('no role has users, as far as users show it', 'an account whose users have roles');
}

const reading: Check[] = [
  check('reading by id gives the role with that id', 'roles.get-record', (t) => expectRead(t, 'role')),
  check('the list and the read by id show the same of a role', 'roles.views-agree', (t) => expectSameViews(t, 'role')),

  check(
    'the list says how many users have a role',
    'roles.user-count',
    (t) => expectCounts(t, async (now) => (await recordsOf(now, 'role')).items),
    ['roles.list', 'users.list'],
  ),

  check(
    'reading by id says how many users have the role',
    'roles.user-count',
    async (t) => {
      const { items } = await recordsOf(t, 'role');
      await expectCounts(t, async (now) => {
        const answers = await Promise.all(
          spread(items, 8).map(({ id }) => now.send('roles.get', at('role', String(id)))),
        );
        return answers.flatMap(({ ok, json }) => (ok && isRecord(json) ? [json] : []));
      });
    },
    ['roles.get'],
  ),
];

export const roles: Batch = {
  title: 'behaviour: roles',
  checks: [...creatingRoles, ...scimOfRoles, ...reading],
};
