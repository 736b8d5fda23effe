/** Writes every form of a run record into the report folder. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../schemas/contract.ts';
import { page } from './html/page.ts';
import { junit } from './junit.ts';

/** What a run writes into the report folder, and removes from it before it begins: a stale report is never taken for a new one. */
const FORMS: Readonly<Record<string, (record: RunRecord) => string>> = {
  'index.html': page,
  'junit.xml': junit,
  'conformance.json': (record) => `${JSON.stringify(record, null, 1)}\n`,
};
const FOLDERS = ['artifacts', 'playwright', 'allure-results'];

/** Removes what an earlier run wrote there; nothing else in the folder is touched. */
export function clearReports(folder: string): void {
  for (const name of [...Object.keys(FORMS), ...FOLDERS]) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Writes the forms; the record last, so that one that is there is never without the others. */
export function writeReports(folder: string, record: RunRecord): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, form] of Object.entries(FORMS)) writeFileSync(join(folder, name), form(record));
}
