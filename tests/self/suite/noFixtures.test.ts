/** Faults that are caught without a fixtures file: what is needed is found by reading, or by trying fields that records show. */
import { expect, test } from '@playwright/test';
import { batches } from '../../suite.ts';
import { checksFor, seamsOf, trialOf } from '../campaign/plan.ts';
import { faults } from '../faults/index.ts';
import { judge } from '../judge.ts';
import { SMALLER } from '../world.ts';

const CAUGHT = [
  'record-role-not-listed',
  'users-create-several-twice',
  'users-conflict-renames',
  'managers-who-are-members',
  'managers-of-account',
  'managers-without-a-team',
  'badges-mine-first-alone',
  'badges-assignees-first-user',
];

for (const name of CAUGHT) {
  test(`${name} is caught without fixtures`, async () => {
    const fault = faults.find((one) => one.name === name);
    if (!fault) throw new Error(`no fault ${name}`);
    const env = { NUM_RUNS: '1', FIXTURES: '' };
    const started = performance.now();
    const { results } = await judge(seamsOf(fault), checksFor(fault, batches), env, SMALLER);
    const { caughtBy, errors } = trialOf(fault, results, performance.now() - started);
    expect(errors).toEqual([]);
    expect(caughtBy).not.toEqual([]);
  });
}
