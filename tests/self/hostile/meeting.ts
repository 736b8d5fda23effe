/** Lets the suite meet a hostile target, with as few operations as will do, and measures what the meeting cost. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import {
  type CheckResult,
  loadFixtures,
  loadSettings,
  type Settings,
  SettingsError,
} from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { runBatch } from '../../support/engine/run.ts';
import { select } from '../../support/engine/select.ts';
import { names } from '../../support/engine/uniqueNames.ts';
import { createClient } from '../../support/http/client.ts';
import { preflight } from '../../support/http/preflight.ts';
import { startInProcess } from '../inProcess.ts';

/** One request to the target. */
export interface Met {
  request: IncomingMessage;
  /** What is written here goes out as it is, instead of an answer of node's. */
  socket: Socket;
  /** How many came before. */
  before: number;
  /** Answers. */
  give(body?: string | Buffer, headers?: Record<string, string>, status?: number): void;
  /** Lets the reference server answer; `spoil` may change its body. */
  pass(spoil?: (body: string) => string): void;
}

export interface Outcome {
  /** `refused` before anything was judged, else `fails` when something failed, `holds` when something held, or `untested`. */
  outcome: 'refused' | 'fails' | 'holds' | 'untested';
  /** All that was said. */
  said: string;
  requests: number;
  /** How long both sides worked and waited; that others used the machine meanwhile does not count. */
  seconds: number;
  /** How much memory the process took meanwhile, in MB. */
  megabytes: number;
  /** Addresses in which a token came. */
  leaked: readonly string[];
}

const SELECTED = /@general\.(json|envelope|counts|success-status)( |$)/;
const PATIENCE = { ms: 1500, inAllMs: 3000, refusals: 100 };
const MB = 1024 * 1024;

/** Only the connection to the hostile target is judged, so that none is needed behind it. */
const { settings: own, carrier: reference } = startInProcess({ seams: {}, size: {} });

/** What the reference server answers to a request. */
const answered = async ({ method = 'GET', url = '', headers }: IncomingMessage) => {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const { signal } = new AbortController();
  const outgoing = { method: method as 'GET', path: url, headers: sent, body: null, signal, reset: false } as const;
  return reference.request({ ...outgoing, origin: own.BASE_URL as string });
};

/** What the suite finds in the lists of two groups, reading only. */
async function judged(settings: Settings & { baseUrl: string }): Promise<Pick<Outcome, 'outcome' | 'said'>> {
  try {
    await preflight(settings, loadFixtures(undefined));
  } catch (error) {
    if (error instanceof SettingsError) return { outcome: 'refused', said: error.message };
    throw error;
  }
  const client = createClient(settings, 1, PATIENCE);
  const runtime = { settings, fixtures: loadFixtures(undefined), client, names: names('hostile', 0) };
  try {
    const results: CheckResult[] = [];
    for (const batch of select(batches, settings, SELECTED)) results.push(...(await runBatch(batch, runtime)).results);
    const errors = results.filter(({ outcome }) => outcome === 'error');
    if (errors.length > 0) throw new Error(errors.map(({ reason }) => reason).join('\n'));
    const has = (wanted: string) => results.some(({ outcome }) => outcome === wanted);
    const outcome = has('fail') ? 'fails' : has('pass') ? 'holds' : 'untested';
    return {
      outcome,
      said: results.map(({ reason = '', evidence }) => `${reason} ${JSON.stringify(evidence)}`).join('\n'),
    };
  } finally {
    await client.close();
  }
}

/** @param answer what the target does with each request */
export async function meet(answer: (met: Met) => void, env: Record<string, string> = {}): Promise<Outcome> {
  const came: string[] = [];
  const front = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const { url = '', socket } = request;
    const before = came.push(url) - 1;
    response.on('error', () => {});
    answer({
      request,
      socket: socket as Socket,
      before,
      give: (body = '', more = {}, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json', ...more }).end(body),
      pass(spoil = (body) => body) {
        answered(request)
          .then(async ({ statusCode, body, headers: { 'content-length': _, ...rest } }) => {
            response.writeHead(statusCode, rest).end(spoil(await text(body)));
          })
          .catch((error: Error) => socket.destroy(error));
      },
    });
  });
  front.on('connection', (socket) => socket.on('error', () => {}));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const settings = loadSettings('/', {
    ...{ ACCESS_TOKEN: own.ACCESS_TOKEN, ACCOUNT_ID: own.ACCOUNT_ID, OPERATION_GROUPS: 'tags,announcements' },
    ...{ NUM_RUNS: '1', SETTLE_MS: '0', TIMEOUT_MS: '1500', SEED: '1', BASE_URL: baseUrl, ...env },
  }) as Settings & { baseUrl: string };
  const [started, worked, least] = [performance.eventLoopUtilization(), process.cpuUsage(), process.memoryUsage.rss()];
  let most = least;
  const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  try {
    const found = await judged(settings);
    const { user, system } = process.cpuUsage(worked);
    const seconds = performance.eventLoopUtilization(started).idle / 1000 + (user + system) / 1e6;
    const leaked = came.filter((url) => url.includes(own.ACCESS_TOKEN as string));
    return { ...found, requests: came.length, seconds, megabytes: (most - least) / MB, leaked };
  } finally {
    clearInterval(look);
    front.closeAllConnections();
    front.close();
  }
}
