/** Operation × status code, and response times. */
import type { OperationRecord } from '../../schemas/contract.ts';
import { type Answer, type CoverageRow, coverageTotals } from '../coverage.ts';
import { cut } from '../text.ts';
import { scaleOf, timeLine } from './bars.ts';
import { type Html, html } from './html.ts';
import { idList, section, table } from './parts.ts';

function answerCell(answer: Answer | undefined): Html {
  if (!answer) return html`<td></td>`;
  const { listed, seen, moot } = answer;
  if (listed && seen > 0) return html`<td class="number good">${seen}</td>`;
  if (listed) return html`<td class=${`number ${moot ? 'none' : 'warn'}`}>not seen</td>`;
  return html`<td class="number bad">${seen} unlisted</td>`;
}

/** Unseen answers, those with the same reason together. */
function unseen(rows: readonly CoverageRow[]): [string, string[]][] {
  const reasons = new Map<string, string[]>();
  for (const { operation, answers } of rows) {
    for (const { status, why } of answers) {
      if (why === undefined) continue;
      const key = `${status}: ${cut(why, 300)}`;
      reasons.set(key, [...(reasons.get(key) ?? []), operation.id]);
    }
  }
  return [...reasons].sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1));
}

/** Which of the listed answers of each operation were seen. */
export function coverageSection(rows: readonly CoverageRow[]): Html {
  const statuses = [...new Set(rows.flatMap(({ answers }) => answers.map(({ status }) => status)))].sort(
    (a, b) => a - b,
  );
  const { listed, seen } = coverageTotals(rows);
  const body = rows.map(
    ({ operation: { id, deprecated }, answers }) =>
      html`<tr><th scope="row"><code>${id}</code>${deprecated && ' (deprecated)'}</th>${statuses.map((status) => answerCell(answers.find((answer) => answer.status === status)))}</tr>`,
  );
  const reasons = unseen(rows);
  return section(
    'coverage',
    'Answers of the contract',
    html`<div>
      ${table('How often each operation gave each answer', ['Operation', ...statuses.map(String)], body)}
      ${
        reasons.length > 0 &&
        html`<h3>Why answers were not seen</h3>
        <ul>${reasons.map(([reason, ids]) => html`<li>${reason} ${idList(ids)}</li>`)}</ul>`
      }
    </div>`,
    `${seen} of ${listed} answers that the contract lists were seen, without errors of the server and operations that the target does not claim.`,
  );
}

/** `0.1 ms`, `1 s`. */
const unit = (value: number) => (value < 1000 ? `${value} ms` : `${value / 1000} s`);

const ms = (value: number) => (value < 10 ? value.toFixed(1) : String(Math.round(value)));

/** How often and how fast each operation answered. */
export function timesSection(operations: readonly OperationRecord[]): Html {
  const scale = scaleOf(operations.flatMap(({ times }) => (times ? [times.median, times.slowest] : [])));
  const rows = operations.flatMap(({ id, statuses, times }) => {
    const count = Object.values(statuses).reduce((sum, one) => sum + one, 0);
    return times
      ? [
          html`<tr><th scope="row"><code>${id}</code></th>${[String(count), ms(times.median), ms(times.p95), ms(times.slowest)].map((value) => html`<td class="number">${value}</td>`)}<td>${timeLine(times, scale)}</td></tr>`,
        ]
      : [];
  });
  if (rows.length === 0) return undefined;
  return section(
    'times',
    'Response times',
    table(
      'Milliseconds from sending to the last byte, by operation',
      [
        'Operation',
        'Requests',
        'Median',
        '95th percentile',
        'Slowest',
        html`<span class="scale"><span>${unit(scale.least)}</span><span>${unit(scale.most)}</span></span>`,
      ],
      rows,
    ),
    'Taken under the load of this suite, which has many requests under way at a time: a hint, not a benchmark. The dot is the median, the stroke the 95th percentile, and the line ends at the slowest. The scale grows tenfold at each step.',
  );
}
