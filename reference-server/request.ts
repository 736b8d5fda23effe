/** Reads a request: its address and its body. */
import type { IncomingMessage } from 'node:http';
import { tooDeep } from './depth.ts';
import { Refusal } from './refusal.ts';

const MAX_BODY_BYTES = 1_000_000;
const MAX_BODY_DEPTH = 64;
const JSON_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;
const JSON_ACCEPTED = /(?:^|[,\s])(?:\*\/\*|application\/(?:\*|[\w.-]*json))/i;

const NO_QUERY = new URLSearchParams();

/**
 * Path (still encoded) and query of a request target, also in its absolute form.
 * @throws Refusal 400 when the query has a malformed percent-encoding
 */
export function addressOf(url: string): { path: string; query: URLSearchParams } {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: NO_QUERY };
  const text = target.slice(mark + 1);
  try {
    decodeURIComponent(text);
  } catch {
    throw new Refusal(400, 'the query string has a malformed percent-encoding');
  }
  return { path: target.slice(0, mark), query: new URLSearchParams(text) };
}

/**
 * Refuses a request that names two hosts: servers in a chain might each believe another one. RFC 9112, section 3.2.
 * @throws Refusal 400
 */
export function checkHost({ rawHeaders }: IncomingMessage): void {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts++;
  if (hosts > 1) throw new Refusal(400, 'the request names several hosts');
}

/**
 * Refuses a caller who takes no JSON.
 * @throws Refusal 406
 */
export function checkAccepted({ headers: { accept } }: IncomingMessage): void {
  if (accept !== undefined && accept.trim() !== '' && !JSON_ACCEPTED.test(accept)) {
    throw new Refusal(406, 'answers are JSON: application/json');
  }
}

/** Whether bytes follow the head of the request. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const tooLarge = new Refusal(413, `the body is longer than ${MAX_BODY_BYTES} bytes`, { connection: 'close' });
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The parsed body; undefined when it is empty.
 * @throws Refusal 400, 413 or 415
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
  if (type !== undefined && !JSON_TYPE.test(type)) throw new Refusal(415, `the body is JSON, not ${type}`);
  if (encoding !== 'identity') throw new Refusal(415, `the body is not encoded, not even with ${encoding}`);
  const bytes = await bytesOf(request);
  if (bytes.length === 0) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new Refusal(400, `the body is not JSON: ${(error as Error).message}`);
  }
  if (tooDeep(body, MAX_BODY_DEPTH)) throw new Refusal(400, `the body is nested more than ${MAX_BODY_DEPTH} deep`);
  return body;
}
