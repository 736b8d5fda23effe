/** Measures which checks show a requirement alone with few requests that only read: those that PROFILE=smoke chooses from. */
import { type BatchResult, operation, requirement } from '../../schemas/contract.ts';
import { batches } from '../suite.ts';
import type { Batch } from '../support/engine/check.ts';
import type { SmokeCheck } from '../support/engine/smoke.ts';
import { judge } from './judge.ts';

/** A check that takes more is none for a quick look. */
const MOST = 16;

const requestsOf = ({ traffic }: BatchResult) =>
  Object.values(traffic).reduce((sum, { times }) => sum + times.length, 0);

/** Requirements of level must in groups of operations, as far as one check shows them by reading. */
const shownBy = (cells: Batch['checks'][number]['cells']): string[] =>
  cells
    .filter(({ requirement: id, operation: on }) => requirement(id).level === 'must' && operation(on).method === 'GET')
    .map(({ requirement: id, operation: on }) => `${id} ${operation(on).group}`);

/** For each requirement and group of operations the check with the fewest requests, the cheapest first. */
export async function measuredSmoke(): Promise<SmokeCheck[]> {
  // Each in a batch of its own, so that none has what another one has read.
  const alone = batches.flatMap(({ title, checks }) =>
    checks.filter(({ cells }) => shownBy(cells).length > 0).map((check) => ({ title, checks: [check] })),
  );
  const { results } = await judge({}, alone, { ALLOW_WRITES: 'false', NUM_RUNS: '1' });
  const costs = results
    .map((result, i) => ({ batch: alone[i] as Batch, result, requests: requestsOf(result) }))
    .filter(({ result, requests }) => requests <= MOST && result.results.every(({ outcome }) => outcome === 'pass'))
    .sort((a, b) => a.requests - b.requests);
  const shown = new Set<string>();
  return costs.flatMap(({ batch: { title, checks }, requests }) => {
    const more = checks.flatMap(({ cells }) => shownBy(cells)).filter((key) => !shown.has(key));
    for (const key of more) shown.add(key);
    return more.length > 0 ? [{ batch: title, check: checks[0]?.title as string, requests }] : [];
  });
}
