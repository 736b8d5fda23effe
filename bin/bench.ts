/**
 * `npm run bench`: what the reference server reaches, next to what node itself can do. Every server runs in a process of
 * its own; this one sends the requests. Options: --seconds (of each measurement), --rounds.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Pool } from 'undici';
import { createReferenceServer, listen } from '../reference-server/server.ts';
import { settingsFor } from '../reference-server/store/fixtures.ts';
import { sampleWorld } from '../reference-server/store/sample.ts';
import { SettingsError } from '../schemas/contract.ts';
import { command } from './output.ts';

const CONNECTIONS = 8;
const MANY_TASKS = 100_000;

/** What a server process says when it is ready. */
interface Ready {
  baseUrl: string;
  headers: Record<string, string>;
  taskId: string;
  /** Resident memory in megabytes. */
  memory: number;
}

const self = fileURLToPath(import.meta.url);

/** Starts this file again as one of the servers; an env variable hands the bare one its bytes. */
async function server(role: string, bytes = ''): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = spawn(process.execPath, [...process.execArgv, self, '--role', role], {
    env: { ...process.env, BENCH_BYTES: bytes },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')) as [string];
  return { child, ready: JSON.parse(line) };
}

async function beServer(role: string): Promise<void> {
  const world = sampleWorld({ size: role === 'many' ? { tasks: MANY_TASKS } : {} });
  const settings = settingsFor(world);
  const [taskId = ''] = world.accounts.get(settings.ACCOUNT_ID as string)?.tasks.keys() ?? [];
  const bytes = process.env.BENCH_BYTES ?? '';
  const bare = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(bytes),
    });
    response.end(bytes);
  });
  const baseUrl = await listen(role === 'bare' ? bare : createReferenceServer(world));
  const ready: Ready = {
    baseUrl,
    headers: { authorization: `Bearer ${settings.ACCESS_TOKEN}`, 'service-accountid': settings.ACCOUNT_ID as string },
    taskId,
    memory: process.memoryUsage().rss / 1e6,
  };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

/** Requests a second over some connections, each with one request in flight. */
async function rate({ baseUrl, headers }: Ready, path: string, seconds: number): Promise<number> {
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
  const reference = await server('reference');
  const path = `/v1/tasks/${reference.ready.taskId}`;
  const answer = await fetch(reference.ready.baseUrl + path, { headers: reference.ready.headers });
  const bare = await server('bare', await answer.text());
  const ratios: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const own = await rate(reference.ready, path, seconds);
    const other = await rate(bare.ready, path, seconds);
    if (round === 0) continue; // warms up
    rates.push(own);
    ratios.push(own / other);
  }
  reference.child.kill();
  bare.child.kill();
  return [
    `GET by id: ${Math.round(median(rates))} a second, ${Math.round(median(ratios) * 100)} % of bare node:http (aim: 70 %)`,
    `memory with sample data: ${Math.round(reference.ready.memory)} MB (aim: below 150 MB)`,
  ];
}

/** First page of a filtered and sorted list. */
async function firstPage(rounds: number): Promise<string> {
  const { child, ready } = await server('many');
  const filter = encodeURIComponent('{"status":{"$in":["todo","done"]},"priority":{"$gte":2}}');
  const times: number[] = [];
  for (let round = 0; round < rounds * 4; round++) {
    const started = performance.now();
    const answer = await fetch(`${ready.baseUrl}/v2/tasks?filter=${filter}&sort=-priority,name`, {
      headers: ready.headers,
    });
    await answer.arrayBuffer();
    times.push(performance.now() - started);
  }
  child.kill();
  const first = Math.round(times[0] as number);
  return `first page of ${MANY_TASKS} tasks, filtered and sorted: ${Math.round(median(times))} ms, the very first ${first} ms (aim: 50 ms)`;
}

/** From starting the process to its line on standard output, less what node needs for nothing. */
async function startUp(rounds: number): Promise<string> {
  const main = fileURLToPath(
    new URL(`../reference-server/main${self.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
  );
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

/** A number that an option gives. */
function positive(name: string, given: string): number {
  if (Number(given) > 0) return Number(given);
  throw new SettingsError(`--${name}: "${given}" is not allowed. Give a number above 0.`);
}

const USAGE = `npm run bench [-- --seconds 1] [-- --rounds 5]
  measures the reference server, --seconds for each measurement, in --rounds`;

await command(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '5' },
      // How it starts itself as one of the servers.
      role: { type: 'string' },
    },
  });
  if (values.role !== undefined) {
    await beServer(values.role);
    return 0;
  }
  const rounds = Math.ceil(positive('rounds', values.rounds));
  for (const line of await byId(positive('seconds', values.seconds), rounds)) console.log(line);
  console.log(await firstPage(rounds));
  console.log(await startUp(rounds));
  console.log(worlds());
  return 0;
});
