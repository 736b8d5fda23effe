/**
 * Requests to a reference server without a connection: what node and undici do with bytes is the same whatever is answered,
 * and takes as long as all the rest.
 */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createAnswering } from '../../reference-server/answering.ts';
import type { Answer } from '../../reference-server/call.ts';
import { type Written, written } from '../../reference-server/response.ts';
import type { Seams } from '../../reference-server/server.ts';
import type { World } from '../../reference-server/store/account.ts';
import { settingsFor } from '../../reference-server/store/fixtures.ts';
import type { Size } from '../../reference-server/store/sample/sizes.ts';
import { sampleWorld } from '../../reference-server/store/sample.ts';
import type { Clock } from '../support/http/clock.ts';
import { BODILESS, type Carrier, type Incoming, type Outgoing } from '../support/http/wire.ts';

import { skippingWaits } from './skippedTime.ts';

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

/** Status, headers and bytes of an answer to a request; as the server writes them by default. */
export type Writing = (answer: Answer, request: IncomingMessage) => Written;

function answered(method: string, { status, headers, bytes }: Written): Incoming {
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
export function carrierTo(world: World, seams: Seams, chance?: () => number, writing: Writing = written): Carrier {
  const answering = createAnswering(world, seams);
  return {
    async request(outgoing) {
      for (let turns = Math.floor((chance?.() ?? 0) * MOST_TURNS); turns > 0; turns--) await setImmediate();
      await setImmediate();
      return new Promise((resolve) => {
        const request = received(outgoing);
        answering(request, (answer) => resolve(answered(outgoing.method, writing(answer, request))));
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
  /** On which no time passes while nothing is asked. */
  clock: Clock;
}

/** No request goes there. */
export const BASE_URL = 'http://127.0.0.1:9';

export const NOTHING_TO_STOP: Stoppable = { closeAllConnections: () => {}, close: (done) => done() };

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
    ...skippingWaits({ ...carrier, request: front(carrier.request) }),
  };
}
