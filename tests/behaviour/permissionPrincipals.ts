/** Effective permissions of who asks and of other principals; global permissions. Section "Endpoints / Permissions". */
import { type Check, check } from '../support/check.ts';
import type { Actor, Answer } from '../support/client.ts';
import { at, type Context, type JsonRecord } from '../support/context.ts';
import { ids, known } from '../support/identifiers.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { fresh, persistent } from '../support/settled.ts';
import { isRecord } from '../support/subjects.ts';
import { expectRead, spread, strings } from '../support/views.ts';
import { actionNames } from './permissionActions.ts';

const BOTH = 'permissions.effectiveAndAllowedActions';
const EFFECTIVE = 'permissions.effective';
const OF_PRINCIPAL = 'permissions.ofPrincipal';

const both = (t: Context, as: Actor = 'first'): Promise<Answer> => t.once(`${BOTH}/${as}`, () => t.send(BOTH, { as }));

const permissionsIn = ({ json }: Answer): string[] => (isRecord(json) ? strings(json.effectivePermissions) : []);

function needSuccess(answer: Answer): Answer {
  if (answer.ok) return answer;
  throw new NotTested(`${answer.operation} answered ${answer.status}`, `a target whose ${answer.operation} succeeds`);
}

/**
 * The permissions that an answer of open shape names: a list of names, a list of records with names, or an object with
 * one of these or with true under names. Undefined where it has some other shape.
 */
export function namedIn(json: unknown): string[] | undefined {
  if (Array.isArray(json)) {
    if (json.every((entry) => typeof entry === 'string')) return json as string[];
    const names = json.map((entry) => (isRecord(entry) ? (entry.name ?? entry.action) : undefined));
    // An entry with a boolean may be there to say that it is not permitted.
    const plain = json.every((entry) => isRecord(entry) && !Object.values(entry).includes(false));
    return plain && names.every((name) => typeof name === 'string') ? (names as string[]) : undefined;
  }
  if (!isRecord(json)) return undefined;
  const values = Object.entries(json);
  if (values.length > 0 && values.every(([, value]) => typeof value === 'boolean'))
    return values.flatMap(([name, value]) => (value ? [name] : []));
  const lists = values.flatMap(([, value]) => (Array.isArray(value) || isRecord(value) ? [value] : []));
  return lists.length === 1 ? namedIn(lists[0]) : undefined;
}

const sorted = (values: Iterable<string>) => [...new Set(values)].sort();

/** What is wrong with the effective permissions of an actor, beside those that the other operation gives. */
async function disagreement(t: Context, as: Actor) {
  const [answer, other] = await Promise.all([t.send(EFFECTIVE, { as }), t.send(BOTH, { as })]);
  if (!answer.ok || !other.ok) return undefined;
  const named = namedIn(answer.json);
  if (named === undefined) return undefined;
  const [expected, received] = [sorted(permissionsIn(other)), sorted(named)];
  return expected.join() === received.join() ? undefined : { expected, received, exchange: answer };
}

