/** The top of the report page: for someone who must decide. */
import type { GroupVerdict, RequirementVerdict, RunRecord, Waiver } from '../../schemas/contract.ts';
import { type Cause, causesOf, effects } from '../causes.ts';
import { restsWords, troublesOf } from '../failures.ts';
import { countsOf, groupWords } from '../headline.ts';
import { needs } from '../needs.ts';
import { cut, oneLine, plural, seconds } from '../text.ts';
import { outcomeBar } from './bars.ts';
import { decision } from './decision.ts';
import { type Html, html } from './html.ts';
import { list, mark, section, table } from './parts.ts';
import { prose } from './prose.ts';

const COLUMNS = ['pass', 'fail', 'waived', 'not-tested', 'not-applicable'] as const;
const HEADS = ['Passed', 'Failed', 'Waived', 'Not tested', 'Not applicable'];
/** Failing requirements named at the top. */
const NAMED = 30;

/** `0.2.0 (digest 0123456789abcdef), record of format 1`. */
const contractWords = ({ format, suite: { contract = 'of 0.1', contractHash } }: RunRecord): string =>
  `${contract} (digest ${contractHash.slice(0, 16)}), record of format ${format}`;

/** The verdict and the facts of the run. */
export function header(record: RunRecord): Html {
  const { target, suite, totals, startedAt, durationMs, verdict, runId } = record;
  const { failed, warned } = countsOf(record.requirements, record.settings.strict === true);
  const { pass, waived, 'not-tested': untested, 'not-applicable': other, observed } = totals.requirements;
  const facts: [string, string][] = [
    ['Target', `${cut(target.name, 200)} at ${cut(target.baseUrl, 300)}`],
    [
      'When',
      `${startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}, for ${seconds(durationMs).replace(' ', '\u00a0')}`,
    ],
    ['Checks', `${totals.checks.executed} of ${totals.checks.planned} planned, ${plural(totals.requests, 'request')}`],
    ['Suite', `${suite.name} ${suite.version} on Node ${suite.node}, run ${runId}`],
    ['Contract', contractWords(record)],
    ['Seed', `${suite.seed}, ${suite.numRuns} runs per property`],
  ];
  return html`<header>
    ${decision(record)}
    <p class="totals">${mark(verdict)} Requirements: ${pass} passed, ${failed} failed, ${warned} only warn, ${waived} waived, ${untested} not tested, ${other} not applicable; ${observed} of level open observed.</p>
    <dl class="facts">${facts.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>
  </header>`;
}

const sizeOf = ({ totals }: GroupVerdict) => COLUMNS.reduce((sum, column) => sum + totals[column], 0);

