/** What every success must be: its status, media type, outer shape, types and counts. */
import { envelope, type Operation, problem, readJson, resolved, type Schema } from '../../schemas/contract.ts';
import { type Check, check } from '../support/check.ts';
import type { Answer } from '../support/client.ts';
import { firstDifference, withoutNulls } from '../support/compare.ts';
import type { Context, JsonRecord } from '../support/context.ts';
import { NotApplicable, NotTested } from '../support/outcome.ts';
import { isRecord, itemsOf } from '../support/records.ts';
import { concerns, isRight, successes, wellFormed } from './requests.ts';

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
        if (!answer.ok && (await isRight(t, operation, answer)))
          throw new NotApplicable(`the account has nothing for it to find, and it lists ${answer.status}`);
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
  if (envelope(operation).length === 0 || !isRecord(value)) return problem(path, value);
  for (const [key, property] of Object.entries(readJson<Schema>(path).properties ?? {})) {
    if (value[key] === undefined) continue;
    const place = property.$ref ? resolved(property, path).path : `${path}#/properties/${key}`;
    const wrong = problem(place, value[key]);
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

/** Outer shapes that are right: mostly one; lists of key results and of users may have either of two. */
function outerShapes(operation: Operation): Pick<Schema, 'type' | 'required'>[] {
  const { anyOf, type, required } = readJson<Schema>(operation.success.schema as string);
  return anyOf ?? [{ ...(type && { type }), ...(required && { required }) }];
}

const hasType = (value: unknown, type: string | undefined): boolean =>
  type === 'array' ? Array.isArray(value) : isRecord(value);

function shape(operation: Operation): Check {
  return check(
    `${operation.id} answers in its envelope`,
    'general.envelope',
    async (t) => {
      const shapes = outerShapes(operation);
      for (const answer of await bodiesOf(t, operation)) {
        const { json: value } = answer;
        const alike = shapes.find(({ type }) => hasType(value, type));
        t.expect(alike !== undefined, `the answer is no ${shapes.map(({ type }) => type).join(' and no ')}`, {
          expected: shapes.map(({ type }) => type),
          received: value,
          exchange: answer,
        });
        for (const key of alike?.required ?? []) {
          t.expect((value as JsonRecord)[key] != null, `the answer has no key ${key}`, {
            expected: alike?.required,
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
          // A body of the fixtures may ask for a page of another size.
          const full = items >= FULL_PAGE || answer.requestBody !== undefined;
          const right = totalCount === items || (totalCount > items && full);
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
const recordsOf = ({ json: value }: Answer): JsonRecord[] => {
  const items = itemsOf(value);
  return items.length > 0 || !isRecord(value) ? items : [value];
};

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

/**
 * A value without what the contract does not name, and without the order of arrays: a field of the target's own may be
 * new in every answer, and no order is stated.
 */
function comparable(value: unknown, names: string): unknown {
  if (Array.isArray(value))
    return value
      .map((inner) => comparable(inner, names))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (!isRecord(value)) return value;
  const named = Object.entries(value).filter(([key, inner]) => inner !== null && names.includes(`"${key}"`));
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, comparable(inner, names)]));
}

const REPEATS = 8;

function repeatable(operation: Operation): Check {
  const names = JSON.stringify(schemaTexts(operation));
  return check(
    `${operation.id} gives the same record each time`,
    'general.repeatable',
    async (t) => {
      const input = await wellFormed(t, operation);
      let difference: ReturnType<typeof firstDifference>;
      let odd: Answer | undefined;
      // Somebody else may change the record in between; they will hardly do so three times.
      for (let round = 0; round < 3; round++) {
        const answers = await Promise.all(Array.from({ length: REPEATS }, () => t.ok(operation.id, input)));
        const views = answers.map(({ json }) => comparable(json, names));
        odd = answers.find((_, i) => firstDifference(views[0], views[i]));
        difference = odd && firstDifference(views[0], comparable(odd.json, names));
        if (!difference) return;
      }
      t.expect(false, 'the same read gives different records', {
        ...(difference as NonNullable<typeof difference>),
        ...(odd && { exchange: odd }),
      });
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
    ...(concerns('general.envelope', operation) ? [shape(operation)] : []),
    ...(concerns('general.counts', operation) ? [counts(operation)] : []),
    ...(concerns('general.account-id', operation) ? [account(operation)] : []),
    ...(concerns('general.repeatable', operation) ? [repeatable(operation)] : []),
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
