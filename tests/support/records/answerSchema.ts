/** What the contract says of the form of a success. Sections "Resources and their fields", "Endpoints". */
import {
  envelope,
  isRecord,
  type JsonRecord,
  type Operation,
  placeAt,
  placesOfKeys,
  problem,
  problemPlaces,
  readJson,
  type Schema,
  type SchemaProblem,
} from '../../../schemas/contract.ts';
import type { Wrong } from '../engine/assertions.ts';
import { withoutNulls } from '../values/difference.ts';

/** Outer shapes that are right: mostly one; lists of key results and of users may have either of two. */
export function outerShapes(operation: Operation): Schema[] {
  const schema = readJson<Schema>(operation.success.schema as string);
  return schema.anyOf ?? [schema];
}

/** Whether a key of the envelope holds a list: `null` there says that the list is empty. */
export const holdsList = (operation: Operation, key: string): boolean =>
  outerShapes(operation).some(({ properties }) => properties?.[key]?.type === 'array');

/** Whether a value has the outer type of an answer. */
export const hasType = (value: unknown, type: string | undefined): boolean =>
  type === 'array' ? Array.isArray(value) : isRecord(value);

/** What is wrong with the outer shape of a success: it has another one, or lacks a key of its envelope. */
export function envelopeProblem(operation: Operation, value: unknown): Wrong | undefined {
  const shapes = outerShapes(operation);
  const types = shapes.map(({ type }) => type);
  const alike = shapes.find(({ type }) => hasType(value, type));
  if (!alike) return { message: `the answer is no ${types.join(' and no ')}`, expected: types, received: value };
  const key = (alike.required ?? []).find((name) => {
    const held = (value as JsonRecord)[name];
    return held === undefined || (held === null && !holdsList(operation, name));
  });
  if (key === undefined) return undefined;
  const received = Object.keys(value as JsonRecord);
  return { message: `the answer has no key ${key}`, expected: alike.required, received, at: `/${key}` };
}

/** The body without nulls, except that a null which says that a list is empty becomes an empty list. */
function withEmptyLists(operation: Operation, body: unknown): unknown {
  const value = withoutNulls(body);
  if (!isRecord(body) || !isRecord(value)) return value;
  const empty = Object.keys(body).filter((key) => body[key] === null && holdsList(operation, key));
  return empty.length === 0 ? value : { ...value, ...Object.fromEntries(empty.map((key) => [key, []])) };
}

const MARK = 'gcWrongType';

/** What the suite sends in place of a value of each type, to see it refused. */
export const WRONG_VALUES: Readonly<Record<string, unknown>> = {
  string: { [MARK]: true },
  boolean: MARK,
  integer: MARK,
  array: { [MARK]: true },
  object: MARK,
};

const isWrongValue = (value: unknown): boolean => value === MARK || (isRecord(value) && MARK in value);

/**
 * An answer without what the suite has sent as a value of a wrong type. Whoever takes such a value is warned for that by
 * `general.malformed-body`, and shows it in every answer from then on.
 */
function withoutWrongValues<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutWrongValues) as T;
  if (!isRecord(value)) return value;
  const kept = Object.entries(value).filter(([, inner]) => !isWrongValue(inner));
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutWrongValues(inner)])) as T;
}

/** What breaks the schema of a success, as `typesProblem` says, but for values that the suite has sent wrong itself. */
export function ownTypesProblem(operation: Operation, body: unknown): ReturnType<typeof typesProblem> {
  const found = typesProblem(operation, body);
  // An answer that is no JSON has no body.
  return found && JSON.stringify(body ?? null).includes(MARK)
    ? typesProblem(operation, withoutWrongValues(body))
    : found;
}

/**
 * What breaks the schema of a success, with every place that does, or undefined. The keys of the envelope are judged apart, so that a missing one does
 * not hide a wrong type. Null is judged as absent, and as an empty list where the envelope holds one.
 */
export function typesProblem(operation: Operation, body: unknown): (SchemaProblem & { places: string[] }) | undefined {
  const path = operation.success.schema as string;
  const value = withEmptyLists(operation, body);
  if (envelope(operation).length === 0 || !isRecord(value)) {
    const wrong = problem(path, value);
    return wrong && { ...wrong, places: problemPlaces(path, value) };
  }
  const keys = placesOfKeys(path).filter(([key]) => value[key] !== undefined);
  for (const [key, place] of keys) {
    const wrong = problem(place, value[key]);
    if (!wrong) continue;
    const places = keys.flatMap(([name, of]) => problemPlaces(of, value[name]).map((inner) => `/${name}${inner}`));
    return { ...wrong, at: `/${key}${wrong.at}`, places };
  }
  return undefined;
}

/** In words where an answer breaks its schema, and how it does so first. */
export const typesMessage = ({ at, expected, places }: SchemaProblem & { places: readonly string[] }): string => {
  const more = places.filter((place) => place !== placeAt(at));
  const also = more.length > 0 ? `; also at ${more.join(', ')}` : '';
  return `the answer breaks the schema at ${at || 'its root'}: ${expected}${also}`;
};
