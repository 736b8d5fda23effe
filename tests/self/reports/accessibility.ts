/** The accessibility check of a page, with axe-core in the browser. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

/**
 * What the check finds wrong with a page, a line for each rule that is broken. The page must have been opened with bypassCSP.
 * @param options what axe-core is to run or to leave out, and on which part of the page; by default every rule, on all of it
 */
export async function violations(
  page: Page,
  options: { rules?: string[]; except?: string[]; within?: string } = {},
): Promise<string[]> {
  await page.addScriptTag({ content: axe });
  return page.evaluate(
    async ({ rules, except = [], within }) => {
      const { axe } = window as unknown as {
        axe: { run(context: unknown, options: object): Promise<{ violations: Violation[] }> };
      };
      const off = Object.fromEntries(except.map((rule) => [rule, { enabled: false }]));
      const found = await axe.run(within ?? document, rules ? { runOnly: rules } : { rules: off });
      return found.violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html}`);
    },
    options as { rules?: string[]; except?: string[]; within?: string },
  );
}
