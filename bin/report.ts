#!/usr/bin/env node
/** `npm run report`: every form again from a run record, or the records of all shards judged as one run. */
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lastWords } from '../reports/annotations.ts';
import { RECORD, takeFolder } from '../reports/folder.ts';
import { joined } from '../reports/join.ts';
import { readRecord } from '../reports/read.ts';
import { summaryLines } from '../reports/terminal.ts';
import { writeReports } from '../reports/write.ts';
import type { RunRecord } from '../schemas/contract.ts';
import { SettingsError } from '../schemas/contract.ts';
import { command, outputFolder } from './output.ts';

const USAGE = `npm run report -- conformance.json [--output DIR]
  writes every form of the record again, beside it or into DIR

npm run report -- 1/conformance.json 2/conformance.json 3/conformance.json [--output DIR]
  judges the records of all shards of a run (npm run conformance -- --shard=1/3) as one run, writes its
  reports into DIR (default: REPORT_DIR), and exits as the verdict says

examples
  npm run report -- new.json --output again`;

function finish(folder: string, record: RunRecord): void {
  takeFolder('--output or REPORT_DIR', folder);
  writeReports(folder, record);
  console.log(lastWords(record, summaryLines(record, folder), process.env));
}

function joinShards(paths: readonly string[], output: string | undefined): number {
  const record = joined(paths.map((name) => ({ name, record: readRecord(name) })));
  const folder = outputFolder(output);
  if (paths.includes(join(folder, RECORD)))
    throw new SettingsError(
      `report: the joined record would replace ${join(folder, RECORD)}. Name another folder: --output DIR`,
    );
  finish(folder, record);
  return record.exitCode;
}

await command(USAGE, () => {
  const { values, positionals } = parseArgs({ options: { output: { type: 'string' } }, allowPositionals: true });
  const paths = positionals.map((path) => resolve(path));
  const [first] = paths;
  if (first === undefined) throw new SettingsError(`report: no run record is given.\n${USAGE}`);
  if (paths.length > 1) return joinShards(paths, values.output);
  finish(resolve(values.output ?? dirname(first)), readRecord(first));
  return 0;
});
