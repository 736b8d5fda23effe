/** What every success must be: its status, media type, outer shape, types and counts. */
import { answersWith, envelope, type Operation, problem, readJson } from '../../schemas/contract.ts';
import { type Check, check } from '../support/check.ts';
import type { Answer } from '../support/client.ts';
import { firstDifference, withoutNulls } from '../support/compare.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { isRecord, itemsOf } from '../support/subjects.ts';
import { successes, wellFormed } from './requests.ts';

/** The answers that are successes; what is said of them depends on there being one. */
async function bodiesOf(t: Context, operation: Operation): Promise<Answer[]> {
  const answers = (await successes(t, operation)).filter((answer) => answer.ok);
  if (answers.length === 0)
    throw new NotTested(`${operation.id} gave no success to look at`, `a target whose ${operation.id} succeeds`);
  return answers;
}

function success(operation: Operation): Check {
  const { status } = operation.success;
  return check(
    `${operation.id} answers ${status}`,
    'general.success-status',
    async (t) => {
      for (const answer of await successes(t, operation)) {
        t.expect(
          answer.status === status,
          `${operation.method} ${operation.path} does not answer ${status} to a right request`,
          {
            expected: status,
            received: answer.status,
            exchange: answer,
          },
        );
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
      for (const answer of await bodiesOf(t, operation)) {
        const type = answer.responseHeaders['content-type'] ?? '';
        t.expect(/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type), 'the media type of a success is not JSON', {
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

/** The keys of the envelope are judged apart, so that a missing one does not hide a wrong type. */
function typesProblem(operation: Operation, value: unknown) {
  const path = operation.success.schema as string;
  const keys = envelope(operation);
  if (keys.length === 0 || !isRecord(value)) return problem(path, value);
  for (const key of keys) {
    const wrong = value[key] === undefined ? undefined : problem(`${path}#/properties/${key}`, value[key]);
    if (wrong) return { ...wrong, at: `/${key}${wrong.at}` };
  }
  return undefined;
}

function schema(operation: Operation): Check {
  return check(
    `${operation.id} answers with values of the stated types`,
    'general.answer-schema',
    async (t) => {
      for (const answer of await bodiesOf(t, operation)) {
        const wrong = typesProblem(operation, withoutNulls(answer.json));
        t.expect(!wrong, `the answer breaks the schema at ${wrong?.at || 'its root'}: ${wrong?.expected}`, {
          expected: wrong?.expected,
          received: wrong?.received,
          ...(wrong && { at: wrong.at }),
          exchange: answer,
        });
      }
    },
    [operation.id],
  );
}

function shape(operation: Operation): Check {
  const { type } = readJson<{ type?: string }>(operation.success.schema as string);
  return check(
    `${operation.id} answers in its envelope`,
    'general.envelope',
    async (t) => {
      for (const answer of await bodiesOf(t, operation)) {
        const { json: value } = answer;
        const right =
          type === 'array' ? Array.isArray(value) : type === 'object' ? isRecord(value) : value !== undefined;
        t.expect(right, `the answer is no ${type}`, { expected: type, received: value, exchange: answer });
        for (const key of envelope(operation)) {
          t.expect((value as JsonRecord)[key] !== undefined, `the answer has no key ${key}`, {
            expected: envelope(operation),
            received: Object.keys(value as JsonRecord),
            at: `/${key}`,
            exchange: answer,
          });
        }
      }
    },
    [operation.id],
  );
}

/** Fewer items than this are no page that was cut: the default limit is 100. */
const FULL_PAGE = 100;

function counts(operation: Operation): Check {
  return check(
    `${operation.id} counts what it lists`,
    'general.counts',
    async (t) => {
      for (const answer of await bodiesOf(t, operation)) {
        if (!isRecord(answer.json))
          throw new NotTested('the answer has no envelope', `a target whose ${operation.id} answers in its envelope`);
        const { totalCount, count } = answer.json as { totalCount?: number; count?: number };
        const items = [answer.json.items, answer.json.tags, answer.json.managers].find(Array.isArray)?.length ?? 0;
        const expected = { items };
        if (totalCount !== undefined) {
          const right = totalCount === items || (totalCount > items && items >= FULL_PAGE);
          t.expect(right, 'totalCount does not agree with the items', {
            expected,
            received: { totalCount },
            at: '/totalCount',
            exchange: answer,
          });
        }
        if (count !== undefined) {
          t.expect(
            count === items || count === totalCount,
            'count is neither that of the items nor that of the matches',
            {
              expected,
              received: { count },
              at: '/count',
              exchange: answer,
            },
          );
        }
      }
    },
    [operation.id],
  );
}

/** Records in an answer, itself one or a list of them. */
const recordsOf = ({ json: value }: Answer): JsonRecord[] =>
  Array.isArray(value) || (isRecord(value) && Object.values(value).some(Array.isArray) && 'items' in value)
    ? itemsOf(value)
    : isRecord(value)
      ? [value]
      : [];

function account(operation: Operation): Check {
  return check(
    `${operation.id} answers with records of the account`,
    'general.account-id',
    async (t) => {
      const shown = (await bodiesOf(t, operation)).flatMap((answer) =>
        recordsOf(answer).flatMap(({ accountId }) => (typeof accountId === 'string' ? [{ accountId, answer }] : [])),
      );
      if (shown.length === 0) throw new NotApplicable('no record of the answer has an accountId; fields may be absent');
      for (const { accountId, answer } of shown) {
        t.expect(accountId === t.settings.accountId, 'the accountId of a record is not that of the account', {
          expected: t.settings.accountId,
          received: accountId,
          at: '/accountId',
          exchange: answer,
        });
      }
    },
    [operation.id],
  );
}

function repeatable(operation: Operation): Check {
  return check(
    `${operation.id} gives the same record each time`,
    'general.repeatable',
    async (t) => {
      const input = await wellFormed(t, operation);
      let difference: ReturnType<typeof firstDifference>;
      // Somebody else may change the record in between; they will hardly do so three times.
      for (let round = 0; round < 3; round++) {
        const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => t.ok(operation.id, input)));
        difference = others
          .map((answer) => firstDifference(first?.json, answer.json))
          .find((found) => found !== undefined);
        if (!difference) return;
      }
      t.expect(false, 'the same read gives different records', difference as never);
    },
    [operation.id],
  );
}

const isDateTime = (text: string) => /^\d{4}-\d\d-\d\d[T ]|^\d{10,13}$/.test(text);

function walk(value: unknown, path: string, visit: (path: string, value: unknown) => void): void {
  visit(path, value);
  if (Array.isArray(value)) for (const inner of value) walk(inner, `${path}[]`, visit);
  else if (isRecord(value))
    for (const [key, inner] of Object.entries(value)) walk(inner, path ? `${path}.${key}` : key, visit);
}

/** Distinct things that `pick` finds in the answers, in the order of the alphabet. */
function observed(
  requirement: string,
  title: string,
  operation: Operation,
  pick: (path: string, value: unknown) => string | undefined,
): Check {
  return check(
    `${operation.id}: ${title}`,
    requirement,
    async (t) => {
      const found = new Set<string>();
      for (const answer of await bodiesOf(t, operation)) {
        walk(answer.json, '', (path, value) => {
          const picked = pick(path, value);
          if (picked !== undefined) found.add(picked);
        });
      }
      return [...found].sort().slice(0, 50);
    },
    [operation.id],
  );
}

/** Checks of one operation's successes. */
export function successChecks(operation: Operation): Check[] {
  const stated = operation.success.schema !== undefined && operation.success.schema !== 'open';
  if (!stated) return [success(operation)];
  const text = JSON.stringify(schemaTexts(operation));
  return [
    success(operation),
    json(operation),
    schema(operation),
    ...(operation.success.schema?.startsWith('responses/') ? [shape(operation)] : []),
    ...(envelope(operation).some((key) => key === 'count' || key === 'totalCount') ? [counts(operation)] : []),
    ...(answersWith(operation, 'accountId') ? [account(operation)] : []),
    ...(operation.method === 'GET' && operation.parameters.some((parameter) => parameter.idKind)
      ? [repeatable(operation)]
      : []),
    observed('general.date-time-format', 'how date-times are written', operation, (_, value) =>
      typeof value === 'string' && isDateTime(value) ? value.replaceAll(/\d/g, '9') : undefined,
    ),
    observed('general.nulls', 'which fields are null', operation, (path, value) => (value === null ? path : undefined)),
    observed('general.unknown-fields', 'which fields the specification does not name', operation, (path) => {
      const name = path.split('.').at(-1)?.replaceAll('[]', '');
      return name && !text.includes(`"${name}"`) ? path : undefined;
    }),
  ];
}

/** The schema of an answer and, one step down, those it refers to. */
function schemaTexts(operation: Operation): unknown[] {
  const outer = readJson<object>(operation.success.schema as string);
  const references = [...JSON.stringify(outer).matchAll(/\.\.\/(resources\/\w+\.json)/g)].map(
    (match) => match[1] as string,
  );
  return [outer, ...references.map((path) => readJson(path))];
}
