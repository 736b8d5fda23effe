/** A run that is not the whole one: a shard, or what a selection leaves of it. It is never called conformant. */
import type { TestCase } from '@playwright/test/reporter';
import { asTyped, type Part, PLAN, type Plan, type Settings } from '../schemas/contract.ts';
import type { RunFacts } from './runFacts.ts';
import { truncatedBatches } from './truncate.ts';

/** What the run is to consist of, once that is known (`bin/run/prepared.ts`). */
export function planOf(env: Readonly<Record<string, string | undefined>>): Plan | undefined {
  const text = env[PLAN];
  return text === undefined ? undefined : (JSON.parse(text) as Plan);
}

/** Requirements whose tests were selected, by the batches that they belong to. */
export function selectedTests(tests: readonly Pick<TestCase, 'title' | 'parent'>[]): Record<string, string[]> {
  const selected: Record<string, string[]> = {};
  for (const { title, parent } of tests) {
    selected[parent.title] ??= [];
    selected[parent.title]?.push(title.replace(/:.*/s, ''));
  }
  return selected;
}

/** What --grep leaves is judged by itself. */
export const selectionOf = (reason: string): Pick<RunFacts, 'leftOut' | 'selected'> => ({
  leftOut: { reason, remedy: 'a run without --grep' },
  selected: true,
});

/** What the profile leaves out: such a run shows no conformance. */
export const leftOutBy = (profile: Settings['profile'] | undefined): Pick<RunFacts, 'leftOut'> =>
  profile === 'smoke' ? { leftOut: { reason: 'not among what PROFILE=smoke tests', remedy: 'PROFILE=full' } } : {};

/** How much of the suite a run has, and who chose it. */
export interface Share {
  /** Tests that Playwright was to run, each once. */
  tests: number;
  shard: Part['shard'] | null;
  profile?: Settings['profile'];
  /** Whether Playwright's own command started the run: then what it selects is judged by itself, as with our --grep. */
  native: boolean;
}

/**
 * Why cells have no result in this run, and how they get one; nothing when it is the whole run.
 * @param plan undefined when the run ended before it was known
 */
export function leftOut(
  plan: Plan | undefined,
  { tests, shard, profile, native }: Share,
): Pick<RunFacts, 'leftOut' | 'selected'> {
  if (plan === undefined) return {};
  const selected = native && { selected: true };
  if (shard && shard.total > 1)
    return {
      ...selected,
      leftOut: {
        reason: `not in shard ${shard.current} of ${shard.total}`,
        remedy: asTyped('the records of all shards, joined with npm run report'),
      },
    };
  if (plan.selection !== undefined && tests >= plan.tests) return selectionOf(plan.selection);
  if (tests >= plan.tests) return leftOutBy(profile);
  return {
    ...selected,
    leftOut: {
      reason: native
        ? 'not among the tests that were selected'
        : 'not selected by the arguments that went on to Playwright',
      remedy: 'a run without arguments that select tests',
    },
  };
}

/** What the record of a shard holds for the one who joins it with the others. */
export const partOf = (shard: Part['shard'], plan: Plan, { errors, batches }: RunFacts): Part => ({
  ...{ shard, plan, errors },
  batches: truncatedBatches(batches).map(({ samples: _, ...batch }) => batch),
});

/** What the reader of a shard's report must know. */
export const shardWarning = ({ current, total }: Part['shard']): string =>
  asTyped(
    `This is shard ${current} of ${total} and no verdict on the whole: join the records of all shards with npm run report -- 1/conformance.json 2/conformance.json …`,
  );
