/** Facts about lists and their parameters. Sections "Endpoints / Conventions" and "Resources / Conventions". */
import { readJson } from './files.ts';
import { kinds } from './kinds.ts';

interface ListFacts {
  /** Texts by which a record is called, whichever it has. */
  called: readonly string[];
  /** Fields by which people know a record: filters and sorts must reach them. */
  identifying: readonly string[];
  /** Fields that may be worked out for the answer, or taken from other records: whether filters and sorts reach them is open. */
  computed: readonly string[];
  /** Fields whose stored form is not the one that is shown. */
  formatted: readonly string[];
  /** Fields that parameter formatting concerns, by kind. */
  texts: Readonly<Record<string, readonly string[]>>;
  /** Kind of the records of an operation that is neither the list nor the read of a kind. */
  kindOf: Readonly<Record<string, string>>;
  /** Kind of the records that an operation names and is not the list of, where some may be hidden from a user. */
  names: Readonly<Record<string, string>>;
  /** What an operation shows that is the list of no kind, by the word of the fixtures' `none`. */
  shows: Readonly<Record<string, string>>;
  /** What the name of a custom field's target type contains, for kinds that may have no custom fields. */
  textAreaTargets: Readonly<Record<string, string>>;
}

export const listFacts: ListFacts = readJson('lists.json');

/** The kind of the records that an operation answers with; undefined where the specification names none. */
export const kindShown = (operationId: string): string | undefined =>
  listFacts.kindOf[operationId] ??
  Object.keys(kinds).find((name) => kinds[name]?.list === operationId || kinds[name]?.get === operationId);

/** The kind of the records that an operation lists or reads; throws when it does neither. */
export function kindAnswered(operationId: string): string {
  const found = kindShown(operationId);
  if (found === undefined) throw new Error(`${operationId} answers with no kind of record`);
  return found;
}
