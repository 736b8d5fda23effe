/** The HTTP side of the reference server: reads a request, finds who asks for what, writes the answer. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Answer, type Call, type Handlers, Refusal } from './call.ts';
import { handlers } from './groups/index.ts';
import { match } from './router.ts';
import { type Rules, rules as standard } from './rules.ts';
import type { World } from './store/account.ts';

/** Places at which a fault or a variant can replace what the server does. */
export interface Seams {
  /** Replaces single rules; each gets the standard ones to fall back on. */
  rules?: (standard: Rules) => Partial<Rules>;
  /** Stands around every handler: may change the call, the stored state or the answer. */
  around?: (call: Call, next: (call: Call) => Answer) => Answer;
  /** Writes an answer out in another way. */
  send?: (response: ServerResponse, answer: Answer, request: IncomingMessage) => void;
}

const MAX_BODY_BYTES = 1_000_000;

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      throw new Refusal(413, `the body is longer than ${MAX_BODY_BYTES} bytes`, { connection: 'close' });
    chunks.push(chunk);
  }
  if (size === 0) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (error) {
    throw new Refusal(400, `the body is not JSON: ${(error as Error).message}`);
  }
}

/** Finds who asks for what; refuses with 401, 403, 402, 404 or 405. */
function prepare(request: IncomingMessage, world: World, rules: Rules): Call {
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const found = match(request.method ?? 'GET', path);
  if ('allow' in found) {
    if (found.allow.length > 0)
      throw new Refusal(405, `${request.method} is not offered here`, { allow: found.allow.join(', ') });
    throw new Refusal(404, 'there is no operation at this path');
  }
  const { operation, params } = found;
  const user = rules.authenticate(world, request.headers.authorization);
  if (!user) throw new Refusal(401, 'the bearer token is missing or invalid', { 'www-authenticate': 'Bearer' });
  const header = request.headers['service-accountid'] as string | undefined;
  if (header === undefined && rules.accountHeaderNeeded(operation))
    throw new Refusal(400, 'header service-accountId is missing');
  const account = rules.account(world, user, header);
  if (!account)
    throw new Refusal(operation.errors.includes(403) ? 403 : 401, 'the token does not belong to this account');
  if (!account.paid && operation.errors.includes(402))
    throw new Refusal(402, 'the subscription of this account is not paid');
  if (!rules.permitted(user, operation))
    throw new Refusal(operation.errors.includes(403) ? 403 : 401, 'a permission is lacking');
  const query = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1));
  return { operation, params, query, body: undefined, account, user, rules };
}

function perform(call: Call, all: Handlers): Answer {
  const wrong = call.rules.bodyProblem(call.operation, call.body);
  if (wrong !== undefined) throw new Refusal(400, wrong);
  const handler = all[call.operation.id];
  if (!handler) throw new Refusal(404, 'this operation is not offered');
  return { status: call.operation.success.status, body: handler(call) };
}

function refuse(error: unknown): Answer {
  if (error instanceof Refusal) {
    return { status: error.status, body: { statusCode: error.status, message: error.message }, headers: error.headers };
  }
  throw error;
}

function sendJson(response: ServerResponse, { status, body, headers = {} }: Answer): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body === undefined) {
    response.writeHead(status, status === 204 ? {} : { 'content-length': 0 });
    response.end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
  response.end(bytes);
}

/** A server for one world; it is not listening yet. */
export function createReferenceServer(world: World, seams: Seams = {}): Server {
  const rules: Rules = { ...standard, ...seams.rules?.(standard) };
  const around = seams.around ?? ((call, next) => next(call));
  const send = seams.send ?? sendJson;

  async function answer(request: IncomingMessage): Promise<Answer> {
    try {
      const call = prepare(request, world, rules);
      call.body = await readBody(request);
      return around(call, (inner) => {
        try {
          return perform(inner, handlers);
        } catch (error) {
          return refuse(error);
        }
      });
    } catch (error) {
      return refuse(error);
    }
  }

  const server = createServer((request, response) => {
    answer(request)
      .then((result) => send(response, result, request))
      .catch((error: Error) => {
        sendJson(response, { status: 500, body: { statusCode: 500, message: error.message } });
      });
  });
  server.keepAliveTimeout = 60_000;
  return server;
}

/** Starts listening on 127.0.0.1; port 0 takes a free one. Gives the base URL. */
export function listen(server: Server, port = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
}
