/** Faults that are caught without a fixtures file: what is needed is found by reading, or by trying fields that records show. */
import { expect, test } from '@playwright/test';
import { batches } from '../../suite.ts';
import { checksFor, seamsOf, trialOf } from '../campaign/plan.ts';
import { faults } from '../faults/index.ts';
import { judge, judgeServer } from '../judge.ts';
import { variants } from '../variants/index.ts';
import { startVariants } from '../variants/server.ts';
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
    const { results } = await judge(seamsOf(fault), checksFor(fault, batches), env, { size: SMALLER });
    const { caughtBy, errors } = trialOf(fault, results, performance.now() - started);
    expect(errors).toEqual([]);
    expect(caughtBy).not.toEqual([]);
  });
}

/** Answers that name ids alone, or none: whose record they are about is told from other answers. */
const ABOUT_IDS = ['users.managers', 'dashboards.tagUsages'];

test('accounts that number their records alike are not blamed without fixtures', async () => {
  const { server, settings, stop } = await startVariants(variants.filter(({ name }) => name === 'ids-per-account'));
  const concerns = batches.map((batch) => ({
    ...batch,
    checks: batch.checks.filter(({ cells }) =>
      cells.some(
        ({ requirement, operation }) => requirement.startsWith('general.foreign-') && ABOUT_IDS.includes(operation),
      ),
    ),
  }));
  try {
    const { results } = await judgeServer(server, settings, concerns, { NUM_RUNS: '1', FIXTURES: '' });
    const all = results.flatMap((batch) => batch.results);
    expect(all.length).toBeGreaterThan(3);
    expect(all.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
  } finally {
    stop();
  }
});
