#!/usr/bin/env node
/** `npm run report -- conformance.json [--output DIR]`: every form again from a run record, beside it or in DIR. */
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readRecord } from '../reports/read.ts';
import { summaryLines } from '../reports/terminal.ts';
import { writeReports } from '../reports/write.ts';
import { SettingsError } from '../schemas/contract.ts';
import { stopOn } from './output.ts';

function main(): number {
  const { values, positionals } = parseArgs({ options: { output: { type: 'string' } }, allowPositionals: true });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0)
    throw new SettingsError('report: give one run record: npm run report -- conformance.json [--output DIR]');
  const record = readRecord(resolve(path));
  const folder = resolve(values.output ?? dirname(path));
  writeReports(folder, record);
  console.log(summaryLines(record, folder).join('\n'));
  return 0;
}

stopOn(main);
