/** Measurements of the suite: taking one, keeping them, and saying them in words. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { seconds } from '../../reports/text.ts';
import { projectRoot } from '../../schemas/contract.ts';
import { type Measure, type Part, placeOf } from './points.ts';
import { type Cost, type Floor, floorOf, recordedRun } from './suiteRun.ts';

export interface Measured extends Cost {
  name: string;
  /** Where it stands on each axis. */
  at: Record<Part, number>;
  floor?: Floor & {
    /** Over which they were sent, each with one request in flight. */
    connections: number;
    /** Seconds until Playwright has loaded and listed the tests. */
    start: number;
  };
  /** What the machine did besides when it began: the load of the last minute. */
  load: number;
}

/** Measurements as they are kept. */
export interface Kept {
  machine: string;
  measured: Measured[];
}

const FILE = join(projectRoot, 'docs/performance.json');

/** The machine in a line. */
export const machine = (): string =>
  `${availableParallelism()} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 1e9)} GB, ${process.platform}, node ${process.version}`;

/** Measurements of this machine; those of another one say nothing beside them. */
export function kept(): Kept {
  const known = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Kept) : undefined;
  return known?.machine === machine() ? known : { machine: machine(), measured: [] };
}

/** Keeps a measurement in the place of an earlier one of its name. */
export function keep({ measured, ...rest }: Kept, one: Measured): Kept {
  const now = { ...rest, measured: [...measured.filter(({ name }) => name !== one.name), one] };
  writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
  return now;
}

/** Seconds that Playwright takes before any test runs: it loads the configuration and lists the tests. */
function startOfPlaywright(): number {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  const args = [cli, 'test', '--list', '--config', join(projectRoot, 'dist/bin/run/host.js')];
  const began = performance.now();
  spawnSync(process.execPath, args, { env: { ...process.env, PW_DISABLE_TS_ESM: '1' }, stdio: 'ignore' });
  return (performance.now() - began) / 1000;
}

export async function measure({ name, role, args = [], floor }: Measure): Promise<Measured> {
  const [load = 0] = loadavg();
  const { cost, recording } = await recordedRun(role, args);
  const places = Object.entries(placeOf).map(([part, place]) => [part, place(role, cost)]);
  return {
    name,
    at: Object.fromEntries(places),
    ...cost,
    ...(floor && {
      floor: {
        ...(await floorOf(role, recording)),
        connections: recording.connections,
        start: startOfPlaywright(),
      },
    }),
    load: Math.round(load * 10) / 10,
  };
}

/** Requirements that were not tested, and are named. */
const MOST_TOLD = 5;

const times = (a: number, b: number) => `${(a / b).toFixed(2)} times`;

/** A measurement in words, beside the usual one. */
export function wordsOf(one: Measured, usual?: Measured): string {
  const { name, checks, requests, answers, cpu, memory, failedCells, verdict, untested, floor } = one;
  const facts = [
    `${checks} checks`,
    `${requests} requests`,
    `${Math.round(answers)} MB of answers`,
    `${Math.round(cpu)} s of CPU`,
    `${Math.round(memory)} MB`,
    `${failedCells} cells failed`,
    verdict,
  ];
  const lines = [`${name}: ${seconds(one.seconds * 1000)}; ${facts.join(', ')}`];
  for (const words of untested.slice(0, MOST_TOLD)) lines.push(`  not tested: ${words}`);
  if (floor) {
    const least = floor.seconds + floor.start;
    lines.push(
      `  ${times(one.seconds, least)} its floor of ${seconds(least * 1000)}: the same requests by undici, ${floor.connections} in flight, ${seconds(floor.seconds * 1000)} (${Math.round(floor.alike * 100)} % with the same status), and the start of Playwright, ${seconds(floor.start * 1000)}`,
    );
  }
  if (usual && usual !== one)
    lines.push(
      `  beside the usual run: ${times(one.seconds, usual.seconds)} the time, ${times(requests, usual.requests)} the requests, ${times(memory, usual.memory)} the memory`,
    );
  return lines.join('\n');
}
