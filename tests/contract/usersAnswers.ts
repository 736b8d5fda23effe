/**
 * A read that is not about the user who asks answers another user alike. Records may be hidden from a user, so that one is
 * missed only where this user is shown it elsewhere. Sections "What the service does", "Endpoints".
 */
import { isRecord, kind, kindShown, listFacts, type Operation, requirement } from '../../schemas/contract.ts';
import { about } from '../support/domain/aboutKpis.ts';
import { userIdOf } from '../support/domain/currentUser.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NoData, unlessUntested } from '../support/engine/outcome.ts';
import { eventually, fresh } from '../support/engine/retry.ts';
import type { Actor, Answer, RequestInput } from '../support/http/client.ts';
import { allFields } from '../support/http/unlistedFields.ts';
import { keyOf, totalOf } from '../support/records/answers.ts';
import { known } from '../support/records/identifiers.ts';
import { isRecordShown } from '../support/records/isRecordShown.ts';
import { firstDifference } from '../support/values/difference.ts';
import { sample } from '../support/values/sample.ts';
import { comparable } from './comparable.ts';
import { bodiesOf, sent } from './requests.ts';

const LAW = 'general.users-answered-alike';

/** The requirement that says so of an operation: where the words say "all of the account", it is one of its own. */
function statedBy({ id }: Operation): string | undefined {
  if (requirement(LAW).operations.includes(id)) return LAW;
  return id === kind('badge').list ? 'badges.list-all' : undefined;
}

/** Whether the answer is of open shape, and about KPIs. */
const isAboutKpis = ({ id }: Operation): boolean => listFacts.names[id] === 'kpi';

/** Keys of holders beside Teams, which the specification does not show. */
const PEOPLE = /^(users|assignees|employees)$/i;

/** Things of one list that are looked for elsewhere at most. */
const MOST = 6;

/** What an answer names, each with the kind of record that it is if it may be hidden from others. */
interface Named {
  id: string;
  kindName: string | undefined;
}

interface Told {
  named: ReadonlyMap<string, Named>;
  /** Whether the answer has all that it counts. */
  whole: boolean;
}

/** What the lists of an answer name: words, or records by what tells them apart. */
function listedIn({ id: operationId }: Operation, answer: Answer): Told {
  const { json } = answer;
  const outer = isRecord(json) ? json : { items: json };
  const shown = new Set(Object.keys(outer));
  const keys = allFields(outer).filter((key) => Array.isArray(outer[key]) && (shown.has(key) || PEOPLE.test(key)));
  const entries = keys.flatMap((key) =>
    (outer[key] as unknown[]).flatMap((item): [string, Named][] => {
      const id = isRecord(item) ? keyOf(item) : item;
      if (typeof id !== 'string') return [];
      return [[`${key} ${id}`, { id, kindName: key === 'Teams' ? undefined : listFacts.names[operationId] }]];
    }),
  );
  return { named: new Map(entries), whole: (totalOf(answer) ?? 0) <= entries.length };
}

async function toldBy(t: Context, operation: Operation, answer: Answer): Promise<Told> {
  if (!isAboutKpis(operation)) return listedIn(operation, answer);
  const ids = [...about(answer.json, new Set(await known(t, 'kpi')))];
  return { named: new Map(ids.map((id) => [id, { id, kindName: 'kpi' }])), whole: true };
}

/** What one user is told in both answers and the other is not, though this one is shown it elsewhere. */
async function missedBy(t: Context, as: Actor, [one, again]: readonly [Told, Told], other: readonly Told[]) {
  if (!other.every(({ whole }) => whole)) return [];
  const missing = [...one.named].filter(([key]) => again.named.has(key) && other.every(({ named }) => !named.has(key)));
  const some = sample(missing, MOST).map(([, named]) => named);
  const shown = await Promise.all(
    some.map(({ id, kindName }) => kindName === undefined || isRecordShown(t, kindName, id, as)),
  );
  return some.flatMap(({ id }, i) => (shown[i] ? [id] : []));
}

/** The answers of a request to both users; to the first one once more, where the second is told something else. */
interface Asked {
  first: Answer;
  again: Answer;
  second: Answer;
}

