/** What the words say of creating users. Sections "Endpoints / Users", "Authentication", "Errors" (409). */
import { recordSchema } from '../../schemas/contract.ts';
import { givenBody, neededBody } from '../support/bodies.ts';
import { expectUntouched, snapshotOf } from '../support/bystanders.ts';
import { type Check, check } from '../support/check.ts';
import type { Answer } from '../support/client.ts';
import { at, type Context, type JsonRecord } from '../support/context.ts';
import {
  type Creation,
  create,
  entriesOf,
  idsOf,
  marksOf,
  needed,
  newIds,
  readAll,
  recordsIn,
  withMarks,
} from '../support/creations.ts';
import { expectKept, expectNothingMade, expectStored } from '../support/madeRecords.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { isRecord } from '../support/subjects.ts';

const KIND = 'user';
const OPERATION = 'users.create';

const FIELDS = Object.keys(recordSchema('resources/user.json').properties ?? {});
/** Roles and what follows from them may be changed by others, by provisioning and by a recalculation, at any time. */
const OWN_FIELDS = FIELDS.filter((field) => !['roles', 'permissions', 'userSettings', 'isSwitched'].includes(field));

interface Creations {
  one: Creation | undefined;
  several: Creation | undefined;
}

/** The only users that these checks mean to create: one, then several at once. They cannot be deleted again. */
function creations(t: Context): Promise<Creations> {
  return t.once('creations', async () => {
    const given = await givenBody(t, 'createUser');
    const one = given === undefined ? undefined : await create(t, KIND, OPERATION, given);
    const many = await givenBody(t, 'createUsers');
    const several = many === undefined ? undefined : await create(t, KIND, OPERATION, many);
    return { one, several };
  });
}

async function createdOne(t: Context): Promise<Creation> {
  const { one } = await creations(t);
  if (!one) await neededBody(t, 'createUser');
  return needed(one as Creation);
}

