/** What is measured of the suite: how its cost grows with the checks, the account, the latency and the failures. */

import { MAIN, type Size } from '../../reference-server/store/sample/sizes.ts';
import type { Role } from './serving.ts';
import type { Cost } from './suiteRun.ts';

export type Part = 'checks' | 'records' | 'latency' | 'failures';

export interface Measure {
  name: string;
  role: Role;
  args?: readonly string[];
  /** Whether its requests are replayed as well. */
  floor?: true;
}

/** An account in which nothing can be read to its end. */
const LARGE: Partial<Size> = { tasks: 100_000, users: 10_000 };
/** Shards of which the first is run: what a job of so many does. */
const SHARDS = [2, 3, 7];

/** The run that all others are compared with. */
export const USUAL: Measure = { name: 'usual', role: {}, floor: true };

/** The runs of each part, beside the usual one. */
export const measures: Readonly<Record<Part, readonly Measure[]>> = {
  checks: SHARDS.map((of) => ({ name: `shard 1/${of}`, role: {}, args: [`--shard=1/${of}`] })),
  records: [{ name: '100,000 tasks and 10,000 users', role: { size: LARGE } }],
  latency: [{ name: '50 ms', role: { delay: 50 }, floor: true }],
  failures: [
    { name: 'no list filters by $in', role: { mistake: 'someLists' } },
    { name: 'every answer is wrong', role: { mistake: 'allAnswers' } },
  ],
};

export const PARTS = Object.keys(measures) as Part[];

/** Records of the account of a role. */
const recordsOf = ({ size = {} }: Role): number =>
  Object.values({ ...MAIN, ...size }).reduce((sum, count) => sum + count, 0);

/** Where a run stands on the axis of a part. */
export const placeOf: Readonly<Record<Part, (role: Role, cost: Cost) => number>> = {
  checks: (_role, { checks }) => checks,
  records: recordsOf,
  latency: ({ delay = 0 }) => delay,
  failures: (_role, { failedCells }) => failedCells,
};
