/** The verdict: a pure function of the register, what the checks found, the waivers and the settings. */
import {
  type Basis,
  type BatchResult,
  type CellVerdict,
  type CheckResult,
  EXIT,
  type GroupVerdict,
  groups,
  type Outcome,
  operation,
  type Requirement,
  type RequirementVerdict,
  type RunRecord,
  requirements,
  type Selection,
  type Totals,
  type VerdictName,
} from '../schemas/contract.ts';
import { headline } from './headline.ts';
import { leftTooMany } from './leftovers.ts';
import { lossesOf } from './losses.ts';
import { operationsOf, requestCount } from './operations.ts';
import type { RunFacts } from './runFacts.ts';
import { truncated } from './truncate.ts';
import { auditWaivers, waiverFor } from './waivers.ts';

export type Judgement = Pick<
  RunRecord,
  | 'verdict'
  | 'exitCode'
  | 'summary'
  | 'errors'
  | 'warnings'
  | 'groups'
  | 'requirements'
  | 'observations'
  | 'totals'
  | 'operations'
  | 'leftovers'
  | 'selection'
>;

const WORST: readonly Outcome[] = ['fail', 'waived', 'not-tested', 'pass', 'observed', 'not-applicable'];
const worst = (outcomes: readonly Outcome[]): Outcome =>
  WORST.find((outcome) => outcomes.includes(outcome)) ?? 'not-tested';

const keyOf = (requirement: string, operationId: string) => `${requirement} ${operationId}`;

/** Results by requirement and operation. */
function byCell(batches: readonly BatchResult[]): Map<string, CheckResult[]> {
  const index = new Map<string, CheckResult[]>();
  for (const result of batches.flatMap((batch) => batch.results)) {
    for (const cell of result.cells) {
      const key = keyOf(cell.requirement, cell.operation);
      const found = index.get(key);
      if (found) found.push(result);
      else index.set(key, [result]);
    }
  }
  return index;
}

function withReason(
  operationId: string,
  outcome: Outcome,
  { reason, remedy }: Pick<CheckResult, 'reason' | 'remedy'> = {},
): CellVerdict {
  return { operation: operationId, outcome, ...(reason && { reason }), ...(remedy && { remedy }) };
}

/** Why a cell has no result. */
const unrun = ({ leftOut, missing }: RunFacts) =>
  leftOut ?? missing ?? { reason: 'no check of it ran', remedy: 'report this as an error of the suite' };

/** A cell before the others of its requirement are known. */
interface Cell extends CellVerdict {
  /** Whether the account holds nothing on which the requirement shows at this operation. */
  lacksData?: boolean;
}

/** The cell of checks that failed, as far as no waiver covers them. */
function failedCell(
  requirement: Requirement,
  operationId: string,
  failed: readonly CheckResult[],
  facts: RunFacts,
): Cell {
  const evidence = failed.flatMap((result) => result.evidence ?? []);
  const waived = waiverFor({ requirement: requirement.id, operation: operationId }, evidence, facts);
  const reason = waived ? `waived until ${waived.expires}: ${waived.reason}` : failed[0]?.reason;
  return { ...withReason(operationId, waived ? 'waived' : 'fail', reason === undefined ? {} : { reason }), evidence };
}

function cellOf(requirement: Requirement, operationId: string, results: readonly CheckResult[], facts: RunFacts): Cell {
  if (requirement.untestable) return withReason(operationId, 'not-applicable', { reason: requirement.untestable });
  const { group } = operation(operationId);
  if (!facts.claimed.includes(group)) {
    return withReason(operationId, 'not-applicable', {
      reason: `the target does not claim the operation group ${group} (OPERATION_GROUPS)`,
    });
  }
  const first = (outcome: CheckResult['outcome']) => results.find((result) => result.outcome === outcome);
  const failed = results.filter(({ outcome }) => outcome === 'fail');
  if (failed.length > 0) return failedCell(requirement, operationId, failed, facts);
  const broken = first('error');
  if (broken)
    return withReason(operationId, 'not-tested', {
      reason: 'the suite broke in this check',
      remedy: 'report the error of the suite',
    });
  const untested = results.find((result) => result.outcome === 'not-tested' && !result.lacksData);
  if (untested) return withReason(operationId, 'not-tested', untested);
  if (first('pass')) {
    const compared = results.reduce((sum, result) => sum + (result.compared ?? 0), 0);
    return { ...withReason(operationId, 'pass'), ...(compared > 0 && { compared }) };
  }
  const observed = first('observed');
  if (observed) return { ...withReason(operationId, 'observed'), observation: observed.observation };
  const bare = first('not-tested');
  if (bare) return { ...withReason(operationId, 'not-tested', bare), lacksData: true };
  const inapplicable = first('not-applicable');
  if (inapplicable) return withReason(operationId, 'not-applicable', inapplicable);
  return withReason(operationId, 'not-tested', unrun(facts));
}

