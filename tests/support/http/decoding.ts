/** Reads the body of an answer within bounds, whatever a target sends: its size once decoded, its depth, its values. */
import { Readable, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Room } from './memoryBound.ts';

/** Bytes of one decoded answer. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Objects and arrays inside each other: what walks a value calls itself once for each. */
const MOST_LEVELS = 1000;
/** Fields and entries in one answer: each takes some hundred bytes of memory when parsed. */
const MOST_VALUES = 500_000;
/** Bytes of one text in JSON. Reports show it, and requests may send it back. */
const LONGEST_TEXT = 1024 * 1024;

/** An answer that is not read to its end. Its message says which bound it broke. */
class TooLarge extends Error {
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

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [COMMA, COLON] = [0x2c, 0x3a];
const [OPENS_LIST, OPENS_OBJECT, CLOSES_LIST, CLOSES_OBJECT] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Where a text ends that `from` is inside of: at its next quote that is not escaped; -1 when this chunk does not have it. */
function endOfText(chunk: Buffer, from: number): number {
  for (let at = chunk.indexOf(QUOTE, from); at >= 0; at = chunk.indexOf(QUOTE, at + 1)) {
    let escapes = 0;
    while (at - 1 - escapes >= from && chunk[at - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return at;
  }
  return -1;
}

/** Whether an odd number of backslashes ends a chunk that is inside of a text since `from`. */
function endsInEscape(chunk: Buffer, from: number): boolean {
  let escapes = 0;
  while (chunk.length - 1 - escapes >= from && chunk[chunk.length - 1 - escapes] === BACKSLASH) escapes++;
  return escapes % 2 === 1;
}

const isSeparator = (byte: number) => byte === COMMA || byte === COLON;

/** Counts levels and values of JSON as its bytes come; of anything but JSON it counts nothing. */
function counter(): (chunk: Buffer) => void {
  let [levels, deepest, values, inText, escaped, length, longest] = [0, 0, 0, false, false, 0, 0];
  let isJson: boolean | undefined;
  function structure(byte: number): void {
    if (isSeparator(byte)) values++;
    else if (byte === OPENS_LIST || byte === OPENS_OBJECT) deepest = Math.max(deepest, ++levels);
    else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) levels--;
  }
  /** Where the text ends that a chunk is inside of: at its quote, or with the chunk. */
  function skipText(chunk: Buffer, from: number): number {
    const end = endOfText(chunk, from);
    inText = end < 0;
    escaped = inText && endsInEscape(chunk, from);
    length += (inText ? chunk.length : end) - from;
    if (length > longest) longest = length;
    return inText ? chunk.length : end;
  }
  function count(chunk: Buffer): void {
    // An escape that the last chunk ended with is of this one's first byte.
    for (let at = escaped ? 1 : 0; at < chunk.length; at++) {
      if (inText) at = skipText(chunk, at);
      else if (chunk[at] === QUOTE) {
        inText = true;
        length = 0;
      } else structure(chunk[at] as number);
    }
  }
  return (chunk) => {
    isJson ??= /^\s*[[{]/.test(chunk.toString('latin1', 0, 100));
    if (!isJson) return;
    count(chunk);
    if (deepest > MOST_LEVELS) throw new TooLarge(`its JSON has more than ${MOST_LEVELS} levels`);
    if (longest > LONGEST_TEXT) throw new TooLarge(`its JSON has a text of more than ${LONGEST_TEXT / 1024 / 1024} MB`);
    if (values > MOST_VALUES) throw new TooLarge(`its JSON has more than ${MOST_VALUES} values`);
  };
}

/** The size. @throws TooLarge when it is over the bound */
function withinBounds(size: number, when: string): number {
  if (size > MOST_BYTES) throw new TooLarge(`it is larger than ${MOST_BYTES / 1024 / 1024} MB${when}`);
  return size;
}

/** The end of a pipeline, which hands each chunk on. */
const sink = (take: (chunk: Buffer) => Promise<void>): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      take(chunk).then(() => done(), done);
    },
  });

/**
 * The decoded bytes of a body.
 * @throws TooLarge as soon as a bound is broken; the rest is not read
 */
export async function readBody(body: AsyncIterable<Buffer>, encoding: unknown, room: Room): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const count = counter();
  let [sent, size] = [0, 0];
  async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      sent = withinBounds(sent + chunk.length, '');
      yield chunk;
    }
  }
  async function take(chunk: Buffer): Promise<void> {
    size = withinBounds(size + chunk.length, ' once decoded');
    count(chunk);
    const has = room.take(chunk.length);
    if (has !== true && !(await has)) throw new TooLarge('the answers before it that are being judged fill the memory');
    chunks.push(chunk);
  }
  const codings = codingsOf(encoding).map((coding) => (decoders[coding] as () => Transform)());
  try {
    if (codings.length === 0) for await (const chunk of bounded(body)) await take(chunk);
    else await pipeline([Readable.from(bounded(body)), ...codings, sink(take)]);
  } catch (error) {
    // A coding of nothing is nothing: an answer without a body may still name one.
    if (codings.length === 0 || sent > 0) throw error;
  }
  return Buffer.concat(chunks);
}

/** Whether a Content-Type is that of JSON, be it of a format that is built on it. */
export const isJsonType = (type = ''): boolean => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(type);
