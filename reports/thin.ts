/** Keeps a record to a size that can be opened: full evidence for the first failures, the essence of it for the rest. */
import type { Evidence, Exchange, RequirementVerdict } from '../schemas/contract.ts';
import { cut } from './text.ts';

/** Failures with full evidence. */
const FULL = 500;
const LONGEST_BODY = 1_000;
const LONGEST_VALUE = 300;

function thinExchange({ requestBody, responseBody, ...rest }: Exchange): Exchange {
  return {
    ...rest,
    ...(requestBody !== undefined && { requestBody: cut(requestBody, LONGEST_BODY) }),
    responseBody: cut(responseBody, LONGEST_BODY),
  };
}

function thinEvidence({ exchange, expected, received, ...rest }: Evidence): Evidence {
  return {
    ...rest,
    expected: cut(expected, LONGEST_VALUE),
    received: cut(received, LONGEST_VALUE),
    ...(exchange && { exchange: thinExchange(exchange) }),
    before: [],
  };
}

/** The verdicts with the evidence of the failures beyond the first 500 made short. */
export function thinned(verdicts: readonly RequirementVerdict[]): RequirementVerdict[] {
  let given = 0;
  const short = (evidence: Evidence) => (given++ < FULL ? evidence : thinEvidence(evidence));
  return verdicts.map((verdict) => ({
    ...verdict,
    operations: verdict.operations.map((cell) =>
      cell.evidence === undefined ? cell : { ...cell, evidence: cell.evidence.map(short) },
    ),
  }));
}
