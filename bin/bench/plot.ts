/** A plot as SVG: panels side by side, each with its lines over an axis of its own. */

export interface Panel {
  title: string;
  /** Seconds of each run: how long it took, and how long processors worked on it. */
  points: readonly { x: number; time: number; cpu: number }[];
  /** Whether each step of the axis stands for ten times as much. */
  tenfold?: boolean;
}

const WIDTH = 420;
const HEIGHT = 260;
const EDGE = { left: 52, right: 24, top: 40, bottom: 36 };
const IN_A_ROW = 2;
const LEGEND = 30;
const STEPS = 4;
const LINES = [
  { of: 'cpu', color: '#888', words: 'time of processors' },
  { of: 'time', color: '#0a58ca', words: 'time from beginning to end' },
] as const;

/** The next round number: 1, 2 or 5 with zeros behind it. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return power * ([1, 2, 5, 10].find((digit) => digit * power >= value) ?? 10);
}

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const text = (x: number, y: number, words: string, anchor = 'middle', size = 12) =>
  `<text x="${Math.round(x)}" y="${Math.round(y)}" text-anchor="${anchor}" font-size="${size}">${escaped(words)}</text>`;

const line = (x1: number, y1: number, x2: number, y2: number) =>
  `<line x1="${Math.round(x1)}" y1="${Math.round(y1)}" x2="${Math.round(x2)}" y2="${Math.round(y2)}" stroke="#bbb"/>`;

function panel({ title, points, tenfold = false }: Panel, top: number): string {
  const scaled = (x: number) => (tenfold ? Math.log10(Math.max(x, 1)) : x);
  const sorted = [...points].sort((a, b) => a.x - b.x);
  const from = tenfold ? Math.floor(scaled(sorted[0]?.x ?? 1)) : 0;
  const to = tenfold ? Math.ceil(scaled(sorted.at(-1)?.x ?? 10)) : roundUp(sorted.at(-1)?.x ?? 1);
  const xAt = (x: number) =>
    EDGE.left + ((scaled(x) - from) / Math.max(to - from, 1)) * (WIDTH - EDGE.left - EDGE.right);
  const yAt = (y: number) => HEIGHT - EDGE.bottom - (y / top) * (HEIGHT - EDGE.top - EDGE.bottom);
  const marks = Array.from({ length: STEPS + 1 }, (_, i) => (i * top) / STEPS);
  const ends = tenfold ? Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i)) : [0, to / 2, to];
  return [
    text(WIDTH / 2, 22, title, 'middle', 14),
    ...marks.map(
      (y) => line(EDGE.left, yAt(y), WIDTH - EDGE.right, yAt(y)) + text(EDGE.left - 6, yAt(y) + 4, `${y} s`, 'end'),
    ),
    ...ends.map((x) => text(xAt(x), HEIGHT - 14, x.toLocaleString('en'))),
    ...LINES.flatMap(({ of, color }) => {
      const places = sorted.map((point) => [xAt(point.x).toFixed(1), yAt(point[of]).toFixed(1)]);
      return [
        `<polyline fill="none" stroke="${color}" stroke-width="2" points="${places.map((place) => place.join()).join(' ')}"/>`,
        ...places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="4" fill="${color}"/>`),
      ];
    }),
    ...sorted.map(({ x, time }) => text(xAt(x), yAt(time) - 9, `${Math.round(time)} s`)),
  ].join('\n');
}

/** All panels have the same axis of seconds, so that they can be compared. */
export function plot(panels: readonly Panel[]): string {
  const top = roundUp(
    Math.max(...panels.flatMap(({ points }) => points.flatMap(({ time, cpu }) => [time, cpu]))) * 1.1,
  );
  const below = HEIGHT * Math.ceil(panels.length / IN_A_ROW);
  const [width, height] = [WIDTH * IN_A_ROW, below + LEGEND];
  const legend = LINES.map(
    ({ color, words }, i) =>
      `<circle cx="${WIDTH / 2 + i * WIDTH}" cy="${below + 12}" r="4" fill="${color}"/>${text(WIDTH / 2 + i * WIDTH + 12, below + 16, words, 'start')}`,
  );
  const placed = panels.map(
    (one, i) =>
      `<g transform="translate(${(i % IN_A_ROW) * WIDTH} ${Math.floor(i / IN_A_ROW) * HEIGHT})">\n${panel(one, top)}\n</g>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" fill="#222">
<title>${panels.map(({ title }) => escaped(title)).join('; ')}</title>
<rect width="100%" height="100%" fill="#fff"/>
${[...placed, ...legend].join('\n')}
</svg>
`;
}
