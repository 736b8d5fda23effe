/** Starts a reference server with variants: all of them through its seams, or in front of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer } from '../../../reference-server/call.ts';
import { match } from '../../../reference-server/router.ts';
import type { Rules } from '../../../reference-server/rules.ts';
import { createReferenceServer, listen, type Seams } from '../../../reference-server/server.ts';
import { fixturesFor, settingsFor } from '../../../reference-server/store/fixtures.ts';
import { type Sample, sampleWorld } from '../../../reference-server/store/sample.ts';
import type { Operation } from '../../../schemas/operations.ts';
import type { Carrier } from '../../support/http/wire.ts';
import { BASE_URL, carrierTo, NOTHING_TO_STOP, type Stoppable } from '../inProcess.ts';
import { SMALLER } from '../world.ts';
import { type FixturesFile, newParts, type Parts, type Reply, type Variant, type Wire } from './variant.ts';

/** Some twenty changes a second: busy for an account, and slow enough to see the same thing twice. */
const OTHERS_MS = 50;

export interface Varied {
  server: Server;
  settings: Record<string, string>;
  stop(): void;
}

function addressed(method: string | undefined, url: string | undefined): Operation | undefined {
  try {
    const found = match(method ?? 'GET', (url ?? '/').split('?')[0] as string);
    return 'operation' in found ? found.operation : undefined;
  } catch {
    return undefined;
  }
}

function write(response: ServerResponse, { status, headers, bytes, chunked }: Wire): void {
  const sized = chunked || bytes === undefined ? {} : { 'content-length': String(bytes.length) };
  const empty: Record<string, string> = bytes === undefined && status !== 204 ? { 'content-length': '0' } : {};
  response.writeHead(status, { ...headers, ...sized, ...empty });
  if (chunked && bytes && bytes.length > 1) {
    const half = bytes.length >> 1;
    response.write(bytes.subarray(0, half));
    response.end(bytes.subarray(half));
  } else response.end(bytes);
}

function shape(parts: readonly Parts[], wire: Wire): void {
  for (const part of parts) part.wire?.(wire);
  for (const part of parts) part.encode?.(wire);
}

/** An answer as each hook in turn changes it, before it is written. */
function replied(parts: readonly Parts[], { status, body, headers }: Answer, request: IncomingMessage): Wire {
  const operation = addressed(request.method, request.url);
  const reply: Reply = { status, headers: { ...headers }, body, operation, request };
  for (const part of parts) part.reply?.(reply);
  const json = reply.body !== undefined && !('content-type' in reply.headers);
  // Only a text of its own type goes out as it is: another variant may have changed it into something else.
  const text = !json && typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
  return {
    status: reply.status,
    headers: { ...(json && { 'content-type': 'application/json; charset=utf-8' }), ...reply.headers },
    bytes: text === undefined ? undefined : Buffer.from(text),
    chunked: false,
    delay: 0,
    request,
  };
}

/** The seam that writes answers, with each hook in turn. */
const sender =
  (parts: readonly Parts[]): NonNullable<Seams['send']> =>
  (response, answer, request) => {
    const wire = replied(parts, answer, request);
    shape(parts, wire);
    if (wire.delay > 0) setTimeout(write, wire.delay, response, wire);
    else write(response, wire);
  };

function seamsOf(parts: readonly Parts[]): Seams {
  return {
    rules: (standard, operation) => {
      const rules: Rules = { ...standard };
      for (const part of parts) Object.assign(rules, part.rules?.({ ...rules }, operation));
      return rules;
    },
    around: parts.reduce<NonNullable<Seams['around']>>(
      (outer, { around }) => (around ? (call, next) => outer(call, (inner) => around(inner, next)) : outer),
      (call, next) => next(call),
    ),
    ...(parts.some(({ reply, wire }) => reply || wire) && { send: sender(parts) }),
  };
}

/** The server itself, or one before it that hands requests on. */
function fronted(server: Server, parts: readonly Parts[]): Server {
  const fronts = parts.flatMap(({ front }) => (front ? [front] : []));
  if (fronts.length === 0) return server;
  const front = createServer((request, response) => {
    const pass = (i: number): void => {
      const step = fronts[i];
      if (step) step(request, response, () => pass(i + 1));
      else server.emit('request', request, response);
    };
    pass(0);
  });
  front.keepAliveTimeout = server.keepAliveTimeout;
  return front;
}

/** What many records show is tried alone: with other variants it would only take its time. */
function sampleFor(variants: readonly Variant[]): Sample {
  const [alone] = variants.length === 1 ? variants.map(({ sample }) => sample) : [];
  if (alone) return { size: SMALLER, ...alone };
  const size: Record<string, number> = { ...SMALLER };
  for (const [kind, count] of variants.flatMap(({ sample }) => Object.entries(sample?.size ?? {})))
    size[kind] = Math.min(count, size[kind] ?? count);
  const seed = variants.map(({ sample }) => sample?.seed).findLast((one) => one !== undefined);
  return { size, ...(seed !== undefined && { seed }) };
}

/** Whether a variant shows in how or when answers are written, or in what goes on besides: on a connection alone. */
export const needsConnection = (variant: Variant): boolean => {
  const { wire, encode, front, others, settings } = newParts(variant);
  return [wire, encode, front, others, settings].some((one) => one !== undefined);
};

/** What a server with all of these variants is made of. */
function prepared(variants: readonly Variant[]) {
  const parts = variants.map(newParts);
  const world = sampleWorld(sampleFor(variants));
  for (const { world: change } of parts) change?.(world);
  const fixtures = fixturesFor(world) as FixturesFile;
  for (const { fixtures: change } of parts) change?.(fixtures);
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-'));
  const file = join(folder, 'fixtures.json');
  writeFileSync(file, JSON.stringify(fixtures));
  const settings = { ...settingsFor(world), FIXTURES: file };
  return { parts, world, settings, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a server that has all of these variants, by default on a free port. */
export async function startVariants(variants: readonly Variant[], port = 0): Promise<Varied> {
  const { parts, world, settings: own, remove } = prepared(variants);
  const server = fronted(createReferenceServer(world, seamsOf(parts)), parts);
  const settings: Record<string, string> = { BASE_URL: await listen(server, port), ...own };
  for (const { settings: change } of parts) change?.(settings);
  const timers = parts.flatMap(({ others }) => (others ? [setInterval(others, OTHERS_MS, world)] : []));
  return {
    server,
    settings,
    stop() {
      for (const timer of timers) clearInterval(timer);
      remove();
    },
  };
}

/** The same without connections, which take as long as all the rest. @param variants such as need none */
export function startVariantsInProcess(
  variants: readonly Variant[],
): Omit<Varied, 'server'> & { server: Stoppable; carrier: Carrier } {
  const { parts, world, settings, remove } = prepared(variants);
  const { send: _, ...seams } = seamsOf(parts);
  const carrier = carrierTo(world, seams, undefined, (answer, request) => {
    const { status, headers, bytes } = replied(parts, answer, request);
    return { status, headers, ...(bytes && { bytes }) };
  });
  return { server: NOTHING_TO_STOP, settings: { BASE_URL, ...settings }, carrier, stop: remove };
}
