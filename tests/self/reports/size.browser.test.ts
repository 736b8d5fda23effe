/** The page of a full run, and of one in which everything fails: small, fast, and the rest in files beside it. */
import type { Page } from '@playwright/test';
import { pages } from '../../../reports/html/page.ts';
import { expect, onDisk, test } from './pageOf.ts';
import { large } from './sample.ts';

const MB = 1_000_000;

/** Seconds that a page has kept a processor busy: those that pass meanwhile are many where others work too. */
async function workedFor(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ProcessTime')?.value ?? Number.NaN;
}

test('a full run of 700 requirements on 2,500 cells is under 3 MB, also when much of it fails', () => {
  for (const failures of [0, 2_800])
    expect(pages(large(failures))['index.html']?.length, `${failures} failures`).toBeLessThan(3 * MB);
});

test('with 10,000 failures the page is under 3 MB as well and answers within 5 s, and all evidence is in files', async ({
  open,
}) => {
  const record = large(10_000);
  const all = record.requirements.flatMap(({ operations }) => operations.flatMap(({ evidence = [] }) => evidence));
  expect(all.length).toBeGreaterThanOrEqual(10_000);
  const files = pages(record);
  expect(Object.keys(files)).toHaveLength(701);
  expect(files['index.html']?.length).toBeLessThan(3 * MB);
  const { page, complaints } = await open(onDisk(files));
  await page.getByLabel('Search').fill('rule-699');
  await expect(page.locator('output')).toHaveText('1 of 700 requirements');
  expect(await workedFor(page)).toBeLessThan(5);
  await page.locator('[id$="rule-699"] summary').first().click();
  await page
    .getByRole('link', { name: /^All \d+ failures with their evidence/ })
    .locator('visible=true')
    .click();
  await expect(page.locator('.evidence').first()).toBeVisible();
  expect(complaints).toEqual([]);
});
