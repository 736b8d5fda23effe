/** Effective permissions of users and roles; global permissions. Section "Endpoints / Permissions". */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { withArticle } from '../../../schemas/contract.ts';
import { userIdOf } from '../../support/domain/currentUser.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { anew, eventually } from '../../support/engine/retry.ts';
import { givenUsers } from '../../support/http/actors.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { readKind, readList } from '../../support/lists/readList.ts';
import { idsOf, recordsIn, strings } from '../../support/records/answers.ts';
import { ids, known } from '../../support/records/identifiers.ts';
import { peek } from '../../support/records/views.ts';
import { sample } from '../../support/values/sample.ts';
import { actionNames } from './actions.ts';
import { namedIn, permissionsOf, shapeOf, sorted } from './effective.ts';

const OF_PRINCIPAL = 'permissions.ofPrincipal';
/** Principals of a kind that are asked for. */
const SAMPLES = 3;

/** Ids of principals of one kind: of the fixtures, else out of the lists. */
async function principals(t: Context, kindName: 'user' | 'role'): Promise<readonly string[]> {
  const given = t.fixtures.ids[`principals.${kindName}`] ?? [];
  return given.length > 0 ? given : ids(t, kindName);
}

/** A few of them; first those that no user has, where the list of roles shows that. */
async function some(t: Context, kindName: 'user' | 'role'): Promise<string[]> {
  const all = await principals(t, kindName);
  if (kindName === 'user') return sample(all, SAMPLES);
  const { items } = await unlessUntested(readKind(t, 'role'), { items: [] });
  const unheld = items.filter(({ userCount }) => userCount === 0);
  return [...new Set([...sample(idsOf(unheld), SAMPLES), ...sample(all, SAMPLES)])];
}

const ofPrincipal = (t: Context, id: string): Promise<Answer> =>
  t.once(`principal/${id}`, () => t.send(OF_PRINCIPAL, { params: { id } }));

const principalKind = (kindName: 'user' | 'role'): Check =>
  check(`effective permissions of ${withArticle(kindName)} can be read`, 'permissions.principal-kinds', async (t) => {
    const answers = await Promise.all((await some(t, kindName)).map((id) => ofPrincipal(t, id)));
    for (const answer of answers)
      t.succeeded(answer, `the effective permissions of ${withArticle(kindName)} are not given`);
  });

/** Global permissions that the fixtures name, read by id. */
async function permissions(t: Context): Promise<readonly JsonRecord[]> {
  const read = await t.once('global permissions', async () => {
    const found = await Promise.all((await ids(t, 'permission')).slice(0, 8).map((id) => peek(t, 'permission', id)));
    return found.filter((record) => record !== undefined);
  });
  if (read.length === 0) throw new NotTested('no global permission can be read', 'FIXTURES: ids.permission');
  return read;
}

/** The ids that global permissions name as principals, of which there must be some. */
async function namedPrincipals(t: Context): Promise<{ read: readonly JsonRecord[]; named: string[] }> {
  const read = await permissions(t);
  const named = [...new Set(read.flatMap(({ principals: of }) => strings(of)))];
  if (named.length === 0) throw t.nothingShown('permission', 'principals');
  return { read, named };
}

/** Whether a text stands anywhere in a JSON value, as a value or as a key. */
function holds(json: unknown, text: string): boolean {
  if (json === text) return true;
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([key, value]) => key === text || holds(value, text));
}

/** The names that an answer gives, in their order; undefined where it has another vocabulary than `told`. */
function comparableNames({ ok, json }: Answer, told: readonly string[]): string[] | undefined {
  const named = ok ? namedIn(json) : undefined;
  const alike = told.length === 0 || named?.some((name) => told.includes(name));
  return named && alike ? sorted(named) : undefined;
}

/** Roles of the list that are asked for at most: few of them may have permissions. */
const MOST_ROLES = 12;

