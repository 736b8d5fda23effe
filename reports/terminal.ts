/** What is shown in a terminal: progress in one line, and a summary that fits one screen. */
import { join } from 'node:path';
import type { RequirementVerdict, RunRecord } from '../schemas/contract.ts';

const SHOWN = 5;

export const progressLine = (done: number, planned: number, what: string) => `${done}/${planned} ${what}`.slice(0, 100);

function failure({ id, level, section, text, operations }: RequirementVerdict): string[] {
  const cell = operations.find(({ outcome }) => outcome === 'fail');
  const [evidence] = cell?.evidence ?? [];
  return [
    `✗ ${id} (${level}, ${section}) on ${cell?.operation}`,
    `  ${text}`,
    ...(evidence
      ? [
          `  ${evidence.message}: expected ${oneLine(evidence.expected)}, received ${oneLine(evidence.received)}${evidence.at ? ` at ${evidence.at}` : ''}`,
          ...(evidence.curl ? [`  see it: ${oneLine(evidence.curl, 400)}`] : []),
          `  again: ${evidence.rerun}`,
        ]
      : []),
  ];
}

const oneLine = (text: string, longest = 120) => {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length <= longest ? flat : `${flat.slice(0, longest)}…`;
};

/** Reasons of what was not tested, each with how many requirements it holds back. */
function untested(record: RunRecord): string[] {
  const reasons = new Map<string, number>();
  for (const { outcome, level, remedy = 'see the report' } of record.requirements) {
    if (outcome === 'not-tested' && level !== 'open') reasons.set(remedy, (reasons.get(remedy) ?? 0) + 1);
  }
  return [...reasons]
    .sort((a, b) => b[1] - a[1])
    .slice(0, SHOWN)
    .map(([remedy, count]) => `  ${count} not tested; needs: ${oneLine(remedy)}`);
}

/** The summary at the end of a run. */
export function summaryLines(record: RunRecord, reportDir: string): string[] {
  const { totals, requirements, suite } = record;
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const { pass, fail, waived, 'not-tested': notTested, 'not-applicable': notApplicable } = totals.requirements;
  return [
    ...record.errors.slice(0, SHOWN).map((error) => `! ${error}`),
    ...record.warnings.map((warning) => `~ ${warning}`),
    ...failed.slice(0, SHOWN).flatMap(failure),
    ...(failed.length > SHOWN ? [`… and ${failed.length - SHOWN} further failures in the report`] : []),
    ...untested(record),
    '',
    `requirements: ${pass} passed, ${fail} failed, ${waived} waived, ${notTested} not tested, ${notApplicable} not applicable`,
    `${totals.checks.executed} checks, ${totals.requests} requests in ${(record.durationMs / 1000).toFixed(1)} s, seed ${suite.seed}`,
    ...(record.leftovers.length > 0
      ? [`left over in the account: ${record.leftovers.length} records, listed in the report`]
      : []),
    `report: ${join(reportDir, 'index.html')}`,
    `verdict: ${record.verdict} — ${record.summary}`,
  ];
}
