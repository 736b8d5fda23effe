/** The report page in a browser: reading, filters, links, hostile strings, accessibility. */
import { compare } from '../../../reports/compare.ts';
import { historyOf } from '../../../reports/history.ts';
import { comparePage } from '../../../reports/html/compare.ts';
import { faultsPage } from '../../../reports/html/faults.ts';
import { pages } from '../../../reports/html/page.ts';
import { sealed } from '../../../reports/integrity.ts';
import { violations } from './accessibility.ts';
import { expect, onDisk, test } from './pageOf.ts';
import { HOSTILE, hostile, recordWith } from './sample.ts';

const address = onDisk(pages(hostile));
const { integrity: _, ...content } = hostile;
const earlier = historyOf(
  [
    recordWith(hostile.requirements, {
      runId: 'earlier',
      target: hostile.target,
      startedAt: '2025-12-31T00:00:00.000Z',
    }),
  ],
  hostile.target.name,
);
const campaign = onDisk({
  'faults.html': faultsPage(
    [{ fault: 'a', title: HOSTILE, breaks: ['kpis.a'], caughtBy: [], besides: ['kpis.b'], ms: 1 }],
    ['a check that caught nothing'],
  ),
});
const compared = onDisk({
  'compare.html': comparePage(
    compare([hostile, recordWith(hostile.requirements.slice(2), { target: { name: HOSTILE, baseUrl: 'http://h' } })]),
  ),
});

test('it loads nothing, complains of nothing, and runs nothing of a target', async ({ open }) => {
  const { page, requests, complaints } = await open(address);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('does not conform');
  await expect(page.locator('body')).toContainText('<script>document.title="broken"</script>');
  expect(await page.title()).not.toBe('broken');
  expect(await page.locator('img, iframe, object, embed, link').count()).toBe(0);
  await page.getByRole('link', { name: 'The evidence at more length' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('kpiGroups.a');
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await expect(page.locator('[id="kpiGroups.a"] > details')).toHaveAttribute('open', '');
  expect(requests).toEqual([]);
  expect(complaints).toEqual([]);
});

test('without JavaScript everything is there to read, and no control that does nothing', async ({ open }) => {
  const { page } = await open(address, { javaScriptEnabled: false });
  await expect(page.locator('.requirement')).toHaveCount(7);
  await expect(page.locator('#filters')).toBeHidden();
  await page.locator('[id="kpiGroups.c"] summary').click();
  await expect(page.getByText('To test it: SECOND_ACCESS_TOKEN')).toBeVisible();
});

test('search and filters leave what fits, and the address keeps them', async ({ open }) => {
  const { page } = await open(address);
  const shown = page.locator('.requirement:visible');
  await page.getByLabel('Outcome').selectOption('fail');
  await expect(shown).toHaveCount(2);
  await page.getByLabel('Level').selectOption('should');
  await expect(shown).toHaveCount(1);
  await expect(page.locator('output')).toHaveText('1 of 7 requirements');
  await page.reload();
  await expect(shown).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(shown).toHaveCount(7);
  await page.getByLabel('Search').fill('words SECOND_access');
  await expect(shown).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Every operation' })).toBeHidden();
});

test('the link of a requirement opens it, also when a filter hides it', async ({ open }) => {
  const { page } = await open(`${address}#kpiGroups.f`);
  const passed = page.locator('[id="kpiGroups.f"]');
  await expect(passed.locator('> details')).toHaveAttribute('open', '');
  await expect(passed).toBeInViewport();
  await page.getByLabel('Outcome').selectOption('fail');
  await expect(passed).toBeHidden();
  await page.evaluate(() => {
    location.hash = '#kpiGroups.f';
  });
  await expect(passed).toBeVisible();
});

test('the first screen says whether to ship, what is wrong and whom it concerns', async ({ open }) => {
  const { page } = await open(address, { viewport: { width: 390, height: 844 } });
  await expect(page.getByText('May we ship? No.')).toBeInViewport();
  const line = page.locator('.lines li').first();
  await expect(line).toBeInViewport();
  await expect(line).toContainText('kpiGroups.a on kpiGroups.get');
  await expect(line).toContainText('concerns KPI groups');
  await expect(page.locator('.lines')).toContainText('concerns somebody');
});

test('a cell of the map leads to its requirements', async ({ open }) => {
  const { page } = await open(address);
  await page.getByRole('row', { name: 'kpiGroups.get' }).getByRole('link', { name: '✗1/6' }).click();
  await expect(page.locator('[id="kpiGroups.a"] > details')).toHaveAttribute('open', '');
  await page.evaluate(() => {
    location.hash = '#?operation=kpiGroups.get&aspect=own';
  });
  await expect(page.locator('output')).toHaveText('6 of 7 requirements');
});

test('a command is copied by its button', async ({ open }) => {
  const { page } = await open(address, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy the command that runs it alone' }).first().click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "npm run conformance -- --grep '@kpiGroups\\.a( |$)'",
  );
});

test('the keyboard reaches search, requirements and tables', async ({ open }) => {
  const { page } = await open(address);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'To the requirements' })).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByLabel('Search')).toBeFocused();
  await page.locator('[id="kpiGroups.c"] summary').focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('[id="kpiGroups.c"] > details')).toHaveAttribute('open', '');
});

/** Has each kind of part, and few rows that are like others: what the check costs grows with what is on a page. */
const withEachPart = onDisk(
  pages(
    sealed({
      ...content,
      operations: content.operations.filter(({ group }) => group === 'kpiGroups'),
      history: earlier,
    }),
  ),
);

for (const [name, url] of [
  ['report with a trend', withEachPart],
  ['evidence', address.replace('index.html', 'evidence/kpiGroups.a.html')],
  ['comparison', compared],
  ['page of the campaign', campaign],
] as const) {
  test(`the ${name} passes the accessibility check in light and in dark`, async ({ open }) => {
    const { page } = await open(url, { colorScheme: 'light', bypassCSP: true });
    for (const details of await page.locator('details').all())
      await details.evaluate((one) => one.setAttribute('open', ''));
    expect(await violations(page), 'in light').toEqual([]);
    // In the dark nothing is other than in the light but the colours.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, { rules: ['color-contrast'] }), 'in dark').toEqual([]);
  });
}

test('headings go down one level at a time', async ({ open }) => {
  const { page } = await open(address);
  const levels = await page.locator('h1, h2, h3, h4').evaluateAll((all) => all.map((one) => Number(one.tagName[1])));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
});

test('on a narrow screen and in print nothing runs out of the page', async ({ open }) => {
  const { page } = await open(address, { viewport: { width: 360, height: 700 } });
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await over()).toBeLessThanOrEqual(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#filters')).toBeHidden();
  await expect(page.locator('nav')).toBeHidden();
});

test('the comparison shows the matrix, and only what differs when asked', async ({ open }) => {
  const { page, requests, complaints } = await open(compared, { javaScriptEnabled: false });
  const rows = page.locator('#matrix tbody tr:visible');
  await expect(rows).toHaveCount(7);
  await page.getByLabel('only what differs').check();
  await expect(rows).toHaveCount(2);
  expect([...requests, ...complaints]).toEqual([]);
});
