/** What answers show of the points that the specification leaves open. */
import { isRecord, type Operation, readJson } from '../../schemas/contract.ts';
import { type Check, check } from '../support/engine/check.ts';
import { bodiesOf, concerns } from './requests.ts';

const isDateTime = (text: string) => /^\d{4}-\d\d-\d\d[T ]|^\d{10,13}$/.test(text);

function walk(value: unknown, path: string, visit: (path: string, value: unknown) => void): void {
  visit(path, value);
  if (Array.isArray(value)) for (const inner of value) walk(inner, `${path}[]`, visit);
  else if (isRecord(value))
    for (const [key, inner] of Object.entries(value)) walk(inner, path ? `${path}.${key}` : key, visit);
}

/**
 * Distinct things that `pick` finds in the answers, in the order of the alphabet.
 * @param each false where the path alone tells: it is then looked at once
 */
function observed(
  requirement: string,
  title: string,
  operation: Operation,
  pick: (path: string, value: unknown) => string | undefined,
  { each = true } = {},
): Check {
  return check(
    `${operation.id}: ${title}`,
    requirement,
    async (t) => {
      const found = new Set<string>();
      const seen = new Set<string>();
      for (const answer of (await bodiesOf(t, operation)).filter(({ json }) => json !== undefined)) {
        // As it was answered, with the target's own fields.
        walk(JSON.parse(answer.responseBody), '', (path, value) => {
          if (!each && seen.has(path)) return;
          seen.add(path);
          const picked = pick(path, value);
          if (picked !== undefined) found.add(picked);
        });
      }
      return [...found].sort().slice(0, 50);
    },
    [operation.id],
  );
}

/** Observations of one operation's successes. */
export function observations(operation: Operation): Check[] {
  if (!concerns('general.unknown-fields', operation)) return [];
  return [
    observed('general.date-time-format', 'how date-times are written', operation, (_, value) =>
      typeof value === 'string' && isDateTime(value) ? value.replaceAll(/\d/g, '9') : undefined,
    ),
    observed('general.nulls', 'which fields are null', operation, (path, value) => (value === null ? path : undefined)),
    observed(
      'general.unknown-fields',
      'which fields the specification does not name',
      operation,
      (path) => {
        const name = path.split('.').at(-1)?.replaceAll('[]', '');
        return name && !textOf(operation).includes(`"${name}"`) ? path : undefined;
      },
      { each: false },
    ),
  ];
}

const texts = new Map<Operation, string>();

/** The text of the schemas of an answer: made once it is asked for, since every worker loads all checks and runs few. */
function textOf(operation: Operation): string {
  const text = texts.get(operation) ?? JSON.stringify(schemaTexts(operation));
  texts.set(operation, text);
  return text;
}

/** The schema of an answer and all that it refers to. */
function schemaTexts(operation: Operation): unknown[] {
  const found = new Map<string, unknown>();
  const add = (path: string) => {
    if (found.has(path)) return;
    const text = readJson(path);
    found.set(path, text);
    for (const [, reference = ''] of JSON.stringify(text).matchAll(/"\$ref":"([^"#]+\.json)/g))
      add(new URL(reference, `file:///${path}`).pathname.slice(1));
  };
  add(operation.success.schema as string);
  return [...found.values()];
}
