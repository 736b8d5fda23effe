/** A thread of the campaign: tries the faults that it is sent, one after the other. */
import { batches } from '../../suite.ts';
import { faults } from '../faults/index.ts';
import { judge } from '../judge.ts';
import { checksFor, trialOf } from './plan.ts';
import { takeOrders } from './thread.ts';

export interface Order {
  fault: string;
  /** The whole suite, not only the checks that can see the fault. */
  full: boolean;
}

/** Runs per property: a fault that takes more of them to be seen is seen by another check first. */
const NUM_RUNS = '40';

await takeOrders(async ({ fault: name, full }: Order) => {
  const fault = faults.find((candidate) => candidate.name === name);
  if (!fault) throw new Error(`no fault ${name}`);
  const started = performance.now();
  const seams = typeof fault.seams === 'function' ? fault.seams() : fault.seams;
  const { results } = await judge(seams, full ? batches : checksFor(fault, batches), { NUM_RUNS });
  return trialOf(fault, results, performance.now() - started);
});
