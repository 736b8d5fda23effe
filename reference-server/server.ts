/** The HTTP side of the reference server: takes requests, writes answers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behaviour, createAnswering, loadHandlers } from './answering.ts';
import type { Answer } from './call.ts';
import { guardConnections } from './connections.ts';
import { sendJson } from './response.ts';
import type { World } from './store/account.ts';

/** Places at which a fault or a variant can replace what the server does. */
export interface Seams extends Behaviour {
  /** Answers before anything else does; says whether it did. */
  pages?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Milliseconds that every answer waits, as if the server were far away. */
  delay?: number;
  /** Writes an answer out in another way. */
  send?: (response: ServerResponse, answer: Answer, request: IncomingMessage) => void;
}

export interface ReferenceServer extends Server {
  /** Answers what is in flight and closes. */
  stop(): Promise<void>;
}

/** A server for one world; it is not listening yet. */
export function createReferenceServer(world: World, seams: Seams = {}): ReferenceServer {
  const { delay = 0, send: write = sendJson } = seams;
  const send: typeof write = delay === 0 ? write : (...parts) => setTimeout(() => write(...parts), delay);
  const answer = createAnswering(world, seams);
  const server = createServer({ connectionsCheckingInterval: 1000 }, (request, response) => {
    if (seams.pages?.(request, response)) return;
    answer(request, (given) => send(response, given, request));
  });
  server.once('listening', () => void loadHandlers());
  server.keepAliveTimeout = 60_000;
  server.requestTimeout = 30_000;
  return Object.assign(server, { stop: guardConnections(server) });
}

/** Starts listening on 127.0.0.1; port 0 takes a free one. Gives the base URL. */
export function listen(server: Server, port = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
