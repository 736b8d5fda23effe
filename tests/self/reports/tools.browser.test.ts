/** Forms that other tools read: Allure's single file, and the HAR. */
import { mkdirSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressesIn, withoutRequests } from '../../../reports/allure.ts';
import { har } from '../../../reports/har.ts';
import { run } from '../cli/command.ts';
import { expect, test } from './pageOf.ts';
import { exchange, hostile, recordWith } from './sample.ts';

test('allure makes one file that asks nothing of the outside and shows the results', async ({ open }) => {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-allure-'));
  mkdirSync(join(folder, 'allure-results'));
  const result = {
    ...{ uuid: '1', historyId: '1', name: 'behaviour: KPI groups', fullName: 'x', stage: 'finished', status: 'passed' },
    ...{ start: 1, stop: 2, steps: [], attachments: [], parameters: [], links: [] },
    labels: [{ name: 'group', value: 'kpiGroups' }],
  };
  writeFileSync(join(folder, 'allure-results', '1-result.json'), JSON.stringify(result));
  const { code, output } = await run('allure', ['--output', folder]);
  expect(output).toContain('allure.html');
  expect(code).toBe(0);
  expect(statSync(join(folder, 'allure.html')).size).toBeGreaterThan(100_000);
  const { page, requests, complaints } = await open(pathToFileURL(join(folder, 'allure.html')).href);
  await expect(page.getByText('behaviour: KPI groups').first()).toBeVisible();
  expect([...requests, ...complaints]).toEqual([]);
});

test('whatever a page of Allure would load is seen', () => {
  const page = '<head><script async src="https://a.example/x.js"></script><link href="//b.example/c.css"></head>';
  expect(addressesIn(page)).toEqual(['https://a.example/x.js', '//b.example/c.css']);
  expect(addressesIn(withoutRequests(page))).toEqual(['//b.example/c.css']);
});

test('a HAR reader plays the exchanges back', async ({ chromium }) => {
  const path = join(mkdtempSync(join(tmpdir(), 'goal-conformance-har-')), 'exchanges.har');
  const sample = {
    ...exchange('{"name":"a"}', 200),
    url: 'http://target.invalid/v1/kpis/groups/1',
    responseHeaders: { 'content-type': 'application/json' },
  };
  writeFileSync(path, har(recordWith(hostile.requirements, { samples: [sample] })));
  const context = await chromium.newContext();
  await context.routeFromHAR(path, { notFound: 'abort' });
  const page = await context.newPage();
  const response = await page.goto(sample.url);
  expect(response?.status()).toBe(200);
  expect(await response?.json()).toEqual({ name: 'a' });
  await context.close();
});
