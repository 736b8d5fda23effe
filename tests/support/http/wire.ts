/** One request and its answer over HTTP, by undici, which alone sees the tokens. No waiting, no second try. */
import { type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Exchange, headerSecrets, type Settings } from '../../../schemas/contract.ts';
import { noteNulls } from '../values/difference.ts';
import { readBody } from './decoding.ts';
import { roomForOne } from './memoryBound.ts';
import { proxyOf } from './proxy.ts';
import { concealIssued, secrets } from './secrets.ts';

export interface Answer extends Exchange {
  /** Whether the status is 2xx. */
  ok: boolean;
  /** The parsed body; undefined when it is empty or not JSON. */
  json: unknown;
  /** Whether the bytes were valid UTF-8. */
  utf8: boolean;
}

/** What is sent, with placeholders in the place of tokens. */
export type SentRequest = Omit<Exchange, 'status' | 'responseHeaders' | 'responseBody' | 'ms' | 'sentAt'>;

/** A request that got no answer. `code` is that of node or undici. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether an answer came and was too large to be read: the target is there. */
export const isTooLarge = (error: unknown): boolean => error instanceof NoAnswer && error.code === 'TooLarge';

/** The connection broke; whether the target has acted on the request is not known. */
export const isDropped = ({ code }: NoAnswer): boolean => ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);

/** Reads that are lost are sent again: only after so many drops do they, too, go out on connections of their own. */
const DROPS_OF_READS = 5;

/** A request as it goes out, with the tokens in it. */
export interface Outgoing {
  origin: string;
  method: Dispatcher.HttpMethod;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** Ends what takes too long. */
  signal: AbortSignal;
  reset: false;
}

/** An answer whose body is still to be read. */
export interface Incoming extends Pick<Dispatcher.ResponseData, 'statusCode' | 'headers'> {
  body: AsyncIterable<Buffer>;
}

/** What carries requests to the target, and answers back. */
export interface Carrier {
  request(outgoing: Outgoing): Promise<Incoming>;
  destroy(): Promise<void>;
}

export interface Wire {
  /**
   * @param path path and query, which differ from those of the URL after a redirect
   * @throws NoAnswer
   */
  exchange(sending: SentRequest, path: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Statuses whose answers have no body, whatever length their head names. RFC 9110, 6.4.1 and 8.6. */
export const BODILESS = new Set([204, 304]);

/** The bytes of an answer. The client takes the length that the head of a 304 may name for that of a body that is missing. */
const bytesOf = (response: Incoming, room: Parameters<typeof readBody>[2]): Promise<Buffer> =>
  readBody(response.body, response.headers['content-encoding'], room).catch((error: NodeJS.ErrnoException) => {
    if (BODILESS.has(response.statusCode) && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
      return Buffer.alloc(0);
    throw error;
  });

/** A zero with a sign before it, which is the same number in JSON. */
const SIGNED_ZERO = /[[:,\s]-0(?![1-9])/;

/** Fields that say how an object becomes a text: an unknown field of such a name would break whoever makes one of its record. */
const OF_OBJECTS = /^(?:toString|valueOf)$/;
const HAS_SUCH = /"(?:toString|valueOf)"\s*:/;

const plain = (key: string, value: unknown): unknown => (OF_OBJECTS.test(key) ? undefined : value === 0 ? 0 : value);

function parse(text: string): unknown {
  try {
    const needsCare = SIGNED_ZERO.test(text) || HAS_SUCH.test(text);
    return noteNulls(needsCare ? JSON.parse(text, plain) : JSON.parse(text), text);
  } catch {
    return undefined;
  }
}

/** The code of an error, or of what caused it; the name of one that has none. */
function codeOf(error: NodeJS.ErrnoException): string {
  if (typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? codeOf(error.cause) : error.name;
}

/** The time that one answer may take; what is waited for on this side does not count. */
function limitOf(ms: number): {
  signal: AbortSignal;
  over: Promise<never>;
  pause: (waits: boolean) => void;
  end: () => void;
} {
  // A signal that ends by itself would live on after the answer.
  const limit = new AbortController();
  const start = () => setTimeout(() => limit.abort(new DOMException('it took too long', 'TimeoutError')), ms);
  const over = new Promise<never>((_, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason));
  });
  over.catch(() => {});
  let timer = start();
  const end = () => clearTimeout(timer);
  return {
    signal: limit.signal,
    over,
    end,
    pause(waits) {
      end();
      if (!waits) timer = start();
    },
  };
}

/**
 * Connections to one target, through a proxy where the environment names one: HTTP_PROXY, HTTPS_PROXY, NO_PROXY.
 * @param carrier takes the place of all connections
 */
export function createWire(settings: Settings & { baseUrl: string }, carrier?: Carrier): Wire {
  const { baseUrl, bundled, timeoutMs, tokens, extraHeaders } = settings;
  const { origin } = new URL(baseUrl);
  const times = { connections: 16, headersTimeout: timeoutMs, bodyTimeout: timeoutMs, connectTimeout: timeoutMs };
  const uri = bundled ? undefined : proxyOf(baseUrl, process.env);
  const pool: Carrier =
    carrier ?? (uri === undefined ? new Pool(origin, times) : new ProxyAgent({ ...times, uri, proxyTunnel: false }));
  // Without keep-alive: a target that closes idle connections may close one just when a write goes out on it.
  const unshared: Carrier =
    carrier === undefined && uri === undefined ? new Pool(origin, { ...times, pipelining: 0 }) : pool;
  let drops = 0;
  const { reveal, conceal } = secrets({ ...tokens, ...headerSecrets(extraHeaders) });

  const sent = (
    { method, requestHeaders, requestBody }: SentRequest,
    path: string,
    signal: AbortSignal,
  ): Promise<Incoming> =>
    (drops > (method === 'GET' ? DROPS_OF_READS : 0) ? unshared : pool).request({
      origin,
      method: method as Dispatcher.HttpMethod,
      path,
      headers: Object.fromEntries(Object.entries(requestHeaders).map(([name, value]) => [name, reveal(value)])),
      body: requestBody ?? null,
      signal,
      reset: false,
    });

  return {
    // Nothing is under way any more. `close` would wait for ever after a certificate for another name.
    close: async () => {
      await Promise.all([...new Set([pool, unshared])].map((one) => one.destroy()));
    },
    async exchange(sending, path) {
      const started = performance.now();
      const sentAt = new Date().toISOString();
      const limit = limitOf(timeoutMs);
      const room = roomForOne(limit.pause);
      try {
        // A request that waits for a connection hears of no signal.
        const response = await Promise.race([sent(sending, path, limit.signal), limit.over]);
        const bytes = await bytesOf(response, room);
        const text = bytes.toString('utf8');
        const body = concealIssued(conceal(text));
        const { statusCode: status } = response;
        return {
          ...sending,
          status,
          responseHeaders: Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [name, conceal(String(value ?? ''))]),
          ),
          responseBody: body,
          ms: Math.round((performance.now() - started) * 100) / 100,
          sentAt,
          ok: status >= 200 && status < 300,
          json: parse(body),
          utf8: !text.includes('\uFFFD') || Buffer.from(text, 'utf8').equals(bytes),
        };
      } catch (error) {
        const failure = new NoAnswer(codeOf(error as Error), conceal((error as Error).message));
        if (isDropped(failure)) drops++;
        throw failure;
      } finally {
        limit.end();
        room.leave();
      }
    },
  };
}
