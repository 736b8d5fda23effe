/** Writes answers. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer } from './call.ts';
import { Refusal } from './refusal.ts';

/** The answer that an error stands for. */
export function refuse(error: unknown): Answer {
  if (error instanceof Refusal) {
    const { status, message, headers } = error;
    return status < 300 ? { status, headers } : { status, body: { statusCode: status, message }, headers };
  }
  return { status: 500, body: { statusCode: 500, message: (error as Error).message } };
}

/** Writes an answer as JSON. */
export function sendJson(response: ServerResponse, { status, body, headers }: Answer): void {
  if (body === undefined) {
    response.writeHead(status, status === 204 ? { ...headers } : { 'content-length': 0, ...headers });
    response.end();
    return;
  }
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** Answers what is not HTTP in kind, and hangs up. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, reason] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request'];
  const body = JSON.stringify({ statusCode: status, message: reason });
  const head = [`HTTP/1.1 ${status} ${reason}`, 'connection: close', 'content-type: application/json; charset=utf-8'];
  socket.end([...head, `content-length: ${body.length}`, '', body].join('\r\n'));
}
