/** Several run records side by side: requirement × target, what differs, and what is newly failing. */
import { isDeepStrictEqual } from 'node:util';
import type { CellVerdict, Outcome, RequirementVerdict, RunRecord } from '../schemas/contract.ts';

/** One of the runs that are compared. */
interface Compared {
  /** What the matrix calls it; with the run's id where two have the same name. */
  name: string;
  runId: string;
  startedAt: string;
  verdict: string;
  suite: string;
  contractHash: string;
}

/** What came of a requirement in each run; null where its suite did not know the requirement. */
interface MatrixRow {
  id: string;
  group: string;
  level: string;
  text: string;
  outcomes: readonly (Outcome | null)[];
  differs: boolean;
}

/** A requirement on one operation that came out differently than in the first run. */
export interface Change {
  requirement: string;
  operation: string;
  level: string;
  before: Outcome;
  after: Outcome;
  reason?: string;
}

export interface ObservationChange {
  requirement: string;
  operation: string;
  before: unknown;
  after: unknown;
}

/** A run set against the first. */
export interface Changes {
  name: string;
  newlyFailing: readonly Change[];
  newlyPassing: readonly Change[];
  /** Not tested, or said not to apply, where the first run has a result. */
  newlyNotTested: readonly Change[];
  observations: readonly ObservationChange[];
  /** Whether something that bound and held in the first run fails, or is no longer tested. */
  regression: boolean;
}

export interface Comparison {
  format: 1;
  runs: readonly Compared[];
  /** Whether the same contract judged all of them. */
  sameContract: boolean;
  matrix: readonly MatrixRow[];
  /** The second run and those after it, each against the first. */
  changes: readonly Changes[];
}

function named(records: readonly RunRecord[]): Compared[] {
  const names = records.map(({ target }) => target.name);
  return records.map(({ target, runId, startedAt, verdict, suite }) => ({
    name: names.filter((name) => name === target.name).length > 1 ? `${target.name} (${runId})` : target.name,
    ...{ runId, startedAt, verdict, suite: `${suite.name} ${suite.version}`, contractHash: suite.contractHash },
  }));
}

const byId = (record: RunRecord) => new Map(record.requirements.map((verdict) => [verdict.id, verdict]));

function matrixOf(records: readonly RunRecord[]): MatrixRow[] {
  const indexes = records.map(byId);
  const known = new Map<string, RequirementVerdict>();
  for (const verdict of records.flatMap(({ requirements }) => requirements))
    if (!known.has(verdict.id)) known.set(verdict.id, verdict);
  return [...known.values()].map(({ id, group, level, text }) => {
    const outcomes = indexes.map((index) => index.get(id)?.outcome ?? null);
    return { id, group, level, text, outcomes, differs: new Set(outcomes).size > 1 };
  });
}

interface Pair {
  requirement: RequirementVerdict;
  before: CellVerdict;
  after: CellVerdict;
}

/** Cells that both runs have. */
function pairs(first: RunRecord, other: RunRecord): Pair[] {
  const index = byId(other);
  return first.requirements.flatMap((requirement) =>
    requirement.operations.flatMap((before) => {
      const after = index.get(requirement.id)?.operations.find(({ operation }) => operation === before.operation);
      return after ? [{ requirement, before, after }] : [];
    }),
  );
}

const changeOf = ({ requirement, before, after }: Pair): Change => ({
  requirement: requirement.id,
  operation: before.operation,
  level: requirement.level,
  before: before.outcome,
  after: after.outcome,
  ...(after.reason !== undefined && { reason: after.reason }),
});

/** Whether a run no longer says what the first one said; a group that is not claimed any more is no way out. */
const isLost = (before: Outcome, after: Outcome): boolean =>
  (after === 'not-tested' && before !== 'not-tested') ||
  (after === 'not-applicable' && before !== 'not-applicable' && before !== 'not-tested');

function changesOf(first: RunRecord, other: RunRecord, name: string): Changes {
  const all = pairs(first, other);
  const newly = (outcome: Outcome) =>
    all.filter(({ before, after }) => after.outcome === outcome && before.outcome !== outcome).map(changeOf);
  const [newlyFailing, newlyPassing] = [newly('fail'), newly('pass')];
  const newlyNotTested = all
    .filter(({ requirement, before, after }) => requirement.level !== 'open' && isLost(before.outcome, after.outcome))
    .map(changeOf);
  const strict = other.settings.strict === true;
  const binds = ({ level }: Change) => level === 'must' || (strict && level === 'should');
  const held = ({ before }: Change) => before === 'pass' || before === 'waived';
  return {
    ...{ name, newlyFailing, newlyPassing, newlyNotTested },
    observations: all
      .filter(({ before, after }) => before.observation !== undefined && after.observation !== undefined)
      .filter(({ before, after }) => !isDeepStrictEqual(before.observation, after.observation))
      .map(({ requirement, before, after }) => ({
        ...{ requirement: requirement.id, operation: before.operation },
        ...{ before: before.observation, after: after.observation },
      })),
    regression:
      newlyFailing.some(binds) ||
      newlyNotTested.some((change) => binds(change) && held(change)) ||
      other.verdict === 'harness-error',
  };
}

/** @param records the first is what the others are set against; there are at least two */
export function compare(records: readonly RunRecord[]): Comparison {
  const runs = named(records);
  const [first, ...others] = records as [RunRecord, ...RunRecord[]];
  return {
    format: 1,
    runs,
    sameContract: new Set(runs.map(({ contractHash }) => contractHash)).size === 1,
    matrix: matrixOf(records),
    changes: others.map((other, index) => changesOf(first, other, runs[index + 1]?.name ?? '')),
  };
}
