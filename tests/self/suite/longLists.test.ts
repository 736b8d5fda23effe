/** A list that is too long to be read to its end blames no right server, and costs little more than a short one does. */
import { expect, test } from '@playwright/test';
import { batches } from '../../suite.ts';
import { judge } from '../judge.ts';
import { SMALLER } from '../world.ts';

/** More than are read whole: with fewer nothing of this shows, which is why this takes its seconds. */
const MANY = 5200;

/** About 370 go out for 110 users, and went out by the thousand when the list was read to its end each time. */
const MOST_REQUESTS = 550;

const users = batches.filter(({ title }) => title === 'behaviour: users');

test('of thousands of users those whom the checks create are found, and nobody is missed', async () => {
  const { results } = await judge({}, users, { NUM_RUNS: '1' }, { size: { ...SMALLER, users: MANY } });
  const all = results.flatMap((one) => one.results);
  expect(all.filter(({ outcome }) => outcome === 'fail' || outcome === 'error')).toEqual([]);
  for (const check of [
    'creating users leaves those who are there',
    'several users of one request are each created once',
    'a caller without the permission creates no user',
    'a conflict leaves the user as they were, and makes no second one',
    'of several users with one who is there none is created, when refused',
  ])
    expect(all.find((one) => one.check === check)?.outcome, check).toBe('pass');
  const sent = results.flatMap(({ traffic }) => Object.values(traffic).map(({ times }) => times.length));
  expect(sent.reduce((sum, one) => sum + one, 0)).toBeLessThan(MOST_REQUESTS);
});
