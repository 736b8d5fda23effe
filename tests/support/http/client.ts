/** Sends requests to the target: as whom, where to, how fast, and when again. */
import { performance } from 'node:perf_hooks';
import pLimit from 'p-limit';
import {
  contractVersion,
  type Exchange,
  headerSecrets,
  headerVariable,
  type Operation,
  operation,
  operations,
  placeholder,
  type Settings,
  type Traffic,
} from '../../../schemas/contract.ts';
import { noJson } from '../engine/broken.ts';
import { trimmed } from '../engine/evidence.ts';
import { NotApplicable, NotTested } from '../engine/outcome.ts';
import { createdIds } from '../engine/script.ts';
import { byNeed, neededIn, sentIn } from '../engine/shownByNeed.ts';
import { remember } from '../values/provenance.ts';
import { type Actor, type Sender, senderHeaders } from './actors.ts';
import { createArrivals } from './arrivals.ts';
import { clock } from './clock.ts';
import { pace, retryAfter } from './pace.ts';
import { createRefusals, PATIENCE, type Patience } from './refusals.ts';
import { createThrottle, isThrottled } from './throttle.ts';
import { hideUnlistedFields } from './unlistedFields.ts';
import { createWatch, isGatewayStatus, lossWords, READINGS, STAYS, type Watch, type WatchedRead } from './watch.ts';
import {
  type Answer,
  type Carrier,
  createWire,
  isDropped,
  isTooLarge,
  type NoAnswer,
  type SentRequest,
} from './wire.ts';

export { type Actor, bearer } from './actors.ts';
export type { Answer, Carrier } from './wire.ts';

export interface RequestInput extends Sender {
  /** Values of the path parameters. */
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of a JSON body. */
  raw?: string;
  /** Names JSON as the content type though there is no body, as the samples of the specification do. */
  asSample?: true;
  /** How the names of the headers that say who asks are written, where not as in the specification. */
  headerCase?: 'upper' | 'lower';
  /** Method and path of an operation that the specification lists without them. */
  at?: Pick<Operation, 'method' | 'path'>;
  /** The answer counts as it is, also where a created record may only be found a little later. */
  atOnce?: true;
}

export interface Client {
  send(operationId: string, input?: RequestInput): Promise<Answer>;
  /** Seen so far, by operation. */
  traffic: Record<string, Traffic>;
  /** The first exchange of each operation and status. */
  samples: Map<string, Exchange>;
  /** The exchanges that created records, by the ids of the records. */
  created: Map<string, Exchange>;
  retries: number;
  /** What is wrong with successes that are no JSON, in words, by operation. */
  noJson: Map<string, string>;
  watch: Watch;
  /** How many requests have gone out, whatever came of them. */
  sent(): number;
  /** What the user should know of how the target was reached; each is said once. */
  notices(): string[];
  close(): Promise<void>;
}

const SENDS = 3;
/** After the first 502 or 504; after the next one it is four times as long. */
const GATEWAY_PAUSE_MS = 250;
/** Answers to creates are kept for the whole run; longer ones are not. */
const LONGEST_CREATED = 100_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** The request never went out. */
const NOT_SENT = new Set(['ECONNREFUSED']);
/** Methods of this interface that may be sent twice without another effect. A second DELETE would find nothing. */
const REPEATABLE = new Set(['GET', 'PUT']);

const slowedWords = (perSecond: number, status: number): string => {
  const most = Math.max(1, Math.floor(perSecond));
  return `the target refused requests for their number (${status}), so the run went on with about ${most} a second. MAX_RPS=${most} keeps to that from the beginning.`;
};

/** The headers of EXTRA_HEADERS, with placeholders in the place of what is secret. */
function concealedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const hidden = headerSecrets(headers);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const variable = headerVariable(name);
      return [name, variable in hidden ? placeholder(variable) : value];
    }),
  );
}

/** The parameters of a query, in about half of all requests the other way round: no order of them is stated. */
function inSomeOrder(query: Readonly<Record<string, string>>): [string, string][] {
  const entries = Object.entries(query);
  // What is asked decides, not in which order: a request that turns its parameters round is turned round.
  const sum = [...entries.flat().join('')].reduce((total, symbol) => total + (symbol.codePointAt(0) ?? 0), 0);
  return sum % 2 === 0 ? entries : entries.reverse();
}

/** Path and query of a request, below the base URL. */
function addressOf({ path, id }: Operation, { params = {}, query = {} }: RequestInput): string {
  // A + for a space is a form's; %20 is a space to everybody.
  const search = new URLSearchParams(inSomeOrder(query)).toString().replaceAll('+', '%20');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${id} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
  return filled + (search && `?${search}`);
}

