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

/** An answer as it is written. */
export interface Written {
  status: number;
  headers: Record<string, string | number>;
  /** Undefined for no body. */
  bytes?: Buffer;
}

/** Status, headers and JSON of an answer. */
export function written({ status, body, headers }: Answer): Written {
  if (body === undefined)
    return { status, headers: status === 204 ? { ...headers } : { 'content-length': 0, ...headers } };
  // Encoded once: a text would be gone through for its length, and again when it is written.
  const bytes = Buffer.from(JSON.stringify(body));
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length, ...headers },
    bytes,
  };
}

/** Writes an answer as JSON. */
export function sendJson(response: ServerResponse, answer: Answer): void {
  const { status, headers, bytes } = written(answer);
  response.writeHead(status, headers);
  response.end(bytes);
}
