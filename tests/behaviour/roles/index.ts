/** What the words say of roles. Sections "Role", "Endpoints / Roles". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { created } from '../../laws/created.ts';
import { recordLaws } from '../../laws/index.ts';
import { userIdOf } from '../../support/domain/currentUser.ts';
import { type Batch, type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, unlessUntested } from '../../support/engine/outcome.ts';
import { anew, fresh, stillWrong } from '../../support/engine/retry.ts';
import { givenUsers } from '../../support/http/actors.ts';
import { readList, someOfKind } from '../../support/lists/readList.ts';
import { idsOf } from '../../support/records/answers.ts';
import { varied } from '../../support/records/varied.ts';
import { peek } from '../../support/records/views.ts';
import { scimOfRoles } from './scim.ts';

type Holders = (roleId: unknown, of: 'all' | 'active') => { least: number; most: number };

/** Ids of the roles that a user shows: none where the list is empty; undefined where it is not shown, or not with ids. */
function rolesShown(roles: unknown): unknown[] | undefined {
  if (!Array.isArray(roles)) return undefined;
  return roles.every((role) => isRecord(role) && role.id !== undefined) ? roles.map(({ id }) => id) : undefined;
}

/**
 * Whether a list of users has those who have left, and whoever asks. Otherwise it may leave out people whom roles count: the
 * invited and the deactivated, or those that are services.
 */
async function hasEverybody(t: Context, ids: readonly unknown[], hasLeft: boolean): Promise<boolean> {
  const callers = await Promise.all(givenUsers(t).map((as) => unlessUntested(userIdOf(t, as), undefined)));
  return hasLeft && callers.every((id) => id === undefined || ids.includes(id));
}

/** How many users, or active ones, have a role by what the users show; who shows no roles, or is not listed, may have any. */
async function holders(t: Context): Promise<Holders> {
  const { items, complete } = await readList(t, 'users.list', {
    query: { fields: 'roles,isActive,dateDeactivated' },
  });
  const each = [...new Map(items.map((user, i) => [user.id ?? i, user])).values()];
  const people = each.map(({ roles, isActive, dateDeactivated }) => ({
    roles: rolesShown(roles),
    active: isActive !== false && dateDeactivated === undefined,
  }));
  if (!complete || people.every(({ roles }) => roles === undefined))
    throw new NoData('users do not all show their roles', 'an account whose users have roles, shown as records');
  const isWhole = await hasEverybody(
    t,
    each.map(({ id }) => id),
    people.some(({ active }) => !active),
  );
  return (id, of) => {
    const counted = people.filter(({ active }) => of === 'all' || active);
    const least = counted.filter(({ roles }) => roles?.includes(id)).length;
    const unknown = isWhole ? counted.filter(({ roles }) => roles === undefined).length : Number.POSITIVE_INFINITY;
    return { least, most: least + unknown };
  };
}

/** Judges the numbers of users of some roles; they are read before and after the users, and only what stayed counts. */
async function expectCounts(t: Context, read: (t: Context) => Promise<readonly JsonRecord[]>): Promise<void> {
  let held = 0;
  const wrong = await stillWrong(t, async () => {
    const now = fresh(anew(t));
    const [before, users, after] = [await read(now), await holders(now), await read(now)];
    const shown = before.flatMap(({ id, userCount }) => (typeof userCount === 'number' ? [{ id, userCount }] : []));
    if (shown.length === 0) throw t.nothingShown('role', 'userCount');
    const stayed = shown.filter(({ id, userCount }) => after.find((role) => role.id === id)?.userCount === userCount);
    held = stayed.filter(({ id }) => users(id, 'all').least > 0).length;
    const off = (of: 'all' | 'active') =>
      stayed.filter(({ id, userCount }) => userCount < users(id, of).least || userCount > users(id, of).most);
    const [all, active] = [off('all'), off('active')];
    const [role] = all.length <= active.length ? all : active;
    return (
      role && {
        message: 'userCount is not the number of users who have the role',
        expected: users(role.id, 'all').least,
        received: role.userCount,
        at: `${role.id}/userCount`,
      }
    );
  });
  t.judge(wrong, held);
  if (held === 0) throw new NoData('no role has users, as far as users show it', 'an account whose users have roles');
}

const reading: Check[] = [
  check(
    'the list says how many users have a role',
    'roles.user-count',
    (t) => expectCounts(t, async (now) => (await someOfKind(now, 'role')).items),
    ['roles.list', 'users.list'],
  ),

  check(
    'reading by id says how many users have the role',
    'roles.user-count',
    async (t) => {
      const some = idsOf(varied((await someOfKind(t, 'role')).items, 8));
      await expectCounts(t, async (now) => {
        const read = await Promise.all(some.map((id) => peek(now, 'role', id)));
        return read.filter((role) => role !== undefined);
      });
    },
    ['roles.get'],
  ),
];

const duplicate = check('two roles of the same name', 'roles.duplicate-name', async (t) => {
  const [again] = (await created(t, 'role')).open;
  if (!again) return 'gave no answer';
  return again.made.length > 0 ? 'allowed' : `answers ${again.answer.status}`;
});

export const roles: Batch = {
  title: 'behaviour: roles',
  checks: [...recordLaws('role'), duplicate, ...scimOfRoles, ...reading],
};
