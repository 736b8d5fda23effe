/** Hostile, broken and peculiar targets: what each does, and how the suite must come out of meeting it. */
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Met, Outcome } from './meeting.ts';

export interface Hostile {
  what: string;
  does: (met: Met) => void;
  outcome: Outcome['outcome'];
  /** What must be said. */
  says?: RegExp;
  env?: Record<string, string>;
  /** Most requests; default 80. */
  requests?: number;
}

const MB = 1024 * 1024;
const LIST = '{"count":1,"totalCount":1,"items":[{"id":"t-1"}],"tags":[{"id":"t-1"}]}';
const listOf = (records: readonly unknown[]) =>
  JSON.stringify({ count: records.length, totalCount: records.length, items: records, tags: records });

/** Made when it is first needed, and once. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const BOMB = lazily(() => Buffer.alloc(24 * MB, ' '));
const large = {
  gzip: lazily(() => gzipSync(BOMB())),
  br: lazily(() => brotliCompressSync(BOMB(), { params: { 1: 1 } })),
  deflate: lazily(() => deflateSync(BOMB())),
  twice: lazily(() => gzipSync(gzipSync(BOMB()))),
  plain: BOMB,
  records: lazily(() => `{"items":[${'{"id":"a"},'.repeat(999_999)}{"id":"a"}]}`),
};

const give =
  (body: string | Buffer | (() => string | Buffer), headers?: Record<string, string>, status?: number) =>
  ({ give: answer }: Met) =>
    answer(typeof body === 'function' ? body() : body, headers, status);

/** Writes these bytes instead of an answer, and hangs up where it is said. */
const raw =
  (text: string, { end = true } = {}) =>
  ({ socket }: Met) => {
    socket.write(text);
    if (end) socket.end();
  };

/** Writes the same again and again until the client is gone. */
const forEver =
  (head: string, chunk: string | Buffer, everyMs = 0) =>
  ({ socket }: Met) => {
    socket.write(head);
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer);
      else if (socket.writableLength < MB) socket.write(chunk);
    }, everyMs);
  };

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const whole = (head: string, body = LIST) => `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const spoilt = (spoil: (body: string) => string) => (met: Met) => met.pass(spoil);
const record = (fields: object) =>
  spoilt((body) => body.replaceAll('{"id"', `{${JSON.stringify(fields).slice(1, -1)},"id"`));

const sizes: readonly Hostile[] = [
  {
    what: 'a gzip bomb',
    does: give(large.gzip, { 'content-encoding': 'gzip' }),
    outcome: 'refused',
    says: /larger than 16 MB once decoded/,
  },
  {
    what: 'a Brotli bomb',
    does: give(large.br, { 'content-encoding': 'br' }),
    outcome: 'refused',
    says: /larger than 16 MB once decoded/,
  },
  {
    what: 'a deflate bomb',
    does: give(large.deflate, { 'content-encoding': 'deflate' }),
    outcome: 'refused',
    says: /16 MB once decoded/,
  },
  {
    what: 'a bomb in two codings',
    does: give(large.twice, { 'content-encoding': 'gzip, gzip' }),
    outcome: 'refused',
    says: /16 MB once decoded/,
  },
  { what: '24 MB of blanks', does: give(large.plain), outcome: 'refused', says: /larger than 16 MB/ },
  {
    what: 'a body without end',
    does: forEver(`${HEAD}\r\n`, Buffer.alloc(MB / 4, ' ')),
    outcome: 'refused',
    says: /larger than 16 MB/,
  },
  {
    what: 'chunks without end',
    does: forEver(`${HEAD}transfer-encoding: chunked\r\n\r\n`, `40000\r\n${' '.repeat(0x40000)}\r\n`),
    outcome: 'refused',
    says: /larger than 16 MB/,
  },
  { what: 'a million records', does: give(large.records), outcome: 'refused', says: /more than 500000 values/ },
  {
    what: '5,000 levels',
    does: give(`${'['.repeat(5000)}${']'.repeat(5000)}`),
    outcome: 'refused',
    says: /more than 1000 levels/,
  },
  {
    what: '100,000 levels in a field of a record',
    does: spoilt((body) => body.replace('{"id"', `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)},"id"`)),
    outcome: 'holds',
    says: /more than 1000 levels/,
  },
  {
    what: 'a text of 2 MB',
    does: give(JSON.stringify({ name: 'y'.repeat(2 * MB) })),
    outcome: 'refused',
    says: /a text of more than 1 MB/,
  },
  { what: 'brackets in texts', does: record({ x: '[\\"{'.repeat(3000) }), outcome: 'holds' },
  { what: 'texts of 100 KB', does: record({ x: 'y'.repeat(100_000) }), outcome: 'holds' },
  {
    what: '900 levels',
    does: record({ x: JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`) as unknown }),
    outcome: 'holds',
  },
];

