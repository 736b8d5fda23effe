/** What the words say of creating roles. Sections "Role", "Endpoints / Roles": POST /v1/roles/account. */
import { isRecord, recordSchema } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import { at, type Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { neededBody } from '../../support/records/bodies.ts';
import { expectUntouched, snapshotOf } from '../../support/records/bystanders.ts';
import { expectListed, expectReadable, expectStored } from '../../support/records/creationLaws.ts';
import {
  type Creation,
  create,
  expectKept,
  expectMade,
  madeBy,
  needed,
  newIds,
} from '../../support/records/openCreations.ts';
import { marksOf, readAll, withMarks } from '../../support/records/runMarkers.ts';
import { withoutNulls } from '../../support/values/difference.ts';

const KIND = 'role';
const OPERATION = 'roles.create';

/** What a role is; how many users it has changes as people come and go. */
export const ROLE_FIELDS = Object.keys(recordSchema('resources/role.json').properties ?? {}).filter(
  (field) => field !== 'userCount' && field !== 'team',
);

interface Creations {
  two: [Creation, Creation];
  /** The body of the second, sent once more. */
  again: Creation;
}

/** The only roles that these checks mean to create, one after the other. They cannot be deleted again. */
export const creations = (t: Context): Promise<Creations> =>
  t.once('creations', async () => {
    const body = async () => neededBody(t, 'createRole');
    const two: [Creation, Creation] = [
      await create(t, KIND, OPERATION, await body()),
      await create(t, KIND, OPERATION, await body()),
    ];
    return { two, again: await create(t, KIND, OPERATION, two[1].body) };
  });

const created = async (t: Context): Promise<Creation[]> => (await creations(t)).two.map(needed);

const idOf = (t: Context, creation: Creation): string | undefined => madeBy(t, creation)[0]?.id ?? newIds(creation)[0];

/** The role that a create answers with, judged to be one. */
function roleOf({ answer, entries }: Creation, t: Context) {
  const role = isRecord(answer.json) ? withoutNulls(answer.json) : {};
  t.expect(typeof role.id === 'string', 'the answer is no role with an id', {
    expected: { ...entries[0], id: 'a new id' },
    received: answer.json,
    exchange: answer,
  });
  return role;
}

export const creatingRoles: readonly Check[] = [
  check('a created role is answered with an id of its own', 'roles.create-answer', async (t) => {
    for (const creation of await created(t)) {
      const { id, name } = roleOf(creation, t);
      t.expect(newIds(creation).includes(id as string), 'the answer to a create is a role that was there before', {
        expected: 'a new id',
        received: id,
        at: '/id',
        exchange: creation.answer,
      });
      const sent = creation.entries[0]?.name;
      if (typeof sent === 'string' && name !== undefined)
        t.equal(name, sent, 'the answer to a create is another role', creation.answer);
    }
  }),

  check('a created role is there by id and in the list, for two users', 'roles.create-stored', async (t) => {
    const [one] = (await created(t)) as [Creation];
    const made = expectMade(t, one);
    await expectListed(t, KIND, made, {});
    await expectReadable(
      t,
      KIND,
      newIds(one).map((id) => ({ id })),
      'first',
    );
    await expectStored(t, KIND, made, {});
  }),

  check('a created role has the name and description of the body', 'roles.create-kept', async (t) => {
    let compared = 0;
    for (const creation of await created(t)) compared += await expectKept(t, creation, ['name', 'description']);
    if (compared === 0)
      throw new NotTested(
        'the body has no name and no description that the role shows',
        'FIXTURES: bodies.createRole with name or description, where the target reads such',
      );
  }),

  check('each create makes one further role and leaves the others', 'roles.create-each', async (t) => {
    const both = (await created(t)) as [Creation, Creation];
    const [one, two] = both.map((creation) => idOf(t, creation));
    t.expect(one !== undefined && two !== undefined && one !== two, 'two creates have not made two roles', {
      expected: 'two ids',
      received: [one, two],
      exchange: both[1].answer,
    });
    for (const { before, after, answer, entries } of both) {
      const marks = entries.flatMap((entry) => marksOf(t, entry));
      const known = new Set(before.items.map(({ id }) => id));
      const further = withMarks(after.items, marks).filter(({ id }) => !known.has(id));
      t.expect(further.length <= 1, 'one create has made several roles', {
        expected: 'one further role',
        received: further,
        exchange: answer,
      });
      const look = async () => snapshotOf((await readAll(t, KIND)).items, ROLE_FIELDS);
      const [earlier, later] = [before, after].map(({ items }) => snapshotOf(items, ROLE_FIELDS)) as [never, never];
      await expectUntouched(t, earlier, later, look, 'creating a role has changed another', answer);
    }
    const first = await t.record('roles.get', at(KIND, one as string));
    const sent = both[0].entries[0]?.name;
    if (typeof sent === 'string' && first.name !== undefined)
      t.equal(first.name, sent, 'the second create has changed the role that the first one made');
  }),

  check('a created role belongs to the account and to no other', 'roles.create-account', async (t) => {
    const [creation] = (await created(t)) as [Creation];
    const id = idOf(t, creation);
    const listed = creation.after.items.find((role) => role.id === id);
    for (const { accountId } of [isRecord(creation.answer.json) ? creation.answer.json : {}, listed ?? {}])
      t.expect(
        typeof accountId !== 'string' || accountId === t.settings.accountId,
        'a created role has another account',
        {
          expected: t.settings.accountId,
          received: accountId,
          at: '/accountId',
          exchange: creation.answer,
        },
      );
    const theirs = await readAll(t, KIND, t.need('other'));
    const marked = withMarks(
      theirs.items,
      creation.entries.flatMap((entry) => marksOf(t, entry)),
    );
    const found = theirs.items.filter((role) => role.id === id || marked.includes(role));
    t.expect(found.length === 0, 'a created role is also in the list of another account', {
      expected: 'no such role',
      received: found,
      exchange: theirs.answer,
    });
  }),

  check('two roles of the same name', 'roles.duplicate-name', async (t) => {
    await created(t);
    const { again } = await creations(t);
    return again.answer.ok && newIds(again).length > 0 ? 'allowed' : `answers ${again.answer.status}`;
  }),
];
