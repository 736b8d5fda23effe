/** The run record: the verdict with everything that it rests on, in `conformance.json`. */
import { createHash } from 'node:crypto';
import { operations, type RunRecord, readJson, requirements, type Settings } from '../schemas/contract.ts';
import { type RunFacts, verdictOf } from './verdict.ts';

export interface RunFrame {
  settings: Settings;
  runId: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
}

/** Says of two records whether they were judged by the same contract. */
const contractHash = () =>
  createHash('sha256')
    .update(JSON.stringify([operations, requirements]))
    .digest('hex')
    .slice(0, 16);

/** Settings as reports show them: secrets only by whether they are given. */
function shown({ tokens, ...rest }: Settings): Record<string, unknown> {
  return { ...rest, tokens: Object.keys(tokens).sort() };
}

/** The record of a run. */
export function recordOf({ settings, runId, startedAt, durationMs }: RunFrame, facts: RunFacts): RunRecord {
  const { name, version } = readJson<{ name: string; version: string }>('../package.json');
  return {
    format: 1,
    runId,
    ...verdictOf(facts),
    target: { name: settings.targetName, baseUrl: settings.baseUrl ?? 'bundled' },
    suite: {
      name,
      version,
      contractHash: contractHash(),
      seed: settings.seed,
      numRuns: settings.numRuns,
      node: process.version,
    },
    settings: shown(settings),
    startedAt,
    durationMs,
    waivers: facts.waivers,
  };
}