const codings: readonly Hostile[] = [
  ...['GZIP', 'GZip', 'x-gzip'].map(
    (name): Hostile => ({
      what: `the coding ${name}`,
      does: give(gzipSync(listOf([])), { 'content-encoding': name }),
      outcome: 'holds',
    }),
  ),
  { what: 'the coding BR', does: give(brotliCompressSync(listOf([])), { 'content-encoding': 'BR' }), outcome: 'holds' },
  { what: 'identity as a coding', does: give(listOf([]), { 'content-encoding': 'identity' }), outcome: 'holds' },
  {
    what: 'gzip that is none',
    does: give(LIST, { 'content-encoding': 'gzip' }),
    outcome: 'refused',
    says: /incorrect header check/,
  },
  {
    what: 'gzip that breaks off',
    does: give(gzipSync(LIST).subarray(0, 30), { 'content-encoding': 'gzip' }),
    outcome: 'refused',
    says: /unexpected end of file/,
  },
  {
    what: 'gzip that is Brotli',
    does: give(brotliCompressSync(LIST), { 'content-encoding': 'gzip' }),
    outcome: 'refused',
  },
  {
    what: 'a coding that nobody knows',
    does: give(Buffer.from([1, 2, 3]), { 'content-encoding': 'made-up' }),
    outcome: 'fails',
    says: /no JSON/,
  },
];

const bodies: readonly Hostile[] = [
  ['nothing', ''],
  ['blanks', '   \n'],
  ['JSON that breaks off', LIST.slice(0, -4)],
  ['two JSON values', `${LIST}${LIST}`],
  ['single quotes', LIST.replaceAll('"', "'")],
  ['NaN', '{"count":NaN}'],
  ['NUL', '\0'.repeat(100)],
  ['UTF-16', Buffer.from(LIST, 'utf16le')],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
].map(([what, body]): Hostile => ({ what: `a body of ${what}`, does: give(body as string), outcome: 'fails' }));

const values: readonly Hostile[] = [
  ...(
    [
      '{}',
      '[]',
      '"text"',
      '7',
      'null',
      'true',
      '[null]',
      '{"items":{}}',
      '{"items":[null,1,"x",[]],"tags":[[]]}',
    ] as const
  ).map((body): Hostile => ({ what: `${body} to everything`, does: give(body), outcome: 'fails' })),
  {
    what: '__proto__ in each record',
    does: spoilt((body) => body.replaceAll('{"id"', '{"__proto__":{"x":1},"id"')),
    outcome: 'holds',
  },
  {
    what: 'constructor and toString in each record',
    does: record({ constructor: { prototype: { y: 1 } }, toString: 'x', hasOwnProperty: 1 }),
    outcome: 'holds',
  },
  { what: 'a key twice', does: spoilt((body) => body.replaceAll('{"id"', '{"x":1,"x":2,"id"')), outcome: 'holds' },
  {
    what: 'numbers that are too large',
    does: spoilt((body) => body.replaceAll('{"id"', '{"x":1e999,"y":-0,"id"')),
    outcome: 'holds',
  },
  {
    what: 'lone surrogates',
    does: spoilt((body) => body.replaceAll('{"id"', '{"x":"\\ud800","id"')),
    outcome: 'holds',
  },
  { what: 'sequences that steer a terminal', does: record({ x: '\u001b[2J\u001b]0;owned\u0007' }), outcome: 'holds' },
  {
    what: 'ids that leave the path',
    does: give(listOf([{ id: '../../admin' }, { id: 'a\r\nX: y' }, { id: '' }, { id: '__proto__' }])),
    outcome: 'holds',
  },
  { what: 'ids of 2 KB', does: give(listOf([{ id: 'y'.repeat(2_000) }])), outcome: 'holds' },
  { what: 'ids that are numbers', does: give(listOf([{ id: 7 }])), outcome: 'fails' },
  { what: 'counts below zero', does: give('{"count":-1,"totalCount":-5,"items":[],"tags":[]}'), outcome: 'fails' },
  {
    what: 'a total of a billion',
    does: give('{"count":1,"totalCount":1000000000,"items":[{"id":"a"}],"tags":[{"id":"a"}]}'),
    outcome: 'fails',
  },
  {
    what: 'placeholders of the suite as names',
    does: give(listOf([{ id: '<redacted:ACCESS_TOKEN>', title: '<redacted:ACCESS_TOKEN>' }])),
    outcome: 'holds',
  },
  {
    what: 'an echo of each request',
    does: ({ request, give: answer }) => answer(JSON.stringify({ ...request.headers, url: request.url })),
    outcome: 'fails',
  },
];