/** Judges that where roles are told to have an action, the global permission with this action does not have users alone. */
async function expectRolesAmong(t: Context): Promise<void> {
  const shown = (await permissions(t)).filter(({ principals: of }) => Array.isArray(of));
  if (shown.length === 0) throw t.nothingShown('permission', 'principals');
  const actions = [...new Set(strings(shown.map(({ action }) => action)))];
  const { items } = await unlessUntested(readKind(t, 'role'), { items: [] });
  const roles = [...new Set([...sample(idsOf(items), MOST_ROLES), ...(await some(t, 'role'))])];
  const answers = (await Promise.all(roles.map((id) => ofPrincipal(t, id)))).filter(({ ok }) => ok);
  const told = answers
    .map(({ json }) => actions.filter((action) => holds(json, action)))
    // Who has everything may have it by being the administrator.
    .filter(({ length }) => length < actions.length);
  const users = await known(t, 'user');
  for (const action of new Set(told.flat())) {
    const of = shown.filter((one) => one.action === action);
    const named = of.flatMap((one) => strings(one.principals));
    const message = `roles are told to have ${action}, and no role is a principal of it`;
    t.expect(!named.every((id) => users.includes(id)), message, {
      expected: 'the id of a role',
      received: of[0],
      at: '/principals',
    });
  }
  if (t.tally.compared === 0)
    throw new NoData(
      'no role is told to have an action of a known permission',
      'FIXTURES: ids.permission of such ones',
    );
}

/** Roles of which users are asked for, and users who show one. */
const HELD = { roles: 4, users: 3 };

/** Judges that a user is told to have what each of the user's roles is told to have. One that has a team may count there alone. */
async function expectThoseOfRoles(t: Context): Promise<void> {
  if (!t.claims('users')) throw new NoData('no list shows the roles of users', 'a target that claims the group users');
  const { items } = await readList(t, 'users.list');
  const holders = new Map<string, { id: string; place: number }[]>();
  for (const { id, roles, isActive, dateDeactivated } of items) {
    if (typeof id !== 'string' || isActive === false || (dateDeactivated ?? '') !== '') continue;
    const held = recordsIn(roles).filter(({ teamId, team }) => (teamId ?? '') === '' && (team ?? null) === null);
    for (const [place, role] of idsOf(held).entries()) holders.set(role, [...(holders.get(role) ?? []), { id, place }]);
  }
  // Who has several roles may be given what the first of them alone gives.
  for (const users of holders.values()) users.sort((a, b) => b.place - a.place);
  const behind = [...holders.keys()].filter((role) => holders.get(role)?.[0]?.place !== 0);
  // Few roles may have permissions: first those that global permissions name.
  const { named } = await unlessUntested(namedPrincipals(t), { named: [] });
  const [first, others] = [named.filter((id) => holders.has(id)), sample([...holders.keys()], HELD.roles)];
  const most = [first.filter((id) => behind.includes(id)), sample(behind, HELD.roles)].flat();
  const asked = [...new Set([...most.slice(0, HELD.roles / 2), ...first, ...others])].slice(0, HELD.roles);
  const told = await Promise.all(asked.map(async (id) => ({ id, names: namedOf(await ofPrincipal(t, id)) })));
  const words = told.flatMap(({ names }) => names);
  for (const { id, names } of told) {
    const users = (holders.get(id) ?? []).slice(0, HELD.users);
    const answers = await Promise.all(users.map((user) => ofPrincipal(t, user.id)));
    for (const answer of answers.filter((one) => isComparable(one, words)))
      t.none(
        names.filter((name) => !holds(answer.json, name)),
        names.length,
        `permissions of the role ${id} are missing for a user who shows it`,
        answer,
      );
  }
  if (t.tally.compared === 0)
    throw new NoData('no role that users show is told to have a permission', 'an account whose users have such roles');
}

const namedOf = ({ ok, json }: Answer): string[] => (ok ? (namedIn(json) ?? []) : []);

