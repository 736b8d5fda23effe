/** How answers are written: HTTP and JSON leave much free. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { every, type Parts, type Variant, type Wire } from './variant.ts';

const isJson = ({ headers, bytes }: Wire) => bytes !== undefined && /json/.test(headers['content-type'] ?? '');

/** Writes JSON bodies in another spelling. */
export const spelled = (spell: (text: string) => string): Parts => ({
  wire: (wire) => {
    if (!isJson(wire) || !wire.bytes) return;
    const text = wire.bytes.toString();
    try {
      JSON.parse(text);
    } catch {
      return;
    }
    wire.bytes = Buffer.from(spell(text));
  },
});

const compressed = (encoding: string, compress: (bytes: Buffer) => Buffer) => (wire: Wire) => {
  if (!wire.bytes || !String(wire.request.headers['accept-encoding']).includes(encoding)) return;
  wire.bytes = compress(wire.bytes);
  wire.headers['content-encoding'] = encoding;
};

const typed = (type: string) => (wire: Wire) => {
  if (wire.headers['content-type']?.startsWith('application/json')) wire.headers['content-type'] = type;
};

/** Characters outside ASCII as \u escapes, half of a pair each. */
const escaped = (text: string) =>
  text.replaceAll(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Texts and numbers of JSON. */
export const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } };

export const wireVariants: readonly Variant[] = [
  {
    name: 'pretty-printed',
    title: 'JSON is indented, with a line break at its end.',
    kind: 'spelling',
    parts: spelled((text) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`),
  },
  {
    name: 'escaped',
    title: 'JSON escapes slashes and everything outside ASCII.',
    kind: 'spelling',
    parts: spelled((text) => escaped(text).replaceAll('/', '\\/')),
  },
  {
    name: 'decimal-numbers',
    title: 'Whole numbers are written with a fraction of zero.',
    kind: 'spelling',
    parts: spelled((text) => text.replaceAll(TOKENS, (token) => (/^-?\d+$/.test(token) ? `${token}.0` : token))),
  },
  {
    name: 'chunked',
    title: 'Answers are chunked, in two pieces.',
    kind: 'length',
    parts: {
      wire: (wire) => {
        wire.chunked = true;
      },
    },
  },
  {
    name: 'gzip',
    title: 'Answers are compressed with gzip.',
    kind: 'encoding',
    parts: { encode: compressed('gzip', (bytes) => gzipSync(bytes, { level: 1 })) },
  },
  {
    name: 'brotli',
    title: 'Answers are compressed with Brotli.',
    kind: 'encoding',
    parts: { encode: compressed('br', (bytes) => brotliCompressSync(bytes, QUICK)) },
  },
  {
    name: 'no-keep-alive',
    title: 'The connection is closed after each answer.',
    kind: 'connection',
    parts: {
      wire: (wire) => {
        wire.headers.connection = 'close';
      },
    },
  },
  {
    name: 'header-case',
    title: 'Names of headers are in upper case.',
    parts: {
      wire: (wire) => {
        wire.headers = Object.fromEntries(
          Object.entries(wire.headers).map(([name, value]) => [name.toUpperCase(), value]),
        );
      },
    },
  },
  {
    name: 'more-headers',
    title: 'Answers carry cookies, entity tags, counts and links in headers.',
    parts: {
      wire: (wire) => {
        Object.assign(wire.headers, {
          'set-cookie': 'session=1; HttpOnly',
          etag: 'W/"1"',
          'x-total-count': '7',
          link: '</v2/tasks?skip=1>; rel="next"',
          vary: 'Accept-Encoding',
          'cache-control': 'private, max-age=60',
        });
      },
    },
  },
  {
    name: 'media-type-bare',
    title: 'The media type is application/json, without a charset.',
    kind: 'media type',
    parts: { wire: typed('application/json') },
  },
  {
    name: 'media-type-suffix',
    title: 'The media type is one of the vendor with the suffix +json.',
    kind: 'media type',
    parts: { wire: typed('application/vnd.goals.v2+json; charset=UTF-8') },
  },
  {
    name: 'media-type-upper-case',
    title: 'The media type is in upper case, with a quoted charset.',
    kind: 'media type',
    parts: { wire: typed('Application/JSON;charset="utf-8"') },
  },
  {
    name: 'slow',
    title: 'Every third answer takes 5 to 30 ms.',
    parts: () => {
      const now = every(3);
      let n = 0;
      return {
        wire: (wire) => {
          if (now()) wire.delay = 5 + ((++n * 7) % 26);
        },
      };
    },
  },
  {
    name: 'out-of-order',
    title: 'Answers to requests in flight together come in another order.',
    parts: () => {
      const now = every(2);
      return {
        wire: (wire) => {
          if (now()) wire.delay = 2;
        },
      };
    },
  },
];
