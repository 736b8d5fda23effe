/** What a process and all that it starts use: the most memory at a time, and the time of the processors. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const EVERY_MS = 500;

interface Row {
  pid: number;
  parent: number;
  /** Kilobytes. */
  memory: number;
  /** Seconds of a processor. */
  cpu: number;
}

/** Seconds in a time as `ps` writes it: `[days-][hours:]minutes:seconds`. */
export function secondsOf(text: string): number {
  const [time = '', days = '0'] = text.split('-').reverse();
  return time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
}

/** Rows of `ps -A -o pid=,ppid=,rss=,time=`. */
export const rowsOf = (text: string): Row[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, memory, time = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      memory: Number(memory),
      cpu: secondsOf(time),
    }));

/** The rows of a process and of all that it has started, directly or not. */
export function treeOf(root: number, rows: readonly Row[]): Row[] {
  const own = rows.filter(({ pid }) => pid === root);
  const below = (parent: number): Row[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return [...own, ...below(root)];
}

export interface Use {
  /** Most megabytes that were resident at a time. */
  memory: number;
  /** Seconds of processors; what a process used in its last half second is not seen. */
  cpu: number;
}

/** Watches a process until `stop`, which says what it used. Where there is no `ps`, nothing is known. */
export function watch(root: number): { stop: () => Use } {
  const run = promisify(execFile);
  const cpu = new Map<number, number>();
  let memory = 0;
  const look = async () => {
    const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=,time=']);
    const rows = treeOf(root, rowsOf(stdout));
    memory = Math.max(memory, rows.reduce((sum, row) => sum + row.memory, 0) / 1e3);
    for (const row of rows) cpu.set(row.pid, Math.max(row.cpu, cpu.get(row.pid) ?? 0));
  };
  const timer = setInterval(() => void look().catch(() => {}), EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      return { memory, cpu: [...cpu.values()].reduce((sum, one) => sum + one, 0) };
    },
  };
}
