/** The page of a comparison: a matrix requirement × target, and what is new in each run. Works without a script. */
import { type Outcome, registers } from '../../schemas/contract.ts';
import { worstOf } from '../aspects.ts';
import type { Change, Changes, Comparison, ObservationChange } from '../compare.ts';
import { cut, plural } from '../text.ts';
import { documentOf } from './document.ts';
import { type Html, html } from './html.ts';
import { legend, mapCell } from './map.ts';
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

/** Groups of requirements × runs: what one sees from some steps away. */
function wall(matrix: Comparison['matrix'], names: readonly string[]): Html {
  const groupOf = ({ id }: Comparison['matrix'][number]) => id.split('.')[0] ?? id;
  const rows = [...new Set(matrix.map(groupOf))].map((group) => {
    const own = matrix.filter((row) => groupOf(row) === group);
    const cells = names.map((_, run) => {
      const found = own.flatMap(({ id, outcomes }) => {
        const outcome = outcomes[run];
        return outcome ? [{ id, outcome }] : [];
      });
      return found.length === 0 ? html`<td></td>` : cellOf(found);
    });
    return html`<tr><th scope="row">${registers.find((one) => one.group === group)?.title ?? group}</th>${cells}</tr>`;
  });
  return section(
    'map',
    'At a glance',
    html`<div>${legend}${table('Requirements of each group in each run', ['Group', ...names], rows)}</div>`,
    'The colour is that of the worst outcome. The number says how many requirements have it, and of how many. Each cell leads to the first of them.',
  );
}

function cellOf(found: readonly { id: string; outcome: Outcome }[]): Html {
  const worst = worstOf(found);
  return mapCell({ ...worst, of: found.length }, `#${worst.first}`);
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
      html`<tr><th scope="row">${cut(name, 100)}</th><td>${mark(verdict)}</td><td>${startedAt.slice(0, 16).replace('T', ' ')}</td><td>${suite}, run ${runId}</td></tr>`,
  );
  const names = runs.map(({ name }) => cut(name, 100));
  const content = html`<main>
    <h1>${plural(differing, 'requirement')} of ${matrix.length} differ between ${plural(runs.length, 'run')}</h1>
    ${!sameContract && html`<p class="warn">The runs were judged by different contracts: a difference may come from the suite.</p>`}
    ${section('runs', 'Runs', table('What is compared', ['Run', 'Verdict', 'Began (UTC)', 'Suite'], about))}
    ${wall(matrix, names)}
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
