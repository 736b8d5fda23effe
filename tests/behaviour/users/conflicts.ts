/** What the words say of users who are there already. Sections "Endpoints / Users", "Errors" (409 conflict). */

import type { JsonRecord } from '../../../schemas/contract.ts';
import { type Check, check } from '../../support/engine/check.ts';
import type { Context } from '../../support/engine/context.ts';
import { NoData, NotApplicable, NotTested, unlessUntested } from '../../support/engine/outcome.ts';
import { fresh } from '../../support/engine/retry.ts';
import { at } from '../../support/http/at.ts';
import type { Answer } from '../../support/http/client.ts';
import { idsOf } from '../../support/records/answers.ts';
import { existingUserBody } from '../../support/records/bodies.ts';
import { expectListUntouched } from '../../support/records/bystanders.ts';
import { knownBody, neededBody } from '../../support/records/learnedBodies.ts';
import {
  type Creation,
  create,
  entriesSent,
  expectNothingMade,
  newIds,
  openRecords,
  withEntries,
} from '../../support/records/openCreations.ts';
import { marksOf, readAll, readWith, type Searched, texts, withMarks } from '../../support/records/runMarkers.ts';
import { createdSeveral, creations, KIND, OPERATION, OWN_FIELDS } from './creating.ts';

const FIND_EXISTING = 'FIXTURES: bodies.existingUser with the e-mail address of a user of the account';

export const emailsIn = (body: unknown): string[] =>
  [...JSON.stringify(body).matchAll(/"([^"\\\s]+@[^"\\\s]+)"/g)].map((match) => match[1] as string);

export function needRefused({ ok, status, operation }: Answer): void {
  if (ok || status >= 500)
    throw new NotTested(
      `${operation} answered ${status}, which is no refusal`,
      `a target that refuses users who are there`,
    );
}

/** Several new users and another one as the last; undefined where the bodies do not show how to say so. */
export async function mixedBody(t: Context, lastOf: (entries: JsonRecord[]) => unknown): Promise<unknown> {
  const several = await knownBody(t, 'createUsers');
  const entries = entriesSent(several);
  const last = lastOf(entries);
  if (entries.length < 2 || !last) return undefined;
  return withEntries(several, [...entries.slice(0, -1), last]);
}

/** The body with other texts beside the e-mail addresses: who overwrites the user who is there is seen by them. */
const otherTexts = (t: Context, body: unknown): unknown =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    /name$/i.test(name) && typeof value === 'string' ? t.names.next('renamed') : value,
  );

interface Conflicts {
  /** A user who is there already. */
  one: Creation;
  /** The same user under another name; undefined where the body names nothing but the address. */
  renamed: Creation | undefined;
  /** Several users of whom the last is there already. */
  several: Creation | undefined;
  /** A user whom the API has just created. */
  made: Creation | undefined;
  /** A user who is there already but for the letter case of the e-mail address. */
  otherCase: Creation;
}

/** Sends what should be refused, once for all checks and one after the other, so that each is seen by itself. */
export function conflicts(t: Context): Promise<Conflicts> {
  return t.once('conflicts', async () => {
    const [existing, again] = [await existingUserBody(t), await existingUserBody(t)];
    const [created] = await unlessUntested(creations(t), []);
    const one = await create(t, KIND, OPERATION, existing);
    const mixed = await mixedBody(t, () => entriesSent(again)[0]);
    const several = mixed === undefined ? undefined : await create(t, KIND, OPERATION, mixed);
    const turned = emailsIn(again).reduce(
      (text, email) => text.replaceAll(email, email.toUpperCase()),
      JSON.stringify(again),
    );
    const made = created ? await create(t, KIND, OPERATION, created.body) : undefined;
    const otherCase = await create(t, KIND, OPERATION, JSON.parse(turned));
    // Last: a further request with the old names would put them back.
    const other = otherTexts(t, existing);
    const renamed =
      JSON.stringify(other) === JSON.stringify(existing) || one.answer.ok
        ? undefined
        : await create(t, KIND, OPERATION, other);
    return { one, renamed, several, made, otherCase };
  });
}

/** What ends a check that takes a request with several users. @throws NotTested when no body for several is known at all */
export async function severalMissing(t: Context): Promise<NotTested> {
  await neededBody(t, 'createUsers');
  return new NotTested(
    'the body for several users does not show how to name each',
    'FIXTURES: bodies.createUsers as an array, or with an array, of users',
  );
}

/** Judges that a refused request has neither changed the user whom it repeats nor made a second one. */
async function expectLeft(t: Context, { answer, body, ...lists }: Creation): Promise<void> {
  const [before, after] = [lists.before, lists.after].map(({ items }) => withMarks(items, emailsIn(body))) as [
    JsonRecord[],
    JsonRecord[],
  ];
  if (before.length === 0) throw new NotTested('the user whom the body repeats is not in the list', FIND_EXISTING);
  const added = after.filter(({ id }) => !before.some((user) => user.id === id));
  t.expect(added.length === 0, 'a request that was refused for a conflict has made a second user', {
    expected: before,
    received: after,
    exchange: answer,
  });
  const message = 'a request that was refused for a conflict has changed the user who is there';
  const shown = [
    { items: before, complete: lists.before.complete },
    { items: after, complete: lists.after.complete },
  ] as const;
  await expectListUntouched(t, KIND, OWN_FIELDS, shown, message, answer);
  // By id the user may show fields that the list does not show; nothing new of the body may stand there.
  const byId = await Promise.all(before.map(({ id }) => t.record('users.get', at(KIND, String(id)))));
  const marks = marksOf(t, body).filter((text) => !emailsIn(body).includes(text));
  t.expect(withMarks(byId, marks).length === 0, message, {
    expected: before,
    received: byId,
    exchange: answer,
  });
}

