/** Where a failure was made: noted in the built code as cheaply as can be, found in the source at the end of a campaign. */
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../../schemas/contract.ts';
import type { FailedCheck } from '../judge.ts';
import { type Assertion, assertionsIn, type Made, type Place, type Reached } from './assertions.ts';
import { keyOf } from './plan.ts';

/** So many calls at most stand between a word of judgement and the Failure that it makes. */
const INNERMOST = 5;

/** `file:///…/chunk.js:12:34` of each of the innermost calls. */
export function madeBy({ batch, check, failure: { message, stack = '' } }: FailedCheck): Made {
  const calls = [...stack.slice(stack.indexOf(message) + message.length).matchAll(/\(?(file:\/\/\S+:\d+:\d+)\)?$/gm)];
  return { check: keyOf(batch, check), message, calls: calls.slice(0, INNERMOST).map(([, place]) => place as string) };
}

const maps = new Map<string, SourceMap>();

/** The source map of a built file, read when it is first asked for. */
function mapOf(file: string): SourceMap {
  const map = maps.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
  maps.set(file, map);
  return map;
}

/** Where a call stands in the source; nothing for one of a package, which has not been built here. */
function inSource(call: string): Place[] {
  const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(call) ?? [];
  const built = fileURLToPath(url);
  if (!built.startsWith(join(projectRoot, 'dist/'))) return [];
  const entry = mapOf(built).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return [];
  const source = join(dirname(built), entry.originalSource);
  return [{ file: relative(projectRoot, source), line: entry.originalLine + 1, column: entry.originalColumn + 1 }];
}

/** Failures with the places in the source where they were made. */
export function reachedBy(made: readonly Made[]): Reached[] {
  return made.map(({ check, message, calls }) => ({
    check,
    message,
    places: calls.flatMap((call) => inSource(call)),
  }));
}

/** Folders below tests/ that judge the target. */
const FOLDERS = [
  'behaviour',
  'contract',
  'laws',
  'properties',
  ...['domain', 'engine', 'lists', 'records', 'values'].map((part) => `support/${part}`),
];

/** Every assertion of the judge. */
export function allAssertions(): Assertion[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(projectRoot, 'tests', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `tests/${folder}/${file}`),
  );
  return files.sort().flatMap((file) => assertionsIn(file, readFileSync(join(projectRoot, file), 'utf8')));
}
