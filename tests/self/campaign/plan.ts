/** Which checks can see a fault, and what a run of them says. Pure functions. */
import { type Cell, type CheckResult, requirement } from '../../../schemas/contract.ts';
import type { Batch } from '../../support/engine/check.ts';
import type { Fault } from '../faults/fault.ts';
import { changedBy } from '../faults/vocabulary.ts';

/** The operations on which a fault shows; those of rules for all operations only on the ones that it changes. */
function placesOf({ on, seams }: Fault, requirementId: string): readonly string[] | undefined {
  if (on !== undefined || !requirementId.startsWith('general.')) return on;
  return changedBy(typeof seams === 'function' ? seams() : seams);
}

const sees = (fault: Fault, { requirement, operation }: Cell) =>
  fault.breaks.includes(requirement) && (placesOf(fault, requirement)?.includes(operation) ?? true);

/** The checks of the requirements that a fault breaks. */
export function checksFor(fault: Fault, batches: readonly Batch[]): Batch[] {
  return batches
    .map((batch) => ({ ...batch, checks: batch.checks.filter(({ cells }) => cells.some((cell) => sees(fault, cell))) }))
    .filter(({ checks }) => checks.length > 0);
}

export interface Trial {
  fault: string;
  title: string;
  breaks: readonly string[];
  /** Requirements of those that it breaks whose checks failed. */
  caughtBy: string[];
  /** Requirements that failed besides. */
  besides: string[];
  /** Checks that failed, by `batch / title`. */
  failed: string[];
  /** Errors of the suite itself. */
  errors: string[];
  ms: number;
}

/** What the results of a run against a fault say. */
export function trialOf(
  fault: Fault,
  results: readonly { batch: string; results: readonly CheckResult[] }[],
  ms: number,
): Trial {
  const named = results.flatMap(({ batch, results: all }) =>
    all.map((result) => ({ ...result, key: `${batch} / ${result.check}` })),
  );
  const failed = named.filter(({ outcome }) => outcome === 'fail');
  const cells = failed.flatMap((result) => result.cells);
  const distinct = (list: readonly Cell[]) => [...new Set(list.map(({ requirement }) => requirement))].sort();
  return {
    fault: fault.name,
    title: fault.title,
    breaks: fault.breaks,
    caughtBy: distinct(cells.filter((cell) => sees(fault, cell))),
    besides: distinct(
      cells.filter(
        (cell) => !fault.breaks.includes(cell.requirement) && requirement(cell.requirement).level !== 'open',
      ),
    ),
    failed: failed.map(({ key }) => key),
    errors: named.filter(({ outcome }) => outcome === 'error').map(({ key, reason }) => `${key}: ${reason}`),
    ms: Math.round(ms),
  };
}

/** Checks that can fail, of requirements that are not open, and failed for no fault. */
export function unproven(
  batches: readonly Batch[],
  trials: readonly Trial[],
  isOpen: (requirement: string) => boolean,
): string[] {
  const proven = new Set(trials.flatMap(({ failed }) => failed));
  return batches.flatMap(({ title, checks }) =>
    checks
      .filter(({ cells }) => cells.some(({ requirement }) => !isOpen(requirement)))
      .map((check) => `${title} / ${check.title}`)
      .filter((key) => !proven.has(key)),
  );
}

/** A fault whose effects are wide by nature. */
export interface Wide {
  /** A regular expression of names. */
  faults: string;
  reason: string;
}

/** More requirements than these that fail besides those that a fault breaks are a sign that checks are not about one thing. */
export const MOST_BESIDES = 5;

/** Trials of the whole suite in which more failed besides than should, but for those that are excused. */
export const tooWide = (trials: readonly Trial[], excused: readonly Wide[]): Trial[] =>
  trials.filter(
    ({ fault, besides }) =>
      besides.length > MOST_BESIDES && !excused.some(({ faults }) => new RegExp(faults).test(fault)),
  );