/** Judges that both users are told of the same things. */
async function expectNamedAlike(t: Context, operation: Operation, { first, again, second }: Asked): Promise<void> {
  const [one, two, other] = await Promise.all([first, again, second].map((answer) => toldBy(t, operation, answer)));
  if (!one || !two || !other) return;
  const [hidden, further] = await Promise.all([
    missedBy(t, 'second', [one, two], [other]),
    missedBy(t, 'first', [other, other], [one, two]),
  ]);
  const among = one.named.size + other.named.size;
  t.none(hidden, among, 'the second user is not told of what the first is told of', second);
  t.none(further, among, 'the first user is not told of what the second is told of', again);
}

/** What is about the user who asks: a default may name this one as a principal. */
function withoutAskers(value: unknown, askers: readonly unknown[]): unknown {
  if (Array.isArray(value))
    return value
      .filter((inner) => !isRecord(inner) || inner.principalId === undefined || !askers.includes(inner.principalId))
      .map((inner) => withoutAskers(inner, askers));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith('currentUser'))
      .map(([name, inner]) => [name, withoutAskers(inner, askers)]),
  );
}

/** Judges that both users are given the same, except for what is about themselves. */
function expectSame(t: Context, operation: Operation, { first, again, second }: Asked, askers: readonly unknown[]) {
  const [one, two, other] = [first, again, second].map(({ json }) =>
    comparable(operation, withoutAskers(json, askers)),
  );
  const message = 'the second user is given another answer than the first';
  const difference = firstDifference(one, two) ? undefined : firstDifference(one, other);
  t.judge(difference && { message, ...difference, exchange: second }, 1);
}

/** Whether an answer is a list, or a message of open shape that names KPIs; any other is compared as a whole. */
const names = (operation: Operation): boolean =>
  isAboutKpis(operation) || (operation.success.schema?.startsWith('responses/') ?? false);

async function judgeAlike(t: Context, operation: Operation, asked: Asked): Promise<void> {
  if (names(operation)) return expectNamedAlike(t, operation, asked);
  const [first, second] = await Promise.all(
    (['first', 'second'] as const).map((as) => unlessUntested(userIdOf(t, as), undefined)),
  );
  expectSame(
    t,
    operation,
    asked,
    [first, second].filter((id) => id !== undefined),
  );
}

const MISSING = 404;

/** Whether a request can name a record, which may be hidden from a user. */
const namesRecords = ({ parameters }: Operation): boolean =>
  parameters.some(({ idKind, idsKind }) => idKind !== undefined || idsKind !== undefined);

/** Judges that the second user is not told that there is nothing, where no record is asked for that could be hidden. */
function expectThere(t: Context, operation: Operation, first: Answer, second: Answer): void {
  const isMissed = first.ok && second.status === MISSING && !namesRecords(operation);
  const message = 'the second user is told that there is nothing, where the first is answered';
  t.judge(isMissed ? { message, expected: first.status, received: second, exchange: second } : undefined, 0);
}

/** The answers to one request; undefined where one of the users is refused. */
async function askBoth(t: Context, operation: Operation, input: RequestInput): Promise<Asked | undefined> {
  const { id } = operation;
  const first = await t.send(id, input);
  const second = await t.send(id, { ...input, as: 'second' });
  expectThere(t, operation, first, second);
  if (!first.ok || !second.ok) return undefined;
  const isSame = firstDifference(first.json, second.json) === undefined;
  // What changes meanwhile tells nothing.
  const again = isSame ? first : await fresh(t).send(id, input);
  return again.ok ? { first, again, second } : undefined;
}

const answeredAlike = (operation: Operation, id: string): Check =>
  check(
    `${operation.id} answers two users alike`,
    id,
    async (t) => {
      t.need('second');
      await bodiesOf(t, operation);
      const inputs = (await sent(t, operation)).filter(({ answer }) => answer.ok).map(({ input }) => input);
      await eventually(t, async (s) => {
        for (const asked of await Promise.all(inputs.map((input) => askBoth(s, operation, input))))
          if (asked) await judgeAlike(s, operation, asked);
      });
      if (t.tally.compared > 0) return;
      const kindName = kindShown(operation.id);
      throw kindName === undefined
        ? new NoData(`${operation.id} tells two users nothing`, `something that ${operation.id} shows both users`)
        : t.nothingShown(kindName);
    },
    [operation.id],
  );

/** Checks of what an operation answers to another user where nothing of it is about this one. */
export function userAnswerChecks(operation: Operation): Check[] {
  const id = statedBy(operation);
  return id === undefined ? [] : [answeredAlike(operation, id)];
}
