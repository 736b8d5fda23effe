/** What `npm run accounts` tries; of one server `cli/guide.test.ts` shows that it ends as conformant. */
import { expect, test } from '@playwright/test';
import { variants } from '../variants/index.ts';
import { accounts } from './accounts.ts';

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