/** The headers that say who asks, with names in a letter case. */
function senderNamed(settings: Settings, input: RequestInput): Record<string, string> {
  const written = { upper: (name: string) => name.toUpperCase(), lower: (name: string) => name.toLowerCase() };
  const rename = input.headerCase && written[input.headerCase];
  const headers = Object.entries(senderHeaders(settings, input));
  return Object.fromEntries(rename ? headers.map(([name, value]) => [rename(name), value]) : headers);
}

/** Gateways refuse requests that do not say which client sends them. RFC 9110, 10.1.5; EXTRA_HEADERS may name another. */
const AGENT = `goal-conformance/${contractVersion}`;

/** Headers and body of a request. */
function contentOf(settings: Settings, input: RequestInput): Pick<SentRequest, 'requestHeaders' | 'requestBody'> {
  const body = input.raw ?? (input.body === undefined ? undefined : JSON.stringify(input.body));
  return {
    requestHeaders: {
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': AGENT,
      ...concealedHeaders(settings.extraHeaders),
      ...senderNamed(settings, input),
      ...((body !== undefined || input.asSample) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { requestBody: body }),
  };
}

/** Above this share of the time this process was busy itself, so that an answer may only have waited to be read. */
const BUSY = 0.8;

const isLate = ({ code }: NoAnswer): boolean => code === 'TimeoutError' || code.includes('TIMEOUT');

/**
 * Whether a request that got no answer may be sent once more.
 * @param busy share of the time since it was sent that this process worked, from 0 to 1
 */
const mayRepeat = ({ method }: SentRequest, error: NoAnswer, busy: number): boolean =>
  NOT_SENT.has(error.code) ||
  (isDropped(error) && REPEATABLE.has(method)) ||
  (isLate(error) && method === 'GET' && busy > BUSY);

function wordsOf({ method, url }: SentRequest, error: NoAnswer, timeoutMs: number): NotTested {
  const { code, message } = error;
  if (code === 'TooLarge')
    return new NotTested(
      `the answer to ${method} ${url} is not read: ${message}`,
      'a target whose answers are smaller',
    );
  const late = isLate(error);
  return new NotTested(
    `no answer to ${method} ${url}: ${late ? `none within ${timeoutMs} ms` : message} (${code})`,
    late
      ? 'a target that answers in time, or a higher TIMEOUT_MS'
      : 'a target that keeps the connection until it has answered',
  );
}

const noAnswer = (sending: SentRequest, cause: NoAnswer, timeoutMs: number): NotTested =>
  Object.assign(wordsOf(sending, cause, timeoutMs), { cause });

/** Path and query of a redirect within the origin; a token must not travel to another one. */
function redirected(answer: Answer): string | undefined {
  const { location } = answer.responseHeaders;
  if (!REDIRECTS.has(answer.status) || location === undefined || !URL.canParse(location, answer.url)) return undefined;
  if (answer.method !== 'GET' && answer.status < 307) return undefined;
  const to = new URL(location, answer.url);
  return to.origin === new URL(answer.url).origin ? to.pathname + to.search : undefined;
}

/** Whether a request goes to another path than that of its operation: what is served there may be something else. */
export const isElsewhere = (operationId: string, { at }: RequestInput): boolean =>
  at !== undefined && operation(operationId).open === undefined;

/** Whether a request goes out to its operation with the token and the account of its actor. */
const isOwn = (operationId: string, input: RequestInput): boolean =>
  input.authorization === undefined && input.account === undefined && !isElsewhere(operationId, input);

/** Lets no more than this process's part of so many requests be under way at a time. */
function inFlight(most: number | undefined, share: number): <T>(send: () => Promise<T>) => Promise<T> {
  if (most === undefined) return (send) => send();
  const limit = pLimit(Math.max(1, Math.floor(most * share)));
  return (send) => limit(send);
}

/** Requests of a run with PROFILE=smoke: a promise to users. */
const MOST_OF_SMOKE = 500;

/**
 * A client of one target.
 * `send` throws NotTested where no answer comes or the settings forbid the request, NotApplicable where no path is given.
 * @param share this process's part of MAX_RPS, of MAX_IN_FLIGHT, of the patience with refusals and of what a profile may send, from 0 to 1
 * @param before how many requests the run has sent before
 * @param carrier takes the place of connections to the target
 */
export function createClient(
  settings: Settings & { baseUrl: string },
  share = 1,
  { refusals: most, ...times }: Patience = PATIENCE,
  before = 0,
  carrier?: Carrier,
): Client {
  const { origin, pathname } = new URL(settings.baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const wire = createWire(settings, carrier);
  const limit = pace(settings.maxRps === undefined ? undefined : settings.maxRps * share);
  const slots = inFlight(settings.maxInFlight, share);
  const watch = createWatch({ exchange: inTurn }, usual);
  const refusals = createRefusals(limit, { ...times, refusals: most * share });
  const throttle = createThrottle(async () => {
    const [read] = usual();
    return read && (await answerTo(read.sending, read.path, 'first')).status;
  });

  let outgoing = 0;

  /** One request, once its turn has come. @param check throws where it is not to go out any more */
  function inTurn(sending: SentRequest, path: string, check = () => {}): Promise<Answer> {
    return slots(async () => {
      await limit.turn();
      check();
      outgoing++;
      return wire.exchange(sending, path);
    });
  }

  /** Whether the target itself, and no gateway for it, has answered yet. */
  let wasThere = false;
  const created: Client['created'] = new Map();
  const arrivals = createArrivals(settings.settleMs, created);

  /** What goes out for an operation. */
  const sendingOf = (target: Operation, input: RequestInput): { sending: SentRequest; path: string } => {
    const path = prefix + addressOf(target, input);
    const { id, method } = target;
    return { sending: { operation: id, method, url: origin + path, ...contentOf(settings, input) }, path };
  };

  /** Lists of the claimed groups that need nothing to be asked for. */
  function usual(): readonly WatchedRead[] {
    const lists = operations.filter(
      ({ method, path, open, group, parameters }) =>
        method === 'GET' &&
        !path.includes('{') &&
        !open &&
        settings.groups.includes(group) &&
        !parameters.some(({ in: place, required }) => place === 'query' && required),
    );
    return lists.slice(0, READINGS).map((target) => ({ ...sendingOf(target, {}), lasting: true }));
  }

  function allowed({ method, destructive, id }: Operation): void {
    if (method !== 'GET' && settings.profile === 'smoke')
      throw new NotTested(`${id} writes, and PROFILE=smoke only reads`, 'PROFILE=full');
    if (method !== 'GET' && !settings.allowWrites)
      throw new NotTested(`${id} writes, and writing is not allowed`, 'ALLOW_WRITES=true');
    if (destructive && !settings.allowDestructive) {
      throw new NotTested(`${id} cannot be undone, and that is not allowed`, 'ALLOW_DESTRUCTIVE=true');
    }
  }

  /** @throws NotTested when no request goes out any more: the target is lost, refuses for ever, or the profile is spent */
  function mayGoOut(actor: Actor): void {
    if (settings.profile === 'smoke' && outgoing >= (MOST_OF_SMOKE - before) * share)
      throw new NotTested(`the ${MOST_OF_SMOKE} requests of PROFILE=smoke are sent`, 'PROFILE=full');
    const gone = watch.gone.get('first') ?? watch.gone.get(actor);
    if (gone) throw new NotTested(lossWords(gone), STAYS);
    if (refusals.spent !== undefined) {
      throw new NotTested(
        `the target refuses requests by its rate limit, so the run has ended: ${refusals.spent}`,
        'MAX_RPS below its limit',
      );
    }
  }

  /** Batches take the samples away; one of each is enough for the run. */
  const sampled = new Set<string>();
  const shown = (answer: Answer): Exchange =>
    settings.showBodies ? answer : byNeed(answer, neededIn(sentIn([answer])));

  function count(answer: Answer, own: boolean): void {
    const { operation: id, status, ms } = answer;
    if (!sampled.has(`${id} ${status}`)) {
      sampled.add(`${id} ${status}`);
      client.samples.set(`${id} ${status}`, trimmed(shown(answer)));
    }
    client.traffic[id] ??= { statuses: {}, times: [] };
    const { statuses, times: took } = client.traffic[id];
    statuses[status] = (statuses[status] ?? 0) + 1;
    took.push(ms);
    const fault = own && answer.json === undefined && !client.noJson.has(id) ? noJson(answer) : undefined;
    if (fault) client.noJson.set(id, fault.words);
    if (answer.responseBody.length > LONGEST_CREATED) return;
    for (const created of createdIds(answer)) if (!client.created.has(created)) client.created.set(created, answer);
  }

  /** Sends until there is an answer; a request that the target may have acted on is not sent again. */
  async function answerTo(sending: SentRequest, path: string, actor: Actor): Promise<Answer> {
    for (let sent = 1; ; sent++) {
      mayGoOut(actor);
      let before = performance.eventLoopUtilization();
      try {
        return await inTurn(sending, path, () => {
          mayGoOut(actor);
          before = performance.eventLoopUtilization();
        });
      } catch (error) {
        if (error instanceof NotTested) throw error;
        const { utilization } = performance.eventLoopUtilization(before);
        if (sent >= SENDS || !mayRepeat(sending, error as NoAnswer, utilization))
          throw noAnswer(sending, error as NoAnswer, settings.timeoutMs);
        client.retries++;
        await clock.sleep(50 * sent);
      }
    }
  }

  /** Whether an answer refuses for load, so that the request goes out again after a pause. */
  function refusesForLoad(answer: Answer, sent: number): boolean {
    const asked = retryAfter(answer.responseHeaders['retry-after']);
    const says = answer.responseHeaders['retry-after'] !== undefined;
    // 503 without a word on when to come back may be an error like any other: it is tried again, then judged.
    const passing = answer.status === 503 && (says || (sent < SENDS && REPEATABLE.has(answer.method)));
    if (answer.status !== 429 && !passing) {
      refusals.accepted();
      return false;
    }
    refusals.refused(answer.status, asked, answer.ms);
    client.retries++;
    return true;
  }

  /**
   * Whether a gateway spoke for the target, which may be away for a moment: waits, so that the request can go out again. It
   * does so once more where the target was there before and is there by now: whoever asks later would not learn that it was
   * away.
   */
  async function outlasted(reading: WatchedRead, answer: Answer, sent: number, actor?: Actor): Promise<boolean> {
    if (!isGatewayStatus(answer.status) || sent > SENDS || !REPEATABLE.has(answer.method)) return false;
    if (sent < SENDS) await clock.sleep(GATEWAY_PAUSE_MS * sent ** 2);
    else if (!wasThere) return false;
    else {
      const asked = clock.now();
      note(actor, reading, answer);
      if (await watch.lostSince(asked)) return false;
    }
    client.retries++;
    return true;
  }

  /** @param actor whose token and account it went out with; undefined with others */
  async function goesOutAgain(reading: WatchedRead, answer: Answer, sent: number, actor?: Actor): Promise<boolean> {
    if (answer.status === 429 && actor === undefined && (await throttle.refuses(sent))) return true;
    return refusesForLoad(answer, sent) || (await outlasted(reading, answer, sent, actor));
  }

  /** Makes an answer one that can be judged. */
  function take(answer: Answer, own: boolean): void {
    count(answer, own);
    wasThere ||= !isGatewayStatus(answer.status);
    if (answer.ok) hideUnlistedFields(answer.operation, answer.json);
    remember(answer, answer);
    remember(answer.json, answer);
  }

  /**
   * The answer, and the path at which redirects have ended.
   * @param own whether it goes out to its operation with the token and the account of the actor
   */
  async function delivered(
    sending: SentRequest,
    first: string,
    actor: Actor,
    own: boolean,
  ): Promise<{ answer: Answer; path: string }> {
    let path = first;
    for (let sent = 1; ; sent++) {
      const answer = await answerTo(sending, path, actor);
      take(answer, own);
      if (await goesOutAgain({ sending, path, lasting: false }, answer, sent, own ? actor : undefined)) continue;
      const elsewhere = sent < SENDS + 2 ? redirected(answer) : undefined;
      if (elsewhere === undefined) return { answer, path };
      path = elsewhere;
    }
  }

  /** Whoever asks, no answer and a gateway with nobody behind it may mean that the target is lost. */
  function note(actor: Actor | undefined, reading: Parameters<Watch['note']>[1], answer: Answer | undefined): void {
    if (actor !== undefined) watch.note(actor, reading, answer);
    else if (answer === undefined || isGatewayStatus(answer.status))
      watch.note('first', { ...reading, lasting: false }, answer);
  }

  const client: Client = {
    traffic: {},
    samples: new Map(),
    created,
    noJson: new Map(),
    retries: 0,
    watch,
    close: () => wire.close(),

    sent: () => outgoing,

    notices: () => (refusals.learnt === undefined ? [] : [slowedWords(refusals.learnt / share, refusals.learntFrom)]),

    async send(operationId, input = {}) {
      const target = { ...operation(operationId), ...input.at };
      if (target.path === '') throw new NotApplicable(`no path of ${operationId} is given (FIXTURES: openOperations)`);
      allowed(target);
      const { sending, path } = sendingOf({ ...target, id: operationId }, input);
      const { as: actor = 'first' } = input;
      const own = isOwn(operationId, input);
      try {
        const { answer, path: answered } = await delivered(sending, path, actor, own);
        note(own ? actor : undefined, { sending, path: answered, lasting: input.params === undefined }, answer);
        return await arrivals.found(target, input, answer, () => client.send(operationId, input));
      } catch (error) {
        const isThere = isTooLarge((error as Error).cause) || isThrottled(error);
        if (refusals.spent === undefined && !isThere)
          note(own ? actor : undefined, { sending, path, lasting: false }, undefined);
        throw error;
      }
    },
  };
  return client;
}
