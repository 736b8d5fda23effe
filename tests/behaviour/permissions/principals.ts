/** Effective permissions of users and roles; global permissions. Section "Endpoints / Permissions". */

import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import type { Answer } from '../../support/http/client.ts';
import { readList } from '../../support/lists/readList.ts';
import { strings } from '../../support/records/answers.ts';
import { ids, known } from '../../support/records/identifiers.ts';
import { expectRead } from '../../support/records/views.ts';
import { spread } from '../../support/values/sample.ts';
import { actionNames } from './actions.ts';
import { namedIn, shapeOf, sorted } from './effective.ts';

const OF_PRINCIPAL = 'permissions.ofPrincipal';

/** Ids of principals of one kind: of the fixtures, else out of the lists. */
async function principals(t: Context, kindName: 'user' | 'role'): Promise<readonly string[]> {
  const given = t.fixtures.ids[`principals.${kindName}`] ?? [];
  return given.length > 0 ? given : ids(t, kindName);
}

const ofPrincipal = (t: Context, id: string): Promise<Answer> =>
  t.once(`principal/${id}`, () => t.send(OF_PRINCIPAL, { params: { id } }));

const principalKind = (kindName: 'user' | 'role'): Check =>
  check(`effective permissions of a ${kindName} can be read`, 'permissions.principal-kinds', async (t) => {
    const answers = await Promise.all(spread(await principals(t, kindName), 3).map((id) => ofPrincipal(t, id)));
    for (const answer of answers)
      t.expect(answer.ok, `the effective permissions of a ${kindName} are not given`, {
        expected: 200,
        received: answer.status,
        exchange: answer,
      });
  });

/** Global permissions that the fixtures name, read by id. */
async function permissions(t: Context): Promise<readonly { record: JsonRecord; answer: Answer }[]> {
  const answers = await t.once('global permissions', async () =>
    Promise.all((await ids(t, 'permission')).slice(0, 8).map((id) => t.send('permissions.get', at('permission', id)))),
  );
  const read = answers.flatMap((answer) =>
    answer.ok && isRecord(answer.json) ? [{ record: answer.json, answer }] : [],
  );
  if (read.length === 0) throw new NotTested('no global permission can be read', 'FIXTURES: ids.permission');
  return read;
}

/** Whether a text stands anywhere in a JSON value, as a value or as a key. */
function holds(json: unknown, text: string): boolean {
  if (json === text) return true;
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([key, value]) => key === text || holds(value, text));
}

const global: Check[] = [
  check('reading by id gives the global permission with that id', 'permissions.get-record', (t) =>
    expectRead(t, 'permission'),
  ),

  check('principals of global permissions are users and roles', 'permissions.get-principals', async (t) => {
    const read = await permissions(t);
    const named = [...new Set(read.flatMap(({ record }) => strings(record.principals)))];
    if (named.length === 0)
      throw new NotTested(
        'no global permission shows principals',
        'FIXTURES: ids.permission of permissions that somebody has',
      );
    const [users, roles] = await Promise.all([known(t, 'user'), known(t, 'role')]);
    await Promise.all(
      spread(named, 10).map(async (id) => {
        const asUser = { operation: 'users.get', ...at('user', id) };
        const asRole = { operation: 'roles.get', ...at('role', id) };
        const places = users.includes(id) ? [asUser] : roles.includes(id) ? [asRole] : [asUser, asRole];
        const answers = await Promise.all(places.map(({ operation, params }) => t.send(operation, { params })));
        const from = read.find(({ record }) => strings(record.principals).includes(id));
        t.expect(
          answers.some(({ ok }) => ok),
          `the principal ${id} of a global permission is no user and no role`,
          {
            expected: 'the id of a user or of a role',
            received: answers.map(({ status }) => status),
            at: '/principals',
            ...(from && { exchange: from.answer }),
          },
        );
      }),
    );
  }),

  check('actions of global permissions are in the list of actions', 'permissions.get-action', async (t) => {
    const names = await actionNames(t);
    if (names.length === 0)
      throw new NotTested('the list of actions names none', 'a target whose permissions.actions names actions');
    const read = (await permissions(t)).filter(({ record }) => typeof record.action === 'string');
    if (read.length === 0) throw new NotApplicable('action is absent, as fields may be');
    for (const { record, answer } of read)
      t.expect(
        names.includes(record.action as string),
        'the action of a global permission is not in the list of actions',
        {
          expected: 'the name of an action',
          received: record.action,
          at: '/action',
          exchange: answer,
        },
      );
  }),

  check('the answer is about the principal addressed', 'permissions.principal-own', async (t) => {
    const read = (await permissions(t)).map(({ record }) => record);
    const having = new Map<string, string[]>();
    for (const { principals: of, action } of read)
      for (const id of strings(of)) having.set(id, [...(having.get(id) ?? []), ...strings([action])]);
    const asked = spread([...having.keys()], 8);
    if (asked.length === 0)
      throw new NotTested(
        'no global permission shows principals',
        'FIXTURES: ids.permission of permissions that somebody has',
      );
    const answers = await Promise.all(asked.map((id) => ofPrincipal(t, id)));
    const names = new Set([...read.flatMap(({ action }) => strings([action])), ...(await actionNames(t))]);
    // An empty list of names says that there are none.
    const silent = ({ json }: Answer) => namedIn(json) === undefined && ![...names].some((name) => holds(json, name));
    if (answers.every(silent)) throw new NotApplicable('the answers on effective permissions do not name actions');
    for (const [i, answer] of answers.entries()) {
      if (!answer.ok) continue;
      const actions = having.get(asked[i] as string) ?? [];
      const lacking = actions.filter((action) => !holds(answer.json, action));
      t.expect(lacking.length === 0, `permissions of the principal ${asked[i]} are missing`, {
        expected: actions,
        received: namedIn(answer.json) ?? answer.json,
        exchange: answer,
      });
    }
    await expectDifferent(t, having);
  }),
];

/** Actions of the global permissions that a principal has by its own id or, for a user, by a role. */
async function closures(t: Context, having: ReadonlyMap<string, readonly string[]>) {
  const [roles, { items }] = await Promise.all([known(t, 'role'), readList(t, 'users.list')]);
  const of = (ids: readonly string[]) => sorted(ids.flatMap((id) => having.get(id) ?? [])).join();
  const users = items.flatMap(({ id, roles: held }) => {
    const own = Array.isArray(held) ? held.flatMap((role) => (isRecord(role) ? strings([role.id]) : [])) : [];
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
      ...(answers[0] && { exchange: answers[0] }),
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
