/** What the words say of users who are there already. Sections "Endpoints / Users", "Errors" (409 conflict). */
import { neededBody } from '../support/bodies.ts';
import { expectUntouched, snapshotOf } from '../support/bystanders.ts';
import { type Check, check } from '../support/check.ts';
import type { Answer } from '../support/client.ts';
import { at, type Context, type JsonRecord } from '../support/context.ts';
import { type Creation, create, entriesOf, marksOf, newIds, readAll, withMarks } from '../support/creations.ts';
import { expectNothingMade } from '../support/madeRecords.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { isRecord } from '../support/subjects.ts';
import { createdSeveral, KIND, OPERATION, OWN_FIELDS } from './usersCreating.ts';

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

export const userConflicts: readonly Check[] = [
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

  check('a user whose e-mail address differs in letter case alone', 'users.conflict-condition', async (t) => {
    const body = await neededBody(t, 'existingUser');
    const emails = emailsIn(body);
    const turned = emails.reduce((text, email) => text.replaceAll(email, email.toUpperCase()), JSON.stringify(body));
    const creation = await create(t, KIND, OPERATION, JSON.parse(turned));
    return `answers ${creation.answer.status}${newIds(creation).length > 0 ? ' and creates a user' : ''}`;
  }),
];
