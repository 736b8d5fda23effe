/** What every success must be: its status and its media type. */
import { DEFAULT_PAGE, type Operation, recordSchema } from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import type { Context } from '../support/engine/context.ts';
import { NotTested, unlessUntested } from '../support/engine/outcome.ts';
import { anew, eventually, fresh, remembering, stillWrong } from '../support/engine/retry.ts';
import { isMadeByRuns } from '../support/engine/uniqueNames.ts';
import type { Answer, RequestInput } from '../support/http/client.ts';
import { isJsonType } from '../support/http/decoding.ts';
import { ordered } from '../support/lists/ordered.ts';
import { readKind, sized } from '../support/lists/readList.ts';
import { isRefusal, isWithheld, required } from '../support/records/answers.ts';
import { needRoom } from '../support/records/room.ts';
import { inLetterCases, LETTER_CASES } from './repeats.ts';
import {
  bodiesOf,
  concerns,
  control,
  isRefusedInCapitals,
  isRight,
  type Sent,
  sendAndNote,
  successes,
  wellFormed,
} from './requests.ts';
import { creates, write } from './writes.ts';

/** Whether a create has succeeded before: in this process, in another one of the run or in an earlier run. */
async function hasSucceeded(t: Context, { id }: Operation, kindName: string): Promise<boolean> {
  if ([...t.client.created.values()].some(({ operation }) => operation === id)) return true;
  const { items } = await unlessUntested(readKind(fresh(t), kindName), { items: [] });
  return items.some(isMadeByRuns);
}

/** Said of an operation that the account may not include, since when 402 is right is not shown. */
const UNLESS_OFFERED = ' (if the account does not include it, name it in FIXTURES under notOffered)';

function success(operation: Operation): Check {
  const { status } = operation.success;
  return check(
    `${operation.id} answers ${status}`,
    'general.success-status',
    async (t) => {
      for (const answer of await successes(t, operation)) {
        if (!answer.ok && (await isRight(t, operation, answer))) throw t.nothingShown(operation.needs as string);
        const made = creates(operation);
        if (made !== undefined && isRefusal(answer) && (await hasSucceeded(t, operation, made)))
          await needRoom(t, made, answer);
        t.status(
          answer,
          status,
          `${operation.id} does not answer ${status} to a right request${isWithheld(answer) ? UNLESS_OFFERED : ''}`,
        );
      }
    },
    [operation.id],
  );
}

/** A right value of each parameter that lists have in common, for records with this field. Section "Endpoints / Conventions". */
const VALUES: Readonly<Record<string, (field: string) => readonly string[]>> = {
  fields: (field) => [field],
  sort: (field) => [field, `-${field}`],
  filter: (field) => [JSON.stringify({ [field]: { $in: ['gc-no-such-value'] } })],
  skip: () => ['0', '1'],
  limit: () => ['1', String(DEFAULT_PAGE)],
  take: () => ['1', String(DEFAULT_PAGE)],
  formatting: () => ['mentionsMarkup', 'plainText'],
};

const SIZES: readonly string[] = ['limit', 'take'];

/** Records of a list that is asked for with a further value of a parameter. */
const FEW = 3;

/**
 * Requests with each parameter that the operation lists, alone but for those that it requires, and the sort of a page; a
 * further value of it beside a small page.
 */
function withParameters(operation: Operation): RequestInput[] {
  // A plain text of the record's own: ids and dates need not suit every value, and fields may be worked out.
  const { properties = {} } = recordSchema(operation.success.schema);
  const field = ['name', 'title', 'email', 'tagTitle'].find((name) => name in properties) ?? 'id';
  const { query: needed } = required(operation.id);
  return operation.parameters
    .filter(({ in: place, name }) => place === 'query' && VALUES[name])
    .flatMap(({ name }) =>
      (VALUES[name]?.(field) ?? []).map((value, i) => {
        const small = i > 0 && !SIZES.includes(name) ? sized(operation.id, FEW) : {};
        return { query: ordered(operation.id, { ...needed, ...small, [name]: value }) };
      }),
    );
}

/** The answers to these requests, asked for once per batch. */
const answersWith = (t: Context, operation: Operation): Promise<Answer[]> =>
  t.once(`with parameters/${operation.id}`, async () => {
    const requests = withParameters(operation);
    if (requests.length === 0) return [];
    const input = await wellFormed(t, operation);
    return Promise.all(
      requests.map(({ query }) => t.send(operation.id, { ...input, query: { ...input.query, ...query } })),
    );
  });

