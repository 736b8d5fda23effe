/** The page of the faults campaign: which requirement caught which wrong behaviour. */
import { documentOf } from './document.ts';
import { html } from './html.ts';

interface Row {
  fault: string;
  title: string;
  breaks: readonly string[];
  caughtBy: readonly string[];
  besides: readonly string[];
  ms: number;
}

/** @param unproven checks that caught no fault */
export function faultsPage(rows: readonly Row[], unproven: readonly string[]): string {
  const content = html`<main>
    <h1>${rows.filter(({ caughtBy }) => caughtBy.length > 0).length} of ${rows.length} faults caught</h1>
    <table>
      <thead><tr>${['Fault', 'What is wrong', 'Breaks', 'Caught by', 'Also failed'].map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${rows.map(
        ({ fault, title, breaks, caughtBy, besides }) => html`<tr>
          <th scope="row">${fault}</th><td>${title}</td><td>${breaks.join(' ')}</td>
          <td><span class=${`mark ${caughtBy.length > 0 ? 'pass' : 'fail'}`}>${caughtBy.join(' ') || 'nothing'}</span></td><td>${besides.join(' ')}</td>
        </tr>`,
      )}</tbody>
    </table>
    ${unproven.length > 0 && html`<h2>Checks that caught no fault</h2><ul>${unproven.map((check) => html`<li>${check}</li>`)}</ul>`}
  </main>`;
  return documentOf('Faults campaign', content);
}
