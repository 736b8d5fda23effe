/** Reads the body of an answer within bounds, whatever a target sends: its size once decoded, its depth, its values. */
import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Bytes of one decoded answer. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Objects and arrays inside each other: what walks a value calls itself once for each. */
const MOST_LEVELS = 1000;
/** Fields and entries in one answer: each takes some hundred bytes of memory when parsed. */
const MOST_VALUES = 1_000_000;

/** An answer that is not read to its end. Its message says which bound it broke. */
export class TooLarge extends Error {
  override name = 'TooLarge';
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The codings of an answer, the outermost first. Their names are of any case: RFC 9110, 8.4.1. */
const codingsOf = (header: unknown): string[] =>
  String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding in decoders)
    .reverse();

const [QUOTE, BACKSLASH, COMMA, COLON] = [...'"\\,:'].map((c) => c.charCodeAt(0));
const OPENING = new Set([...'[{'].map((c) => c.charCodeAt(0)));
const CLOSING = new Set([...']}'].map((c) => c.charCodeAt(0)));

/** Counts levels and values of JSON as its bytes come; of anything but JSON it counts nothing. */
function counter(): (chunk: Uint8Array) => void {
  let [levels, values, inText, escaped] = [0, 0, false, false];
  let isJson: boolean | undefined;
  return (chunk) => {
    for (const byte of chunk) {
      if (isJson === undefined) {
        if (byte <= 0x20 || byte >= 0x80) continue;
        isJson = OPENING.has(byte);
      }
      if (!isJson) return;
      if (inText) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inText = false;
      } else if (byte === QUOTE) inText = true;
      else if (byte === COMMA || byte === COLON) values++;
      else if (OPENING.has(byte)) levels++;
      else if (CLOSING.has(byte)) levels--;
    }
    if (levels > MOST_LEVELS) throw new TooLarge(`its JSON has more than ${MOST_LEVELS} levels`);
    if (values > MOST_VALUES) throw new TooLarge(`its JSON has more than ${MOST_VALUES} values`);
  };
}

/**
 * The decoded bytes of a body.
 * @throws TooLarge as soon as a bound is broken; the rest is not read
 */
export async function readBody(body: Readable, encoding: unknown): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const count = counter();
  let [sent, size] = [0, 0];
  async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      sent += chunk.length;
      if (sent > MOST_BYTES) throw new TooLarge(`it is larger than ${MOST_BYTES / 1024 / 1024} MB`);
      yield chunk;
    }
  }
  function take(chunk: Buffer): void {
    size += chunk.length;
    if (size > MOST_BYTES) throw new TooLarge(`it is larger than ${MOST_BYTES / 1024 / 1024} MB once decoded`);
    count(chunk);
    chunks.push(chunk);
  }
  const end = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        take(chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  const codings = codingsOf(encoding).map((coding) => (decoders[coding] as () => Transform)());
  try {
    await pipeline([Readable.from(bounded(body)), ...codings, end]);
  } catch (error) {
    // A coding of nothing is nothing: an answer without a body may still name one.
    if (sent > 0 || codings.length === 0) throw error;
  }
  return Buffer.concat(chunks);
}
