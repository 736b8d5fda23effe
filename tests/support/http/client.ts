/** Sends requests to the target with undici, which alone sees the tokens. */
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import { type Exchange, type Operation, operation, type Settings, type Traffic } from '../../../schemas/contract.ts';
import { trimmed } from '../engine/evidence.ts';
import { NotApplicable, NotTested } from '../engine/outcome.ts';
import { noteNulls } from '../values/difference.ts';
import { remember } from '../values/provenance.ts';
import { pace, retryAfter } from './pace.ts';
import { concealIssued, placeholder, secrets } from './secrets.ts';

/** Who asks: the users that the settings describe. */
export type Actor = 'first' | 'second' | 'limited' | 'unpaid' | 'other';

const TOKEN_OF: Readonly<Record<Actor, string>> = {
  first: 'ACCESS_TOKEN',
  second: 'SECOND_ACCESS_TOKEN',
  limited: 'LIMITED_ACCESS_TOKEN',
  unpaid: 'UNPAID_ACCESS_TOKEN',
  other: 'OTHER_ACCESS_TOKEN',
};

export interface RequestInput {
  /** Values of the path parameters. */
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of a JSON body. */
  raw?: string;
  /** Default: first. */
  as?: Actor;
  /** The Authorization header instead of the actor's; null leaves it out. */
  authorization?: string | null;
  /** The account header instead of the actor's account; null leaves it out. */
  account?: string | null;
  /** Method and path of an operation that the specification lists without them. */
  at?: Pick<Operation, 'method' | 'path'>;
}

export interface Answer extends Exchange {
  /** Whether the status is 2xx. */
  ok: boolean;
  /** The parsed body; undefined when it is empty or not JSON. */
  json: unknown;
  /** Whether the bytes were valid UTF-8. */
  utf8: boolean;
}

export interface Client {
  send(operationId: string, input?: RequestInput): Promise<Answer>;
  /** Seen so far, by operation. */
  traffic: Record<string, Traffic>;
  /** The first exchange of each operation and status. */
  samples: Map<string, Exchange>;
  retries: number;
  close(): Promise<void>;
}

const SENDS = 3;
const LONGEST_WAIT_MS = 60_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const DROPPED = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'ECONNREFUSED']);
/** Nobody was there to take the request: it had no effect. */
const NEVER_ARRIVED = 'ECONNREFUSED';
/** Methods of this interface that may be sent twice without another effect. A second DELETE would find nothing. */
const REPEATABLE = new Set(['GET', 'PUT']);

/** Whether a request whose connection was lost may be sent again: its answer may be all that was lost. */
const mayRepeat = (method: string, code: string): boolean =>
  DROPPED.has(code) && (REPEATABLE.has(method) || code === NEVER_ARRIVED);

const decoders: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** The header's value for an actor's token, as a placeholder. */
export const bearer = (actor: Actor) => `Bearer ${placeholder(TOKEN_OF[actor])}`;

function pathOf({ path, id }: Operation, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${id} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
}

function parse(text: string): unknown {
  try {
    return noteNulls(JSON.parse(text), text);
  } catch {
    return undefined;
  }
}

