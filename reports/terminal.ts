/** What is shown in a terminal: progress in one line, and a summary that fits one screen. */
import { join } from 'node:path';
import type { RunRecord } from '../schemas/contract.ts';
import { causesOf, effects } from './causes.ts';
import { restsWords, signOf, type Trouble, troublesOf } from './failures.ts';
import { countsOf } from './headline.ts';
import { evidencePath } from './html/evidence.ts';
import { mostLeftOf } from './leftovers.ts';
import { needs, needWords } from './needs.ts';
import { commandOr, oneLine, plural, seconds } from './text.ts';

const SHOWN = 5;

export interface Progress {
  /** Checks that have ended. */
  done: number;
  planned: number;
  failed: number;
  /** The group of checks that the last one belongs to. */
  group: string;
}

/** Before this much of a run, what it has taken so far says little of what it will take. */
const TELLING = 0.05;

/** `, about 40 s to go`, once enough has been done to say so. */
function toGo({ done, planned }: Progress, elapsedMs: number): string {
  if (done === 0 || done >= planned || done / planned < TELLING) return '';
  const left = ((elapsedMs / done) * (planned - done)) / 1000;
  return left < 90 ? `, about ${Math.ceil(left)} s to go` : `, about ${Math.ceil(left / 60)} min to go`;
}

/** How far a run is. */
export function progressLine(progress: Progress, elapsedMs: number, width = 80): string {
  const { done, planned, failed, group } = progress;
  const counts = `${done} of ${planned} checks${failed > 0 ? `, ${failed} failed` : ''}`;
  return `${counts}${toGo(progress, elapsedMs)}: ${oneLine(group)}`.slice(0, width - 1);
}

const LINE_EVERY_MS = 10_000;

/**
 * Where no line is written over, in the log of a CI job say, one line so often shows that the run lives.
 * @returns what ends it
 */
export function everyTenSeconds(line: () => string, write: (text: string) => void): () => void {
  const timer = setInterval(() => write(`${line()}\n`), LINE_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** A failure at once, in one line. @param decides whether it is more than a warning */
export const failureLine = (check: string, message = '', decides = true): string =>
  `${signOf(decides)} ${oneLine(`${check}: ${message}`, 200)}`;

function failure(
  { verdict: { id, section, text, operations }, decides, weight, cause }: Trouble,
  reportDir: string,
): string[] {
  const cell = operations.find(({ outcome }) => outcome === 'fail');
  const [evidence] = cell?.evidence ?? [];
  const rests = evidence && restsWords(evidence);
  const others = cause?.failed.filter((one) => one.id !== id).map((one) => one.id) ?? [];
  return [
    ...(cause ? [`${signOf(decides)} ${oneLine(`${cause.words}: ${effects(cause)}`, 400)}`] : []),
    ...(others.length > 0 ? [`  besides the one below: ${oneLine(others.join(', '), 400)}`] : []),
    `${signOf(decides)} ${id} (${weight}; ${section}) on ${cell?.operation}`,
    `  ${oneLine(text, 240)}`,
    ...(evidence
      ? [
          `  ${oneLine(evidence.message, 200)}: expected ${oneLine(evidence.expected)}, received ${oneLine(evidence.received)}${evidence.at ? ` at ${evidence.at}` : ''}`,
          ...(rests ? [`  ${oneLine(rests, 400)}`] : []),
          ...(evidence.curl ? [`  see it: ${commandOr(evidence.curl, join(reportDir, evidencePath(id)))}`] : []),
          ...(evidence.script ? [`  all its steps, as a script: ${join(reportDir, evidencePath(id))}`] : []),
          `  again: ${evidence.rerun}`,
        ]
      : []),
  ];
}

/** What to set so that more is tested, each with how many requirements wait for it. */
function untested(record: RunRecord): string[] {
  const causes = causesOf(record).filter(({ failed }) => failed.length === 0);
  return [
    ...causes.map((cause) => `  ${cause.untested.length} not tested: ${oneLine(cause.words, 300)}`),
    ...needs(record).map((need) => `  ${need.ids.length} not tested: ${oneLine(needWords(need), 240)}`),
  ].slice(0, SHOWN);
}

/** The summary at the end of a run. */
export function summaryLines(record: RunRecord, reportDir: string): string[] {
  const { totals, suite } = record;
  const failed = troublesOf(record);
  const { pass, waived, 'not-tested': notTested, 'not-applicable': notApplicable } = totals.requirements;
  const { failed: deciding, warned } = countsOf(record.requirements, record.settings.strict === true);
  return [
    ...record.errors.slice(0, SHOWN).map((error) => `! ${oneLine(error, 300)}`),
    ...record.warnings.slice(0, SHOWN).map((warning) => `~ ${oneLine(warning, 200)}`),
    ...failed.slice(0, SHOWN).flatMap((one) => failure(one, reportDir)),
    ...(failed.length > SHOWN ? [`… and ${failed.length - SHOWN} more in the report`] : []),
    ...untested(record),
    '',
    `requirements: ${pass} passed, ${deciding} failed, ${warned > 0 ? `${warned} only warn, ` : ''}${waived} waived, ${notTested} not tested, ${notApplicable} not applicable`,
    `${plural(totals.checks.executed, 'check')}, ${plural(totals.requests, 'request')} in ${seconds(record.durationMs)}, seed ${suite.seed}`,
    ...(record.leftovers.length > 0
      ? [
          `left over in the account: ${plural(record.leftovers.length, 'record')} of at most ${mostLeftOf(record.leftovers)}, listed in the report`,
        ]
      : []),
    `report: ${join(reportDir, 'index.html')}`,
    `verdict: ${record.verdict} — ${oneLine(record.summary, 300)}`,
  ];
}
