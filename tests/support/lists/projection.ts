/** Selections of fields, and what records cut down to them look like. Section "Endpoints / Conventions" (fields). */
import { isRecord, type JsonRecord } from '../../../schemas/contract.ts';
import { ALWAYS } from '../http/unlistedFields.ts';
import { firstDifference } from '../values/difference.ts';
import { orderless } from '../values/orderless.ts';

/** Names to keep; of an object `true` keeps all of it, a selection what it names. */
export interface Selection {
  readonly [name: string]: true | Selection;
}

/** What every selection gives of a record that has it, besides what it names. */
export const UNNAMED = ['accountId', 'id'] as const;

/** A selection of these fields, whole. */
export const wholeFields = (names: readonly string[]): Selection =>
  Object.fromEntries(names.map((name) => [name, true]));

/** The selection as parameter fields takes it. */
export const fieldsText = (selection: Selection): string =>
  Object.entries(selection)
    .map(([name, inner]) => (inner === true ? name : `${name}{${fieldsText(inner)}}`))
    .join(',');

export interface ProjectionProblem {
  /** `extra` for a field that was not named, `unnamed` for one that comes without being named, else a named one. */
  kind: 'extra' | 'lost' | 'unnamed';
  at: string;
  expected: unknown;
  received: unknown;
}

/** Whether nothing of what is selected is in the value, so that it may stay away. */
function hollow(full: unknown, selection: true | Selection): boolean {
  if (selection === true) return false;
  if (Array.isArray(full)) return full.every((entry) => hollow(entry, selection));
  if (!isRecord(full)) return true;
  return Object.entries(selection).every(([name, inner]) => full[name] === undefined || hollow(full[name], inner));
}

/**
 * Whether a value has all of the full one: of a record within a record there may be more where it is selected, since
 * elsewhere it may have fewer fields, or its type name in its place.
 */
function hasAll(received: unknown, full: unknown): boolean {
  if (isRecord(received) && typeof full === 'string') return true;
  if (isRecord(received) && isRecord(full))
    return Object.entries(full).every(([name, value]) => hasAll(received[name], value));
  if (!Array.isArray(received) || !Array.isArray(full)) return firstDifference(full, received) === undefined;
  const rest = [...received];
  const isThere = (one: unknown) => {
    const like = rest.findIndex((other) => hasAll(other, one));
    return like >= 0 && rest.splice(like, 1).length > 0;
  };
  return received.length === full.length && full.every(isThere);
}

/** The first ways in which a record is not the full one cut down to the selection: at most one of each kind. */
export function projectionProblems(
  received: unknown,
  full: unknown,
  selection: true | Selection,
  at = '',
): ProjectionProblem[] {
  if (selection === true) {
    const found = firstDifference(full, received, at) && firstDifference(orderless(full), orderless(received), at);
    return found && !hasAll(received, full) ? [{ kind: 'lost', ...found }] : [];
  }
  const lost: ProjectionProblem[] = [{ kind: 'lost', at, expected: full, received }];
  if (Array.isArray(full) && Array.isArray(received)) return entryProblems(received, full, selection, at) ?? lost;
  if (isRecord(full) && isRecord(received)) return keyProblems(received, full, selection, at);
  // Another type in the place of a list is judged elsewhere.
  return hollow(full, selection) || (Array.isArray(full) && received !== undefined) ? [] : lost;
}

/** The same of two objects, field by field. */
function keyProblems(received: JsonRecord, full: JsonRecord, selection: Selection, at: string): ProjectionProblem[] {
  const extra = Object.keys(received).filter((name) => !(name in selection) && !ALWAYS.has(name));
  const found: ProjectionProblem[] = extra.slice(0, 1).map((name) => ({
    kind: 'extra',
    at: `${at}/${name}`,
    expected: 'no such field',
    received: received[name],
  }));
  for (const [name, inner] of Object.entries(selection)) {
    if (full[name] === undefined || (received[name] === undefined && hollow(full[name], inner))) continue;
    found.push(...projectionProblems(received[name], full[name], inner, `${at}/${name}`));
  }
  return firstOfEach(found);
}

/** The same of two lists, entry by entry; undefined when they have not as many entries. */
function entryProblems(
  received: readonly unknown[],
  full: readonly unknown[],
  selection: Selection,
  at: string,
): ProjectionProblem[] | undefined {
  const shown = received.filter((entry) => !isEmpty(entry));
  // Entries of which nothing is left, but an id, may come or not: then none can be told from another.
  if (full.some((entry) => hollow(entry, selection))) return [];
  if (shown.length !== full.length) return undefined;
  // Each is one of the full ones, in whatever order.
  const rest = [...full];
  return firstOfEach(
    shown.flatMap((entry, i) => {
      const like = rest.findIndex((one) => projectionProblems(entry, one, selection).length === 0);
      const [one] = rest.splice(Math.max(0, like), 1);
      return like < 0 ? projectionProblems(entry, one, selection, `${at}/${i}`) : [];
    }),
  );
}

const isEmpty = (value: unknown) => isRecord(value) && Object.keys(value).length === 0;

const firstOfEach = (problems: ProjectionProblem[]): ProjectionProblem[] =>
  problems.length < 2
    ? problems
    : (['extra', 'lost'] as const).flatMap((kind) => problems.filter((problem) => problem.kind === kind).slice(0, 1));