/** A client of one target. `share` is this process's part of MAX_RPS, from 0 to 1. */
export function createClient(settings: Settings & { baseUrl: string }, share = 1): Client {
  const { origin, pathname } = new URL(settings.baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const pool = new Pool(origin, {
    connections: 16,
    headersTimeout: settings.timeoutMs,
    bodyTimeout: settings.timeoutMs,
    connectTimeout: settings.timeoutMs,
  });
  const { reveal, conceal } = secrets(settings.tokens);
  const limit = pace(settings.maxRps === undefined ? undefined : settings.maxRps * share);
  const accounts: Readonly<Record<Actor, readonly [string, string | undefined]>> = {
    first: ['ACCOUNT_ID', settings.accountId],
    second: ['ACCOUNT_ID', settings.accountId],
    limited: ['ACCOUNT_ID', settings.accountId],
    unpaid: ['UNPAID_ACCOUNT_ID', settings.unpaidAccountId],
    other: ['OTHER_ACCOUNT_ID', settings.otherAccountId],
  };

  function allowed({ method, destructive, id }: Operation): void {
    if (method !== 'GET' && !settings.allowWrites)
      throw new NotTested(`${id} writes, and writing is not allowed`, 'ALLOW_WRITES=true');
    if (destructive && !settings.allowDestructive) {
      throw new NotTested(`${id} cannot be undone, and that is not allowed`, 'ALLOW_DESTRUCTIVE=true');
    }
  }

  function headersOf(input: RequestInput): Record<string, string> {
    const actor = input.as ?? 'first';
    const [setting, account] = accounts[actor];
    const headers: Record<string, string> = { accept: 'application/json', 'accept-encoding': 'gzip, br' };
    if (input.authorization === undefined) {
      const name = TOKEN_OF[actor];
      if (settings.tokens[name] === undefined) throw new NotTested(`there is no token of the ${actor} user`, name);
      headers.authorization = bearer(actor);
    } else if (input.authorization !== null) headers.authorization = input.authorization;
    if (input.account === undefined) {
      if (account === undefined) throw new NotTested(`the account of the ${actor} user is not known`, setting);
      headers['service-accountId'] = account;
    } else if (input.account !== null) headers['service-accountId'] = input.account;
    if (input.body !== undefined || input.raw !== undefined) headers['content-type'] = 'application/json';
    return headers;
  }

  async function decoded({ headers, body }: Dispatcher.ResponseData): Promise<{ text: string; utf8: boolean }> {
    const bytes = Buffer.from(await body.arrayBuffer());
    const decode = decoders[String(headers['content-encoding'] ?? '')];
    const plain = decode && bytes.length > 0 ? await decode(bytes) : bytes;
    const text = plain.toString('utf8');
    return { text, utf8: !text.includes('\uFFFD') || Buffer.from(text, 'utf8').equals(plain) };
  }

  async function once(
    exchange: Omit<Exchange, 'status' | 'responseHeaders' | 'responseBody' | 'ms' | 'sentAt'>,
    path: string,
  ): Promise<Answer> {
    const started = performance.now();
    const sentAt = new Date().toISOString();
    const response = await pool.request({
      method: exchange.method as Dispatcher.HttpMethod,
      path,
      headers: Object.fromEntries(
        Object.entries(exchange.requestHeaders).map(([name, value]) => [name, reveal(value)]),
      ),
      body: exchange.requestBody ?? null,
      signal: AbortSignal.timeout(settings.timeoutMs),
      reset: false,
    });
    const { text, utf8 } = await decoded(response);
    const headers = Object.entries(response.headers).map(
      ([name, value]) => [name, conceal(String(value ?? ''))] as const,
    );
    const body = concealIssued(conceal(text));
    return {
      ...exchange,
      status: response.statusCode,
      responseHeaders: Object.fromEntries(headers),
      responseBody: body,
      ms: Math.round((performance.now() - started) * 100) / 100,
      sentAt,
      ok: response.statusCode >= 200 && response.statusCode < 300,
      json: parse(body),
      utf8,
    };
  }

  /** Path and query of a redirect within the origin; a token must not travel to another one. */
  function redirected(answer: Answer): string | undefined {
    const { location } = answer.responseHeaders;
    if (!REDIRECTS.has(answer.status) || location === undefined || !URL.canParse(location, answer.url))
      return undefined;
    if (answer.method !== 'GET' && answer.status < 307) return undefined;
    const to = new URL(location, answer.url);
    return to.origin === origin ? to.pathname + to.search : undefined;
  }

  function count(answer: Answer): void {
    const { operation: id, status, ms } = answer;
    if (!client.samples.has(`${id} ${status}`)) client.samples.set(`${id} ${status}`, trimmed(answer));
    client.traffic[id] ??= { statuses: {}, times: [] };
    const { statuses, times } = client.traffic[id];
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(ms);
  }

  const client: Client = {
    traffic: {},
    samples: new Map(),
    retries: 0,
    close: () => pool.close(),

    async send(operationId, input = {}) {
      const target = { ...operation(operationId), ...input.at };
      if (target.path === '') throw new NotApplicable(`no path of ${operationId} is given (FIXTURES: openOperations)`);
      allowed(target);
      const query = new URLSearchParams(input.query ?? {}).toString();
      let path = `${prefix}${pathOf(target, input.params ?? {})}${query && `?${query}`}`;
      const body = input.raw ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
      const exchange = {
        operation: operationId,
        method: target.method,
        url: origin + path,
        requestHeaders: headersOf(input),
        ...(body !== undefined && { requestBody: body }),
      };
      let waited = 0;
      for (let sent = 1; ; sent++) {
        await limit.turn();
        let answer: Answer;
        try {
          answer = await once(exchange, path);
        } catch (error) {
          const { code: given, name, message } = error as NodeJS.ErrnoException;
          const code = typeof given === 'string' ? given : name;
          if (mayRepeat(exchange.method, code) && sent < SENDS) {
            client.retries++;
            await sleep(50 * sent);
            continue;
          }
          const late = code === 'TimeoutError' || code.includes('TIMEOUT');
          throw new NotTested(
            `no answer to ${exchange.method} ${exchange.url}: ${late ? `none within ${settings.timeoutMs} ms` : conceal(message)} (${code})`,
            late
              ? 'a target that answers in time, or a higher TIMEOUT_MS'
              : 'a target that keeps the connection until it has answered',
          );
        }
        count(answer);
        remember(answer.json, answer);
        const asked = retryAfter(answer.responseHeaders['retry-after']);
        if (answer.status === 429 || (answer.status === 503 && asked !== undefined)) {
          const wait = asked ?? 500 * 2 ** sent;
          if (waited + wait > LONGEST_WAIT_MS) {
            throw new NotTested(
              `the target keeps refusing for its rate limit (${answer.status})`,
              'MAX_RPS below its limit',
            );
          }
          waited += wait;
          client.retries++;
          limit.pause(wait);
          continue;
        }
        const elsewhere = sent < SENDS + 2 ? redirected(answer) : undefined;
        if (elsewhere === undefined) return answer;
        path = elsewhere;
      }
    },
  };
  return client;
}