const JUDGED: readonly Outcome[] = ['pass', 'fail', 'waived'];

/**
 * Cells that say of themselves that the rule does not concern them, and what to give so that it shows, and cells for which
 * the account lacks data: where the rule was judged on no operation at all, nothing of it was seen, which is never green.
 * @param whole whether the target claims all operations of the requirement; of a part of them a rule may concern none
 */
function seenSomewhere(cells: readonly Cell[], whole: boolean): readonly CellVerdict[] {
  const judged = cells.some(({ outcome }) => JUDGED.includes(outcome));
  return cells.map(({ lacksData, ...cell }) => {
    const { remedy, ...rest } = cell;
    if (lacksData) return judged ? { ...rest, outcome: 'not-applicable' } : cell;
    if (cell.outcome !== 'not-applicable' || remedy === undefined) return cell;
    return judged || !whole ? rest : { ...cell, outcome: 'not-tested' };
  });
}

/** Of each kind the most records that one of the checks was shown, and the example of the first. */
function basisFor(results: readonly CheckResult[]): Basis | undefined {
  const all = results.flatMap(({ outcome, basis }) => (outcome === 'pass' && basis ? [basis] : []));
  const [first] = all;
  if (!first) return undefined;
  const records: Record<string, number> = {};
  for (const [kind, count] of all.flatMap((basis) => Object.entries(basis.records)))
    records[kind] = Math.max(records[kind] ?? 0, count);
  return { records, example: first.example };
}

function requirementOf(
  requirement: Requirement,
  index: Map<string, CheckResult[]>,
  facts: RunFacts,
): RequirementVerdict {
  const found = requirement.operations.map((id) => index.get(keyOf(requirement.id, id)) ?? []);
  const whole = requirement.operations.every((id) => facts.claimed.includes(operation(id).group));
  const cells = seenSomewhere(
    requirement.operations.map((id, i) => cellOf(requirement, id, found[i] ?? [], facts)),
    whole,
  );
  // A check of several operations is found at each of them.
  const results = [...new Set(found.flat())];
  const ms = results.reduce((sum, result) => sum + result.ms, 0);
  const outcome = worst(cells.map((cell) => cell.outcome));
  const basis = outcome === 'pass' ? basisFor(results) : undefined;
  const decisive = cells.find((cell) => cell.outcome === outcome);
  const { id, level, group, section, text } = requirement;
  return {
    ...{ id, level, group, section, text, outcome },
    ...withoutOperation(decisive),
    ...(basis && { basis }),
    ...(results.length > 0 && { ms }),
    operations: cells,
  };
}

const withoutOperation = (cell: CellVerdict | undefined) => ({
  ...(cell?.reason && { reason: cell.reason }),
  ...(cell?.remedy && { remedy: cell.remedy }),
});

const OUTCOMES = ['pass', 'fail', 'waived', 'not-tested', 'not-applicable'] as const;

function totalsOf(outcomes: readonly Outcome[]): Totals {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome)])) as Totals;
}

/** The verdict on a set of cells with the levels of their requirements. */
function judge(cells: readonly { level: Requirement['level']; outcome: Outcome }[], strict: boolean): VerdictName {
  const binding = cells.filter(({ level }) => level === 'must' || (strict && level === 'should'));
  const has = (outcome: Outcome) => binding.some((cell) => cell.outcome === outcome);
  if (has('fail')) return 'non-conformant';
  if (has('not-tested')) return 'incomplete';
  return has('waived') ? 'conformant-with-waivers' : 'conformant';
}

