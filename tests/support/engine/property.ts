/** Runs a fast-check property against the target and makes its counterexample the evidence. */
import fc from 'fast-check';
import type { Context } from './context.ts';
import { Failure, isUntested, NotTested } from './outcome.ts';
import { refusedForSize } from './tooLarge.ts';

/** At a slow target no further run begins after this; what was found until then counts. */
const BUDGET_MS = 12_000;
/** The first run may take longer, on a busy machine for one, but not for ever. */
const MOST_MS = 60_000;
/** Shrinking writes to the target too: more than this many further tries are not worth it. */
const SHRINKS = 25;

/** So many runs find what a check of one kind of record is to find; of those beyond, each makes it a little likelier. */
const USUAL_RUNS = 40;
/** What counts of many runs. */
const PART_OF_MANY = 0.4;

/**
 * The context for a property whose runs are many requests each, or which many kinds of records have.
 * @param part share of the runs, from 0 to 1; at least four are made
 * @param examples how many are given, which fast-check counts as runs
 */
export function withFewerRuns(t: Context, part: number, examples = 0): Context {
  const { numRuns } = t.settings;
  const counting = Math.max(Math.min(numRuns, USUAL_RUNS), numRuns * PART_OF_MANY);
  return { ...t, settings: { ...t.settings, numRuns: examples + Math.max(4, Math.round(counting * part)) } };
}

/**
 * Judges that `holds` throws no Failure for any value.
 * @param shrinks how many further tries a counterexample may take to become a small one
 * @throws Failure with seed, path and shrunk counterexample; NotTested as soon as a run throws it, and where the target
 * refuses all of them for their size
 */
export async function property<T>(
  t: Context,
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void>,
  examples: readonly T[] = [],
  shrinks = SHRINKS,
): Promise<void> {
  let stopped: Error | undefined;
  let tooLarge: NotTested | undefined;
  let sinceFailure = 0;
  let runs = 0;
  const until = performance.now() + BUDGET_MS;
  const guarded = async (value: T) => {
    const over = runs > 0 && sinceFailure === 0 && performance.now() > until;
    if (stopped || over || sinceFailure > shrinks) return;
    if (sinceFailure > 0) sinceFailure++;
    try {
      await holds(value);
      runs++;
    } catch (error) {
      const forSize = refusedForSize(error, t.cells);
      // Another value may be smaller.
      if (forSize) tooLarge = forSize;
      else if (isUntested(error)) stopped = error;
      else {
        sinceFailure ||= 1;
        throw error;
      }
    }
  };
  const { seed, numRuns } = t.settings;
  const found = await fc.check(
    fc.asyncProperty(
      arbitrary.map((value) => [value] as const),
      ([value]) => guarded(value),
    ),
    { seed, numRuns, interruptAfterTimeLimit: MOST_MS, examples: examples.map((value) => [[value] as const]) },
  );
  if (stopped) throw stopped;
  if (!found.failed && tooLarge && runs === 0) throw tooLarge;
  if (!found.failed) return;
  // A first run that was cut off before its end is a failure to fast-check, without an error.
  if (found.interrupted && (found.errorInstance ?? undefined) === undefined)
    throw new NotTested(`no run of the property ended within ${MOST_MS} ms`, 'a faster target');
  const error = found.errorInstance;
  if (!(error instanceof Failure))
    throw error ?? new Error(`the property ran into too many inputs that it had to pass over (${found.numSkips})`);
  error.property = {
    seed,
    path: found.counterexamplePath ?? '',
    counterexample: fc.stringify(found.counterexample?.[0]?.[0]),
    runs: found.numRuns,
  };
  throw error;
}
