/** `summary.md`: the verdict on one screen, for job summaries and chat. */
import type { RunRecord } from '../schemas/contract.ts';
import { type Cause, causesOf, effects } from './causes.ts';
import { restsWords, type Trouble, troublesOf } from './failures.ts';
import { countsOf, groupWords } from './headline.ts';
import { needs, needWords } from './needs.ts';
import { oneLine, plural, seconds } from './text.ts';

const SHOWN = 20;

/** Text of a target as text: no markup of Markdown or HTML in it acts, and nobody is mentioned. */
const plain = (text: string, longest = 300): string =>
  oneLine(text, longest)
    .replaceAll(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replaceAll('://', ':&#47;&#47;');

/** As many backticks as end no code that has some of its own. */
function fence(text: string, least: number): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  return '`'.repeat(Math.max(least, longest + 1));
}

/** Code within a line; in no table, where a bar would end the cell. */
function code(text: string, longest = 300): string {
  const line = oneLine(text, longest);
  const marks = fence(line, 1);
  const gap = /^`|`$/.test(line) ? ' ' : '';
  return `${marks}${gap}${line}${gap}${marks}`;
}

/** A command in a block of its own, whole: what is copied from it runs. */
function commandBlock(command: string): string[] {
  const line = oneLine(command, Number.POSITIVE_INFINITY);
  const marks = fence(line, 3);
  return [`  ${marks}sh`, `  ${line}`, `  ${marks}`];
}

/** A cause, what follows from it, and the requirements that fail for it beside the one that is shown. */
function causeLines(cause: Cause, shown: string): string[] {
  const others = cause.failed.map(({ id }) => id).filter((id) => id !== shown);
  return [
    `- **${plain(cause.words)}**: ${effects(cause)}.`,
    ...(others.length > 0 ? [`  Besides the next one: ${plain(others.join(', '), 1000)}.`] : []),
  ];
}

function failure({ verdict: { id, section, text, operations }, weight, cause }: Trouble): string[] {
  const failed = operations.filter(({ outcome }) => outcome === 'fail');
  const [evidence] = failed[0]?.evidence ?? [];
  const where = `${code(failed[0]?.operation ?? '')}${failed.length > 1 ? ` and ${plural(failed.length - 1, 'other operation')}` : ''}`;
  const rests = evidence && restsWords(evidence);
  return [
    ...(cause ? causeLines(cause, id) : []),
    `- **${id}** (${weight}; ${plain(section)}) on ${where}: ${plain(text)}`,
    ...(evidence
      ? [
          `  ${plain(evidence.message)}: expected ${code(evidence.expected, 120)}, received ${code(evidence.received, 120)}`,
          ...(rests ? [`  ${plain(rests)}`] : []),
          ...commandBlock(evidence.rerun),
        ]
      : []),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines];
}

/** The summary of a run in Markdown, as CI services show it. */
export function summary(record: RunRecord): string {
  const { target, totals, groups, requirements, suite, startedAt, durationMs } = record;
  const { pass, waived, 'not-tested': untested, 'not-applicable': other } = totals.requirements;
  const counts = countsOf(requirements, record.settings.strict === true);
  const failed = troublesOf(record);
  const more = failed.length > SHOWN ? [`- … and ${failed.length - SHOWN} further, in the report`] : [];
  const rows = groups.map(
    ({ title, totals: of, ...group }) =>
      `| ${plain(title)} | ${groupWords({ ...group, title, totals: of })} | ${of.pass} | ${of.fail} | ${of.waived} | ${of['not-tested']} | ${of['not-applicable']} |`,
  );
  return [
    `## ${record.verdict}: ${plain(record.summary)}`,
    '',
    `${plain(target.name)} at ${code(target.baseUrl)}, ${startedAt}, ${seconds(durationMs)}, ${totals.checks.executed} of ${totals.checks.planned} checks, ${plural(totals.requests, 'request')}; ${suite.name} ${suite.version}, seed ${suite.seed}.`,
    '',
    `Requirements: ${pass} passed, ${counts.failed} failed, ${counts.warned} only warn, ${waived} waived, ${untested} not tested, ${other} not applicable.`,
    ...section('What broke', [...record.errors.slice(0, SHOWN).map((error) => `- ${plain(error)}`)]),
    ...section('Warnings', [...record.warnings.slice(0, SHOWN).map((warning) => `- ${plain(warning)}`)]),
    '',
    'By group, counting a requirement once for every operation that it concerns:',
    '',
    '| Group | Verdict | Passed | Failed | Waived | Not tested | Not applicable |',
    '|---|---|--:|--:|--:|--:|--:|',
    ...rows,
    ...section('What fails', [...failed.slice(0, SHOWN).flatMap(failure), ...more]),
    ...section(
      'What was not tested, and what to set',
      [
        ...causesOf(record)
          .filter((cause) => cause.failed.length === 0)
          .map((cause) => `- ${plural(cause.untested.length, 'requirement')}: ${plain(cause.words)}`),
        ...needs(record).map((need) => `- ${plural(need.ids.length, 'requirement')}: ${plain(needWords(need))}`),
      ].slice(0, SHOWN),
    ),
    '',
  ].join('\n');
}
