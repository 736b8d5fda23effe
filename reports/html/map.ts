/** Coverage as a map: operations down, aspects across, each cell coloured by its worst outcome and linked to what it stands for. */
import type { RunRecord } from '../../schemas/contract.ts';
import { aspects, type MapCell, mapOf } from '../aspects.ts';
import { type Html, html } from './html.ts';
import { section, table } from './parts.ts';

/** A sign beside the colour, for those who do not see it and for print. */
const SIGNS: Readonly<Record<MapCell['outcome'], string>> = {
  fail: '✗',
  warn: '⚠',
  waived: '~',
  'not-tested': '?',
  pass: '',
  observed: '·',
  'not-applicable': '–',
};

const WORDS: Readonly<Record<MapCell['outcome'], string>> = {
  fail: 'fail',
  warn: 'only warn',
  waived: 'waived',
  'not-tested': 'not tested',
  pass: 'all pass',
  observed: 'open',
  'not-applicable': 'not applicable',
};

/** To the one requirement that it is about, else to all of the cell. */
const addressOf = ({ operation, aspect, outcome, count, first }: MapCell) =>
  count === 1 && outcome !== 'pass' ? `#${first}` : `#?operation=${operation}&aspect=${aspect}`;

/** None where nothing was judged. */
function numberOf({ outcome, count, of }: Omit<MapCell, 'aspect' | 'operation'>): string {
  if (outcome === 'observed' || outcome === 'not-applicable') return '';
  return outcome === 'pass' || count === of ? `${count}` : `${count}/${of}`;
}

/** A cell with its colour, its sign and its number. @param address what it leads to */
export function mapCell(found: Omit<MapCell, 'aspect' | 'operation'>, address: string): Html {
  const { outcome } = found;
  return html`<td class=${outcome}><a href=${address}>${SIGNS[outcome]}${numberOf(found)}</a></td>`;
}

function cell(found: MapCell | undefined): Html {
  return found ? mapCell(found, addressOf(found)) : html`<td></td>`;
}

/** What the colours and signs of a map mean. */
export const legend: Html = html`<p class="legend">${Object.entries(WORDS).map(
  ([outcome, words]) => html`<span class=${outcome}>${SIGNS[outcome as MapCell['outcome']] || '12'}</span> ${words} `,
)}</p>`;

/** Every operation × every aspect. */
export function mapSection({ requirements, operations, settings }: RunRecord): Html {
  const cells = mapOf(requirements, settings.strict === true);
  if (cells.size === 0) return undefined;
  const rows = operations
    .filter(({ id }) => aspects.some((aspect) => cells.has(`${id} ${aspect.id}`)))
    .map(
      ({ id }) =>
        html`<tr><th scope="row"><a href=${`#?operation=${id}`}>${id}</a></th>${aspects.map((aspect) => cell(cells.get(`${id} ${aspect.id}`)))}</tr>`,
    );
  return section(
    'map',
    'Map of the operations',
    html`<div>
      ${legend}
      ${table(
        'Requirements of each operation, by what they are about',
        ['Operation', ...aspects.map(({ title, about }) => html`<abbr title=${about}>${title}</abbr>`)],
        rows,
      )}
      <p class="note">${aspects.map(({ title, about }) => html`<b>${title}</b>: ${about}. `)}</p>
    </div>`,
    'The colour is that of the worst outcome. The number says how many requirements have it, and of how many. Each cell leads to its requirements.',
  );
}