/** Whether an answer names permissions in the same words, or says that there are none. */
function isComparable({ ok, json }: Answer, words: readonly string[]): boolean {
  const named = ok ? namedIn(json) : undefined;
  return named !== undefined && (named.length === 0 || named.some((name) => words.includes(name)));
}

const global: Check[] = [
  check('principals of global permissions are users and roles', 'permissions.get-principals', async (t) => {
    const { read, named } = await namedPrincipals(t);
    const [userIds, roleIds] = await Promise.all([known(t, 'user'), known(t, 'role')]);
    await Promise.all(
      sample(named, 10).map(async (id) => {
        const asUser = { operation: 'users.get', ...at('user', id) };
        const asRole = { operation: 'roles.get', ...at('role', id) };
        const places = userIds.includes(id) ? [asUser] : roleIds.includes(id) ? [asRole] : [asUser, asRole];
        const answers = await Promise.all(places.map(({ operation, params }) => t.send(operation, { params })));
        const there = answers.some(({ ok }) => ok);
        t.expect(there, `the principal ${id} of a global permission is no user and no role`, {
          expected: 'the id of a user or of a role',
          received: read.find(({ principals: of }) => strings(of).includes(id)),
          at: '/principals',
        });
      }),
    );
  }),

  check('principals of global permissions are no names', 'permissions.get-principals-ids', async (t) => {
    const { read, named } = await namedPrincipals(t);
    const [users, roles] = await Promise.all(
      ['user', 'role'].map(async (kindName) => (await unlessUntested(readKind(t, kindName), { items: [] })).items),
    );
    const known = new Set([...idsOf(users ?? []), ...idsOf(roles ?? [])]);
    if (!t.claims('users') && !t.claims('roles'))
      throw new NotApplicable('neither users nor roles are offered, so that no names are known');
    if (known.size === 0) throw new NotTested('no list shows users or roles', 'a target that lists users or roles');
    const names = new Set(strings([...(users ?? []), ...(roles ?? [])].flatMap(({ name, email }) => [name, email])));
    const wrong = named.filter((principal) => names.has(principal) && !known.has(principal));
    t.expect(wrong.length === 0, 'a principal of a global permission is a name, and no id', {
      expected: 'the id of a user or of a role',
      received: read.find(({ principals: of }) => strings(of).some((one) => wrong.includes(one))),
      at: '/principals',
    });
  }),

  check('actions of global permissions are in the list of actions', 'permissions.get-action', async (t) => {
    const names = await actionNames(t);
    if (names.length === 0)
      throw new NotTested('the list of actions names none', 'a target whose permissions.actions names actions');
    const read = (await permissions(t)).filter(({ action }) => typeof action === 'string');
    if (read.length === 0) throw t.nothingShown('permission', 'action');
    for (const record of read)
      t.expect(names.includes(String(record.action)), 'a global permission has an action that is not in the list', {
        expected: 'the name of an action in the list',
        received: record,
        at: '/action',
      });
  }),

  check('the answer is about the principal addressed', 'permissions.principal-own', (t) =>
    eventually(t, async (s) => {
      const { read, named } = await namedPrincipals(s);
      const having = new Map(
        named.map((id) => [
          id,
          strings(read.flatMap(({ principals: of, action }) => (strings(of).includes(id) ? [action] : []))),
        ]),
      );
      const asked = sample(named, 8);
      const answers = await Promise.all(asked.map((id) => ofPrincipal(s, id)));
      const names = new Set([...strings(read.map(({ action }) => action)), ...(await actionNames(s))]);
      // An empty list of names says that there are none.
      const silent = ({ json }: Answer) => namedIn(json) === undefined && ![...names].some((name) => holds(json, name));
      if (answers.every(silent)) throw s.nothingShown('principal', 'permissions');
      for (const [i, answer] of answers.entries()) {
        if (!answer.ok) continue;
        const actions = having.get(asked[i] as string) ?? [];
        const lacking = actions.filter((action) => !holds(answer.json, action));
        s.none(lacking, actions.length, `permissions of the principal ${asked[i]} are missing`, answer);
      }
      await expectDifferent(s, having);
    }),
  ),

  check(
    'an action that a role is told to have has a role among its principals',
    'permissions.principal-own',
    (t) => eventually(t, expectRolesAmong),
    ['permissions.get'],
  ),

  check(
    'a user has the permissions of the roles that this user shows',
    'permissions.principal-own',
    (t) => eventually(t, expectThoseOfRoles),
    [OF_PRINCIPAL],
  ),

  check(
    'the permissions of a user are those that this user is told',
    'permissions.principal-own',
    (t) =>
      eventually(t, async (s) => {
        for (const as of givenUsers(s)) {
          const [id, told] = await Promise.all([userIdOf(s, as), permissionsOf(s, as)]);
          if (id === undefined || told === undefined) continue;
          // Whoever asks, and once more behind another user.
          for (const asker of (['first', 'second', 'first'] as const).filter((one) => givenUsers(s).includes(one))) {
            const answer = await anew(s).send(OF_PRINCIPAL, { params: { id }, as: asker });
            const named = comparableNames(answer, told);
            if (named) s.equal(named, told, `the ${asker} user is given other permissions of the ${as} user`, answer);
          }
        }
        if (s.tally.compared === 0)
          throw new NotTested(
            'it is not known which users the tokens stand for, or their permissions are named in different ways',
            'FIXTURES: "facts": { "currentUsers": { "first": "…", "second": "…", "limited": "…" } }',
          );
      }),
    [OF_PRINCIPAL],
  ),
];

