/** Where a failure was made: noted in the built code as cheaply as can be, found in the source at the end of a campaign. */
import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../../../schemas/contract.ts';
import type { Failure } from '../../support/engine/outcome.ts';
import { type Assertion, assertionsIn, type Place, type Reached } from './assertions.ts';

/** A failure as a thread of the campaign tells it: its message, and the innermost calls in the built code. */
export interface Made {
  message: string;
  calls: readonly string[];
}

/** So many calls at most stand between a word of judgement and the Failure that it makes. */
const INNERMOST = 5;

/** `file:///…/chunk.js:12:34` of each of the innermost calls. */
export function madeBy({ message, stack = '' }: Failure): Made {
  const calls = [
    ...stack.slice(stack.indexOf(message) + message.length).matchAll(/\(?(file:\/\/\S+:\d+:\d+)\)?$/gm),
  ];
  return { message, calls: calls.slice(0, INNERMOST).map(([, place]) => place as string) };
}

/** The source map of each built file, read when it is first asked for. */
function mapsOf(): (file: string) => SourceMap {
  const known = new Map<string, SourceMap>();
  return (file) => {
    const map = known.get(file) ?? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')));
    known.set(file, map);
    return map;
  };
}

function inSource(call: string, mapOf: (file: string) => SourceMap): Place[] {
  const [, url = '', line, column] = /^(.*):(\d+):(\d+)$/.exec(call) ?? [];
  const built = fileURLToPath(url);
  const entry = mapOf(built).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return [];
  const source = join(dirname(built), entry.originalSource);
  return [{ file: relative(projectRoot, source), line: entry.originalLine + 1, column: entry.originalColumn + 1 }];
}

/** Failures with the places in the source where they were made. */
export function reachedBy(made: readonly Made[]): Reached[] {
  const mapOf = mapsOf();
  return made.map(({ message, calls }) => ({ message, places: calls.flatMap((call) => inSource(call, mapOf)) }));
}

const FOLDERS = ['behaviour', 'contract', 'laws', 'properties', 'support'];

/** Every assertion of the judge. */
export function allAssertions(): Assertion[] {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(projectRoot, 'tests', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `tests/${folder}/${file}`),
  );
  return files.sort().flatMap((file) => assertionsIn(file, readFileSync(join(projectRoot, file), 'utf8')));
}
