/** The servers of the bench: each runs in a process of its own, so that nobody else's work is measured with it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { listen, type Seams } from '../../reference-server/server.ts';
import { start } from '../../reference-server/start.ts';
import type { Size } from '../../reference-server/store/sample/sizes.ts';
import { type Mistake, mistakes } from './mistakes.ts';

/** What a server is to be. */
export interface Role {
  /** A server on node:http alone that answers everything with these bytes, instead of the reference server. */
  bytes?: string;
  size?: Partial<Size>;
  /** Milliseconds that every answer waits. */
  delay?: number;
  /** What it does wrong. */
  mistake?: Mistake;
  /** Whether it notes the requests that it gets. */
  records?: boolean;
}

/** A request as it came. */
interface Recorded {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  status: number;
}

export interface Recording {
  requests: readonly Recorded[];
  /** Bytes of the answers, with their heads. */
  bytes: number;
  /** Connections that were open at a time, at most: each has one request in flight. */
  connections: number;
}

/** What a server says when it is ready. */
interface Ready {
  settings: Record<string, string>;
  taskId: string;
  /** Resident memory in megabytes. */
  memory: number;
}

export interface Serving extends Ready {
  baseUrl: string;
  /** The first user's token and account. */
  headers: Record<string, string>;
  /** What came since it was asked last. */
  recording(): Promise<Recording>;
  stop(): Promise<void>;
}

/** Headers that belong to a connection, and to who makes it. */
const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** Notes what comes in; it answers nothing. */
function recorder(): { note: NonNullable<Seams['pages']>; take: () => Recording } {
  let recording = { requests: [] as Recorded[], bytes: 0, connections: 0 };
  const open = new Set<Socket>();
  function note(request: IncomingMessage, response: ServerResponse): boolean {
    const headers = Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.has(name)) as [string, string][];
    const { method = 'GET', url: path = '/' } = request;
    const one: Recorded = { method, path, headers: Object.fromEntries(headers), status: 0 };
    const chunks: Buffer[] = [];
    if (method !== 'GET') request.on('data', (chunk: Buffer) => chunks.push(chunk));
    const { socket } = request;
    const before = socket.bytesWritten;
    recording.requests.push(one);
    if (!open.has(socket)) socket.once('close', () => open.delete(socket));
    open.add(socket);
    recording.connections = Math.max(recording.connections, open.size);
    response.once('close', () => {
      one.status = response.statusCode;
      if (chunks.length > 0) one.body = Buffer.concat(chunks).toString();
      recording.bytes += socket.bytesWritten - before;
    });
    return false;
  }
  return {
    note,
    take() {
      const taken = recording;
      recording = { requests: [], bytes: 0, connections: 0 };
      return taken;
    },
  };
}

async function startRole({ bytes, size = {}, delay = 0, mistake, records }: Role): Promise<void> {
  const { note, take } = recorder();
  process.on('message', () => process.send?.(take()));
  // Its parent may be ended at any time.
  process.on('disconnect', () => process.exit());
  const memory = () => process.memoryUsage().rss / 1e6;
  if (bytes !== undefined) {
    const length = Buffer.byteLength(bytes);
    const bare = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': length });
      response.end(bytes);
    });
    process.send?.({ settings: { BASE_URL: await listen(bare) }, taskId: '', memory: memory() } satisfies Ready);
    return;
  }
  const seams: Seams = { delay, ...(mistake && mistakes[mistake]), ...(records && { pages: note }) };
  const { server, world, settings } = await start({ size, seams });
  process.once('SIGTERM', () => void server.stop().then(() => process.exit()));
  const [taskId = ''] = world.accounts.get(settings.ACCOUNT_ID as string)?.tasks.keys() ?? [];
  process.send?.({ settings, taskId, memory: memory() } satisfies Ready);
}

/** Makes this process one of the servers, as its environment says; says whether it did. */
export async function served(): Promise<boolean> {
  const { BENCH_ROLE: role } = process.env;
  if (role === undefined) return false;
  await startRole(JSON.parse(role) as Role);
  return true;
}

/** What a process says next. */
async function saidBy<T>(child: ChildProcess): Promise<T> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a server of the bench ended with ${code}`);
  });
  const [said] = (await Promise.race([once(child, 'message'), ended])) as [T];
  return said;
}

/** Starts the file that this process runs as one of the servers. */
export async function serve(role: Role): Promise<Serving> {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1] as string], {
    env: { ...process.env, BENCH_ROLE: JSON.stringify(role) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ready = await saidBy<Ready>(child);
  const { BASE_URL: baseUrl = '', ACCESS_TOKEN: token = '', ACCOUNT_ID: account = '' } = ready.settings;
  return {
    ...ready,
    baseUrl,
    headers: { authorization: `Bearer ${token}`, 'service-accountid': account },
    async recording() {
      child.send('recording');
      return saidBy<Recording>(child);
    },
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
