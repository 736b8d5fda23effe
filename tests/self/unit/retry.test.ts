import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import type { Context } from '../../support/engine/context.ts';
import { Failure, NotTested } from '../../support/engine/outcome.ts';
import { eventually, firstFound, fresh, remembering, stillWrong } from '../../support/engine/retry.ts';

/** A context that remembers, with so much time until what was written must be seen. */
function context(settleMs = 0): Context {
  const memory = new Map<string, Promise<unknown>>();
  return {
    settings: { settleMs },
    once: (key: string, make: () => Promise<unknown>) => {
      if (!memory.has(key)) memory.set(key, make());
      return memory.get(key);
    },
  } as unknown as Context;
}

const wrong = (look: number) => new Failure(`wrong in look ${look}`, { expected: 1, received: look });

/** Counts the looks; it is wrong in the first ones. */
function looking(wrongLooks: number) {
  const seen: Context[] = [];
  const judge = async (t: Context) => {
    seen.push(t);
    if (seen.length <= wrongLooks) throw wrong(seen.length);
    return 'right';
  };
  return { seen, judge };
}

test('what is right at once is looked at once', async () => {
  const { seen, judge } = looking(0);
  expect(await eventually(context(5000), judge)).toBe('right');
  expect(seen).toHaveLength(1);
});

test('what is wrong is looked at three times at least, and the last look counts', async () => {
  const [spoilt, broken] = [looking(2), looking(99)];
  expect(await eventually(context(), spoilt.judge)).toBe('right');
  expect(spoilt.seen).toHaveLength(3);
  await expect(eventually(context(), broken.judge)).rejects.toThrow('wrong in look 3');
  expect(broken.seen).toHaveLength(3);
});

test('looks go on until SETTLE_MS is over', async () => {
  const { seen, judge } = looking(4);
  expect(await eventually(context(2000), judge)).toBe('right');
  expect(seen).toHaveLength(5);
});

test('the last look begins when SETTLE_MS is over, however long the looks take', async () => {
  const started = performance.now();
  const begun: number[] = [];
  await stillWrong(context(300), async () => {
    begun.push(performance.now() - started);
    return sleep(140, 'wrong');
  });
  expect(begun.at(-1)).toBeGreaterThanOrEqual(300);
});

test('every look but the first reads anew', async () => {
  const t = context();
  let readings = 0;
  const found = await stillWrong(t, async (s) => s.once('list', async () => ++readings));
  expect(found).toBe(3);
  expect(await t.once('list', async () => 99)).toBe(1);
  expect(await fresh(t).once('list', async () => 99)).toBe(99);
});

test('what is found at once is looked for once, and what is never found in every look', async () => {
  for (const [foundIn, expected, last] of [
    [1, 'found', 1],
    [3, 'found', 3],
    [4, undefined, 3],
  ] as const) {
    let looks = 0;
    expect(await firstFound(context(), async () => (++looks === foundIn ? 'found' : undefined))).toBe(expected);
    expect(looks).toBe(last);
  }
});

test('a later look may keep what was made for the first one', async () => {
  const t = context();
  let made = 0;
  const make = (s: Context) => s.once('record', async () => ++made);
  await make(t);
  await stillWrong(t, async (s) => make(remembering(s, t)));
  expect(made).toBe(1);
});

test('what ends a check otherwise ends it at once', async () => {
  for (const error of [new NotTested('not given', 'GIVE_IT'), new TypeError('a bug of ours')]) {
    let looks = 0;
    const judging = eventually(context(), async () => {
      looks++;
      throw error;
    });
    await expect(judging).rejects.toBe(error);
    expect(looks).toBe(1);
  }
});

test('only what is wrong in every look is still wrong', async () => {
  let looks = 0;
  expect(await stillWrong(context(), async () => (++looks === 2 ? undefined : looks))).toBeUndefined();
  expect(looks).toBe(2);
});