async function createdSeveral(t: Context): Promise<Creation> {
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
  const ids = entries.flatMap((entry) => idsOf(t, creation, entry));
  const old = new Set(before.items.map(({ id }) => id));
  const named = recordsIn(answer.json).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
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

const creating: Check[] = [
  check('creating answers with the created users', 'users.create-answer', async (t) => {
    for (const creation of await created(t)) expectAnswered(t, creation);
  }),

  check('a created user is there by id and in the list, for two users', 'users.create-stored', async (t) => {
    await expectStored(t, await createdOne(t));
  }),

  check('several users of one request are each created once', 'users.create-several', async (t) => {
    const creation = await createdSeveral(t);
    const { entries, after, answer } = creation;
    const made = entries.map((entry) => withMarks(after.items, marksOf(t, entry)));
    for (const [i, found] of made.entries()) {
      if (found.length === 0 && !after.complete)
        throw new NotTested(
          `users.list shows ${after.items.length} users, not all`,
          'a list that can be read to its end',
        );
      t.expect(found.length === 1, `the user of place ${i + 1} in the request was created ${found.length} times`, {
        expected: entries[i],
        received: found,
        exchange: answer,
      });
    }
    const ids = made.flat().map(({ id }) => id);
    t.expect(new Set(ids).size === ids.length, 'users of one request share an id', {
      expected: 'ids of their own',
      received: ids,
      exchange: answer,
    });
  }),

  check('a created user has what the body says', 'users.create-kept', async (t) => {
    let compared = 0;
    for (const creation of await created(t)) compared += await expectKept(t, creation, FIELDS);
    if (compared === 0)
      throw new NotTested(
        'the body says nothing under the name of a field that users show',
        'FIXTURES: bodies.createUser with fields of users, where the target reads such',
      );
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
    const body = await neededBody(t, 'createUser');
    const { answer } = await create(t, KIND, OPERATION, body, limited);
    t.expect(answer.status >= 400 && answer.status < 500, 'a caller without permissions may create a user', {
      expected: 403,
      received: answer.status,
      exchange: answer,
    });
    await expectNothingMade(t, KIND, body, 'a refused request has created a user');
    await createdOne(t);
  }),
];

interface Conflict {
  body: unknown;
  answer: Answer;
  /** The users whom the body repeats, before and after. */
  before: readonly JsonRecord[];
  after: readonly JsonRecord[];
}

const FIND_EXISTING = 'FIXTURES: bodies.existingUser with the e-mail address of a user of the account';

const emailsIn = (body: unknown): string[] =>
  [...JSON.stringify(body).matchAll(/"([^"\\\s]+@[^"\\\s]+)"/g)].map((match) => match[1] as string);

/** Creates a user who is there already, once for all checks. */
function conflict(t: Context): Promise<Conflict> {
  return t.once('conflict', async () => {
    const body = await neededBody(t, 'existingUser');
    const creation = await create(t, KIND, OPERATION, body);
    const repeated = ({ items }: Creation['before']) => withMarks(items, emailsIn(body));
    return { body, answer: creation.answer, before: repeated(creation.before), after: repeated(creation.after) };
  });
}

function needRefused({ ok, status, operation }: Answer): void {
  if (ok || status >= 500)
    throw new NotTested(
      `${operation} answered ${status}, which is no refusal`,
      `a target that refuses users who are there`,
    );
}

/** Several users of whom the last is there already; undefined where the bodies do not show how to say so. */
async function mixedBody(t: Context): Promise<unknown> {
  const [several, existing] = [await neededBody(t, 'createUsers'), await neededBody(t, 'existingUser')];
  const entries = entriesOf(several);
  const last = entriesOf(existing)[0];
  if (entries.length < 2 || !last) return undefined;
  const mixed = [...entries.slice(0, -1), last];
  if (Array.isArray(several)) return mixed;
  const [key] =
    Object.entries(several as JsonRecord).find(([, value]) => Array.isArray(value) && value.some(isRecord)) ?? [];
  return key === undefined ? undefined : { ...(several as JsonRecord), [key]: mixed };
}

const conflicts: Check[] = [
  check('a user who is there already is refused with 409', 'users.conflict', async (t) => {
    const { answer } = await conflict(t);
    t.expect(answer.status === 409, 'a user who is there already is not refused with 409', {
      expected: 409,
      received: answer.status,
      exchange: answer,
    });
  }),

  check('a conflict leaves the user as they were, and makes no second one', 'users.conflict-no-effect', async (t) => {
    const { answer, body, before, after } = await conflict(t);
    needRefused(answer);
    if (before.length === 0) throw new NotTested('the user whom the body repeats is not in the list', FIND_EXISTING);
    const added = after.filter(({ id }) => !before.some((user) => user.id === id));
    t.expect(added.length === 0, 'a request that was refused for a conflict has made a second user', {
      expected: before,
      received: after,
      exchange: answer,
    });
    const message = 'a request that was refused for a conflict has changed the user who is there';
    const look = async () => snapshotOf((await readAll(t, KIND)).items, OWN_FIELDS);
    const [earlier, later] = [before, after].map((users) => snapshotOf(users, OWN_FIELDS)) as [never, never];
    await expectUntouched(t, earlier, later, look, message, answer);
    // By id the user may show fields that the list does not show; nothing new of the body may stand there.
    const byId = await Promise.all(before.map(({ id }) => t.record('users.get', at(KIND, String(id)))));
    t.expect(withMarks(byId, marksOf(t, body)).length === 0, message, {
      expected: before,
      received: byId,
      exchange: answer,
    });
  }),

  check('of several users with one who is there none is created, when refused', 'users.conflict-several', async (t) => {
    const body = await mixedBody(t);
    if (body === undefined)
      throw new NotTested(
        'the body for several users does not show how to name each',
        'FIXTURES: bodies.createUsers as an array, or with an array, of users',
      );
    const creation = await create(t, KIND, OPERATION, body);
    if (creation.answer.ok) throw new NotApplicable('the request is not refused');
    needRefused(creation.answer);
    await createdSeveral(t);
    await expectNothingMade(t, KIND, body, 'a request that was refused for one user has created others');
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
  check('a user whose e-mail address differs in letter case alone', 'users.conflict-condition', async (t) => {
    const body = await neededBody(t, 'existingUser');
    const emails = emailsIn(body);
    const turned = emails.reduce((text, email) => text.replaceAll(email, email.toUpperCase()), JSON.stringify(body));
    const creation = await create(t, KIND, OPERATION, JSON.parse(turned));
    return `answers ${creation.answer.status}${newIds(creation).length > 0 ? ' and creates a user' : ''}`;
  }),
];

export const creatingUsers: readonly Check[] = [...creating, ...conflicts, ...free];
