/** What the reference server reaches, next to what node itself can do. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Pool } from 'undici';
import { sampleWorld } from '../../reference-server/store/sample.ts';
import { projectRoot } from '../../schemas/contract.ts';
import { type Serving, serve } from './serving.ts';

const CONNECTIONS = 8;
const MANY_TASKS = [100_000, 1_000_000];

/** Requests a second over some connections, each with one request in flight. */
async function rate(
  { baseUrl, headers }: Pick<Serving, 'baseUrl' | 'headers'>,
  path: string,
  seconds: number,
): Promise<number> {
  const pool = new Pool(baseUrl, { connections: CONNECTIONS });
  const end = performance.now() + seconds * 1000;
  let count = 0;
  async function client(): Promise<void> {
    while (performance.now() < end) {
      const { statusCode, body } = await pool.request({ path, method: 'GET', headers });
      await body.dump();
      if (statusCode !== 200) throw new Error(`${path} answers ${statusCode}`);
      count++;
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.close();
  return count / seconds;
}

const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;

/** GET by id and the bare server with the same bytes, by turns, so that both meet the same machine. */
async function byId(seconds: number, rounds: number): Promise<string[]> {
  const reference = await serve({});
  const path = `/v1/tasks/${reference.taskId}`;
  const answer = await fetch(reference.baseUrl + path, { headers: reference.headers });
  const bare = await serve({ bytes: await answer.text() });
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const own = await rate(reference, path, seconds);
    const other = await rate(bare, path, seconds);
    if (round === 0) continue; // warms up
    rates.push(own);
    ratios.push(own / other);
  }
  await Promise.all([reference.stop(), bare.stop()]);
  return [
    `GET by id: ${Math.round(median(rates))} a second, ${Math.round(median(ratios) * 100)} % of bare node:http (aim: 70 %)`,
    `memory with sample data: ${Math.round(reference.memory)} MB (aim: below 150 MB)`,
  ];
}

/** Start, memory, and the first page of a filtered and sorted list, of a server with many tasks. */
async function withMany(tasks: number, rounds: number): Promise<string> {
  const began = performance.now();
  const server = await serve({ size: { tasks } });
  const started = (performance.now() - began) / 1000;
  const filter = encodeURIComponent('{"status":{"$in":["todo","done"]},"priority":{"$gte":2}}');
  const times: number[] = [];
  for (let round = 0; round < rounds * 4; round++) {
    const sent = performance.now();
    const answer = await fetch(`${server.baseUrl}/v2/tasks?filter=${filter}&sort=-priority,name`, {
      headers: server.headers,
    });
    await answer.arrayBuffer();
    times.push(performance.now() - sent);
  }
  await server.stop();
  const first = Math.round(times[0] as number);
  return `${tasks} tasks: start ${started.toFixed(1)} s (aim: 3 s), memory ${Math.round(server.memory)} MB (aim: below 1000 MB), first page filtered and sorted ${Math.round(median(times))} ms, the very first ${first} ms (aim: 100 ms)`;
}

/** From starting the process to its line on standard output, less what node needs for nothing. */
async function startUp(rounds: number): Promise<string> {
  const main = join(projectRoot, 'dist/reference-server/main.js');
  const bare = ['-e', 'require("node:http").createServer().listen(0, () => console.log(1))'];
  const own: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const [args, times] of [
      [[main], own],
      [bare, other],
    ] as const) {
      const started = performance.now();
      const child = spawn(process.execPath, [...process.execArgv, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(child.stdout, 'data');
      times.push(performance.now() - started);
      child.kill();
    }
  }
  return `start: ${Math.round(median(own))} ms (aim: 150 ms), of which bare node:http ${Math.round(median(other))} ms`;
}

/** Worlds in one process, as a campaign makes them. */
function worlds(): string {
  for (let seed = 0; seed < 10; seed++) sampleWorld(seed);
  const started = performance.now();
  for (let seed = 0; seed < 20; seed++) sampleWorld(seed);
  return `each further world of a process: ${((performance.now() - started) / 20).toFixed(1)} ms (aim: 15 ms)`;
}

/** Measures the reference server, and tells each figure when it is known. */
export async function referenceFigures(seconds: number, rounds: number, tell: (line: string) => void): Promise<void> {
  for (const line of await byId(seconds, rounds)) tell(line);
  for (const tasks of MANY_TASKS) tell(await withMany(tasks, rounds));
  tell(await startUp(rounds));
  tell(worlds());
}
