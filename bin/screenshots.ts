#!/usr/bin/env node
/** `npm run screenshots`: takes the pictures of the documents from the reports of runs, in a browser. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions } from '@playwright/test';
import { RECORD } from '../reports/folder.ts';
import { projectRoot, SettingsError } from '../schemas/contract.ts';
import { command } from './output.ts';

const USAGE = `npm run screenshots [-- --output DIR] [-- --records DIR]
  judges the bundled server three times, twice with a bug, and takes pictures of the reports
  --output    where the pictures go (default: docs/pictures)
  --records   keeps the runs in DIR; runs that are there already are not done again`;

/** Pictures stand in the repository, and so stay small. */
const LARGEST = 150_000;

/** The runs, the oldest first; the pictures show the last. */
const RUNS = [
  { name: '1', fault: undefined },
  { name: '2', fault: 'clear-all-favorites' },
  { name: '3', fault: 'favorite-toggles' },
] as const;

/** Runs a command of ours. @throws SettingsError when it ends with another exit code than those that are expected */
function own(name: string, args: readonly string[], env: Record<string, string>, expected: readonly number[]): void {
  const path = join(projectRoot, 'dist/bin', `${name}.js`);
  const { status, stderr } = spawnSync(process.execPath, [path, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (!expected.includes(status ?? -1))
    throw new SettingsError(`screenshots: ${name} ${args.join(' ')} ended with ${status}: ${stderr}`);
}

/** All runs of one target, in one folder of reports, so that each remembers those before it. */
function runs(folder: string): string[] {
  const reports = join(folder, 'reports');
  return RUNS.map(({ name, fault }) => {
    const kept = join(folder, `${name}.json`);
    if (!existsSync(kept)) {
      const env = { REPORT_DIR: reports, TARGET_NAME: 'staging', SEED: '1' };
      own('conformance', fault ? ['--fault', fault] : [], env, fault ? [1] : [0]);
      copyFileSync(join(reports, RECORD), kept);
    }
    return kept;
  });
}

interface Picture {
  name: string;
  /** File in the folder of reports. */
  page: string;
  /** What the page is asked to show. */
  hash?: string;
  options: BrowserContextOptions;
  print?: boolean;
  /** What is scrolled to. */
  at?: string;
}

const WIDE = { width: 1100, height: 720 };

const PICTURES: readonly Picture[] = [
  { name: 'page-light', page: 'index.html', options: { viewport: WIDE, colorScheme: 'light' } },
  { name: 'page-dark', page: 'index.html', options: { viewport: WIDE, colorScheme: 'dark' } },
  { name: 'page-phone', page: 'index.html', options: { viewport: { width: 390, height: 844 } } },
  { name: 'page-print', page: 'index.html', options: { viewport: { width: 794, height: 1123 } }, print: true },
  { name: 'map', page: 'index.html', options: { viewport: WIDE }, at: '#map' },
  { name: 'trend', page: 'index.html', options: { viewport: { width: 1100, height: 420 } }, at: '#trend' },
  { name: 'times', page: 'index.html', options: { viewport: { width: 1100, height: 560 } }, at: '#times' },
  {
    name: 'failure',
    page: 'evidence/kpiGroups.favorite-set.html',
    options: { viewport: { width: 1100, height: 880 } },
  },
  { name: 'compare-light', page: 'compare.html', options: { viewport: WIDE, colorScheme: 'light' } },
  { name: 'compare-dark', page: 'compare.html', options: { viewport: WIDE, colorScheme: 'dark' } },
  { name: 'compare-phone', page: 'compare.html', options: { viewport: { width: 390, height: 844 } } },
  { name: 'compare-print', page: 'compare.html', options: { viewport: { width: 794, height: 900 } }, print: true },
  {
    name: 'playwright',
    page: 'playwright/index.html',
    hash: '#?q=s:failed',
    options: { viewport: { width: 1100, height: 320 } },
  },
  { name: 'allure', page: 'allure.html', options: { viewport: { width: 1100, height: 480 } } },
];

/** Takes one picture. @throws SettingsError when it is larger than pictures may be */
async function take(browser: Browser, folder: string, output: string, picture: Picture): Promise<string> {
  const { name, page: file, hash = '', options, print, at } = picture;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(folder, file)).href + hash, { waitUntil: 'networkidle' });
  if (print) await page.emulateMedia({ media: 'print' });
  if (at) await page.locator(at).evaluate((section) => section.scrollIntoView());
  const path = join(output, `${name}.png`);
  await page.screenshot({ path });
  await context.close();
  const { size } = statSync(path);
  if (size > LARGEST)
    throw new SettingsError(`screenshots: ${path} has ${size} bytes, and may have ${LARGEST}. Show less in it.`);
  return `${path}: ${Math.round(size / 1000)} KB`;
}

await command(USAGE, async () => {
  const { values } = parseArgs({ options: { output: { type: 'string' }, records: { type: 'string' } } });
  const output = resolve(values.output ?? join(projectRoot, 'docs/pictures'));
  const folder = resolve(values.records ?? mkdtempSync(join(tmpdir(), 'goal-conformance-pictures-')));
  mkdirSync(folder, { recursive: true });
  mkdirSync(output, { recursive: true });
  try {
    const records = runs(folder);
    const reports = join(folder, 'reports');
    own('report', [records.at(-1) as string, '--output', reports], {}, [0]);
    own('compare', [...records, '--output', reports], {}, [0]);
    own('allure', ['--output', reports], {}, [0]);
    // Loaded when there is something to take a picture of: no other command has a browser.
    const { launch } = await import('../tests/self/reports/browser.ts');
    const browser = await launch();
    try {
      for (const picture of PICTURES) console.log(await take(browser, reports, output, picture));
    } finally {
      await browser.close();
    }
  } finally {
    if (values.records === undefined) rmSync(folder, { recursive: true, force: true });
  }
  return 0;
});
