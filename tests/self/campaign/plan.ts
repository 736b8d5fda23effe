/** Which checks can see a fault, and what a run of them says. Pure functions. */
import type { Seams } from '../../../reference-server/server.ts';
import { type Cell, type CheckResult, requirement } from '../../../schemas/contract.ts';
import type { Batch, Check } from '../../support/engine/check.ts';
import type { Fault } from '../faults/fault.ts';
import { changedBy } from '../faults/vocabulary.ts';
import type { Made } from './assertions.ts';

/** What a fault changes in the server; those that remember something begin anew each time. */
export const seamsOf = ({ seams }: Pick<Fault, 'seams'>): Seams => (typeof seams === 'function' ? seams() : seams);

/** The operations on which a fault shows; those of rules for all operations only on the ones that it changes. */
function placesOf(fault: Fault, requirementId: string): readonly string[] | undefined {
  if (fault.on !== undefined || !requirementId.startsWith('general.')) return fault.on;
  return changedBy(seamsOf(fault));
}

const sees = (fault: Fault, { requirement, operation }: Cell) =>
  fault.breaks.includes(requirement) && (placesOf(fault, requirement)?.includes(operation) ?? true);

/** Name of a check in trials: titles are unique within a batch. */
export const keyOf = (batch: string, check: string): string => `${batch} / ${check}`;

/** The names of all checks of batches. */
export const keysOf = (batches: readonly Batch[]): string[] =>
  batches.flatMap(({ title, checks }) => checks.map((check) => keyOf(title, check.title)));

/** The same batches with only some of their checks. */
export const only = (batches: readonly Batch[], wanted: (key: string, check: Check) => boolean): Batch[] =>
  batches
    .map((batch) => ({
      ...batch,
      checks: batch.checks.filter((check) => wanted(keyOf(batch.title, check.title), check)),
    }))
    .filter(({ checks }) => checks.length > 0);

/** The checks of the requirements that a fault breaks. */
export function checksFor(fault: Fault, batches: readonly Batch[]): Batch[] {
  return only(batches, (_, { cells }) => cells.some((cell) => sees(fault, cell)));
}

/**
 * The checks that can see a fault, in the parts in which they are run until one of them fails: first those that caught
 * nothing so far, then one, two, four … of the others, those of operations that the fault changes before the rest.
 */
export function inTurn(fault: Pick<Fault, 'seams'>, concerned: readonly Batch[], open: ReadonlySet<string>): Batch[][] {
  const changes = new Set(changedBy(seamsOf(fault)));
  const isLikely = ({ cells }: Check) => cells.some(({ operation }) => changes.has(operation));
  const [likely, others] = [true, false].map((wanted) =>
    keysOf(only(concerned, (_, check) => isLikely(check) === wanted)),
  );
  const waiting = [...(likely ?? []), ...(others ?? [])].filter((key) => !open.has(key));
  const parts = [keysOf(concerned).filter((key) => open.has(key))];
  for (let size = 1; waiting.length > 0; size *= 2) parts.push(waiting.splice(0, size));
  return parts.filter((part) => part.length > 0).map((part) => only(concerned, (key) => part.includes(key)));
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
  /** What made the checks fail. */
  made: readonly Made[];
  ms: number;
}

/** What the results of a run against a fault say. */
export function trialOf(
  fault: Fault,
  results: readonly { batch: string; results: readonly CheckResult[] }[],
  ms: number,
  made: readonly Made[] = [],
): Trial {
  const named = results.flatMap(({ batch, results: all }) =>
    all.map((result) => ({ ...result, key: keyOf(batch, result.check) })),
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
    made,
    ms: Math.round(ms),
  };
}

/** What the runs of several parts of the checks say of one fault. @throws Error when there is none */
export function together(parts: readonly Trial[]): Trial {
  const [first] = parts;
  if (!first) throw new Error('no check can see the fault: look at what it breaks and on which operations');
  const all = <T>(of: (trial: Trial) => readonly T[]): T[] => [...new Set(parts.flatMap(of))];
  return {
    ...first,
    caughtBy: all(({ caughtBy }) => caughtBy),
    besides: all(({ besides }) => besides),
    failed: all(({ failed }) => failed),
    errors: all(({ errors }) => errors),
    made: parts.flatMap(({ made }) => made),
    ms: parts.reduce((sum, { ms }) => sum + ms, 0),
  };
}

/** Checks that can fail, of requirements that are not open, and failed for no fault. */
export function unproven(
  batches: readonly Batch[],
  trials: readonly Trial[],
  isOpen: (requirement: string) => boolean,
): string[] {
  const proven = new Set(trials.flatMap(({ failed }) => failed));
  const judging = only(batches, (_, { cells }) => cells.some(({ requirement }) => !isOpen(requirement)));
  return keysOf(judging).filter((key) => !proven.has(key));
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