function groupRow(one: GroupVerdict, longest: number): Html {
  const { group, title, verdict, totals } = one;
  const words = groupWords(one);
  return html`<tr>
    <th scope="row"><a href=${`#group-${group}`}>${title}</a></th>
    <td>${mark(words, words === verdict ? verdict : 'warned')}</td>
    <td>${outcomeBar(totals, longest)}</td>
    ${COLUMNS.map((column) => html`<td class=${`number ${totals[column] > 0 ? column : 'none'}`}>${totals[column]}</td>`)}
  </tr>`;
}

/** The verdict of each group of operations. */
export const groupsSection = ({ groups }: RunRecord): Html =>
  section(
    'groups',
    'Operation groups',
    table(
      'Requirements on single operations, by group',
      ['Group', 'Verdict', 'Share', ...HEADS],
      groups.map((one) => groupRow(one, Math.max(...groups.map(sizeOf)))),
    ),
    'A requirement counts once for every operation that it concerns. Those of level open are never judged and stand under Observations.',
  );

/** Where a requirement fails, and what was found there first. */
function finding({ operations }: RequirementVerdict): Html {
  const failed = operations.filter(({ outcome }) => outcome === 'fail');
  const [first, ...others] = failed;
  const [evidence] = first?.evidence ?? [];
  if (!first || !evidence) return undefined;
  const { message, expected, received } = evidence;
  const rests = restsWords(evidence);
  return html`<br /><span class="note">on <code>${first.operation}</code>${others.length > 0 && ` and ${plural(others.length, 'other operation')}`}: ${prose(oneLine(message, 200))}: expected <code>${oneLine(expected, 100)}</code>, received <code>${oneLine(received, 100)}</code></span>${rests && html`<br /><span class="warn">${oneLine(rests, 400)}</span>`}`;
}

const linkTo = (id: string): Html => html`<a href=${`#${id}`}>${id}</a> `;

/** A cause before the failure that shows it, with what else follows from it. */
function causeOf({ words, failed, untested, ...rest }: Cause, shown: string): Html {
  const others = failed.map(({ id }) => id).filter((id) => id !== shown);
  return html`<strong>${prose(cut(words, 400))}</strong>: ${effects({ words, failed, untested, ...rest })}
    ${others.length + untested.length > 0 && html`<details><summary>What follows from it besides the next</summary>${others.map(linkTo)}${untested.map(linkTo)}</details>`}<br />`;
}

/** What fails, what it comes from, and how to see it. */
export function failuresSection(record: RunRecord): Html {
  const failed = troublesOf(record);
  const items = failed
    .slice(0, NAMED)
    .map(
      ({ verdict, weight, cause }) =>
        html`${cause && causeOf(cause, verdict.id)}<a href=${`#${verdict.id}`}>${verdict.id}</a> (${weight}): ${prose(verdict.text)}${finding(verdict)}`,
    );
  const note = failed.length > NAMED ? `The first ${NAMED} of ${failed.length}; the others stand below.` : undefined;
  return section('failures', 'What fails', list(items), note);
}

/** Remedies, each with the requirements that wait for it. */
export function untestedSection(record: RunRecord): Html {
  const causes = causesOf(record).filter(({ failed }) => failed.length === 0);
  const all = [
    ...causes.map(({ words, untested, operation }) => ({
      remedy: `a target whose ${operation} answers rightly`,
      ...{ reason: words, ids: untested },
    })),
    ...needs(record),
  ];
  return section(
    'untested',
    'What was not tested, and what to set',
    list(
      all.slice(0, NAMED).map(
        ({ remedy, reason, ids }) =>
          html`<details><summary><strong>${prose(cut(remedy, 300))}</strong> opens ${plural(ids.length, 'requirement')}</summary>
            ${reason !== remedy && html`<p>Why: ${prose(cut(reason, 300))}</p>`}${ids.map((id) => html`<a href=${`#${id}`}>${id}</a> `)}</details>`,
      ),
    ),
    all.length > NAMED
      ? `The first ${NAMED} of ${all.length}, those that open most; the others stand with their requirements.`
      : undefined,
  );
}

/** A link only where it leads to the web: `javascript:` stays text. */
const linkOf = (link: string | undefined): Html =>
  link !== undefined && /^https?:\/\//.test(link)
    ? html`<a href=${link} rel="noreferrer">${cut(link, 80)}</a>`
    : cut(link ?? '', 80);

/** The waivers of the run; nothing where there are none. */
export function waiversSection({ waivers, startedAt }: RunRecord): Html {
  if (waivers.length === 0) return undefined;
  const row = ({ requirement, operation, at, target, reason, owner, link, expires }: Waiver) =>
    html`<tr><th scope="row"><a href=${`#${requirement}`}>${requirement}</a></th>
      <td>${operation ?? 'every one'}</td><td>${cut(at ?? 'any', 200)}</td><td>${target ?? 'any'}</td><td>${cut(reason, 300)}</td><td>${owner ?? ''}</td><td>${linkOf(link)}</td>
      <td>${expires}${expires < startedAt.slice(0, 10) ? ' (expired)' : ''}</td></tr>`;
  const columns = ['Requirement', 'Operation', 'Place', 'Target', 'Reason', 'Owner', 'Link', 'Last day'];
  return section('waivers', 'Waivers', table('Known failures that are let pass', columns, waivers.map(row)));
}
