/** The rules in `schemas/coverage/derived.json`: which requirements judge a clause that the contract holds as data. */
import { readJson, requirement } from '../../../../schemas/contract.ts';
import type { CoverageRow } from './row.ts';

type Ids = Record<string, string[]>;

export interface Rules {
  /** By id of the operation: what the operation as a whole is judged by. */
  operations: Ids;
  /** By `<resource>.<path>`: what judges a field besides the schema of the answers. */
  fields: Ids;
  /** By name of a parameter; `path` for ids in a path, `header` and `no header` for the account header. */
  parameters: Ids;
  /** By `<request>.<field>`, or by request for its other fields. */
  bodies: Ids;
  /** By part of an answer, or by id of the operation. */
  answers: Ids;
  /** By status code. */
  errors: Ids;
  /** Why nothing judges a clause, by what it is. */
  reasons: Record<string, string>;
}

export const rules = readJson<Rules>('coverage/derived.json');

/** Those of the requirements that judge this operation; the reason when there are none. */
export function judgedOn(
  operation: string,
  ids: readonly string[],
  reason: string,
): Pick<CoverageRow, 'requirements' | 'reason' | 'operations'> {
  const found = [...new Set(ids)].filter((id) => requirement(id).operations.includes(operation));
  return found.length > 0
    ? { requirements: found, operations: [operation] }
    : { requirements: [], reason: rules.reasons[reason] ?? reason };
}
