/** Two users are shown the same of one record. Sections "What the service does", "Resources and their fields". */
import { isRecord, type JsonRecord, type Operation } from '../../schemas/contract.ts';
import { userIdOf } from '../support/domain/currentUser.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData, unlessUntested } from '../support/engine/outcome.ts';
import { eventually } from '../support/engine/retry.ts';
import type { Actor, Answer } from '../support/http/client.ts';
import { itemsOf } from '../support/records/answers.ts';
import { disagreement } from '../support/values/agreement.ts';
import { bodiesOf, concerns, sent } from './requests.ts';

/** Fields that are about the user who asks, or about what that user may see. */
const OF_USER =
  /^(currentUser|is(Owner|Switched)$|favorite$|readOnly$|settings$|userSettings$|permissions$|obfuscated$|last(Calculated|Modified)$)|Count$/;

/** A record is found by them: that they are alike says nothing. */
const IDS = ['id', '_id'];

/** The records of an answer by their ids: it may be one, and that of an employee stands under info. */
function recordsById({ json }: Answer): Map<unknown, JsonRecord> {
  const single = isRecord(json) ? (isRecord(json.info) ? json.info : json) : {};
  const hasId = (record: JsonRecord) => typeof (record.id ?? record._id) === 'string';
  // Lists within a record hold records of other kinds, which may have the same ids.
  const records = hasId(single) ? [single] : itemsOf(json).filter(hasId);
  return new Map(records.map((record) => [record.id ?? record._id, record]));
}

const recordsOf = (answers: readonly Answer[]): Map<unknown, JsonRecord> =>
  new Map(answers.flatMap((answer) => [...recordsById(answer)]));

/**
 * Judges what a user is shown of a record beside what the first user is shown: lists may hold what each may see.
 * @param asked what the paths of the requests named, such as tags: a record may repeat the one by which it was found
 */
function expectSame(
  t: Context,
  record: JsonRecord,
  first: JsonRecord,
  asked: ReadonlySet<unknown>,
  exchange: Answer,
): void {
  if (record.obfuscated === true || first.obfuscated === true) return;
  const shared = Object.keys(record).filter(
    (field) =>
      !OF_USER.test(field) &&
      !IDS.includes(field) &&
      (first[field] ?? undefined) !== undefined &&
      !(asked.has(first[field]) && asked.has(record[field])),
  );
  for (const field of shared.filter(
    (name) => (record[name] ?? undefined) !== undefined && !Array.isArray(record[name]),
  )) {
    if (isRecord(record[field]) && Object.values(record[field]).some((inner) => typeof inner === 'object')) continue;
    const difference = disagreement(first[field], record[field], `/${field}`);
    const message = `the second user is shown another ${field} of a record than the first`;
    t.judge(difference && { message, ...difference, exchange }, 1);
  }
}

/** Judges that the settings of somebody else are not those of whoever asks: how much of them is shown may depend on that. */
function expectSettings(t: Context, record: JsonRecord, first: JsonRecord, exchange: Answer): void {
  if (!isRecord(record.userSettings) || !isRecord(first.userSettings)) return;
  const difference = disagreement(first.userSettings, record.userSettings, '/userSettings');
  const message = 'the second user is shown other settings of a third one than the first';
  t.judge(difference && { message, ...difference, exchange }, 1);
}

/** The same of all records in an answer that the first user is shown, too. @param askers ids of both users */
function expectAlike(
  t: Context,
  answer: Answer,
  known: ReadonlyMap<unknown, JsonRecord>,
  asked: ReadonlySet<unknown>,
  askers: readonly unknown[],
): void {
  for (const [id, record] of recordsById(answer)) {
    const first = known.get(id);
    if (!first) continue;
    expectSame(t, record, first, asked, answer);
    if (!askers.includes(undefined) && !askers.includes(id)) expectSettings(t, record, first, answer);
  }
}

function alike(operation: Operation): Check {
  return check(
    `${operation.id} shows two users the same of a record`,
    'general.users-agree',
    async (t) => {
      t.need('second');
      await bodiesOf(t, operation);
      const inputs = (await sent(t, operation)).filter(({ answer }) => answer.ok).map(({ input }) => input);
      const asked = new Set<unknown>(inputs.flatMap(({ params }) => Object.values(params ?? {})));
      const askers = await Promise.all(
        (['first', 'second'] as const).map((as) => unlessUntested(userIdOf(t, as), undefined)),
      );
      const ask = (s: Context, as: Actor) => Promise.all(inputs.map((input) => s.send(operation.id, { ...input, as })));
      await eventually(t, async (s) => {
        const [firsts, others] = await Promise.all([
          s === t ? bodiesOf(t, operation) : ask(s, 'first'),
          ask(s, 'second'),
        ]);
        const known = recordsOf(firsts);
        // What looks wrong is asked for again, and then what changes meanwhile tells nothing.
        const after = s === t ? known : recordsOf(await ask(s, 'first'));
        const steady = new Map([...known].filter(([id, first]) => !disagreement(first, after.get(id))));
        for (const answer of others.filter(({ ok }) => ok)) expectAlike(s, answer, steady, asked, askers);
      });
      // What a user may see is the account's choice, and its own answers show it.
      if (t.tally.compared === 0)
        throw new NoData(
          `${operation.id} shows two users no record, or nothing of one besides its id`,
          `records in ${operation.id} that both users may see`,
        );
    },
    [operation.id],
  );
}

/** Checks of what an operation shows another user. */
export const userChecks = (operation: Operation): Check[] =>
  concerns('general.users-agree', operation) ? [alike(operation)] : [];
