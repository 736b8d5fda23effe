/** The connections of a server: what comes over them besides requests, and how they end. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Milliseconds that a refused client has to read why, before the connection is cut. */
const LINGER_MS = 500;
/** Milliseconds that answers in flight have when the server stops. */
const PATIENCE_MS = 5000;

/** The newest request of a connection, and the one before: HTTP answers in the order of the requests. */
interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
  before?: ServerResponse | undefined;
}

function statusFor({ code }: NodeJS.ErrnoException): [number, string] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, 'Request Header Fields Too Large'];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return [408, 'Request Timeout'];
  return [400, 'Bad Request'];
}

/** Answers what is not HTTP in kind, and hangs up. */
function hangUp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason] = statusFor(error);
  const body = JSON.stringify({ statusCode: status, message: reason });
  const head = [`HTTP/1.1 ${status} ${reason}`, 'connection: close', 'content-type: application/json; charset=utf-8'];
  socket.end([...head, `content-length: ${body.length}`, '', body].join('\r\n'));
  // Bytes that stay unread would keep the connection open, or turn its end into a reset that takes the answer along.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** The last answer that a broken connection still owes: of a request that came whole, or that was answered early. */
function owed({ request, response, before }: Turn): ServerResponse | undefined {
  const last = request.complete || response.writableEnded ? response : before;
  return last?.writableFinished ? undefined : last;
}

/** Resolves when the answer is sent or can no longer be. */
const sent = ({ request, response }: Turn): Promise<unknown> =>
  new Promise((resolve) => {
    if (response.writableFinished || request.socket.destroyed) resolve(undefined);
    response.once('finish', resolve);
    request.socket.once('close', resolve);
  });

/**
 * Keeps what comes over the server's connections from doing harm: bytes that are not HTTP are refused after the answers
 * to the requests before them, tunnels at once, and a reset ends nothing but its connection.
 * @returns a function that stops the server: requests in flight are answered, what takes longer than 5 s is cut off
 */
export function guardConnections(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  const turns = new WeakMap<Duplex, Turn>();
  const broken = new WeakSet<Duplex>();

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    turns.set(request.socket, { request, response, before: turns.get(request.socket)?.response });
  });

  function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
    if (broken.has(socket)) return;
    broken.add(socket);
    // Node no longer listens to a socket that it hands over, and an error that nobody hears ends the process.
    socket.on('error', () => socket.destroy());
    const turn = turns.get(socket);
    const last = turn && owed(turn);
    if (last) last.once('finish', () => hangUp(error, socket));
    else hangUp(error, socket);
  }

  server.on('clientError', refuse);
  // Without a listener, node hangs up on CONNECT without a word.
  server.on('connect', (_request, socket) => refuse(new Error('there are no tunnels'), socket));

  return async () => {
    const cut = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
    const open = [...sockets];
    // Node counts a connection that has not said anything yet among the busy ones.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    await Promise.all(open.flatMap((socket) => turns.get(socket) ?? []).map(sent));
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    await new Promise((resolve) => server.close(resolve));
    clearInterval(idle);
    clearTimeout(cut);
  };
}
