/** Pictures that stand beside their numbers: bars of outcomes, and times on one scale. Drawn without styles of their own, which the page refuses. */
import type { Totals } from '../../schemas/contract.ts';
import { type Html, html } from './html.ts';

const WIDTH = 200;
const PARTS = ['pass', 'fail', 'waived', 'not-tested', 'not-applicable'] as const;

/** A bar of all outcomes, as long as its share of the longest. @param longest the most that one of the bars stands for */
export function outcomeBar(totals: Totals, longest: number): Html {
  const scale = WIDTH / Math.max(1, longest);
  let x = 0;
  const parts = PARTS.filter((part) => totals[part] > 0).map((part) => {
    // What is wrong is never too thin to be seen.
    const width = Math.max(totals[part] * scale, part === 'pass' || part === 'not-applicable' ? 0 : 3);
    const from = x;
    x += width;
    return html`<rect class=${part} x=${from.toFixed(1)} width=${width.toFixed(1)} height="12" />`;
  });
  return html`<svg class="bar" viewBox=${`0 0 ${WIDTH + 12} 12`}>${parts}</svg>`;
}

/** Where a time stands on a scale that grows tenfold from mark to mark. */
export const placeOf = (ms: number, { least, most }: { least: number; most: number }): number =>
  (WIDTH * Math.log(Math.max(ms, least) / least)) / Math.log(most / least);

/** A scale of whole powers of ten that holds all of the times. @param times milliseconds */
export function scaleOf(times: readonly number[]): { least: number; most: number } {
  const positive = times.filter((ms) => ms > 0);
  const power = (ms: number, round: (n: number) => number) => 10 ** round(Math.log10(ms));
  const least = power(Math.min(...positive, 1), Math.floor);
  return { least, most: Math.max(power(Math.max(...positive, 1), Math.ceil), least * 10) };
}

/** A line from the median to the slowest, with a dot at the median and a stroke at the 95th percentile. */
export function timeLine(
  { median, p95, slowest }: { median: number; p95: number; slowest: number },
  scale: { least: number; most: number },
): Html {
  const [a, b, c] = [median, p95, slowest].map((ms) => (placeOf(ms, scale) + 4).toFixed(0));
  return html`<svg class="times" viewBox=${`0 0 ${WIDTH + 8} 12`}><path d=${`M${a} 6H${c}M${b} 2v8`} /><circle cx=${a} cy="6" r="3.5" /></svg>`;
}
