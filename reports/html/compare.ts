/** The page of a comparison: a matrix requirement × target, and what is new in each run. Works without a script. */
import type { Change, Changes, Comparison, ObservationChange } from '../compare.ts';
import { cut, plural } from '../text.ts';
import { documentOf } from './document.ts';
import { type Html, html } from './html.ts';
import { list, mark, section, table } from './parts.ts';

const MOST = 300;

const changeItem = ({ requirement, operation, level, before, after, reason }: Change): Html =>
  html`<a href=${`#${requirement}`}>${requirement}</a> (${level}) on <code>${operation}</code>: ${mark(before)} → ${mark(after)} ${cut(reason ?? '', 300)}`;

const observationItem = ({ requirement, operation, before, after }: ObservationChange): Html =>
  html`<a href=${`#${requirement}`}>${requirement}</a> on <code>${operation}</code>: <code>${cut(JSON.stringify(before), 200)}</code> → <code>${cut(JSON.stringify(after), 200)}</code>`;

function listOf(title: string, items: readonly Html[]): Html {
  if (items.length === 0) return undefined;
  return html`<div><h3>${title}: ${items.length}</h3>${list(items.slice(0, MOST))}
    ${items.length > MOST && html`<p class="note">The first ${MOST}; the others stand in compare.json.</p>`}</div>`;
}

function changesSection(changes: Changes, first: string, index: number): Html {
  const lists = [
    listOf('Newly failing', changes.newlyFailing.map(changeItem)),
    listOf('Newly not tested', changes.newlyNotTested.map(changeItem)),
    listOf('Newly passing', changes.newlyPassing.map(changeItem)),
    listOf('Observations that differ', changes.observations.map(observationItem)),
  ].filter(Boolean);
  const note = changes.regression ? 'A regression.' : 'No regression.';
  const content = lists.length > 0 ? lists : html`<p>Nothing differs.</p>`;
  return section(`run-${index}`, `${changes.name} against ${first}`, content, note);
}

/** The page that compares several runs. */
export function comparePage({ runs, matrix, changes, sameContract }: Comparison): string {
  const differing = matrix.filter(({ differs }) => differs).length;
  const rows = matrix.map(
    ({ id, level, text, outcomes, differs }) =>
      html`<tr id=${id} class=${differs ? 'differs' : 'same'}><th scope="row">${id} <span class="level">${level}</span><br /><span class="words">${text}</span></th>
      ${outcomes.map((outcome) => html`<td>${outcome === null ? 'not in its suite' : mark(outcome)}</td>`)}</tr>`,
  );
  const about = runs.map(
    ({ name, verdict, startedAt, suite, runId }) =>
      html`<tr><th scope="row">${cut(name, 100)}</th><td>${mark(verdict)}</td><td>${startedAt}</td><td>${suite}, run ${runId}</td></tr>`,
  );
  const names = runs.map(({ name }) => cut(name, 100));
  const content = html`<main>
    <h1>${plural(differing, 'requirement')} of ${matrix.length} differ between ${plural(runs.length, 'run')}</h1>
    ${!sameContract && html`<p class="warn">The runs were judged by different contracts: a difference may come from the suite.</p>`}
    ${section('runs', 'Runs', table('What is compared', ['Run', 'Verdict', 'When', 'Suite'], about))}
    ${changes.map((one, index) => changesSection(one, names[0] ?? '', index + 1))}
    ${section(
      'matrix',
      'Matrix',
      html`<div>
        <p><label><input type="checkbox" id="differences" /> only what differs</label></p>
        ${table('Outcome of each requirement in each run', ['Requirement', ...names], rows)}
      </div>`,
    )}
  </main>`;
  return documentOf(`Comparison: ${names.join(', ')}`, content);
}