function groupOf(
  group: (typeof groups)[number],
  verdicts: readonly RequirementVerdict[],
  { claimed, strict }: RunFacts,
): GroupVerdict {
  const cells = verdicts.flatMap(({ level, operations }) =>
    operations
      .filter((cell) => operation(cell.operation).group === group.id)
      .map(({ outcome }) => ({ level, outcome })),
  );
  const totals = totalsOf(cells.filter(({ level }) => level !== 'open').map(({ outcome }) => outcome));
  return {
    group: group.id,
    title: group.title,
    verdict: claimed.includes(group.id) ? judge(cells, strict) : 'not-applicable',
    totals,
  };
}

/** What the run can't speak of as a whole, judged by what was run of it. */
function selectionOf(
  index: ReadonlyMap<string, unknown>,
  verdicts: readonly RequirementVerdict[],
  facts: RunFacts,
): Selection {
  const run = verdicts.flatMap(({ id, level, operations }) =>
    operations.filter((cell) => index.has(keyOf(id, cell.operation))).map(({ outcome }) => ({ id, level, outcome })),
  );
  const judged = run.filter(({ level }) => level !== 'open');
  return {
    reason: facts.leftOut?.reason ?? '',
    requirements: new Set(judged.map(({ id }) => id)).size,
    holds: EXIT[judge(run, facts.strict)] === 0,
  };
}

/** The verdict on all cells; a run that checks were left out of shows no conformance, whatever cells they concern. */
function overall(cells: Parameters<typeof judge>[0], { strict, leftOut }: RunFacts): VerdictName {
  const verdict = judge(cells, strict);
  return leftOut && EXIT[verdict] === 0 ? 'incomplete' : verdict;
}

/** The verdict of a run. */
export function verdictOf(facts: RunFacts): Judgement {
  const index = byCell(facts.batches);
  const verdicts = requirements.map((requirement) => requirementOf(requirement, index, facts));
  const cells = verdicts.flatMap(({ level, operations }) => operations.map(({ outcome }) => ({ level, outcome })));
  const results = facts.batches.flatMap((batch) => batch.results);
  const broken = results
    .filter(({ outcome }) => outcome === 'error')
    .map(({ check, reason }) => `the suite broke in "${check}": ${reason}`);
  const waivers = auditWaivers(verdicts, facts);
  const executed = results.length;
  const seen = operationsOf(facts.batches);
  const losses = lossesOf(facts.batches, requestCount(seen));
  const errors = [...losses.errors, ...facts.errors, ...broken, ...waivers.errors];
  if (executed < facts.planned) errors.push(`${facts.planned - executed} of ${facts.planned} checks never ended`);
  const tested = cells.some(({ outcome }) => outcome === 'pass' || outcome === 'fail' || outcome === 'waived');
  if (!tested && errors.length === 0 && results.length === 0) errors.push('nothing was tested');
  const leftovers = facts.batches.flatMap((one) => one.leftovers);
  const verdict = errors.length > 0 ? 'harness-error' : overall(cells, facts);
  const judged = verdicts.filter(({ level }) => level !== 'open');
  const observed = verdicts.filter(({ outcome }) => outcome === 'observed');
  const selection = facts.selected ? selectionOf(index, verdicts, facts) : undefined;
  const excused = facts.allowIncomplete || selection?.holds === true;
  return {
    verdict,
    exitCode: verdict === 'incomplete' && excused ? 0 : EXIT[verdict],
    summary: headline(verdict, { ...facts, verdicts, selection }),
    ...(selection && { selection }),
    errors,
    warnings: [...losses.warnings, ...(facts.warnings ?? []), ...waivers.warnings, ...leftTooMany(leftovers)],
    groups: groups.map((group) => groupOf(group, verdicts, facts)),
    requirements: truncated(verdicts),
    observations: verdicts.flatMap(({ id, operations }) =>
      operations.flatMap(({ operation: on, observation }) =>
        observation === undefined ? [] : [{ requirement: id, operation: on, observation }],
      ),
    ),
    totals: {
      requirements: { ...totalsOf(judged.map(({ outcome }) => outcome)), observed: observed.length },
      cells: totalsOf(cells.filter(({ level }) => level !== 'open').map(({ outcome }) => outcome)),
      checks: { planned: facts.planned, executed },
      requests: requestCount(seen),
      retries: facts.batches.reduce((sum, { retries }) => sum + retries, 0),
    },
    operations: seen,
    leftovers,
  };
}
