/** What the words say of creating users. Sections "Endpoints / Users", "Authentication", "Errors" (409). */

import { isRecord, recordSchema } from '../../../schemas/contract.ts';
import { created } from '../../laws/created.ts';
import { creationsOf } from '../../laws/sendings/openBodies.ts';
import { listViews } from '../../laws/views.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { eventually } from '../../support/engine/retry.ts';
import { idsOf } from '../../support/records/answers.ts';
import { expectListUntouched } from '../../support/records/bystanders.ts';
import { knownBody, neededBody } from '../../support/records/learnedBodies.ts';
import {
  type Creation,
  create,
  expectMade,
  expectNothingMade,
  madeBy,
  openRecords,
} from '../../support/records/openCreations.ts';
import { marksOf } from '../../support/records/runMarkers.ts';

export const KIND = 'user';
export const OPERATION = 'users.create';

const FIELDS = Object.keys(recordSchema('resources/user.json').properties ?? {});
/** Roles and what follows from them may be changed by others, by provisioning and by a recalculation, at any time. */
export const OWN_FIELDS = FIELDS.filter(
  (field) => !['roles', 'permissions', 'userSettings', 'isSwitched'].includes(field),
);

/** What came of the creates that succeeded; users of the laws are the only ones that these checks mean to create. */
export async function creations(t: Context): Promise<Creation[]> {
  await created(t, KIND);
  return (await creationsOf(t, KIND)).filter(({ answer }) => answer.ok);
}

/** What came of the body for several users, each with something new. */
export async function createdSeveral(t: Context): Promise<Creation> {
  await neededBody(t, 'createUsers');
  const found = (await creations(t)).find(({ entries }) => entries.length > 1);
  if (found?.entries.every((entry) => marksOf(t, entry).length > 0)) return found;
  throw new NotTested(
    'the body does not create several users, each with something new',
    'FIXTURES: bodies.createUsers with two users or more and {{email}} in each',
  );
}

/** Judges that the answer names the users that were created, all of them and no others. */
function expectAnswered(t: Context, creation: Creation): void {
  const { answer, before, entries } = creation;
  const ids = madeBy(t, creation).map(({ id }) => id);
  const old = new Set(before.items.map(({ id }) => id));
  const named = idsOf(openRecords(answer.json));
  t.expect(
    named.every((id) => !old.has(id)),
    'the answer shows a user who was there before',
    {
      expected: entries,
      received: named.filter((id) => old.has(id)),
      exchange: answer,
    },
  );
  // Under which key the answer has them is open, and so is how JSON writes their letters.
  const shown = JSON.stringify(answer.json);
  const right = ids.length >= entries.length && ids.every((id) => shown.includes(JSON.stringify(id)));
  t.expect(
    right && new Set(ids).size === ids.length,
    'the answer does not have each created user with an id of its own',
    {
      expected: ids.length >= entries.length ? ids : `${entries.length} new ids`,
      received: answer.json,
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

const creating: Check[] = [
  check('creating answers with the created users', 'users.create-answer', async (t) => {
    for (const creation of await creations(t)) expectAnswered(t, creation);
  }),

  check('several users of one request are each created once', 'users.create-several', async (t) => {
    const creation = await createdSeveral(t);
    const made = expectMade(t, creation);
    const ids = made.map(({ id }) => id);
    t.expect(new Set(ids).size === ids.length, 'users of one request share an id', {
      expected: 'ids of their own',
      received: ids,
      exchange: creation.answer,
    });
    await eventually(t, (s) => listViews(s, KIND, made));
  }),

  check('creating users leaves those who are there', 'users.create-others', async (t) => {
    for (const { before, after, answer } of await creations(t))
      await expectListUntouched(t, KIND, OWN_FIELDS, [before, after], 'creating a user has changed another', answer);
  }),

  check('a caller without the permission creates no user', 'users.create-forbidden', async (t) => {
    const limited = t.need('limited');
    const several = await knownBody(t, 'createUsers');
    const bodies = [await neededBody(t, 'createUser'), ...(several === undefined ? [] : [several])];
    await creations(t);
    for (const body of bodies) {
      const { answer } = await create(t, KIND, OPERATION, body, limited);
      t.equal(answer.status, 403, 'a caller without permissions is not refused with 403', answer);
      await expectNothingMade(t, KIND, body, 'a refused request has created a user');
    }
  }),
];

const free: Check[] = [
  check(
    'the shape of the answer to creating users',
    'users.list-shape',
    async (t) =>
      (await creations(t)).map(({ answer: { json } }) =>
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
