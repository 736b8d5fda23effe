/** What the words say of reading users. Sections "User", "Endpoints / Users". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData } from '../../support/engine/outcome.ts';
import { fresh, stillWrong } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import { allFields } from '../../support/http/unlistedFields.ts';
import { readList, someOfKind } from '../../support/lists/readList.ts';
import { itemsOf, recordsIn } from '../../support/records/answers.ts';
import { disagreement } from '../../support/values/agreement.ts';
import { withoutNulls } from '../../support/values/difference.ts';
import { sample } from '../../support/values/sample.ts';

/** Users as the list shows them, or as each of several is read by id. */
async function usersAs(t: Context, place: 'users.list' | 'users.get'): Promise<readonly JsonRecord[]> {
  const { items } = await someOfKind(t, 'user');
  if (place === 'users.list') return items;
  // Those first of whom the list shows the most.
  const rich = [...items].sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
  const chosen = new Set([...rich.slice(0, 6), ...sample(items, 6)]);
  const answers = await Promise.all([...chosen].map(({ id }) => t.send('users.get', at('user', String(id)))));
  return answers.flatMap(({ ok, json }) => (ok && isRecord(json) ? [withoutNulls(json)] : []));
}

/** What is wrong with a role that a user shows, beside the role that is read by its id. */
async function roleProblem(t: Context, role: JsonRecord) {
  const id = String(role.id);
  const answer = await t.send('roles.get', at('role', id));
  if (!answer.ok || !isRecord(answer.json)) {
    const known = (await readList(t, 'roles.list')).items.some((item) => item.id === id);
    return known ? undefined : { at: '/roles/id', expected: 'the id of a role', received: id, exchange: answer };
  }
  const { name, description, teamId } = answer.json;
  const shown = { name: role.name, description: role.description };
  const found = disagreement({ name, description }, shown, '/roles');
  if (found) return { ...found, exchange: answer };
  const team = isRecord(role.team) ? role.team.id : undefined;
  const wrong = disagreement({ id: role.teamId ?? teamId }, { id: team }, '/roles/team');
  return wrong && { ...wrong, exchange: answer };
}

interface Held {
  userId: unknown;
  role: JsonRecord;
}

const rolesOf = (users: readonly JsonRecord[]): Held[] =>
  users.flatMap((user) =>
    recordsIn(user.roles).flatMap((role) => (typeof role.id === 'string' ? [{ userId: user.id, role }] : [])),
  );

/** The role as the user shows it now. */
async function heldNow(t: Context, place: 'users.list' | 'users.get', { userId, role }: Held) {
  const users =
    place === 'users.list'
      ? (await readList(fresh(t), 'users.list')).items.filter(({ id }) => id === userId)
      : [await t.record('users.get', at('user', String(userId)))];
  return rolesOf(users).find((held) => held.role.id === role.id)?.role;
}

const rolesAgree = (place: 'users.list' | 'users.get', on: readonly string[]): Check =>
  check(
    `roles that users show are those that are read by id (${place})`,
    'users.roles-agree',
    async (t) => {
      const held = rolesOf(await usersAs(t, place));
      if (held.length === 0) throw t.nothingShown('user', 'roles');
      // One of each role in each of the ways in which users show it.
      const ways = new Map(held.map((one) => [JSON.stringify(one.role), one]));
      await Promise.all(
        sample([...ways.values()], 20).map(async (one) => {
          const found = await stillWrong(t, async (s) => {
            const role = s === t ? one.role : await heldNow(s, place, one);
            return role && roleProblem(t, role);
          });
          t.judge(found && { message: 'a user shows a role otherwise than the role itself', ...found }, 1);
        }),
      );
    },
    on,
  );

const identities = (place: 'users.list' | 'users.get'): Check =>
  check(
    `identities are counted (${place})`,
    'users.identities-count',
    async (t) => {
      const shown = (await usersAs(t, place)).flatMap(({ id, identities }) =>
        isRecord(identities) && Array.isArray(identities.items) && typeof identities.totalCount === 'number'
          ? [{ id, count: identities.totalCount, items: identities.items.length }]
          : [],
      );
      if (shown.length === 0) throw t.nothingShown('user', 'identities');
      for (const { id, count, items } of shown)
        t.equal(count, items, `the identities of user ${id} are not as many as totalCount says`);
      if (shown.every(({ items }) => items === 0))
        throw new NoData('no user has an identity', 'an account with a user who has identities');
    },
    [place],
  );

/** Keys of the answer, as far as they are not those of one record. */
const shapeOf = (json: unknown): string =>
  Array.isArray(json)
    ? 'an array'
    : isRecord(json)
      ? `an object with ${Object.keys(json).sort().join(', ')}`
      : typeof json;

const free: Check[] = [
  check(
    'the shape of the list of users',
    'users.list-shape',
    async (t) => shapeOf((await readList(t, 'users.list')).answer.json),
    ['users.list'],
  ),
  check('the list of users without fields', 'users.fields-required', async (t) => {
    const { ok, status, json } = await t.send('users.list');
    if (!ok) return `answers ${status}`;
    const keys = new Set(itemsOf(json).flatMap(allFields));
    return `succeeds with ${[...keys].sort().join(', ')}`;
  }),
  check('limit and take at once', 'users.limit-and-take', async (t) => {
    const asked = [
      { limit: '1', take: '2' },
      { limit: '2', take: '1' },
    ];
    const answers = await Promise.all(
      asked.map((query) => t.send('users.list', { query: { fields: 'email', ...query } })),
    );
    return answers.map(({ ok, status, json }, i) => ({
      ...asked[i],
      gives: ok ? itemsOf(json).length : `status ${status}`,
    }));
  }),
  check('keys of userSettings', 'users.settings', async (t) => {
    const settings = (await usersAs(t, 'users.get')).map(({ userSettings }) => userSettings).filter(isRecord);
    const types = settings.flatMap((of) =>
      Object.entries(of).map(([key, value]) => `${key}: ${Array.isArray(value) ? 'array' : typeof value}`),
    );
    return [...new Set(types)].sort();
  }),
  check('whose settings and identities are shown', 'users.settings-current-user', async (t) => {
    const users = await usersAs(t, 'users.get');
    const having = (field: string) => users.filter((user) => user[field] !== undefined).length;
    return { users: users.length, userSettings: having('userSettings'), identities: having('identities') };
  }),
];

export const readingUsers: readonly Check[] = [
  rolesAgree('users.list', ['users.list']),
  rolesAgree('users.get', ['users.get', 'roles.get']),
  identities('users.list'),
  identities('users.get'),
  ...free,
];
