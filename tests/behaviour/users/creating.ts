/** What the words say of creating users. Sections "Endpoints / Users", "Authentication", "Errors" (409). */

import { isRecord, recordSchema } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotApplicable, NotTested } from '../../support/engine/outcome.ts';
import { idsOf } from '../../support/records/answers.ts';
import { givenBody, neededBody } from '../../support/records/bodies.ts';
import { expectUntouched, snapshotOf } from '../../support/records/bystanders.ts';
import { expectListed, expectStored, listViews } from '../../support/records/creationLaws.ts';
import {
  type Creation,
  create,
  expectKept,
  expectMade,
  expectNothingMade,
  madeBy,
  needed,
  recordsIn,
} from '../../support/records/openCreations.ts';
import { marksOf, readAll, withMarks } from '../../support/records/runMarkers.ts';
import { peek } from '../../support/records/views.ts';

export const KIND = 'user';
export const OPERATION = 'users.create';

const FIELDS = Object.keys(recordSchema('resources/user.json').properties ?? {});
/** Fields that a target takes as they are sent, where it reads them. */
const SENT = ['email', 'firstName', 'lastName', 'name', 'language', 'teamIds'];
/** Roles and what follows from them may be changed by others, by provisioning and by a recalculation, at any time. */
export const OWN_FIELDS = FIELDS.filter(
  (field) => !['roles', 'permissions', 'userSettings', 'isSwitched'].includes(field),
);

interface Creations {
  one: Creation | undefined;
  several: Creation | undefined;
}

/** The only users that these checks mean to create: one, then several at once by the second user. None can be deleted. */
export function creations(t: Context): Promise<Creations> {
  return t.once('creations', async () => {
    const given = await givenBody(t, 'createUser');
    const one = given === undefined ? undefined : await create(t, KIND, OPERATION, given);
    const many = await givenBody(t, 'createUsers');
    const by = t.settings.tokens.SECOND_ACCESS_TOKEN === undefined ? 'first' : 'second';
    const several = many === undefined ? undefined : await create(t, KIND, OPERATION, many, by);
    return { one, several };
  });
}

async function createdOne(t: Context): Promise<Creation> {
  const { one } = await creations(t);
  if (!one) await neededBody(t, 'createUser');
  return needed(one as Creation);
}

export async function createdSeveral(t: Context): Promise<Creation> {
  const { several } = await creations(t);
  if (!several) await neededBody(t, 'createUsers');
  const found = needed(several as Creation);
  if (found.entries.length < 2 || found.entries.some((entry) => marksOf(t, entry).length === 0))
    throw new NotTested(
      'the body does not create several users, each with something new',
      'FIXTURES: bodies.createUsers with two users or more and {{email}} in each',
    );
  return found;
}

/** Whatever was created, at least once. */
async function created(t: Context): Promise<Creation[]> {
  const { one, several } = await creations(t);
  const all = [one, several].filter((creation) => creation?.answer.ok) as Creation[];
  return all.length > 0 ? all : [await createdOne(t)];
}

/** Judges that the answer names the users that were created, all of them and no others. */
function expectAnswered(t: Context, creation: Creation): void {
  const { answer, before, entries } = creation;
  const ids = madeBy(t, creation).map(({ id }) => id);
  const old = new Set(before.items.map(({ id }) => id));
  const named = idsOf(recordsIn(answer.json));
  t.expect(
    named.every((id) => !old.has(id)),
    'the answer shows a user who was there before',
    {
      expected: entries,
      received: named.filter((id) => old.has(id)),
      exchange: answer,
    },
  );
  const right = ids.length >= entries.length && ids.every((id) => answer.responseBody.includes(JSON.stringify(id)));
  t.expect(
    right && new Set(ids).size === ids.length,
    'the answer does not have each created user with an id of its own',
    {
      expected: ids.length >= entries.length ? ids : `${entries.length} new ids`,
      received: answer.json,
      exchange: answer,
    },
  );
  t.expect(
    named.length === 0 || new Set(named).size === entries.length,
    'the answer has more or fewer users than were created',
    {
      expected: entries.length,
      received: named,
      exchange: answer,
    },
  );
}

/** Who created them, by what the answer and the reads by id show; each once. */
async function authorsOf(t: Context, creation: Creation): Promise<unknown[]> {
  const made = madeBy(t, creation);
  const read = await Promise.all(made.map(({ id }) => peek(t, KIND, id)));
  const shown = [...made.map(({ record }) => record), ...read].map((record) => record?.createdById);
  return [...new Set(shown.filter((author) => author !== undefined))];
}

