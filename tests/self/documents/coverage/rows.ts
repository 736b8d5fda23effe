/**
 * What covers each clause of the specification. Clauses that the contract holds as data (fields, parameters, status
 * codes, keys of answers) are derived from it with the rules in `schemas/coverage/derived.json`; the clauses that are
 * prose stand in the other files of that folder.
 */
import { jsonFiles, readJson } from '../../../../schemas/contract.ts';
import { fieldRows } from './fieldRows.ts';
import { operationRows } from './operationRows.ts';

export interface CoverageRow {
  /** Heading of the specification, as `Endpoints / Users`. */
  section: string;
  /** Where in the section: a field, a row and its cell, or the number of a bullet and clause. */
  place: string;
  /** What it says, in our words. */
  text: string;
  /** Requirements that judge it; empty when `reason` says why there are none. */
  requirements: readonly string[];
  reason?: string;
  /** Operations on which they judge it, where these are fewer than all that the requirements concern. */
  operations?: readonly string[];
}

/** A clause of prose as its file holds it. */
export interface ProseClause {
  place: string;
  /** Changes with the wording of the specification. */
  digest: string;
  says: { text: string; requirements?: string[]; reason?: string }[];
}

export interface ProseSection {
  file: string;
  section: string;
  clauses: readonly ProseClause[];
}

/** The clauses of prose, by file and section. */
export const prose: readonly ProseSection[] = jsonFiles('coverage')
  .filter((file) => file !== 'coverage/derived.json')
  .flatMap((file) =>
    readJson<Omit<ProseSection, 'file'>[]>(file).map(({ section, clauses }) => ({ file, section, clauses })),
  );

const proseRows: readonly CoverageRow[] = prose.flatMap(({ section, clauses }) =>
  clauses.flatMap(({ place, says }) =>
    says.map(({ requirements = [], ...rest }) => ({ section, place, requirements, ...rest })),
  ),
);

/** Every clause, the ones of prose before those that are derived. */
export const coverageRows = (): readonly CoverageRow[] => [...proseRows, ...fieldRows(), ...operationRows()];
