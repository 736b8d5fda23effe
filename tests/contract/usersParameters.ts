/** A parameter does for every user what it does for the first. Section "Endpoints / Conventions". */
import type { JsonRecord, Operation } from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { type FailureDetails, NoData } from '../support/engine/outcome.ts';
import { eventually } from '../support/engine/retry.ts';
import type { Actor, Answer, RequestInput } from '../support/http/client.ts';
import { OTHER_PARAMETERS } from '../support/lists/otherParameters.ts';
import { queryOf, sized } from '../support/lists/readList.ts';
import { keyOf, recordsShown } from '../support/records/answers.ts';
import { disagreement } from '../support/values/agreement.ts';
import { firstDifference } from '../support/values/difference.ts';
import { formatted } from './memory.ts';
import { concerns, wellFormed } from './requests.ts';

/** Parameters that say what of each record is shown; the others say which records are. */
const OF_RECORDS = ['fields', 'formatting'];

/** Parameters whose effect a page shows as well as a whole list. */
const OF_PAGES = ['sort', 'skip'];
const PAGE = 20;

/** Parameters that cut a page out of a list. */
const CUTTING = ['limit', 'take', 'skip'];

/** What both users are asked for: with a parameter and without. */
interface Answers {
  plain: readonly [Answer, Answer];
  changed: readonly [Answer, Answer];
}

type Records = ReadonlyMap<unknown, JsonRecord>;

const ofBoth = <T>([first, second]: readonly [Answer, Answer], of: (answer: Answer) => T): [T, T] => [
  of(first),
  of(second),
];

/** The records of an answer by what they are known by. */
const byKey = (answer: Answer): Records =>
  new Map(recordsShown(answer).flatMap((record) => (keyOf(record) === undefined ? [] : [[keyOf(record), record]])));

const both = async (t: Context, operation: Operation, input: RequestInput): Promise<[Answer, Answer]> => {
  const [first, second] = await Promise.all(
    (['first', 'second'] satisfies Actor[]).map((as) => t.send(operation.id, { ...input, as })),
  );
  return [first as Answer, second as Answer];
};

/** The fields of a record with their texts, of those that both users are shown alike without the parameter. */
const shownOf = (record: JsonRecord, alike: ReadonlySet<string>): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).filter(([name, value]) => alike.has(name) && (value ?? undefined) !== undefined),
  );

/** The fields that two records show with the same value. */
const alikeIn = (one: JsonRecord, other: JsonRecord): Set<string> =>
  new Set(
    Object.keys(one).filter(
      (name) =>
        (one[name] ?? other[name] ?? undefined) !== undefined &&
        name in other &&
        !disagreement(one[name], other[name]) &&
        typeof one[name] !== 'object',
    ),
  );

/** How many values the parameter has changed for the first user, and what it has not changed so for the second. */
interface Found {
  compared: number;
  details?: FailureDetails;
}

/** What of the records the parameter has changed for the first user and not for the second; nothing where it tells nothing. */
function changedRecord({ plain, changed }: Answers): Found {
  const [one, two] = ofBoth(plain, byKey);
  const [oneNow, twoNow] = ofBoth(changed, byKey);
  let compared = 0;
  for (const [id, record] of one) {
    const [other, now, otherNow] = [two.get(id), oneNow.get(id), twoNow.get(id)];
    if (!other || !now || !otherNow) continue;
    const alike = alikeIn(record, other);
    const [expected, received] = [shownOf(now, alike), shownOf(otherNow, alike)];
    if (!firstDifference(shownOf(record, alike), expected)) continue;
    compared++;
    const difference = firstDifference(expected, received);
    if (difference) return { compared, details: { ...difference, exchange: changed[1] } };
  }
  return { compared };
}

/**
 * The same of which records are shown, and in which order where that was asked for. Which ones a page has that nothing
 * sorts is open, but not how many.
 */
function changedList({ plain, changed }: Answers, isSorted: boolean, isPage: boolean): Found {
  const shown = (answer: Answer): unknown[] => {
    const ids = [...byKey(answer).keys()].map(String);
    if (isSorted) return ids;
    return isPage ? ids.map(() => 'a record') : ids.sort();
  };
  const [first, second] = ofBoth(plain, shown);
  const [expected, received] = ofBoth(changed, shown);
  // What each user may see is the account's choice.
  if (first.length === 0 || firstDifference(first, second) || !firstDifference(first, expected)) return { compared: 0 };
  const difference = firstDifference(expected, received);
  return { compared: 1, ...(difference && { details: { ...difference, exchange: changed[1] } }) };
}

/** Requests with each parameter and without: pages and orders are asked for by id where the list sorts. */
function pairs(operation: Operation, input: RequestInput): [string, RequestInput, RequestInput][] {
  const names = queryOf(operation.id);
  const sort: Record<string, string> = names.includes('sort') ? { sort: 'id' } : {};
  return names
    .filter((name) => OTHER_PARAMETERS[name] !== undefined)
    .map((name) => {
      const page = OF_PAGES.includes(name) ? sized(operation.id, PAGE) : {};
      const query = { ...input.query, ...sort, ...page };
      const changed = { ...query, [name]: OTHER_PARAMETERS[name] as string };
      return [name, { ...input, query }, { ...input, query: changed }];
    });
}

function everyUser(operation: Operation): Check {
  return check(
    `${operation.id} takes its parameters from every user`,
    'lists.every-user',
    async (t) => {
      t.need('second');
      const inputs = [await wellFormed(t, operation), ...(await formatted(t, operation)).slice(0, 1)];
      const asked = inputs.flatMap((input) => pairs(operation, input));
      const judged = asked.map(([name, plain, changed]) =>
        eventually(t, async (s) => {
          const answers = { plain: await both(s, operation, plain), changed: await both(s, operation, changed) };
          // Which values are taken is judged elsewhere.
          if (![...answers.plain, ...answers.changed].every(({ ok }) => ok)) return;
          const found = OF_RECORDS.includes(name)
            ? changedRecord(answers)
            : changedList(answers, plain.query?.sort !== undefined, CUTTING.includes(name));
          const message = `${name} does not do for the second user what it does for the first`;
          s.judge(found.details && { message, ...found.details }, found.compared);
        }),
      );
      await Promise.all(judged);
      if (t.tally.compared === 0)
        throw new NoData(
          `no parameter changes what ${operation.id} shows two users of the same records`,
          `records in ${operation.id} that both users may see`,
        );
    },
    [operation.id],
  );
}

/** Checks of what the parameters of an operation do for another user. */
export const userParameterChecks = (operation: Operation): Check[] =>
  concerns('lists.every-user', operation) ? [everyUser(operation)] : [];
