/** The first screen: may we ship, what is wrong in a line each, and whom does it concern. */
import { groups, type RequirementVerdict, type RunRecord, type VerdictName } from '../../schemas/contract.ts';
import { causesOf } from '../causes.ts';
import { type Trouble, troublesOf } from '../failures.ts';
import { countsOf } from '../headline.ts';
import { needs } from '../needs.ts';
import { cut, oneLine, plural } from '../text.ts';
import { type Html, html } from './html.ts';
import { prose } from './prose.ts';

/** Lines of each sort; the sections below have the rest. */
const SHOWN = 5;
/** Groups that are named before they are counted. */
const NAMED = 3;

const ANSWERS: Readonly<Record<VerdictName, readonly [answer: string, kind: string]>> = {
  conformant: ['Yes', 'yes'],
  'conformant-with-waivers': ['Yes, with known failures', 'perhaps'],
  'non-conformant': ['No', 'no'],
  incomplete: ['Not known yet', 'perhaps'],
  'harness-error': ['Not known: the run itself failed', 'no'],
};

/** What to look at, and who can do something about it. */
interface Line {
  sign: string;
  kind: 'no' | 'perhaps';
  words: Html;
  who: string;
}

/** Title of the group that an operation belongs to. */
function titleOf(operation: string): string {
  const [group = ''] = operation.split('.');
  return groups.find(({ id }) => id === group)?.title ?? group;
}

/** The groups of operations that a requirement fails on: those who answer for them have to know. */
function ownersOf({ operations }: RequirementVerdict): string {
  const failed = operations.filter(({ outcome }) => outcome === 'fail').map(({ operation }) => titleOf(operation));
  const names = [...new Set(failed)];
  return names.length > NAMED ? `${names.length} groups` : names.join(', ');
}

function failureLine({ verdict, decides, cause }: Trouble): Line {
  const [evidence] = verdict.operations.flatMap(({ evidence: all = [] }) => all);
  const on = verdict.operations.find(({ outcome }) => outcome === 'fail')?.operation ?? '';
  const what = cause ? oneLine(cause.words, 160) : oneLine(evidence?.message ?? verdict.text, 160);
  return {
    ...{ sign: decides ? '✗' : '⚠', kind: decides ? 'no' : 'perhaps', who: ownersOf(verdict) },
    words: html`<a href=${`#${verdict.id}`}>${verdict.id}</a> ${cause ? '' : html`on <code>${on}</code>: `}${prose(what)}`,
  };
}

function failureLines(record: RunRecord): Line[] {
  const all = troublesOf(record);
  const more: Line = {
    ...{ sign: '…', kind: 'no', who: '' },
    words: html`<a href="#failures">${plural(all.length - SHOWN, 'further failure')}</a>`,
  };
  return [...all.slice(0, SHOWN).map((one) => failureLine(one)), ...(all.length > SHOWN ? [more] : [])];
}

/** What was not tested, and what most of it waits for: an operation that answers wrongly, or something to set. */
function untestedLine(record: RunRecord, untested: number): Line {
  const [need] = needs(record);
  const cause = causesOf(record).find(({ untested: ids }) => ids.length >= (need?.ids.length ?? 1));
  const waits = cause
    ? html`; ${cause.untested.length} wait for <code>${cause.operation}</code>`
    : need && html`; first needed: ${prose(oneLine(need.remedy, 120))}`;
  return {
    ...{ sign: '?', kind: 'perhaps' },
    who: cause ? titleOf(cause.operation) : 'whoever sets up the run',
    words: html`<a href="#untested">${plural(untested, 'requirement')}</a> not tested${waits}`,
  };
}

function otherLines(record: RunRecord): Line[] {
  const { untested, waived } = countsOf(record.requirements, record.settings.strict === true);
  const lines: Line[] = [];
  if (untested > 0) lines.push(untestedLine(record, untested));
  if (waived > 0)
    lines.push({
      ...{ sign: '~', kind: 'perhaps' },
      who: [...new Set(record.waivers.flatMap(({ owner }) => owner ?? []))].join(', ') || 'whoever wrote the waivers',
      words: html`<a href="#waivers">${plural(waived, 'known failure')}</a> waived`,
    });
  return lines;
}

const errorLines = ({ errors }: RunRecord): Line[] =>
  errors.slice(0, SHOWN).map((error) => ({
    ...{ sign: '!', kind: 'no', who: 'whoever runs the suite' },
    words: html`<a href="#errors">The run broke</a>: ${prose(oneLine(error, 200))}`,
  }));

/** The answer for someone who must decide. */
export function decision(record: RunRecord): Html {
  const { verdict, selection, part, settings, summary } = record;
  const isPart = selection !== undefined || part !== undefined || settings.profile === 'smoke';
  const [answer, kind] =
    isPart && verdict === 'incomplete' ? ['Not known: only a part was run', 'perhaps'] : ANSWERS[verdict];
  const lines = [...errorLines(record), ...failureLines(record), ...otherLines(record)];
  return html`<div class=${`decision ${kind}`}>
    <p class="ship">May we ship? <strong>${answer}.</strong></p>
    <h1>${prose(cut(summary, 400))}</h1>
    ${
      lines.length > 0 &&
      html`<ul class="lines">${lines.map(({ sign, kind: of, words, who }) => html`<li><span class=${`sign ${of}`}>${sign}</span><span>${words}</span>${who && html`<span class="who">concerns ${who}</span>`}</li>`)}</ul>`
    }
  </div>`;
}
