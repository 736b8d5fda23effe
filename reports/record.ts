/** The run record: the verdict with everything that it rests on, in `conformance.json`. */
import {
  concealingFor,
  contractVersion,
  type Exchange,
  jsonPath,
  operations,
  type Part,
  type Past,
  type RunRecord,
  readJson,
  requirements,
  type Settings,
} from '../schemas/contract.ts';
import { canonical, sealed, sha256 } from './integrity.ts';
import type { RunFacts } from './runFacts.ts';
import { verdictOf } from './verdict.ts';

export interface RunFrame {
  settings: Settings;
  runId: string;
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  /** What earlier runs of the target came to. */
  history?: readonly Past[];
}

/** Says of two records whether they were judged by the same contract. */
const contractHash = () => sha256(canonical([operations, requirements]));

/** Says of two records whether the same was asked of the target, wherever files lie and whatever the seed is. */
function settingsHash(settings: Settings): string {
  const apart = ['fixtures', 'waivers', 'reportDir', 'corpus', 'seed', ...(settings.bundled ? ['baseUrl'] : [])];
  return sha256(canonical(Object.entries(shown(settings)).filter(([name]) => !apart.includes(name))));
}

/** Settings as reports show them: secrets only by whether they are given. */
function shown({ tokens, extraHeaders, ...rest }: Settings): Record<string, unknown> {
  const conceal = concealingFor({ tokens, extraHeaders, ...rest });
  const texts = Object.entries(rest).map(([name, value]) => [name, typeof value === 'string' ? conceal(value) : value]);
  const { fixtures, waivers } = rest;
  return {
    ...Object.fromEntries(texts),
    ...(fixtures !== undefined && { fixtures: conceal(jsonPath(fixtures)) }),
    ...(waivers !== undefined && { waivers: conceal(jsonPath(waivers)) }),
    tokens: Object.keys(tokens).sort(),
    extraHeaders: Object.keys(extraHeaders).sort(),
  };
}

/** One exchange of each operation and status, in an order that does not depend on who was first. */
function samplesOf(all: readonly Exchange[]): Exchange[] {
  const found = new Map<string, Exchange>();
  for (const one of all) {
    const key = `${one.operation} ${one.status}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, exchange]) => exchange);
}

/** What a record says of the run besides what was found. */
export type Head = Pick<RunRecord, 'runId' | 'startedAt' | 'durationMs' | 'target' | 'suite' | 'settings' | 'history'>;

function headOf({ settings, ...rest }: RunFrame): Head {
  const { name, version } = readJson<{ name: string; version: string }>('../package.json');
  const conceal = concealingFor(settings);
  return {
    ...rest,
    target: { name: conceal(settings.targetName), baseUrl: conceal(settings.baseUrl ?? 'bundled') },
    suite: {
      name,
      version,
      contract: contractVersion,
      contractHash: contractHash(),
      settingsHash: settingsHash(settings),
      seed: settings.seed,
      numRuns: settings.numRuns,
      node: process.version,
    },
    settings: shown(settings),
  };
}

/** The record of a run that is described by its head. */
export function recordFrom(head: Head, facts: RunFacts, part?: Part): RunRecord {
  return sealed({
    format: 1,
    ...head,
    ...verdictOf(facts),
    waivers: facts.waivers,
    samples: samplesOf(facts.batches.flatMap(({ samples = [] }) => samples)),
    ...(part && { part }),
  });
}

/** The record of a run; `part` when it is a shard. */
export const recordOf = (frame: RunFrame, facts: RunFacts, part?: Part): RunRecord =>
  recordFrom(headOf(frame), { ...facts, errors: facts.errors.map(concealingFor(frame.settings)) }, part);
