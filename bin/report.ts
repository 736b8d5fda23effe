#!/usr/bin/env node
/** `npm run report`: every form again from a run record, or the records of all shards judged as one run. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lastWords } from '../reports/annotations.ts';
import { RECORD, takeFolder } from '../reports/folder.ts';
import { historyOf } from '../reports/history.ts';
import { sealed } from '../reports/integrity.ts';
import { joined } from '../reports/join.ts';
import { readRecord } from '../reports/read.ts';
import { summaryLines } from '../reports/terminal.ts';
import { writeReports } from '../reports/write.ts';
import type { RunRecord } from '../schemas/contract.ts';
import { SettingsError } from '../schemas/contract.ts';
import { command, outputFolder } from './output.ts';

const USAGE = `npm run report -- conformance.json [--output DIR] [--history FILE-OR-DIR …]
  writes every form of the record again, beside it or into DIR; with --history the records of earlier
  runs of the target are remembered in it, and the page shows the trend

npm run report -- 1/conformance.json 2/conformance.json 3/conformance.json [--output DIR]
  judges the records of all shards of a run (npm run conformance -- --shard=1/3) as one run, writes its
  reports into DIR (default: REPORT_DIR), and exits as the verdict says

examples
  npm run report -- new.json --output again --history old.json`;

/** The records that a path names: a file, or all in a folder and in the folders in it. @throws RecordError for a file that is no record */
function recordsIn(path: string): RunRecord[] {
  if (!existsSync(path))
    throw new SettingsError(`--history: there is no ${path}. Name a record or a folder of records.`);
  if (!statSync(path).isDirectory()) return [readRecord(path)];
  const inside = readdirSync(path, { withFileTypes: true });
  const files = [
    ...inside.filter((one) => one.isFile() && one.name.endsWith('.json')).map(({ name }) => join(path, name)),
    ...inside.filter((one) => one.isDirectory()).map(({ name }) => join(path, name, RECORD)),
  ];
  return files.filter((file) => existsSync(file)).map(readRecord);
}

/** A record that remembers the earlier runs of its target as well. */
function remembering(record: RunRecord, paths: readonly string[]): RunRecord {
  if (paths.length === 0) return record;
  const { integrity: _, ...content } = record;
  const earlier = paths.flatMap((path) => recordsIn(resolve(path)));
  const history = historyOf([record, ...earlier], record.target.name).filter(({ runId }) => runId !== record.runId);
  return sealed({ ...content, history });
}

function finish(folder: string, record: RunRecord): void {
  takeFolder('--output or REPORT_DIR', folder);
  writeReports(folder, record);
  console.log(lastWords(record, summaryLines(record, folder), process.env));
}

function joinShards(paths: readonly string[], output: string | undefined, history: readonly string[]): number {
  const record = remembering(joined(paths.map((name) => ({ name, record: readRecord(name) }))), history);
  const folder = outputFolder(output);
  if (paths.includes(join(folder, RECORD)))
    throw new SettingsError(
      `report: the joined record would replace ${join(folder, RECORD)}. Name another folder: --output DIR`,
    );
  finish(folder, record);
  return record.exitCode;
}

await command(USAGE, () => {
  const { values, positionals } = parseArgs({
    options: { output: { type: 'string' }, history: { type: 'string', multiple: true, default: [] } },
    allowPositionals: true,
  });
  const paths = positionals.map((path) => resolve(path));
  const [first] = paths;
  if (first === undefined) throw new SettingsError(`report: no run record is given.\n${USAGE}`);
  if (paths.length > 1) return joinShards(paths, values.output, values.history);
  finish(resolve(values.output ?? dirname(first)), remembering(readRecord(first), values.history));
  return 0;
});
