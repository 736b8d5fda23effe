/** A thread of the campaign: tries the faults that it is sent, one after the other. */
import { batches } from '../../suite.ts';
import type { Batch } from '../../support/engine/check.ts';
import type { Fault } from '../faults/fault.ts';
import { faults } from '../faults/index.ts';
import { judge } from '../judge.ts';
import { random } from '../random.ts';
import { SMALLER } from '../world.ts';
import { generatedChecks } from './generated.ts';
import { madeBy } from './places.ts';
import { checksFor, inTurn, only, seamsOf, type Trial, together, trialOf } from './plan.ts';
import { takeOrders } from './thread.ts';

export interface Order {
  fault: string;
  /** The whole suite, not only the checks that can see the fault. */
  full: boolean;
  /** Checks that caught nothing so far: they are run first, and the others until one fails. All are run without it. */
  open?: readonly string[];
  /** These checks alone, by `batch / title`. */
  only?: readonly string[];
  /** Whether a small account has shown the fault, but not to every check that could see it. */
  again?: true;
  /** The generated checks alone. */
  generated?: true;
  /** Draws the order in which requests arrive; that of their sending without it. */
  seed?: number;
}

/** Runs per property: a fault that takes more of them to be seen is seen by another check first. */
const NUM_RUNS = '40';

/** No fault mends itself within this time, and nobody's answers are late: a second for each look is not waited for. */
const SETTLE_MS = '100';

async function attempt(
  fault: Fault,
  selected: readonly Batch[],
  how: Parameters<typeof judge>[3] = {},
): Promise<Trial> {
  const started = performance.now();
  const { results, failures } = await judge(seamsOf(fault), selected, { NUM_RUNS, SETTLE_MS }, how);
  return trialOf(fault, results, performance.now() - started, failures.map(madeBy));
}

await takeOrders(async ({ fault: name, full, open, only: wanted, generated, seed }: Order) => {
  const fault = faults.find((candidate) => candidate.name === name);
  if (!fault) throw new Error(`no fault ${name}`);
  const all = generated ? generatedChecks(batches) : batches;
  const concerned = full ? all : checksFor(fault, all);
  const selected = wanted ? only(concerned, (key) => wanted.includes(key)) : concerned;
  const drawn = seed === undefined ? {} : { chance: random(seed) };
  if (full || !open) return attempt(fault, selected, drawn);
  const trials: Trial[] = [];
  // What else would fail nobody asks here.
  const judgesLaw = (requirement: string) => fault.breaks.includes(requirement);
  const parts = inTurn(fault, selected, new Set(open));
  // Some faults show only while checks work side by side.
  const tries = parts.length > 1 ? [...parts, selected] : parts;
  // A small account costs half as much, and shows most faults; the others show in one that has more than a page.
  for (const size of [SMALLER, {}]) {
    for (const part of tries) {
      trials.push(await attempt(fault, part, { size, judgesLaw, ...drawn }));
      if (trials.at(-1)?.caughtBy.length) return together(trials);
    }
  }
  return together(trials);
});
