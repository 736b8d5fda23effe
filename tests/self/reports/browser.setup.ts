/** Brings a browser before the tests that need one; they fail with it, and are not skipped in silence. */
import { expect, test } from '@playwright/test';
import { bring } from './browser.ts';

test('there is a browser for the pages', async () => {
  test.setTimeout(15 * 60_000);
  expect(await bring()).toMatch(/^\d+\./);
});