function parameters(operation: Operation): Check {
  const { status } = operation.success;
  return check(
    `${operation.id} answers ${status} to each parameter that it lists`,
    'general.success-status',
    async (t) => {
      const input = await wellFormed(t, operation);
      const plain = await t.send(operation.id, input);
      if (!plain.ok)
        throw new NotTested(
          `${operation.id} answers ${plain.status} without parameters too`,
          `a target whose ${operation.id} succeeds`,
        );
      for (const answer of await answersWith(t, operation)) {
        t.status(answer, status, 'a parameter that the operation lists is not taken');
      }
    },
    [operation.id],
  );
}

function json(operation: Operation): Check {
  return check(
    `${operation.id} answers in JSON`,
    'general.json',
    async (t) => {
      const more = (await answersWith(t, operation)).filter((answer) => answer.ok);
      for (const answer of [...(await bodiesOf(t, operation)), ...more]) {
        const type = answer.responseHeaders['content-type'] ?? '';
        t.expect(isJsonType(type), 'the media type of a success is not JSON', {
          expected: 'a Content-Type of application/json',
          received: type,
          exchange: answer,
        });
        t.expect(answer.json !== undefined, 'the body of a success is not JSON', {
          expected: 'JSON',
          received: answer.responseBody,
          exchange: answer,
        });
        const charset = /charset="?([\w-]+)/i.exec(type)?.[1] ?? 'utf-8';
        t.expect(answer.utf8 && /^(utf-?8|us-ascii)$/i.test(charset), 'the body of a success is not UTF-8', {
          expected: 'UTF-8',
          received: answer.utf8 ? charset : 'bytes that are no UTF-8',
          exchange: answer,
        });
      }
    },
    [operation.id],
  );
}

/** The samples send the content type with every request; a parser must not look for a body where there is none. */
function likeSamples(operation: Operation): Check {
  return check(
    `${operation.id} takes the headers of the samples`,
    'general.sample-headers',
    async (t) => {
      const [right] = (await control(t, operation)) as [Sent];
      await eventually(t, async (s) => {
        const answer = await s.send(operation.id, { ...right.input, asSample: true });
        s.succeeded(answer, 'a request without a body is refused for the content type that the samples send');
      });
    },
    [operation.id],
  );
}

/** Judges that no write is refused for names of headers in capitals, as the right one of the batch was. */
async function expectWritten(t: Context, operation: Operation, { answer: right }: Sent): Promise<void> {
  // What was just made need not have been there yet for the first of the two.
  const still =
    isRefusedInCapitals(right) &&
    (await stillWrong(t, async (s) => {
      const input = await write(remembering(s, t), operation);
      const answer = await sendAndNote(t, operation, { ...input, headerCase: 'upper' });
      // What is refused in either way tells nothing: a role may be mapped once only.
      return isRefusal(answer) && (await sendAndNote(t, operation, input)).ok ? answer : undefined;
    }));
  const message = 'a write is refused when the names of its headers are in upper case';
  t.judge(still ? { message, expected: `status ${right.status}`, received: still, exchange: still } : undefined, 1);
}

/** HTTP/2 has names of headers in small letters alone, and who writes them otherwise means the same. */
function headerNames(operation: Operation): Check {
  return check(
    `${operation.id} reads the names of headers in any letter case`,
    'general.header-case',
    async (t) => {
      const [right] = (await control(t, operation)) as [Sent];
      if (operation.method !== 'GET') return expectWritten(t, operation, right);
      const first = await inLetterCases(t, operation);
      for (const [i, headerCase] of LETTER_CASES.entries())
        await eventually(t, async (s) => {
          const again = () => anew(s).send(operation.id, { ...right.input, headerCase });
          const answer = s === t ? (first[i] as Answer) : await again();
          // What was read may be gone by now, for others or for good.
          const isGone = !answer.ok && !(await anew(s).send(operation.id, right.input)).ok;
          if (!isGone) s.succeeded(answer, `a read is refused when the names of its headers are in ${headerCase} case`);
        });
    },
    [operation.id],
  );
}

/** Checks of one operation's successes. */
export function successChecks(operation: Operation): Check[] {
  return [
    success(operation),
    ...(withParameters(operation).length > 0 ? [parameters(operation)] : []),
    ...(concerns('general.json', operation) ? [json(operation)] : []),
    ...(concerns('general.sample-headers', operation) ? [likeSamples(operation)] : []),
    ...(concerns('general.header-case', operation) ? [headerNames(operation)] : []),
  ];
}
