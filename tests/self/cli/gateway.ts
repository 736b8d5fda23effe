/** A reference server with a small account behind a gateway that spoils some of its answers. */
import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { start } from '../../../reference-server/start.ts';
import { SMALLER } from '../world.ts';

/** What becomes of a request: a status instead, a connection that ends, or what comes of the server's own answer. */
export type Fate = number | 'drop' | 'pass' | ((body: Buffer) => Buffer);

type Listening = ReturnType<typeof createServer>;

const closed = (server: Listening) => {
  server.closeAllConnections();
  server.close();
};

/**
 * Runs `use` with the settings of the server as it is seen through the gateway.
 * @param fate given how many requests came before, each request, and how many are under way with it
 */
export async function behindGateway<T>(
  fate: (before: number, request: IncomingMessage, underWay: number) => Fate,
  use: (settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { server, settings } = await start({ size: SMALLER });
  let [count, underWay] = [0, 0];
  const gateway = createServer((request, response) => {
    response.once('close', () => underWay--);
    const what = fate(count++, request, ++underWay);
    if (what === 'drop') {
      request.socket.destroy();
      return;
    }
    if (typeof what === 'number') {
      response.writeHead(what, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const { method, url } = request;
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    const onward = send(`${settings.BASE_URL}${url}`, { method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => {
        const { 'content-length': _, 'transfer-encoding': __, ...rest } = answer.headers;
        const body = Buffer.concat(parts);
        response.writeHead(answer.statusCode ?? 500, rest).end(what === 'pass' ? body : what(body));
      });
    });
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = gateway.address() as AddressInfo;
    return await use({ ...settings, BASE_URL: `http://127.0.0.1:${port}` });
  } finally {
    closed(gateway);
    closed(server);
  }
}
