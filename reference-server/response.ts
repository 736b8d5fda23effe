/** Writes answers. */
import type { ServerResponse } from 'node:http';
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
  // Encoded once: a text would be gone through for its length, and again when it is written.
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...headers,
  });
  response.end(bytes);
}
