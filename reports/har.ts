/** `exchanges.har` (HAR 1.2): what went over the wire, for browsers' developer tools. */
import { STATUS_CODES } from 'node:http';
import type { Entry, Har, Header } from 'har-format';
import type { Exchange, RunRecord } from '../schemas/contract.ts';

/** Exchanges of failures; the others are one per operation and status. */
const MOST = 1_000;

const headersOf = (all: Readonly<Record<string, string>>): Header[] =>
  Object.entries(all).map(([name, value]) => ({ name, value: value.toWellFormed() }));

const header = (all: Readonly<Record<string, string>>, wanted: string) =>
  Object.entries(all).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';

function entryOf(exchange: Exchange, startedAt: string, comment: string): Entry {
  const { method, requestHeaders, requestBody, status, responseHeaders, ms, sentAt = startedAt } = exchange;
  const url = exchange.url.toWellFormed();
  const text = exchange.responseBody.toWellFormed();
  const query = URL.canParse(url) ? [...new URL(url).searchParams] : [];
  return {
    startedDateTime: sentAt,
    time: ms,
    request: {
      ...{ method, url, httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 },
      headers: headersOf(requestHeaders),
      queryString: query.map(([name, value]) => ({ name, value })),
      bodySize: requestBody === undefined ? 0 : Buffer.byteLength(requestBody),
      ...(requestBody !== undefined && {
        postData: { mimeType: header(requestHeaders, 'content-type'), text: requestBody.toWellFormed() },
      }),
    },
    response: {
      ...{ status, statusText: STATUS_CODES[status] ?? '', httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 },
      headers: headersOf(responseHeaders),
      content: { size: Buffer.byteLength(text), mimeType: header(responseHeaders, 'content-type'), text },
      redirectURL: header(responseHeaders, 'location').toWellFormed(),
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    comment,
  };
}

/** The exchanges that show failures, each with those before it, then one of each operation and status. */
export function har({ requirements, samples, suite, startedAt }: RunRecord): string {
  const entries: Entry[] = [];
  for (const { id, operations } of requirements) {
    for (const { exchange, before, message } of operations.flatMap(({ evidence = [] }) => evidence)) {
      if (entries.length >= MOST) break;
      const all = [...before, ...(exchange ? [exchange] : [])];
      for (const one of all) entries.push(entryOf(one, startedAt, `${id}: ${message.toWellFormed().slice(0, 300)}`));
    }
  }
  for (const one of samples) entries.push(entryOf(one, startedAt, `${one.operation} ${one.status}`));
  const log: Har = { log: { version: '1.2', creator: { name: suite.name, version: suite.version }, entries } };
  return `${JSON.stringify(log, null, 1)}\n`;
}
