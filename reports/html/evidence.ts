/** What speaks for a failure, as HTML: on the page itself, and in a file of its own where there is more of it. */
import type { Evidence, Exchange, RequirementVerdict } from '../../schemas/contract.ts';
import { restsWords } from '../failures.ts';
import { cut, cutLines, plural } from '../text.ts';
import { copyScript } from './copy.ts';
import { documentOf } from './document.ts';
import { type Html, html } from './html.ts';
import { mark } from './parts.ts';
import { answer, type Difference, laidOut } from './pretty.ts';
import { prose } from './prose.ts';

/** How much of a text is shown. */
export interface Measure {
  body: number;
  lines: number;
}

export const ON_PAGE: Measure = { body: 2_000, lines: 60 };
const IN_FILE: Measure = { body: 20_000, lines: 600 };
/** Failures in the file of one requirement; more of them are in the record alone. */
const MOST = 300;
const MOST_HEADERS = 40;

const headers = (all: Readonly<Record<string, string>>) =>
  Object.entries(all)
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => `${cut(name, 100)}: ${cut(value, 300)}`);

/** Request and response, as they went over the wire. */
function exchangeText(exchange: Exchange, { body, lines }: Measure, difference?: Difference): Html {
  const { method, url, requestHeaders, requestBody, status, responseHeaders, responseBody } = exchange;
  const before = [
    `${method} ${cut(url, 1000)}`,
    ...headers(requestHeaders),
    ...(requestBody === undefined ? [] : ['', cutLines(laidOut(requestBody), body, lines)]),
    '',
    `→ ${status}`,
    ...headers(responseHeaders),
    '',
    '',
  ].join('\n');
  return html`<pre>${before}${answer(responseBody, difference, (text) => cutLines(text, body, lines))}</pre>`;
}

/** @param copied what a reader would copy it as */
const row = (term: string, text: string | undefined, copied?: string): Html =>
  text !== undefined && html`<dt>${term}</dt><dd><pre data-copy=${copied}>${text}</pre></dd>`;

/** The command of a request, where it has room. */
function curlRow(curl: string | undefined, measure: Measure): Html {
  if (curl !== undefined && measure === ON_PAGE && curl.length > measure.body)
    return row('see it', 'The command is long, and stands in the evidence at more length.');
  return row('see it', curl, 'the curl command');
}

/** One failure. */
export function evidenceOf(evidence: Evidence, measure: Measure): Html {
  const { message, expected, received, at, exchange, before, curl, script, rerun, property } = evidence;
  const rests = restsWords(evidence);
  const short = (text: string) => cutLines(laidOut(text), measure.body, measure.lines);
  const difference = at === undefined ? undefined : { at, received };
  return html`<div class="evidence">
    <p class="finding">${prose(cut(message, 500))}${at ? html` at <code>${cut(at, 200)}</code>` : ''}</p>
    ${rests && html`<p class="warn">${prose(cut(rests, 1000))}</p>`}
    <dl>
      ${row('expected', short(expected))}${row('received', short(received))}
      ${property && row('counterexample', `${short(property.counterexample)}\nseed ${property.seed}, path ${property.path}, found in run ${property.runs}`)}
      ${curlRow(curl, measure)}${row('run it alone', rerun, 'the command that runs it alone')}
    </dl>
    ${script !== undefined && html`<details><summary>All its steps, as a shell script</summary><pre data-copy="the script">${script}</pre></details>`}
    ${exchange && html`<details open><summary>Request and response</summary>${exchangeText(exchange, measure, difference)}</details>`}
    ${
      before.length > 0 &&
      html`<details><summary>${plural(before.length, 'exchange')} before it</summary>
      ${before.map((one) => exchangeText(one, { body: measure.body / 4, lines: measure.lines / 4 }))}</details>`
    }
  </div>`;
}

/** File of a requirement's evidence, relative to the page. */
export const evidencePath = (id: string) => `evidence/${id}.html`;

/** The page with all evidence of one requirement. */
export function evidencePage({ id, level, section, text, operations }: RequirementVerdict): string {
  const all = operations.flatMap(({ operation, outcome, evidence = [] }) =>
    evidence.map((one) => ({ operation, outcome, one })),
  );
  const content = html`<main>
    <p><a href=${`../index.html#${id}`}>Back to the report</a></p>
    <h1>${id}</h1>
    <p>${prose(text)}</p>
    <p class="note">${level}; specification: ${section}; ${plural(all.length, 'failure')}.
      ${all.length > MOST ? ` The first ${MOST} are shown, the others stand in conformance.json.` : ''}</p>
    ${all
      .slice(0, MOST)
      .map(
        ({ operation, outcome, one }, index) =>
          html`<section><h2>${index + 1}. ${mark(outcome)} on <code>${operation}</code></h2>${evidenceOf(one, IN_FILE)}</section>`,
      )}
  </main>`;
  return documentOf(`${id}: evidence`, content, copyScript);
}
