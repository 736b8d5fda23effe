/** Servers built differently: HTTP and JSON, which leave much free. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { deep, type Parts, type Variant } from './variant.ts';
import { spelled, TOKENS } from './wire.ts';

const code = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`;

/** Letters of a text as escapes; what is escaped already stays. */
const lettersEscaped = (text: string) =>
  text.replaceAll(/\\u[\dA-Fa-f]{4}|\\.|[a-z]/g, (part) => (part.length > 1 ? part : code(part)));

/** A number of the same value, written otherwise. */
function otherNumber(token: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(token) || Number(token) === 0) return token;
  const [whole = '', fraction = ''] = token.split('.');
  return fraction === ''
    ? `${whole}00e-2`
    : `${whole}${fraction}00E-0${fraction.length + 2}`.replace(/^(-?)0+(?=\d)/, '$1');
}

/** Puts the keys of objects in an order that each answer has anew. */
const shuffled = (body: unknown) =>
  deep(body, (record) => Object.fromEntries(Object.entries(record).sort(() => Math.random() - 0.5)));

type Step = (request: IncomingMessage, response: ServerResponse) => void;
const before = (step: Step): Parts => ({
  front: (request, response, next) => {
    step(request, response);
    next();
  },
});

const MANY: Record<string, string> = {
  'content-disposition': 'attachment; filename="answer.json"',
  'content-language': 'de-CH, fr',
  'accept-ranges': 'none',
  age: '17',
  expires: '0',
  pragma: 'no-cache',
  via: '1.1 cache-7, 1.0 fred (Apache/1.1)',
  server: 'goals/0.0 (unknown)',
  'alt-svc': 'h3=":443"; ma=86400',
  'strict-transport-security': 'max-age=0',
  'server-timing': 'db;dur=53, app;dur=47.2',
  'access-control-allow-origin': '*',
  'x-long': 'y'.repeat(5000),
  ...Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-own-${n}`, String(n)])),
};

/** Writes an answer in small pieces, which cut through characters. */
function inPieces(_request: IncomingMessage, response: ServerResponse): void {
  const write = response.write.bind(response) as (bytes: Buffer) => boolean;
  const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
  const cut = (bytes: Buffer) => {
    for (let at = 0; at < Math.min(bytes.length, 60); at += 7) write(bytes.subarray(at, Math.min(at + 7, 60)));
    return bytes.subarray(60);
  };
  response.write = ((bytes: Buffer) => {
    const rest = cut(bytes);
    return rest.length === 0 || write(rest);
  }) as typeof response.write;
  response.end = ((...parts: unknown[]) => {
    const [bytes, ...rest] = parts;
    return Buffer.isBuffer(bytes) ? end(cut(bytes), ...rest) : end(...parts);
  }) as typeof response.end;
}

function withTrailers(_request: IncomingMessage, response: ServerResponse): void {
  const end = response.end.bind(response) as (...parts: unknown[]) => ServerResponse;
  response.end = ((...parts: unknown[]) => {
    response.addTrailers({ 'x-checksum': 'none', 'server-timing': 'total;dur=1' });
    return end(...parts);
  }) as typeof response.end;
}

const reasons = (text: string) =>
  before((_request, response) => {
    const head = response.writeHead.bind(response) as (...parts: unknown[]) => ServerResponse;
    response.writeHead = ((status: number, ...rest: unknown[]) =>
      head(status, text, ...rest.filter((part) => typeof part === 'object'))) as typeof response.writeHead;
  });

function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  request.resume();
  response.writeHead(status, { 'content-length': 0 });
  response.end();
}

export const httpAndJsonVariants: readonly Variant[] = [
  {
    // RFC 8259, section 7: any character may be escaped, in names of members too.
    name: 'other-json-all-letters-escaped',
    title: 'JSON escapes every small letter, also in the names of members.',
    kind: 'spelling',
    parts: spelled((text) =>
      text.replaceAll(TOKENS, (token) => (token.startsWith('"') ? lettersEscaped(token) : token)),
    ),
  },
  {
    // RFC 8259, section 2: white space stands before and after any token.
    name: 'other-json-spaced-out',
    title: 'JSON begins and ends with white space of all four kinds, and has it between all tokens.',
    kind: 'spelling',
    parts: spelled(
      (text) =>
        `\r\n\t  ${text.replaceAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]/g, (part) => (part.startsWith('"') ? part : `\t${part}\r\n `))}\n\n`,
    ),
  },
  {
    // RFC 8259, section 6: 12, 1200e-2 and 1200E-02 are one number.
    name: 'other-json-numbers-negative-exponent',
    title: 'Numbers are written with trailing zeros and a negative exponent.',
    kind: 'spelling',
    parts: spelled((text) => text.replaceAll(TOKENS, (token) => (token.startsWith('"') ? token : otherNumber(token)))),
  },
  {
    // RFC 8259, section 6: -0 is a number of the value zero; "actual, critical, initialValue, target (numbers)".
    name: 'other-json-minus-zero',
    title: 'Zeros of all fields are written as -0.0.',
    kind: 'spelling',
    parts: spelled((text) => text.replaceAll(TOKENS, (token) => (token === '0' ? '-0.0' : token))),
  },
  {
    // RFC 8259, section 4: members have no order.
    name: 'other-json-keys-shuffled',
    title: 'The members of every object come in an order that is new in each answer.',
    parts: {
      reply: (reply) => {
        reply.body = shuffled(reply.body);
      },
    },
  },
  {
    // RFC 9110, section 15.2: informational answers may come before the final one.
    name: 'other-early-hints',
    title: 'Each answer comes after 103 with hints, and after 102.',
    parts: before((request, response) => {
      if (request.httpVersion !== '1.1') return;
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
    }),
  },
  {
    // RFC 9110, section 6.5: a chunked answer may have trailers.
    name: 'other-trailers',
    title: 'Answers are chunked and end with trailers.',
    kind: 'length',
    parts: {
      wire: (wire) => {
        if (!wire.bytes) return;
        wire.chunked = true;
        wire.headers.trailer = 'x-checksum, server-timing';
      },
      ...before(withTrailers),
    },
  },
  {
    // RFC 9112, section 7.1: chunks have whatever size, and know nothing of characters.
    name: 'other-chunks-small',
    title: 'Answers come in chunks of seven bytes at first, which cut through characters.',
    kind: 'length',
    parts: {
      wire: (wire) => {
        wire.chunked = true;
      },
      front: (request, response, next) => {
        inPieces(request, response);
        next();
      },
    },
  },
  {
    // RFC 9112, section 4: a client ignores the reason phrase.
    name: 'other-reason-phrases',
    title: 'The reason phrase of every answer is a text of its own.',
    parts: reasons('Whatever you say (404 Not Found)'),
  },
  {
    // RFC 9110, section 5.3 and 6.3: header fields of whatever names and number.
    name: 'other-headers-many',
    title: 'Answers carry eighty headers, one of them of 5000 characters.',
    parts: {
      wire: (wire) => {
        wire.headers = { ...MANY, ...wire.headers };
      },
    },
  },
  {
    // RFC 9110, section 6.6.1: a server without a clock sends no Date.
    name: 'other-no-date',
    title: 'Answers have no Date.',
    parts: before((_request, response) => {
      response.sendDate = false;
    }),
  },
  {
    // RFC 9112, section 9.3 and 9.6: a server closes a connection when it likes, and says so.
    name: 'other-connection-of-five',
    title: 'A connection is good for five answers; the fifth says that it closes.',
    kind: 'connection',
    parts: () => {
      const counts = new WeakMap<object, number>();
      return before((request, response) => {
        const count = (counts.get(request.socket) ?? 0) + 1;
        counts.set(request.socket, count);
        if (count >= 5) response.setHeader('connection', 'close');
        else response.setHeader('keep-alive', `timeout=60, max=${5 - count}`);
      });
    },
  },
  {
    // RFC 9110, section 11.6.1: several challenges may stand in one field.
    name: 'other-challenges-several',
    title: 'A 401 names several schemes, with parameters.',
    parts: {
      reply: (reply) => {
        if (reply.status === 401)
          reply.headers['www-authenticate'] =
            'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Bearer error="invalid_token", Basic realm="x"';
      },
    },
  },
  {
    // "Errors": the shape of error bodies is not shown.
    name: 'other-errors-xml',
    title: 'Errors are XML in Latin-1, which is no UTF-8.',
    kind: 'errors',
    parts: {
      wire: (wire) => {
        if (wire.status < 400) return;
        wire.bytes = Buffer.from(
          '<?xml version="1.0" encoding="ISO-8859-1"?><error>n\u00e3o \u00e9 poss\u00edvel</error>',
          'latin1',
        );
        wire.headers['content-type'] = 'application/xml; charset=ISO-8859-1';
        delete wire.headers['content-encoding'];
      },
    },
  },
  {
    // "Errors": the shape of error bodies is not shown, nor their size.
    name: 'other-errors-huge',
    title: 'Errors are pages of 200 kB.',
    kind: 'errors',
    parts: {
      reply: (reply) => {
        if (reply.status >= 400) reply.body = { trace: 'at frame\n'.repeat(22_000) };
      },
    },
  },
  {
    // "Errors": the shape of error bodies is not shown.
    name: 'other-errors-true',
    title: 'Errors are the JSON value true.',
    kind: 'errors',
    parts: {
      reply: (reply) => {
        if (reply.status >= 400) reply.body = true;
      },
    },
  },
  ...[2000, 8000].map(
    (most): Variant => ({
      // "Limits": request size limits are not shown.
      name: `other-addresses-over-${most}-refused`,
      title: `Addresses of more than ${most} characters are refused with 414.`,
      kind: 'request size',
      parts: {
        front: (request, response, next) => {
          if ((request.url ?? '').length > most) refuse(request, response, 414);
          else next();
        },
      },
    }),
  ),
  {
    // "Limits": request size limits are not shown.
    name: 'other-long-bodies-refused',
    title: 'Bodies of more than 2000 bytes are refused with 413.',
    kind: 'request size',
    warns: ['general.texts-accepted'],
    parts: {
      front: (request, response, next) => {
        if (Number(request.headers['content-length'] ?? 0) > 2000) refuse(request, response, 413);
        else next();
      },
    },
  },
  {
    // "Conventions": samples send Content-Type and Accept of application/json; requests without them are not shown.
    name: 'other-sample-headers-demanded',
    title: 'Requests without Accept: application/json, and bodies without that type, are refused.',
    parts: {
      front: (request, response, next) => {
        const { accept = '', 'content-type': type = '', 'content-length': length = '0' } = request.headers;
        if (!accept.includes('application/json')) refuse(request, response, 406);
        else if (length !== '0' && !type.includes('application/json')) refuse(request, response, 415);
        else next();
      },
    },
  },
  {
    // "Endpoints": GET of the mappings and of SCIM groups ends with a slash, the others do not.
    name: 'other-slashes-exact',
    title: 'Paths are taken as they are listed, slash at the end or not; others are 404.',
    kind: 'redirect',
    parts: {
      front: (request, response, next) => {
        const path = (request.url ?? '/').split('?')[0] as string;
        const slashed = ['/v1/roles/account/mapping', '/v1/roles/account/scim-groups'];
        const bare = slashed.some((one) => path.endsWith(one)) && request.method === 'GET';
        const more = path.endsWith('/') && !slashed.some((one) => path.endsWith(`${one}/`));
        if (bare || more) refuse(request, response, 404);
        else next();
      },
    },
  },
  {
    // HEAD and OPTIONS are not listed; gap 1: the bodies of GETs are not shown, so that a proxy may refuse them all.
    name: 'other-head-and-bodies-of-get-refused',
    title:
      'HEAD and OPTIONS are 405, and a GET with a body is 400, as some proxies have it; no body of a GET is given.',
    sparse: true,
    parts: {
      front: (request, response, next) => {
        const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
        if (request.method === 'HEAD' || request.method === 'OPTIONS') refuse(request, response, 405);
        else if (request.method === 'GET' && (length !== '0' || coding !== undefined)) refuse(request, response, 400);
        else next();
      },
      fixtures: (file) => {
        for (const name of ['listCustomFields', 'listKpis', 'kpiSnapshots', 'listDashboards', 'allowedActions'])
          delete file.bodies[name];
      },
    },
  },
  {
    // No time is named: a service may be slow, at writing above all.
    name: 'other-writes-slow',
    title: 'Every write takes 400 ms.',
    parts: {
      wire: (wire) => {
        if (wire.request.method !== 'GET') wire.delay = 400;
      },
    },
  },
  {
    // What is no operation is not in the specification: nothing says that it is 404.
    name: 'other-unrouted-403',
    title: 'Paths without an operation are forbidden, as behind a gateway.',
    parts: {
      reply: (reply) => {
        if (!reply.operation) {
          reply.status = 403;
          reply.body = { message: 'Missing Authentication Token' };
        }
      },
    },
  },
];
