/** A run that is not the whole one: a shard, or what a selection leaves of it. It is never called conformant. */
import { asTyped, type Part, PLAN, type Plan } from '../schemas/contract.ts';
import type { RunFacts } from './runFacts.ts';
import { thinnedBatches } from './thin.ts';

/** What `bin/conformance.ts` says that the run is to consist of. */
export function planOf(env: Readonly<Record<string, string | undefined>>): Plan {
  const text = env[PLAN];
  if (text === undefined) throw new Error(`${PLAN} is not set. Start the suite with: npm run conformance`);
  return JSON.parse(text) as Plan;
}

/** What --grep leaves is judged by itself. */
export const selectionOf = (reason: string): Pick<RunFacts, 'leftOut' | 'selected'> => ({
  leftOut: { reason, remedy: 'a run without --grep' },
  selected: true,
});

/**
 * Why cells have no result in this run, and how they get one; nothing when it is the whole run.
 * @param tests batches that Playwright was to run
 */
export function leftOut(
  { batches, selection }: Plan,
  tests: number,
  shard: Part['shard'] | null,
): Pick<RunFacts, 'leftOut' | 'selected'> {
  if (shard && shard.total > 1)
    return {
      leftOut: {
        reason: `not in shard ${shard.current} of ${shard.total}`,
        remedy: asTyped('the records of all shards, joined with npm run report'),
      },
    };
  if (selection !== undefined && tests >= batches) return selectionOf(selection);
  if (tests >= batches) return {};
  return {
    leftOut: {
      reason: 'not selected by the arguments that went on to Playwright',
      remedy: 'a run without arguments that select tests',
    },
  };
}

/** What the record of a shard holds for the one who joins it with the others. */
export const partOf = (shard: Part['shard'], plan: Plan, { errors, batches }: RunFacts): Part => ({
  ...{ shard, plan, errors },
  batches: thinnedBatches(batches).map(({ samples: _, ...batch }) => batch),
});

/** What the reader of a shard's report must know. */
export const shardWarning = ({ current, total }: Part['shard']): string =>
  asTyped(
    `This is shard ${current} of ${total} and no verdict on the whole: join the records of all shards with npm run report -- 1/conformance.json 2/conformance.json …`,
  );
