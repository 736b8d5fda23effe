#!/usr/bin/env node
/**
 * `npm run compare -- A.json B.json … [--baseline A.json] [--output DIR]`: run records side by side, as `compare.html` and
 * `compare.json`. With --baseline exit 1 on a regression against it; exit 3 when a record can't be believed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { printed } from '../reports/annotations.ts';
import { type Changes, compare } from '../reports/compare.ts';
import { signOf } from '../reports/failures.ts';
import { comparePage } from '../reports/html/compare.ts';
import { RecordError, readRecord } from '../reports/read.ts';
import { oneLine } from '../reports/text.ts';
import { EXIT, type RunRecord, SettingsError } from '../schemas/contract.ts';
import { command, outputFolder } from './output.ts';

const USAGE = `npm run compare -- A.json B.json … [--baseline A.json] [--output DIR]
  sets run records side by side in compare.html and compare.json, in DIR (default: REPORT_DIR);
  the first, or the baseline, is what the others are set against; with --baseline exit 1 on a regression

examples
  npm run compare -- old.json new.json --baseline old.json`;

/** Changes of a kind that are named on the terminal; the page has them all. */
const SHOWN = 10;

/** The records' paths, the one that the others are set against first. */
function pathsOf(given: readonly string[], baseline: string | undefined): string[] {
  const paths = [...new Set(given.map((path) => resolve(path)))];
  const first = baseline === undefined ? [] : [resolve(baseline)];
  const all = [...first, ...paths.filter((path) => !first.includes(path))];
  if (all.length < 2)
    throw new SettingsError(`compare: ${all.length} different records are given, and two are needed.\n${USAGE}`);
  return all;
}

function lines({ name, newlyFailing, newlyPassing, newlyNotTested, observations }: Changes): string[] {
  return [
    `${oneLine(name)}: ${newlyFailing.length} newly failing, ${newlyNotTested.length} newly not tested, ${newlyPassing.length} newly passing, ${observations.length} observations differ`,
    ...newlyFailing
      .slice(0, SHOWN)
      .map(({ requirement, operation, level }) => `  ${signOf(level === 'must')} ${requirement} on ${operation}`),
    ...newlyNotTested
      .slice(0, SHOWN)
      .map(({ requirement, operation, reason = '' }) => `  ? ${requirement} on ${operation}: ${oneLine(reason)}`),
  ];
}

/** A record of a run that was judged; one of a run that failed has nothing to be set against another. */
function judgedRecord(path: string): RunRecord {
  const record = readRecord(path);
  if (record.verdict !== 'harness-error') return record;
  throw new RecordError(
    `${path}: is the record of a run that failed, so that nothing in it was judged: ${oneLine(record.errors[0] ?? '', 300)} Mend that, run again, and give the new record.`,
  );
}

await command(USAGE, () => {
  const { values, positionals } = parseArgs({
    options: { baseline: { type: 'string' }, output: { type: 'string' } },
    allowPositionals: true,
  });
  const comparison = compare(pathsOf(positionals, values.baseline).map(judgedRecord));
  const folder = outputFolder(values.output);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'compare.json'), `${JSON.stringify(comparison, null, 1)}\n`);
  writeFileSync(join(folder, 'compare.html'), comparePage(comparison));
  const found = [
    ...(comparison.sameContract ? [] : ['~ the runs were judged by different contracts']),
    ...comparison.changes.flatMap(lines),
  ];
  console.log(printed(found, process.env));
  console.log(`comparison: ${join(folder, 'compare.html')}`);
  const regressed = comparison.changes.filter(({ regression }) => regression);
  if (values.baseline === undefined || regressed.length === 0) return 0;
  console.log(`regression against the baseline: ${regressed.map(({ name }) => oneLine(name)).join(', ')}`);
  return EXIT['non-conformant'];
});
