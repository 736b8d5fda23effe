/** Keeps a record to a size that can be opened: full evidence for the first failures, the essence of it for the rest. */
import type { BatchResult, Evidence, Exchange, RequirementVerdict } from '../schemas/contract.ts';
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

/** Leaves the first 500 as they are and makes the others short. */
function shortener(): (evidence: Evidence) => Evidence {
  let given = 0;
  return (evidence) => (given++ < FULL ? evidence : thinEvidence(evidence));
}

/** What batches found, with the evidence of the failures beyond the first 500 made short. */
export function truncatedBatches(batches: readonly BatchResult[]): BatchResult[] {
  const short = shortener();
  return batches.map(({ results, ...batch }) => ({
    ...batch,
    results: results.map((one) => (one.evidence ? { ...one, evidence: short(one.evidence) } : one)),
  }));
}

/** The verdicts with the evidence of the failures beyond the first 500 made short. */
export function truncated(verdicts: readonly RequirementVerdict[]): RequirementVerdict[] {
  const short = shortener();
  return verdicts.map((verdict) => ({
    ...verdict,
    operations: verdict.operations.map((cell) =>
      cell.evidence === undefined ? cell : { ...cell, evidence: cell.evidence.map(short) },
    ),
  }));
}
