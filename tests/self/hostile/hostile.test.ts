/** The suite meets hostile targets: each meeting ends as it should, and costs neither side much. */
import { expect, test } from '@playwright/test';
import { meet } from './meeting.ts';
import { hostileTargets } from './targets.ts';

const MOST = { requests: 80, seconds: 15, megabytes: 400 };

for (const { what, does, outcome, says, env, requests = MOST.requests } of hostileTargets)
  test(what, async () => {
    const found = await meet(does, env);
    const { requests: sent, seconds, megabytes } = found;
    const cost = `${sent} requests, ${seconds.toFixed(1)} s, ${Math.round(megabytes)} MB`;
    test.info().annotations.push({ type: 'met', description: `${found.outcome}, ${cost}` });
    expect(found.outcome, found.said).toBe(outcome);
    if (says) expect(found.said).toMatch(says);
    expect(found.requests).toBeLessThanOrEqual(requests);
    expect(found.seconds).toBeLessThan(MOST.seconds);
    expect(found.megabytes).toBeLessThan(MOST.megabytes);
    // What the target says of the suite's own placeholders never makes it send a token where there was none.
    expect(found.leaked).toEqual([]);
  });

test('there are at least eighty', () => {
  expect(hostileTargets.length).toBeGreaterThanOrEqual(80);
  expect(new Set(hostileTargets.map(({ what }) => what)).size).toBe(hostileTargets.length);
});
