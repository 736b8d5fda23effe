/** `summary.md`: the verdict on one screen, for job summaries and chat. */
import type { RunRecord } from '../schemas/contract.ts';
import { type Failed, failuresOf } from './failures.ts';
import { needs } from './needs.ts';
import { oneLine, plural, seconds } from './text.ts';

const SHOWN = 20;

/** Text of a target as text: no markup of Markdown or HTML in it acts, and nobody is mentioned. */
export const plain = (text: string, longest = 300): string =>
  oneLine(text, longest)
    .replaceAll(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replaceAll('://', ':&#47;&#47;');

/** Code in which no backtick ends it. */
const code = (text: string, longest = 300) => `\`${oneLine(text, longest).replaceAll('`', "'").replaceAll('|', '¦')}\``;

function failure({ verdict: { id, section, text, operations }, weight }: Failed): string[] {
  const failed = operations.filter(({ outcome }) => outcome === 'fail');
  const [evidence] = failed[0]?.evidence ?? [];
  const where = `${code(failed[0]?.operation ?? '')}${failed.length > 1 ? ` and ${plural(failed.length - 1, 'other operation')}` : ''}`;
  return [
    `- **${id}** (${weight}; ${plain(section)}) on ${where}: ${plain(text)}`,
    ...(evidence
      ? [
          `  ${plain(evidence.message)}: expected ${code(evidence.expected, 120)}, received ${code(evidence.received, 120)}`,
          `  ${code(evidence.rerun)}`,
        ]
      : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines];
}

export function summary(record: RunRecord): string {
  const { target, totals, groups, requirements, suite, startedAt, durationMs } = record;
  const failed = failuresOf(record);
  const more = failed.length > SHOWN ? [`- … and ${failed.length - SHOWN} further, in the report`] : [];
  const rows = groups.map(
    ({ title, verdict, totals: of }) =>
      `| ${plain(title)} | ${verdict} | ${of.pass} | ${of.fail} | ${of.waived} | ${of['not-tested']} | ${of['not-applicable']} |`,
  );
  return [
    `## ${record.verdict}: ${plain(record.summary)}`,
    '',
    `${plain(target.name)} at ${code(target.baseUrl)}, ${startedAt}, ${seconds(durationMs)}, ${totals.checks.executed} of ${totals.checks.planned} checks, ${plural(totals.requests, 'request')}; ${suite.name} ${suite.version}, seed ${suite.seed}.`,
    ...section('What broke', [...record.errors.slice(0, SHOWN).map((error) => `- ${plain(error)}`)]),
    ...section('Warnings', [...record.warnings.slice(0, SHOWN).map((warning) => `- ${plain(warning)}`)]),
    '',
    '| Group | Verdict | Passed | Failed | Waived | Not tested | Not applicable |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rows,
    ...section('What fails', [...failed.slice(0, SHOWN).flatMap(failure), ...more]),
    ...section(
      'What was not tested, and what to set',
      needs(requirements)
        .slice(0, SHOWN)
        .map(({ remedy, ids }) => `- ${plain(remedy)}: ${plural(ids.length, 'requirement')}`),
    ),
    '',
  ].join('\n');
}
