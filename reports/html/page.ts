/** The report page: one self-contained HTML file, readable without JavaScript. */
import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { render } from 'preact-render-to-string';
import type {
  CellVerdict,
  Evidence,
  Exchange,
  GroupVerdict,
  RequirementVerdict,
  RunRecord,
} from '../../schemas/contract.ts';
import { style } from './style.ts';

type Html = VNode | VNode[] | string | undefined;

const COLUMNS = ['pass', 'fail', 'waived', 'not-tested', 'not-applicable'] as const;

function groupRow({ title, verdict, totals }: GroupVerdict): Html {
  return html`<tr>
    <th scope="row">${title}</th>
    <td><span class=${`mark ${verdict}`}>${verdict}</span></td>
    ${COLUMNS.map((column) => html`<td class="number">${totals[column] || '·'}</td>`)}
  </tr>` as VNode;
}

function exchangeText({
  method,
  url,
  requestHeaders,
  requestBody,
  status,
  responseHeaders,
  responseBody,
}: Exchange): string {
  const headers = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [
    `${method} ${url}`,
    ...headers(requestHeaders),
    ...(requestBody === undefined ? [] : ['', requestBody]),
    '',
    `→ ${status}`,
    ...headers(responseHeaders),
    '',
    responseBody,
  ].join('\n');
}

function evidenceOf(evidence: Evidence): Html {
  const { message, expected, received, at, exchange, before, curl, rerun, property } = evidence;
  return html`<div class="evidence">
    <p><strong>${message}</strong>${at ? html` at <code>${at}</code>` : ''}</p>
    <dl>
      <dt>expected</dt><dd><pre>${expected}</pre></dd>
      <dt>received</dt><dd><pre>${received}</pre></dd>
      ${property && html`<dt>counterexample</dt><dd><pre>${property.counterexample}</pre>seed ${property.seed}, path ${property.path}, run ${property.runs}</dd>`}
      ${curl && html`<dt>see it</dt><dd><pre>${curl}</pre></dd>`}
      <dt>run it alone</dt><dd><pre>${rerun}</pre></dd>
    </dl>
    ${exchange && html`<details open><summary>request and response</summary><pre>${exchangeText(exchange)}</pre></details>`}
    ${before.length > 0 && html`<details><summary>${before.length} exchanges before it</summary>${before.map((one) => html`<pre>${exchangeText(one)}</pre>`)}</details>`}
  </div>` as VNode;
}

function cellRow({ operation, outcome, reason, remedy, observation, evidence = [] }: CellVerdict): Html {
  return html`<li>
    <code>${operation}</code> <span class=${`mark ${outcome}`}>${outcome}</span>
    ${reason && html` <span>${reason}</span>`}
    ${remedy && html` <span class="remedy">To test it: ${remedy}</span>`}
    ${observation !== undefined && html` <code>${JSON.stringify(observation)}</code>`}
    ${evidence.map(evidenceOf)}
  </li>` as VNode;
}

function requirementBlock({ id, level, section, text, outcome, operations }: RequirementVerdict): Html {
  return html`<details class="requirement" id=${id} open=${outcome === 'fail'} data-outcome=${outcome} data-level=${level}>
    <summary>
      <span class=${`mark ${outcome}`}>${outcome}</span> <a href=${`#${id}`}>${id}</a> <span class="level">${level}</span>
      <span class="text">${text}</span>
    </summary>
    <p class="section">Specification: ${section}</p>
    <ul>${operations.map(cellRow)}</ul>
  </details>` as VNode;
}

function list(title: string, lines: readonly string[]): Html {
  return lines.length === 0
    ? undefined
    : (html`<section><h2>${title}</h2><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></section>` as VNode);
}

function body(record: RunRecord): VNode {
  const { target, suite, totals, requirements } = record;
  const failed = requirements.filter(({ outcome }) => outcome === 'fail');
  const groups = [...new Set(requirements.map(({ group }) => group))];
  return html`<main>
    <header>
      <h1><span class=${`mark ${record.verdict}`}>${record.verdict}</span> ${record.summary}</h1>
      <p>${target.name} at <code>${target.baseUrl}</code>, ${record.startedAt}, ${(record.durationMs / 1000).toFixed(1)} s, ${totals.requests} requests;
        ${' '}${suite.name} ${suite.version}, contract ${suite.contractHash}, seed ${suite.seed}, ${suite.numRuns} runs per property, Node ${suite.node}</p>
    </header>
    ${list('What broke', record.errors)}
    ${list('Warnings', record.warnings)}
    <section>
      <h2>Operation groups</h2>
      <table>
        <thead><tr><th scope="col">Group</th><th scope="col">Verdict</th>${COLUMNS.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
        <tbody>${record.groups.map(groupRow)}</tbody>
      </table>
      <p>Numbers count requirements on single operations, without those of level open.</p>
    </section>
    ${failed.length > 0 && html`<section><h2>Failures</h2><ul>${failed.map(({ id, text, level }) => html`<li><a href=${`#${id}`}>${id}</a> (${level}): ${text}</li>`)}</ul></section>`}
    <section>
      <h2>Requirements</h2>
      ${groups.map((group) => html`<h3>${group}</h3>${requirements.filter((one) => one.group === group).map(requirementBlock)}`)}
    </section>
    ${list(
      'Left over in the account',
      record.leftovers.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`),
    )}
  </main>` as VNode;
}

/** The page of a record. */
export function page(record: RunRecord): string {
  const title = `${record.target.name}: ${record.verdict}`;
  const head = render(
    html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
    <title>${title.toWellFormed()}</title>
  </head>` as VNode,
  );
  const content = render(body(record)).toWellFormed();
  return `<!doctype html>\n<html lang="en">${head.replace('</head>', `<style>${style}</style></head>`)}<body>${content}</body></html>\n`;
}
