/** A right server of an ordinary size ends as conformant, with the draft of its fixtures and a few lines by hand. */
import { expect, test } from '@playwright/test';
import { variants } from '../variants/index.ts';
import { accounts, judgeAccount } from './accounts.ts';

const MOST_LINES = 12;

test('no account needs more than twelve lines by hand, and each is of variants that there are', () => {
  const names = variants.map(({ name }) => name);
  for (const { name, variants: of, lines } of accounts) {
    expect(lines.keys.length + (lines.none ? 1 : 0), name).toBeLessThanOrEqual(MOST_LINES);
    expect(
      of.filter((one) => !names.includes(one)),
      name,
    ).toEqual([]);
  }
});

test('an account of an ordinary size ends as conformant', async () => {
  test.setTimeout(180_000);
  const account = accounts.find(({ name }) => name === 'mid-size');
  if (!account) throw new Error('no account of an ordinary size');
  const { verdict, open, errors } = await judgeAccount(account);
  expect(errors).toEqual([]);
  expect(open.map(({ id, outcome, reason }) => `${outcome} ${id}: ${reason}`)).toEqual([]);
  expect(verdict).toBe('conformant');
});
