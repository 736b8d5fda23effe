/** docs/performance.md and its picture. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../schemas/contract.ts';
import type { Kept, Measured } from './measured.ts';
import { type Panel, plot } from './plot.ts';
import { measures, PARTS, type Part, USUAL } from './points.ts';

const TITLES: Readonly<Record<Part, Pick<Panel, 'title' | 'tenfold'>>> = {
  checks: { title: 'time against checks' },
  records: { title: 'time against records of the account', tenfold: true },
  latency: { title: 'time against latency in ms' },
  failures: { title: 'time against failed cells' },
};

/** The runs of a part, the usual one among them. */
function runsOf(part: Part, measured: readonly Measured[]): Measured[] {
  const names = [USUAL, ...measures[part]].map(({ name }) => name);
  return measured.filter(({ name }) => names.includes(name));
}

/** A table with its columns below each other, as the formatter of the project wants it: words on the left, figures on the right. */
function table(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((cells) => cells.map(String));
  const widths = (texts[0] ?? []).map((_, i) => Math.max(3, ...texts.map((cells) => (cells[i] ?? '').length)));
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const padded = texts.map((cells) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))),
  );
  return [padded[0] ?? [], rule, ...padded.slice(1)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function tableOf(measured: readonly Measured[]): string {
  const usual = measured.find(({ name }) => name === USUAL.name);
  const head = [
    'run',
    'time',
    'of the usual',
    'floor',
    'of the floor',
    'CPU',
    'memory',
    'checks',
    'requests',
    'failed cells',
    'load before',
  ];
  const rows = [USUAL, ...PARTS.flatMap((part) => measures[part])].flatMap(({ name }) => {
    const one = measured.find((candidate) => candidate.name === name);
    if (!one) return [];
    const { seconds, cpu, memory, checks, requests, failedCells, floor, load } = one;
    const least = floor && floor.seconds + floor.start;
    return [
      [
        name,
        `${seconds.toFixed(1)} s`,
        usual ? (seconds / usual.seconds).toFixed(2) : '',
        least ? `${least.toFixed(1)} s` : '',
        least ? (seconds / least).toFixed(2) : '',
        `${Math.round(cpu)} s`,
        `${Math.round(memory)} MB`,
        checks,
        requests,
        failedCells,
        load.toFixed(1),
      ],
    ];
  });
  return table([head, ...rows]);
}

const pageOf = ({ machine, measured }: Kept): string => `# Performance

\`npm run bench -- --plot\` writes this page, its picture and the figures behind them (\`performance.json\`). With the name of a part, such as \`-- --plot records\`, it measures this part anew.

Machine: ${machine}.

![Four plots: the time of a run against the checks, the records of the account, the latency, and the failures.](pictures/performance.svg)

${tableOf(measured)}

- **time**: from the command to its end, against a server in another process, whose processor time and memory are not counted. On a busy machine it is longer, and so is a ratio of two times that were not equally busy: _load before_ says how many processes wanted a processor in the minute before.
- **CPU**, **requests** and **memory** depend little on what else the machine does: compare these where the load differs.
- **floor**: the requests of the same run, sent by undici alone with as many in flight as the suite had at most, and the time that Playwright takes to start.
- **usual**: the bundled server's sample account. The other runs change one thing.
`;

/** Writes the page and its picture; gives their paths. */
export function writePage(all: Kept): string[] {
  const panels = PARTS.map((part) => ({
    ...TITLES[part],
    points: runsOf(part, all.measured).map(({ at, seconds, cpu }) => ({ x: at[part], time: seconds, cpu })),
  }));
  const files = { 'docs/performance.md': pageOf(all), 'docs/pictures/performance.svg': plot(panels) };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(projectRoot, file), text);
  return Object.keys(files);
}