/** Requests at once, as many as first uses of a tag. */
const AT_ONCE = 4;

interface AtOnce {
  /** A new user. */
  body: unknown;
  /** The list right before, where the user was refused beside one who is there; undefined where nobody was. */
  before: Searched | undefined;
  answers: readonly Answer[];
  /** The users whom the answers and the list show. */
  found: ReadonlySet<string>;
}

/** A new user is sent several times at once: one who was refused beside a user who is there, if there is one. Once for all checks. */
export const sentSeveralTimes = (t: Context): Promise<AtOnce> =>
  t.once('a user several times at once', async () => {
    const { several } = await conflicts(t);
    // For another status than a conflict, whether the rest of the body is taken is open.
    const refused = several?.answer.status === 409 ? several : undefined;
    const before = refused && (await readWith(fresh(t), KIND, texts(refused.entries.slice(0, -1))));
    const body = refused ? withEntries(refused.body, refused.entries.slice(0, 1)) : await neededBody(t, 'createUser');
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => t.send(OPERATION, { body })));
    const { items } = await readAll(t, KIND);
    const shown = answers.filter(({ ok }) => ok).flatMap(({ json }) => idsOf(openRecords(json)));
    const found = new Set([...shown, ...idsOf(withMarks(items, emailsIn(body)))]);
    for (const id of found) t.ledger.add(KIND, id, 'first');
    return { body, before, answers, found };
  });

/** Judges that one of those who were refused beside a user who is there can be created: nobody has the address by then. */
async function expectFree(t: Context): Promise<void> {
  const { body, answers, found } = await sentSeveralTimes(t);
  const taken = answers.find(({ ok }) => ok);
  const exchange =
    taken ?? (answers.find(({ status }) => status !== 409) as Answer | undefined) ?? (answers[0] as Answer);
  const message = 'a user who was refused beside one who is there is taken for one who is there';
  t.expect(exchange.status !== 409, message, { expected: 201, received: exchange });
  if (!taken) return;
  t.expect(found.size > 0, 'a created user is neither in the answer nor in the list', {
    expected: body,
    received: taken.json,
    exchange: taken,
  });
}

export const userConflicts: readonly Check[] = [
  check('a user who is there already is refused with 409', 'users.conflict', async (t) => {
    const { answer } = (await conflicts(t)).one;
    // What makes a user one who is there already is not shown: unless the fixtures say it, only a refusal can be judged.
    if (t.fixtures.bodies.existingUser === undefined && (answer.ok || answer.status === 400))
      throw new NotTested(`a new user with the address of another is answered with ${answer.status}`, FIND_EXISTING);
    t.equal(answer.status, 409, 'a user who is there already is not refused with 409', answer);
  }),

  check('who may not create users is not told who is there', 'users.conflict', async (t) => {
    const limited = t.need('limited');
    if (!t.fixtures.facts.notPermitted?.some((fact) => fact.operation === OPERATION))
      throw new NoData(
        'the limited user may be permitted to create users',
        `FIXTURES: facts.notPermitted with ${OPERATION}`,
      );
    // What was refused to who may create users.
    const { answer: refusal, body } = (await conflicts(t)).one;
    needRefused(refusal);
    const { answer } = await create(t, KIND, OPERATION, body, limited);
    const message = 'a caller who lacks the permission is told that a user is there already';
    t.expect(answer.status !== 409, message, { expected: 403, received: answer });
  }),

  check('a user whom the API has created is refused the second time', 'users.conflict', async (t) => {
    const { one, made } = await conflicts(t);
    if (!made) throw new NotTested('no user could be created', 'FIXTURES: bodies.createUser');
    needRefused(one.answer);
    t.refused(made.answer, 'a user who was created just before is not refused like others');
  }),

  check('no second user is made of one who is there and stands last', 'users.conflict-no-effect', async (t) => {
    const { one, several } = await conflicts(t);
    if (!several) throw await severalMissing(t);
    needRefused(one.answer);
    const emails = emailsIn(several.entries.at(-1));
    const [before, after] = [several.before, several.after].map(({ items }) => withMarks(items, emails).length);
    if (before === 0) throw new NotTested('the user whom the body repeats is not in the list', FIND_EXISTING);
    // Whether the others are created all the same is open.
    t.expect(after === before, 'a user who is there was created once more, as the last of several', {
      expected: before,
      received: after,
      exchange: several.answer,
    });
  }),

  check('a conflict leaves the user as they were, and makes no second one', 'users.conflict-no-effect', async (t) => {
    const { one, renamed } = await conflicts(t);
    needRefused(one.answer);
    await expectLeft(t, one);
    if (renamed && !renamed.answer.ok) await expectLeft(t, renamed);
  }),

  check('of several users with one who is there none is created, when refused', 'users.conflict-several', async (t) => {
    const { several: creation } = await conflicts(t);
    if (!creation) throw await severalMissing(t);
    // Whether the others are created all the same is the target's choice, and its own answer shows which it took.
    if (creation.answer.ok) throw new NotApplicable('the request is not refused');
    needRefused(creation.answer);
    await createdSeveral(t);
    const others = creation.entries.slice(0, -1);
    const isConflict = creation.answer.status === 409;
    const { before } = isConflict ? await sentSeveralTimes(t) : {};
    await expectNothingMade(t, KIND, others, 'a request that was refused for one user has created others', before);
    if (isConflict) await expectFree(t);
  }),

  check('a user whose e-mail address differs in letter case alone', 'users.conflict-condition', async (t) => {
    const { otherCase: creation } = await conflicts(t);
    return `answers ${creation.answer.status}${newIds(creation).length > 0 ? ' and creates a user' : ''}`;
  }),
];
