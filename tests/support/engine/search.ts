/** PROFILE=deep: models are searched on with long histories, for as long as the user says. */
import type fc from 'fast-check';
import { type Exchange, endedEarly, operation, type Settings } from '../../../schemas/contract.ts';
import type { Context } from './context.ts';
import { openCorpus } from './corpus.ts';
import { Failure, NotTested } from './outcome.ts';
import { property } from './property.ts';

/** Checks that search on. */
const MODELS = 3;
/** A long history takes more tries until it is a short one. */
const SHRINKS = 150;
/** fast-check takes seeds below this. */
const MOST_SEEDS = 2 ** 31;
/** How many writes in a row make something new. */
const IN_A_ROW = 3;

/**
 * Milliseconds that each model is searched, so that all of them take DEEP_MINUTES together; 0 without PROFILE=deep.
 * @param workers processes that the run has
 */
export const searchMsOf = ({ profile, deepMinutes }: Settings, workers: number): number =>
  profile === 'deep' ? (deepMinutes * 60_000) / Math.ceil(MODELS / workers) : 0;

/** What a history has reached: each few writes in a row, with their answers. */
export function reachedBy(exchanges: readonly Pick<Exchange, 'operation' | 'status'>[]): string[] {
  const writes = exchanges
    .filter((one) => operation(one.operation).method !== 'GET')
    .map((one) => `${one.operation} ${one.status}`);
  return writes.slice(IN_A_ROW - 1).map((_, i) => writes.slice(i, i + IN_A_ROW).join(', '));
}

/** The seeds of a search: those of the corpus, the one of the run, and those that follow it. */
function* seedsOf(known: readonly number[], first: number): Generator<number> {
  yield* known;
  for (let i = 0; ; i++) yield (first + i) % MOST_SEEDS;
}

/**
 * Goes on with histories until the time of the search is over, first with the seeds of the corpus, each seed once. What is
 * new goes into the corpus, and so does a seed with which the target fails: the next run begins with it.
 * @throws Failure as `property` does
 */
export async function searchOn<T>(
  t: Context,
  histories: fc.Arbitrary<T>,
  holds: (history: T) => Promise<void>,
): Promise<void> {
  const { searchMs = 0, longShrinks = SHRINKS, settings, exchanges, cells } = t;
  if (searchMs === 0) return;
  const until = performance.now() + searchMs;
  const isOver = () => performance.now() > until || endedEarly(process.env, settings.maxMinutes) !== undefined;
  const model = cells[0]?.requirement as string;
  const corpus = openCorpus(settings.corpus, model);
  const before = exchanges.length;
  const known = corpus.reached.size;
  const tried = new Set<number>();
  const told = () =>
    t.notice?.(
      `${model}: ${tried.size} long histories were run. They know ${corpus.reached.size} sequences of ${IN_A_ROW} writes, ${corpus.reached.size - known} of them new; ${settings.corpus} has the seeds.`,
    );
  for (const seed of seedsOf(corpus.seeds, settings.seed)) {
    if (isOver()) return told();
    if (tried.has(seed)) continue;
    tried.add(seed);
    const one = { ...t, settings: { ...settings, seed, numRuns: 1 } };
    try {
      await property(one, histories, holds, [], longShrinks);
    } catch (error) {
      // What went before has been judged; a target that is too slow for long histories ends the search alone.
      if (error instanceof NotTested) return told();
      if (error instanceof Failure) corpus.keep(seed, reachedBy(exchanges.slice(before)), true);
      throw error;
    }
    corpus.keep(seed, reachedBy(exchanges.slice(before)), false);
    // Evidence of what went well would grow for as long as the search goes on.
    exchanges.length = before;
  }
}
