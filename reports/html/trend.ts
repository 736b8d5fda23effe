/** The trend over the runs before: a column for each, and the numbers beneath. */
import type { Past, RunRecord } from '../../schemas/contract.ts';
import { pastOf } from '../history.ts';
import { plural, seconds } from '../text.ts';
import { type Html, html } from './html.ts';
import { mark, section, table } from './parts.ts';

const HEIGHT = 60;
const STEP = 22;
const PARTS = ['failed', 'warned', 'waived', 'untested'] as const;

const troubles = (past: Past) => PARTS.reduce((sum, part) => sum + past[part], 0);
const day = (past: Past) => past.startedAt.slice(0, 16).replace('T', ' ');

/** What is not right of one run, stacked from below; a stroke on the ground where all is well. */
function column(past: Past, index: number, most: number): Html {
  let top = HEIGHT;
  const parts = PARTS.filter((part) => past[part] > 0).map((part) => {
    const height = Math.max(3, (past[part] / most) * (HEIGHT - 6));
    top -= height;
    return html`<rect class=${part} x=${index * STEP} y=${top.toFixed(1)} width=${STEP - 6} height=${height.toFixed(1)} />`;
  });
  return parts.length > 0
    ? parts
    : html`<rect class="pass" x=${index * STEP} y=${HEIGHT - 3} width=${STEP - 6} height="3" />`;
}

function row(past: Past, before: Past | undefined): Html {
  const { verdict, passed, failed, warned, waived, untested, requests, durationMs, contractHash } = past;
  const changed = before !== undefined && before.contractHash !== contractHash;
  return html`<tr><th scope="row">${day(past)}</th><td>${mark(verdict)}${changed && ' other contract'}</td>
    ${[passed, failed, warned, waived, untested, requests].map((count) => html`<td class="number">${count}</td>`)}<td class="number">${seconds(durationMs)}</td></tr>`;
}

/** The runs before and this one; nothing where there was none, or where only a part was run. */
export function trendSection(record: RunRecord): Html {
  const now = pastOf(record);
  const before = (record.history ?? []).filter(({ runId }) => runId !== record.runId);
  if (!now || before.length === 0) return undefined;
  const runs = [...before, now];
  const most = Math.max(1, ...runs.map(troubles));
  const width = runs.length * STEP;
  return section(
    'trend',
    'Trend',
    html`<div>
      <svg class="trend" viewBox=${`0 0 ${width} ${HEIGHT}`} width=${width} height=${HEIGHT} role="img" aria-label=${`What was not right in each of ${plural(runs.length, 'run')}; the table has the numbers`}>${runs.map((past, index) => column(past, index, most))}</svg>
      ${table(
        'Requirements in each run, the newest first',
        ['Began (UTC)', 'Verdict', 'Passed', 'Failed', 'Only warn', 'Waived', 'Not tested', 'Requests', 'Took'],
        runs.map((past, index) => row(past, runs[index - 1])).reverse(),
      )}
    </div>`,
    `Each column is a run, this one last. It shows what failed, what only warned, what was waived and what was not tested; the highest stands for ${plural(most, 'requirement')}.`,
  );
}
