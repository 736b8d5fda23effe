/** Writes every form of a run record into the report folder. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RunRecord } from '../schemas/contract.ts';
import { badge } from './badge.ts';
import { RECORD } from './folder.ts';
import { har } from './har.ts';
import { pages } from './html/page.ts';
import { junit } from './junit.ts';
import { summary } from './summary.ts';

/** The text of a record's file. */
export const recordText = (record: RunRecord): string => `${JSON.stringify(record, null, 1)}\n`;

/** Every form of a record, by its path in the report folder; the same record gives the same bytes. */
export function formsOf(record: RunRecord): Record<string, string> {
  return {
    ...pages(record),
    'junit.xml': junit(record),
    'summary.md': summary(record),
    'badge.svg': badge(record),
    'exchanges.har': har(record),
    [RECORD]: recordText(record),
  };
}

/** Writes the record and no form of it. */
export function writeRecord(folder: string, record: RunRecord): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, RECORD), recordText(record));
}

/** Writes the forms into a folder that was taken; the record last, so that one that is there is never without the others. */
export function writeReports(folder: string, record: RunRecord): void {
  rmSync(join(folder, 'evidence'), { recursive: true, force: true });
  for (const [name, text] of Object.entries(formsOf(record))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
