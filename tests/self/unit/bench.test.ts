import { expect, test } from '@playwright/test';
import { plot, roundUp } from '../../../bin/bench/plot.ts';
import { rowsOf, secondsOf, treeOf } from '../../../bin/bench/processes.ts';

test('what a process has started is counted with it, however far down', () => {
  const rows = rowsOf('  1  0 10 00:01\n 20  1 30 01:02:03\n 21 20 40 00:00:05\n 22 21 50 00:00:06\n 30  1 60 00:09\n');
  expect(treeOf(20, rows).map(({ pid, memory, cpu }) => [pid, memory, cpu])).toEqual([
    [20, 30, 3723],
    [21, 40, 5],
    [22, 50, 6],
  ]);
  expect(secondsOf('1-00:00:01')).toBe(86_401);
});

test('axes end at round numbers', () => {
  expect([0, 1, 1.5, 37, 50, 51, 999].map(roundUp)).toEqual([1, 1, 2, 50, 50, 100, 1000]);
});

test('panels share the axis of seconds, and each has its own of what grows', () => {
  const svg = plot([
    {
      title: 'a < b',
      points: [
        { x: 3000, time: 40, cpu: 8 },
        { x: 0, time: 10, cpu: 9 },
      ],
    },
    {
      title: 'tenfold',
      points: [
        { x: 1000, time: 90, cpu: 2 },
        { x: 100_000, time: 20, cpu: 1 },
      ],
      tenfold: true,
    },
  ]);
  expect(svg).toContain('a &lt; b');
  // 90 s and a tenth more ends at 100 s, in both panels.
  expect(svg.match(/>100 s</g)).toHaveLength(2);
  for (const label of ['5,000', '10,000', '100,000']) expect(svg).toContain(`>${label}<`);
  expect(svg).not.toContain('NaN');
});