const types: readonly Hostile[] = [
  {
    what: 'HTML everywhere',
    does: give('<!doctype html><p>hello', { 'content-type': 'text/html' }),
    outcome: 'refused',
    says: /with HTML/,
  },
  {
    what: 'XML everywhere',
    does: give('<?xml version="1.0"?><a/>', { 'content-type': 'text/xml' }),
    outcome: 'refused',
  },
  { what: 'JSON as plain text', does: give(listOf([]), { 'content-type': 'text/plain' }), outcome: 'fails' },
  {
    what: 'JSON of a further type',
    does: give(listOf([]), { 'content-type': 'application/hal+json' }),
    outcome: 'holds',
  },
  {
    what: 'a type in capitals',
    does: give(listOf([]), { 'content-type': 'APPLICATION/JSON; CHARSET=UTF-8' }),
    outcome: 'holds',
  },
];

const INFORM = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
const framing: readonly Hostile[] = [
  { what: 'one 1xx before each answer', does: raw(whole(`${INFORM}${HEAD}`, listOf([]))), outcome: 'holds' },
  {
    what: 'fifty 1xx before each answer',
    does: raw(whole(`${INFORM.repeat(50)}${HEAD}`, listOf([]))),
    outcome: 'holds',
  },
  { what: '1xx without end', does: forEver('', INFORM, 5), outcome: 'refused', env: { TIMEOUT_MS: '300' } },
  {
    what: '101 that nobody asked for',
    does: raw('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
    outcome: 'refused',
  },
  {
    what: 'HTTP/1.0 answers',
    does: raw(`HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n${listOf([])}`),
    outcome: 'holds',
  },
  {
    what: 'bodies that end with the connection',
    does: raw(`${HEAD}connection: close\r\n\r\n${listOf([])}`),
    outcome: 'holds',
  },
  { what: 'less than its Content-Length', does: raw(`${HEAD}content-length: 5000\r\n\r\n${LIST}`), outcome: 'refused' },
  { what: 'more than its Content-Length', does: raw(`${HEAD}content-length: 5\r\n\r\n${LIST}`), outcome: 'fails' },
  {
    what: 'Content-Length beside chunks',
    does: raw(`${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
    outcome: 'refused',
  },
  {
    what: 'two Content-Lengths',
    does: raw(`${HEAD}content-length: 5\r\ncontent-length: 6\r\n\r\n${LIST}`),
    outcome: 'refused',
  },
  {
    what: 'a broken chunk',
    does: raw(`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
    outcome: 'refused',
  },
  {
    what: 'chunks without the last one',
    does: raw(`${HEAD}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`),
    outcome: 'refused',
  },
  {
    what: 'a status that is no number',
    does: raw('HTTP/1.1 abc OK\r\n\r\n'),
    outcome: 'refused',
    says: /does not speak HTTP/,
  },
  {
    what: 'the banner of another protocol',
    does: raw('SSH-2.0-OpenSSH_9.6\r\n'),
    outcome: 'refused',
    says: /does not speak HTTP/,
  },
  { what: 'a header of 200 KB', does: raw(whole(`${HEAD}x: ${'y'.repeat(200_000)}\r\n`)), outcome: 'refused' },
  { what: 'headers without end', does: forEver(HEAD, `x: ${'y'.repeat(1000)}\r\n`, 5), outcome: 'refused' },
  {
    what: 'a second answer behind each',
    does: raw(`${whole(HEAD, listOf([]))}${whole(HEAD, '{"stolen":true}')}`),
    outcome: 'holds',
  },
];

const silence: readonly Hostile[] = [
  { what: 'silence', does: () => {}, outcome: 'refused', says: /none within 300 ms/, env: { TIMEOUT_MS: '300' } },
  {
    what: 'a byte now and then',
    does: forEver(`${HEAD}content-length: 5000\r\n\r\n`, ' ', 50),
    outcome: 'refused',
    says: /none within 300 ms/,
    env: { TIMEOUT_MS: '300' },
  },
  { what: 'connections that end', does: ({ socket }) => socket.destroy(), outcome: 'refused' },
  { what: 'connections that are reset', does: ({ socket }) => socket.resetAndDestroy(), outcome: 'refused' },
  {
    what: 'half an answer, then a reset',
    does: ({ socket }) => socket.write(`${HEAD}content-length: 50\r\n\r\n{"co`, () => socket.resetAndDestroy()),
    outcome: 'refused',
  },
  {
    what: 'every third connection dropped',
    does: (met) => (met.before % 3 === 2 ? met.socket.destroy() : met.pass()),
    outcome: 'holds',
    requests: 120,
  },
];

const statuses: readonly Hostile[] = [
  ...([500, 502, 503, 404, 407, 401, 402, 403, 405] as const).map(
    (status): Hostile => ({
      what: `${status} to everything`,
      does: give('{"message":"no"}', {}, status),
      outcome: 'refused',
      requests: 90,
    }),
  ),
  ...([400, 418, 409] as const).map(
    (status): Hostile => ({ what: `${status} to everything`, does: give('{}', {}, status), outcome: 'fails' }),
  ),
  { what: '204 to everything', does: ({ give: answer }) => answer('', {}, 204), outcome: 'fails' },
  { what: '304 to everything', does: ({ give: answer }) => answer('', {}, 304), outcome: 'fails' },
  { what: '206 to everything', does: give(listOf([]), {}, 206), outcome: 'fails' },
  {
    what: '999 to everything',
    does: raw(whole('HTTP/1.1 999 Odd\r\ncontent-type: application/json\r\n', '{}')),
    outcome: 'refused',
  },
  {
    what: 'a redirect to itself',
    does: ({ request, give: answer }) => answer('', { location: request.url ?? '' }, 307),
    outcome: 'refused',
    requests: 120,
  },
  {
    what: 'a redirect to another host',
    does: give('', { location: 'http://elsewhere.invalid/' }, 302),
    outcome: 'refused',
    says: /tokens do not travel/,
  },
  { what: 'a redirect without a place', does: give('', {}, 302), outcome: 'fails' },
  {
    what: 'a redirect to what is no address',
    does: give('', { location: 'javascript:alert(1)' }, 302),
    outcome: 'refused',
  },
];

const refusals: readonly Hostile[] = [
  undefined,
  '0',
  '-5',
  'soon',
  'Wed, 21 Oct 2015 07:28:00 GMT',
  '3600',
  '99999999999999999999',
].map(
  (header): Hostile => ({
    what: `429 to everything with Retry-After ${header}`,
    does: give('', header === undefined ? {} : { 'retry-after': header }, 429),
    outcome: 'refused',
    says: /^MAX_RPS: the target refuses requests by its rate limit/,
    requests: 200,
  }),
);

const later: readonly Hostile[] = [
  ...[undefined, '0', 'soon'].map(
    (header): Hostile => ({
      what: `429 to everything after a while, with Retry-After ${header}`,
      does: (met) =>
        met.before < 8 ? met.pass() : met.give('', header === undefined ? {} : { 'retry-after': header }, 429),
      outcome: 'untested',
      says: /so the run has ended/,
      requests: 120,
    }),
  ),
  {
    what: '503 with Retry-After after a while',
    does: (met) => (met.before < 8 ? met.pass() : met.give('', { 'retry-after': '0' }, 503)),
    outcome: 'untested',
    says: /so the run has ended/,
    requests: 120,
  },
  {
    what: 'every other request refused (429)',
    does: (met) => (met.before % 2 ? met.give('', { 'retry-after': '0' }, 429) : met.pass()),
    outcome: 'holds',
    requests: 140,
  },
];

/** Large answers are made in the process that judges them, which takes its time. */
const patient = sizes.map((one): Hostile => ({ ...one, env: { TIMEOUT_MS: '8000' } }));

export const hostileTargets: readonly Hostile[] = [
  ...patient,
  ...codings,
  ...bodies,
  ...values,
  ...types,
  ...framing,
  ...silence,
  ...statuses,
  ...refusals,
  ...later,
];
