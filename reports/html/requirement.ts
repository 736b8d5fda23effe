/** A requirement on the report page: words, level, section, and what came of it on each operation. */
import { type Basis, type CellVerdict, kinds, type RequirementVerdict } from '../../schemas/contract.ts';
import { aspectOf } from '../aspects.ts';
import { cut, plural } from '../text.ts';
import { evidenceOf, evidencePath, ON_PAGE } from './evidence.ts';
import { type Html, html } from './html.ts';
import { mark } from './parts.ts';
import { prose } from './prose.ts';

/** Evidence that the page still has room for; shared by all requirements, in their order. */
export interface Room {
  left: number;
}

/** Failures whose evidence stands on the page itself. */
export const room = (): Room => ({ left: 150 });
/** Of one requirement, so that one that fails everywhere leaves room for the others. */
const OF_ONE = 3;

/** Operations with the same to say, so that it is said once. */
interface Rows {
  cell: CellVerdict;
  operations: string[];
  /** What was compared on all of them. */
  compared: number;
}

function rowsOf(cells: readonly CellVerdict[]): Rows[] {
  const rows = new Map<string, Rows>();
  for (const cell of cells) {
    const { outcome, reason, remedy, observation } = cell;
    const key = JSON.stringify([outcome, reason, remedy, observation]);
    const row = rows.get(key);
    const { compared = 0 } = cell;
    if (row) {
      row.operations.push(cell.operation);
      row.compared += compared;
    } else rows.set(key, { cell, operations: [cell.operation], compared });
  }
  return [...rows.values()];
}

function rowOf({ cell: { outcome, reason, remedy, observation }, operations, compared }: Rows): Html {
  return html`<li>
    ${mark(outcome)} ${operations.map((id) => html`<code>${id}</code> `)}
    ${compared > 0 && html`<span class="note">${plural(compared, 'comparison')}</span> `}
    ${reason && html`<span class="reason">${prose(cut(reason, 600))}</span> `}
    ${remedy && html`<span class="remedy">To test it: ${prose(cut(remedy, 300))}</span>`}
    ${observation !== undefined && html`<code class="observation">${cut(JSON.stringify(observation), 500)}</code>`}
  </li>`;
}

/** `14 KPI groups, 3 users; for example GET /v1/kpi-groups → 200`. */
function basisNote({ records, example }: Basis): Html {
  const counts = Object.entries(records).map(([name, count]) => plural(count, kinds[name]?.title ?? name));
  return html`<p class="note">Rests on ${counts.length > 0 && `${counts.join(', ')}, `}<code>${example}</code></p>`;
}

/** The evidence that has room on the page, and the way to the rest. */
function evidenceList({ id, operations }: RequirementVerdict, room: Room): Html {
  const all = operations.flatMap(({ operation, evidence = [] }) => evidence.map((one) => ({ operation, one })));
  if (all.length === 0) return undefined;
  const shown = all.slice(0, Math.min(OF_ONE, room.left));
  room.left -= shown.length;
  return html`<div>
    ${shown.map(({ operation, one }) => html`<h4>On <code>${operation}</code></h4>${evidenceOf(one, ON_PAGE)}`)}
    <p><a href=${evidencePath(id)}>${all.length > shown.length ? `All ${plural(all.length, 'failure')} with their evidence` : 'The evidence at more length'}</a></p>
  </div>`;
}

/** Whether a requirement has evidence, and so a file of it. */
export const hasEvidence = ({ operations }: RequirementVerdict) =>
  operations.some(({ evidence = [] }) => evidence.length > 0);

/** Most requirements are about what is their group's own; that goes without saying. */
function aspectShown(verdict: RequirementVerdict): string | undefined {
  const id = aspectOf(verdict)?.id ?? 'none';
  return id === 'own' ? undefined : id;
}

/** A requirement with its outcome, and its evidence where the page has room. */
export function requirementItem(verdict: RequirementVerdict, room: Room): Html {
  const { id, level, group, section, text, outcome, basis, operations } = verdict;
  const open = outcome === 'fail' && room.left > 0;
  return html`<li class="requirement" id=${id} data-outcome=${outcome} data-level=${level} data-group=${group} data-aspect=${aspectShown(verdict)}>
    <a class="link" href=${`#${id}`} aria-label=${`Link to ${id}`}>#</a>
    <details open=${open}>
      <summary>${mark(outcome)} <span class="level">${level}</span> <strong>${id}</strong> <span class="words">${prose(text)}</span></summary>
      <p class="note">Specification: ${section}. ${plural(operations.length, 'operation')}.</p>
      ${basis && basisNote(basis)}
      <ul class="cells">${rowsOf(operations).map(rowOf)}</ul>
      ${evidenceList(verdict, room)}
    </details>
  </li>`;
}
