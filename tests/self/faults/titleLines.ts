/** Faults and variants as a terminal lists them. */
import { oneLine } from '../../../reports/text.ts';

/** One line for each fault or variant: its name, and what it does. */
export function titleLines(all: readonly { name: string; title: string }[]): string[] {
  const width = Math.max(...all.map(({ name }) => name.length));
  return all.map(({ name, title }) => `${name.padEnd(width)}  ${oneLine(title, 300)}`).sort((a, b) => (a < b ? -1 : 1));
}
