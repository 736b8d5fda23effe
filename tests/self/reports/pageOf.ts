/** Opens the pages of a record from disk, in a browser that may load nothing else. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, test as base, type Page } from '@playwright/test';
import { launch } from './browser.ts';

interface Opened {
  page: Page;
  /** Requests other than for the file itself. */
  requests: string[];
  /** Errors of scripts, refused sources and what the page wrote to the console. */
  complaints: string[];
}

/** Puts files into a new folder; gives the address of the first. */
export function onDisk(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-pages-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return pathToFileURL(join(folder, Object.keys(files)[0] as string)).href;
}

interface Fixtures {
  open: (address: string, options?: BrowserContextOptions) => Promise<Opened>;
}

export const test = base.extend<Fixtures, { chromium: Browser }>({
  chromium: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright's form of a fixture that needs no other
    async ({}, use) => {
      const browser = await launch();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  open: async ({ chromium }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (address, options) => {
      const context = await chromium.newContext(options);
      contexts.push(context);
      const page = await context.newPage();
      const opened: Opened = { page, requests: [], complaints: [] };
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith('file:') && !url.startsWith('data:') && !url.startsWith('blob:')) opened.requests.push(url);
      });
      page.on('pageerror', (error) => opened.complaints.push(error.message));
      page.on('console', (message) => opened.complaints.push(message.text()));
      await page.goto(address);
      return opened;
    });
    for (const context of contexts) await context.close();
  },
});

export { expect } from '@playwright/test';
