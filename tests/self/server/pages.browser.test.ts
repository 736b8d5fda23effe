/** The pages that `npm run serve` shows to people: readable, loading nothing from elsewhere, and never in the way of the API. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { match } from '../../../reference-server/router.ts';
import { projectRoot } from '../../../schemas/contract.ts';
import { violations } from '../reports/accessibility.ts';
import { test as base, expect } from '../reports/pageOf.ts';

/** What Swagger UI breaks by itself, whatever it shows. */
const OF_SWAGGER_UI = ['color-contrast', 'heading-order', 'region', 'select-name'];

/** The settings that the command prints. */
const test = base.extend<object, { served: Record<string, string> }>({
  served: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright's form of a fixture that needs no other
    async ({}, use) => {
      const child = spawn(process.execPath, [join(projectRoot, 'dist/reference-server/main.js')], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
      await use(JSON.parse(line) as Record<string, string>);
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
    { scope: 'worker' },
  ],
});

test('the page at / names tokens and sample data, and passes the accessibility check in light and in dark', async ({
  open,
  served,
}) => {
  const { page, requests, complaints } = await open(served.BASE_URL ?? '', { colorScheme: 'light', bypassCSP: true });
  for (const name of ['SECOND_ACCESS_TOKEN', 'UNPAID_ACCESS_TOKEN'])
    await expect(page.getByRole('row', { name })).toContainText(served[name] ?? '?');
  await expect(page.getByRole('row', { name: 'KPI groups' })).toContainText(/[1-9]/);
  for (const path of await page.locator('td code', { hasText: 'GET ' }).allTextContents())
    expect(match('GET', path.replace('GET ', '')), path).not.toHaveProperty('allow');
  expect(await violations(page), 'in light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page), 'in dark').toEqual([]);
  expect(complaints).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(served.BASE_URL ?? '?'))).toEqual([]);
  await page.setViewportSize({ width: 360, height: 700 });
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test('the viewer of the API shows the operations, and loads nothing from elsewhere', async ({ open, served }) => {
  const { page, requests } = await open(served.BASE_URL ?? '', { bypassCSP: true });
  await page.getByRole('link', { name: 'Read the API' }).click();
  await page.getByRole('button', { name: 'Expand operation' }).first().waitFor({ timeout: 20_000 });
  await expect(page.getByText('KPI groups', { exact: true })).toBeVisible();
  expect(await violations(page, { except: OF_SWAGGER_UI })).toEqual([]);
  expect(requests.filter((url) => !url.startsWith(served.BASE_URL ?? '?'))).toEqual([]);
});

test('what does not ask for HTML gets the answers of the API', async ({ served }) => {
  for (const accept of ['*/*', 'application/json']) {
    const answer = await fetch(`${served.BASE_URL}/`, { headers: { accept } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ statusCode: 404 });
  }
  const posted = await fetch(`${served.BASE_URL}/`, { method: 'POST', headers: { accept: 'text/html' } });
  expect(posted.headers.get('content-type')).toContain('json');
});