/** Actions of the global permissions that a principal has by its own id or, for a user, by a role. */
async function closures(t: Context, having: ReadonlyMap<string, readonly string[]>) {
  const [roles, { items }] = await Promise.all([
    known(t, 'role'),
    t.claims('users') ? readList(t, 'users.list') : { items: [] as readonly JsonRecord[] },
  ]);
  const of = (ids: readonly string[]) => sorted(ids.flatMap((id) => having.get(id) ?? [])).join();
  const users = items.flatMap(({ id, roles: held }) => {
    const own = strings(recordsIn(held).map((role) => role.id));
    return Array.isArray(held) && typeof id === 'string' ? [[id, of([id, ...own])] as const] : [];
  });
  return [users, roles.map((id) => [id, of([id])] as const)];
}

/** Judges that users who have different permissions are not all given the same answer, and neither are roles. */
async function expectDifferent(t: Context, having: ReadonlyMap<string, readonly string[]>): Promise<void> {
  let seen = 0;
  for (const principals of await closures(t, having)) {
    const different = [...new Map(principals.map(([id, actions]) => [actions, id])).values()].slice(0, 6);
    const answers = (await Promise.all(different.map((id) => ofPrincipal(t, id)))).filter(({ ok }) => ok);
    if (answers.length < 2) continue;
    seen++;
    const given = new Set(answers.map(({ json }) => sorted(namedIn(json) ?? [JSON.stringify(json)]).join()));
    t.expect(given.size > 1, 'principals with different permissions are all given the same', {
      expected: 'an answer about the principal addressed',
      received: answers[0]?.json,
    });
  }
  if (seen === 0)
    throw new NotTested(
      'no two principals with different permissions are known',
      'FIXTURES: ids.permission of several permissions that different roles or users have',
    );
}

export const permissionPrincipals: readonly Check[] = [
  principalKind('user'),
  principalKind('role'),
  ...global,
  check(
    'what the answer on the permissions of a principal looks like',
    'permissions.effective-shape',
    async (t) => {
      const [user, role] = await Promise.all([principals(t, 'user'), principals(t, 'role')]);
      const answers = await Promise.all([user[0], role[0]].map((id) => ofPrincipal(t, id as string)));
      return answers.map(({ json }) => shapeOf(json));
    },
    [OF_PRINCIPAL],
  ),
];
