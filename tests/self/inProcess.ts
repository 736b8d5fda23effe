/**
 * Requests to a reference server without a connection: what node and undici do with bytes is the same whatever is answered,
 * and takes as long as all the rest.
 */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type Answering, createAnswering } from '../../reference-server/answering.ts';
import { written } from '../../reference-server/response.ts';
import type { Seams } from '../../reference-server/server.ts';
import type { World } from '../../reference-server/store/account.ts';
import { settingsFor } from '../../reference-server/store/fixtures.ts';
import type { Size } from '../../reference-server/store/sample/sizes.ts';
import { sampleWorld } from '../../reference-server/store/sample.ts';
import { BODILESS, type Carrier, type Incoming, type Outgoing } from '../support/http/wire.ts';

/** Whether seams change how answers are written or when: such show on a connection alone. */
export const isOnWire = ({ pages, delay, send }: Seams): boolean => Boolean(pages ?? delay ?? send);

/** No request comes over it. */
const NOWHERE = new Socket();

/** The request as node would have read it. */
function received({ origin, method, path, headers, body }: Outgoing): IncomingMessage {
  const request = new IncomingMessage(NOWHERE);
  request.method = method;
  request.url = path;
  const bytes = body === null ? undefined : Buffer.from(body);
  const all = { host: new URL(origin).host, ...headers, ...(bytes && { 'content-length': String(bytes.length) }) };
  request.rawHeaders = Object.entries(all).flat();
  request.headers = Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]));
  if (bytes) request.push(bytes);
  request.push(null);
  return request;
}

async function* only(bytes: Buffer | undefined): AsyncGenerator<Buffer> {
  if (bytes) yield bytes;
}

function answered(method: string, answer: Parameters<Parameters<Answering>[1]>[0]): Incoming {
  const { status, headers, bytes } = written(answer);
  // Node leaves the body out.
  const isBodiless = method === 'HEAD' || BODILESS.has(status);
  const texts = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    statusCode: status,
    headers: { ...Object.fromEntries(texts), date: new Date().toUTCString(), connection: 'keep-alive' },
    body: only(isBodiless ? undefined : bytes),
  };
}

/** An answer whose body is JSON. */
export const jsonAnswer = (statusCode: number, body: unknown): Incoming => ({
  statusCode,
  headers: { 'content-type': 'application/json' },
  body: only(Buffer.from(JSON.stringify(body))),
});

/** Turns of the loop that a request may wait where chance says which of several comes first. */
const MOST_TURNS = 8;

/**
 * Carries requests to a world. None is answered before all that go out with it are on their way.
 * @param chance numbers from 0 to below 1 that say in which order they arrive; as they are sent without it
 */
function carrierTo(world: World, seams: Seams, chance?: () => number): Carrier {
  const answering = createAnswering(world, seams);
  return {
    async request(outgoing) {
      for (let turns = Math.floor((chance?.() ?? 0) * MOST_TURNS); turns > 0; turns--) await setImmediate();
      await setImmediate();
      return new Promise((resolve) => {
        answering(received(outgoing), (answer) => resolve(answered(outgoing.method, answer)));
      });
    },
    destroy: async () => {},
  };
}

/** A server, in this process or another. */
export interface Stoppable {
  closeAllConnections(): void;
  close(done: () => void): unknown;
}

interface Started {
  server: Stoppable;
  world: World;
  settings: Record<string, string>;
  carrier: Carrier;
}

/** No request goes there. */
const BASE_URL = 'http://127.0.0.1:9';

const NOTHING_TO_STOP: Stoppable = { closeAllConnections: () => {}, close: (done) => done() };

/** Takes requests in the place of a server, and hands on those that it likes. */
export type Front = (request: Carrier['request']) => Carrier['request'];

/** What `startWithoutFixtures` gives, and what carries requests there, by way of what stands before the server. */
export function startInProcess({
  seams,
  size,
  chance,
  front = (request) => request,
}: {
  seams: Seams;
  size: Partial<Size>;
  chance?: (() => number) | undefined;
  front?: Front | undefined;
}): Started {
  const world = sampleWorld({ size });
  const carrier = carrierTo(world, seams, chance);
  return {
    server: NOTHING_TO_STOP,
    world,
    settings: { BASE_URL, ...settingsFor(world) },
    carrier: { ...carrier, request: front(carrier.request) },
  };
}