const creating: Check[] = [
  check('creating answers with the created users', 'users.create-answer', async (t) => {
    for (const creation of await created(t)) expectAnswered(t, creation);
  }),

  check('a created user is there by id and in the list, for two users', 'users.create-stored', async (t) => {
    const made = expectMade(t, await createdOne(t));
    await expectListed(t, KIND, made, {});
    await expectStored(t, KIND, made, {});
  }),

  check('several users of one request are each created once', 'users.create-several', async (t) => {
    const creation = await createdSeveral(t);
    const made = expectMade(t, creation);
    await listViews(t, KIND, made, 'first');
    const ids = made.map(({ id }) => id);
    t.expect(new Set(ids).size === ids.length, 'users of one request share an id', {
      expected: 'ids of their own',
      received: ids,
      exchange: creation.answer,
    });
  }),

  check('a created user has what the body says', 'users.create-kept', async (t) => {
    let compared = 0;
    for (const creation of await created(t)) compared += await expectKept(t, creation, SENT);
    if (compared === 0)
      throw new NotTested(
        'the body says nothing under the name of a field that users show',
        'FIXTURES: bodies.createUser with fields of users, where the target reads such',
      );
  }),

  check('a user names the user who created them', 'users.author', async (t) => {
    t.need('second');
    const [one, several] = [await createdOne(t), await createdSeveral(t)];
    const [first, second] = await Promise.all([authorsOf(t, one), authorsOf(t, several)]);
    if (first.length === 0 || second.length === 0) throw new NotApplicable('createdById is absent, as fields may be');
    t.expect(
      first.length === 1 && second.length === 1 && first[0] !== second[0],
      'createdById does not name the user who created the user',
      {
        expected: 'one author of what the first user created, another of what the second did',
        received: { first, second },
        exchange: several.answer,
      },
    );
  }),

  check('a created user is not shown in another account', 'users.create-account', async (t) => {
    const as = t.need('other');
    if (t.settings.otherAccountId === undefined)
      throw new NotTested('the id of another account is not given', 'OTHER_ACCOUNT_ID');
    const all = await created(t);
    const { items, complete, answer } = await readAll(t, KIND, as);
    const found = withMarks(
      items,
      all.flatMap(({ entries }) => entries.flatMap((entry) => marksOf(t, entry))),
    );
    t.expect(found.length === 0, 'a user who was created in one account is listed in another', {
      expected: 'users of the other account alone',
      received: found,
      exchange: answer,
    });
    if (!complete)
      throw new NotTested(`the list shows ${items.length} users, not all`, 'a list that can be read whole');
  }),

  check('creating users leaves those who are there', 'users.create-others', async (t) => {
    for (const { before, after, answer } of await created(t)) {
      const look = async () => snapshotOf((await readAll(t, KIND)).items, OWN_FIELDS);
      const [earlier, later] = [before, after].map(({ items }) => snapshotOf(items, OWN_FIELDS)) as [never, never];
      await expectUntouched(t, earlier, later, look, 'creating a user has changed another', answer);
    }
  }),

  check('a caller without the permission creates no user', 'users.create-forbidden', async (t) => {
    const limited = t.need('limited');
    const several = await givenBody(t, 'createUsers');
    const bodies = [await neededBody(t, 'createUser'), ...(several === undefined ? [] : [several])];
    await creations(t);
    for (const body of bodies) {
      const { answer } = await create(t, KIND, OPERATION, body, limited);
      t.expect(answer.status === 403, 'a caller without permissions is not refused with 403', {
        expected: 403,
        received: answer.status,
        exchange: answer,
      });
      await expectNothingMade(t, KIND, body, 'a refused request has created a user');
    }
    await createdOne(t);
  }),
];

const free: Check[] = [
  check(
    'the shape of the answer to creating users',
    'users.list-shape',
    async (t) =>
      (await created(t)).map(({ answer: { json } }) =>
        Array.isArray(json)
          ? 'an array'
          : isRecord(json)
            ? `an object with ${Object.keys(json).sort().join(', ')}`
            : typeof json,
      ),
    [OPERATION],
  ),
];

export const creatingUsers: readonly Check[] = [...creating, ...free];
