/** What is shown in a terminal: progress in one line, and a summary that fits one screen. */
import { join } from 'node:path';
import type { RunRecord } from '../schemas/contract.ts';
import { type Failed, failuresOf } from './failures.ts';
import { needs } from './needs.ts';
import { oneLine, plural, seconds } from './text.ts';

const SHOWN = 5;

export interface Progress {
  /** Checks that have ended. */
  done: number;
  planned: number;
  failed: number;
  /** The group of checks that the last one belongs to. */
  group: string;
}

export const progressLine = ({ done, planned, failed, group }: Progress, width = 80): string =>
  `${done} of ${planned} checks${failed > 0 ? `, ${failed} failed` : ''}: ${oneLine(group)}`.slice(0, width - 1);

/** A failure at once, in one line. */
export const failureLine = (check: string, message = ''): string => `✗ ${oneLine(`${check}: ${message}`, 200)}`;

function failure({ verdict: { id, section, text, operations }, weight }: Failed): string[] {
  const cell = operations.find(({ outcome }) => outcome === 'fail');
  const [evidence] = cell?.evidence ?? [];
  return [
    `✗ ${id} (${weight}; ${section}) on ${cell?.operation}`,
    `  ${oneLine(text, 240)}`,
    ...(evidence
      ? [
          `  ${oneLine(evidence.message, 200)}: expected ${oneLine(evidence.expected)}, received ${oneLine(evidence.received)}${evidence.at ? ` at ${evidence.at}` : ''}`,
          ...(evidence.curl ? [`  see it: ${oneLine(evidence.curl, 400)}`] : []),
          `  again: ${evidence.rerun}`,
        ]
      : []),
  ];
}

/** What to set so that more is tested, each with how many requirements wait for it. */
const untested = ({ requirements }: RunRecord): string[] =>
  needs(requirements)
    .slice(0, SHOWN)
    .map(({ remedy, ids }) => `  ${ids.length} not tested; needs: ${oneLine(remedy)}`);

/** The summary at the end of a run. */
export function summaryLines(record: RunRecord, reportDir: string): string[] {
  const { totals, suite } = record;
  const failed = failuresOf(record);
  const { pass, fail, waived, 'not-tested': notTested, 'not-applicable': notApplicable } = totals.requirements;
  return [
    ...record.errors.slice(0, SHOWN).map((error) => `! ${oneLine(error, 300)}`),
    ...record.warnings.slice(0, SHOWN).map((warning) => `~ ${oneLine(warning, 200)}`),
    ...failed.slice(0, SHOWN).flatMap(failure),
    ...(failed.length > SHOWN ? [`… and ${failed.length - SHOWN} further failures in the report`] : []),
    ...untested(record),
    '',
    `requirements: ${pass} passed, ${fail} failed, ${waived} waived, ${notTested} not tested, ${notApplicable} not applicable`,
    `${totals.checks.executed} checks, ${plural(totals.requests, 'request')} in ${seconds(record.durationMs)}, seed ${suite.seed}`,
    ...(record.leftovers.length > 0
      ? [`left over in the account: ${plural(record.leftovers.length, 'record')}, listed in the report`]
      : []),
    `report: ${join(reportDir, 'index.html')}`,
    `verdict: ${record.verdict} — ${oneLine(record.summary, 300)}`,
  ];
}
