/**
 * What covers each clause of the specification. Clauses that the contract holds as data (fields, parameters, status
 * codes, keys of answers) are derived from it with the rules in `schemas/coverage/derived.json`; the clauses that are
 * prose stand in the other files of that folder.
 */
import { fieldRows } from './fieldRows.ts';
import { operationRows } from './operationRows.ts';
import { prose } from './prose.ts';
import type { CoverageRow } from './row.ts';

const proseRows: readonly CoverageRow[] = prose.flatMap(({ section, clauses }) =>
  clauses.flatMap(({ place, says }) =>
    says.map(({ requirements = [], ...rest }) => ({ section, place, requirements, ...rest })),
  ),
);

/** Every clause, the ones of prose before those that are derived. */
export const coverageRows = (): readonly CoverageRow[] => [...proseRows, ...fieldRows(), ...operationRows()];
