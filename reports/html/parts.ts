/** Small parts that several pages share. */
import { plural } from '../text.ts';
import { type Html, html } from './html.ts';

/** An outcome or a verdict. @param kind gives its colour where the words say more than one */
export const mark = (words: string, kind = words): Html => html`<span class=${`mark ${kind}`}>${words}</span>`;

/** A section with a heading that can be linked to; nothing when it is empty. */
export function section(id: string, title: string, content: Html, note?: string): Html {
  if (!content || (Array.isArray(content) && content.length === 0)) return undefined;
  return html`<section id=${id} aria-labelledby=${`${id}-title`}>
    <h2 id=${`${id}-title`}>${title}</h2>
    ${note && html`<p class="note">${note}</p>`}
    ${content}
  </section>`;
}

/** A wide table in a box that scrolls, also by keyboard. */
export function table(caption: string, columns: readonly (string | Html)[], rows: readonly Html[]): Html {
  return html`<div class="wide" role="region" aria-label=${caption} tabindex="0"><table>
    <caption>${caption}</caption>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`;
}

/** A list; nothing where it has no items. */
export const list = (items: readonly Html[]): Html =>
  items.length > 0 && html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** Ids of operations that are named at once. */
const SHOWN = 6;

/** Ids of operations; many of them only when asked for. */
export function idList(ids: readonly string[]): Html {
  const all = ids.map((id) => html`<code>${id}</code> `);
  if (ids.length <= SHOWN) return all;
  return html`<details><summary>${plural(ids.length, 'operation')}</summary>${all}</details>`;
}