const effective: Check[] = [
  check('effective permissions are those of who asks', 'permissions.effective-user', async (t) => {
    const limited = t.need('limited');
    const mine = permissionsIn(needSuccess(await both(t)));
    const theirs = await both(t, limited);
    t.expect(theirs.status < 500, 'a user without permissions is neither refused nor answered', {
      expected: 'a refusal, or fewer permissions',
      received: theirs.status,
      exchange: theirs,
    });
    if (mine.length === 0)
      throw new NotTested('the first user has no effective permission', 'ACCESS_TOKEN of a user with every permission');
    const given = theirs.ok ? permissionsIn(theirs) : [];
    t.expect(given.length < mine.length, 'a user without permissions has as many as one who has all', {
      expected: { 'fewer than': mine },
      received: given,
      at: '/effectivePermissions',
      exchange: theirs,
    });
  }),

  check('no effective permission is named twice', 'permissions.effective-each-once', async (t) => {
    const answer = needSuccess(await both(t));
    const mine = permissionsIn(answer);
    t.expect(new Set(mine).size === mine.length, 'a permission is named twice', {
      expected: [...new Set(mine)],
      received: mine,
      at: '/effectivePermissions',
      exchange: answer,
    });
    if (mine.length < 2)
      throw new NotTested('the first user has not several permissions', 'ACCESS_TOKEN of a user with every permission');
  }),

  check('both reads of effective permissions name the same', 'permissions.effective-agree', async (t) => {
    const answer = needSuccess(await t.send(EFFECTIVE));
    const given = permissionsIn(needSuccess(await both(t)));
    const named = namedIn(answer.json);
    // Names that stand in no relation to each other are two vocabularies, of which nothing is stated.
    const vocabulary = new Set([...given, ...(await actionNames(t))]);
    if (named === undefined || (named.length > 0 && !named.some((name) => vocabulary.has(name))))
      throw new NotApplicable('the answer on effective permissions does not name permissions in a way that is known');
    const limited = t.settings.tokens.LIMITED_ACCESS_TOKEN === undefined ? [] : (['limited'] as const);
    for (const as of ['first', ...limited] as const) {
      const found = await persistent(() => disagreement(t, as));
      if (found) t.expect(false, `${EFFECTIVE} names other permissions of the ${as} user than ${BOTH}`, found);
    }
  }),

  check('what the object of allowed actions holds', 'permissions.allowed-by-target', async (t) => {
    const { json } = needSuccess(await both(t));
    const { currentUserAllowedActions, domain } = isRecord(json) ? json : {};
    return { keys: Object.keys(Object(currentUserAllowedActions)).slice(0, 20), domain };
  }),
];

const shapeOf = (json: unknown): string =>
  Array.isArray(json)
    ? `an array of ${typeof json[0]}`
    : isRecord(json)
      ? `an object with ${Object.keys(json).slice(0, 10).join(', ')}`
      : typeof json;

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
        if (users.includes(id) || roles.includes(id)) return;
        const answers = await Promise.all([t.send('users.get', at('user', id)), t.send('roles.get', at('role', id))]);
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
    await readOneOfEach(t, named, users, roles);
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
    if (!answers.some(({ json }) => [...names].some((name) => holds(json, name))))
      throw new NotApplicable('the answers on effective permissions do not name actions');
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

/** Judges that principals who have different permissions are not all given the same answer. */
async function expectDifferent(t: Context, having: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const all = [
    ...(await principals(t, 'role')).slice(0, 4),
    ...(await principals(t, 'user')).slice(0, 2),
    ...having.keys(),
  ];
  const sample = [...new Set(all)].slice(0, 12);
  const answers = (await Promise.all(sample.map((id) => ofPrincipal(t, id)))).filter(({ ok }) => ok);
  const expected = new Set(sample.map((id) => sorted(having.get(id) ?? []).join()));
  if (expected.size < 2 || answers.length < 2)
    throw new NotTested(
      'no two principals with different permissions are known',
      'FIXTURES: ids.permission of several permissions',
    );
  const given = new Set(answers.map(({ json }) => sorted(namedIn(json) ?? [JSON.stringify(json)]).join()));
  t.expect(given.size > 1, 'principals with different permissions are all given the same', {
    expected: 'an answer about the principal addressed',
    received: answers[0]?.json,
    ...(answers[0] && { exchange: answers[0] }),
  });
}

/** Reads one principal that is a user and one that is a role, so that the lists alone are not believed. */
async function readOneOfEach(
  t: Context,
  named: readonly string[],
  users: readonly string[],
  roles: readonly string[],
): Promise<void> {
  const [user, role] = [named.find((id) => users.includes(id)), named.find((id) => roles.includes(id))];
  const answers = await Promise.all([
    ...(user === undefined ? [] : [t.send('users.get', at('user', user))]),
    ...(role === undefined ? [] : [t.send('roles.get', at('role', role))]),
  ]);
  for (const answer of answers)
    t.expect(answer.ok, 'a principal of a global permission cannot be read by its id', {
      expected: 200,
      received: answer.status,
      exchange: answer,
    });
}

export const permissionPrincipals: readonly Check[] = [
  ...effective,
  principalKind('user'),
  principalKind('role'),
  ...global,
  check(
    'what the answer on effective permissions looks like',
    'permissions.effective-shape',
    async (t) => shapeOf((await t.send(EFFECTIVE)).json),
    [EFFECTIVE],
  ),
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
