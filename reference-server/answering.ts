/** Finds who asks for what, and has it done: from the head of a request to the answer that is written. */
import type { IncomingMessage } from 'node:http';
import type { Operation } from '../schemas/operations.ts';
import { loadValidators } from './bodies.ts';
import type { Answer, Call, Handlers } from './call.ts';
import { Refusal } from './refusal.ts';
import { addressOf, checkAccepted, checkHost, hasBody, readBody } from './request.ts';
import { refuse } from './response.ts';
import { type Match, match } from './router.ts';
import { type Rules, rules as standard } from './rules.ts';
import type { World } from './store/account.ts';

/** Places at which a fault or a variant can replace what is answered. */
export interface Behaviour {
  /** Replaces single rules for one operation (asked once for each); gets the standard ones to fall back on. */
  rules?: (standard: Rules, operation: Operation) => Partial<Rules>;
  /** Stands around every handler: may change the call, the stored state or the answer. */
  around?: (call: Call, next: (call: Call) => Answer) => Answer;
}

/** Gives the answer to a request: at once where it can. */
export type Answering = (request: IncomingMessage, give: (answer: Answer) => void) => void;

let handlers: Handlers | undefined;

/** Loads what only calls need; it begins once the port is open, which makes a start shorter. */
export async function loadHandlers(): Promise<void> {
  handlers ??= (await import('./groups/index.ts')).handlers;
}

/** @throws Refusal 400, 404 or 405 */
function route(method: string, path: string): Match {
  let found: ReturnType<typeof match>;
  try {
    // Whoever may GET may ask for the HEAD alone; node leaves the body out.
    found = match(method === 'HEAD' ? 'GET' : method, path);
  } catch {
    throw new Refusal(400, 'the path has a malformed percent-encoding');
  }
  if (!('allow' in found)) return found;
  if (found.allow.length === 0) throw new Refusal(404, 'there is no operation at this path');
  const allow = [...found.allow, ...(found.allow.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') throw new Refusal(204, 'these methods are offered here', { allow });
  throw new Refusal(405, `${method} is not offered here`, { allow });
}

/** The status for a caller who is known and may not: 403, unless the operation lists 401 alone. */
const forbidden = ({ errors }: Operation) => (errors.includes(401) && !errors.includes(403) ? 401 : 403);

/**
 * Finds who asks for what.
 * @throws Refusal 400, 401, 402, 403, 404, 405 or 406
 */
function prepare(request: IncomingMessage, world: World, rulesOf: (operation: Operation) => Rules): Call {
  checkHost(request);
  const { path, query } = addressOf(request.url ?? '/');
  const { operation, params } = route(request.method ?? 'GET', path);
  checkAccepted(request);
  const rules = rulesOf(operation);
  const user = rules.authenticate(world, request.headers.authorization);
  if (!user) throw new Refusal(401, 'the bearer token is missing or invalid', { 'www-authenticate': 'Bearer' });
  const header = request.headers['service-accountid'] as string | undefined;
  if (header === undefined && rules.accountHeaderNeeded(operation)) {
    throw new Refusal(400, 'header service-accountId is missing');
  }
  const account = rules.account(world, user, header);
  if (!account) throw new Refusal(forbidden(operation), 'the token does not belong to this account');
  if (rules.paymentNeeded(account, operation)) throw new Refusal(402, 'the subscription of this account is not paid');
  if (!rules.permitted(user, operation, account)) {
    throw new Refusal(forbidden(operation), 'a permission is lacking');
  }
  return { operation, params, query, body: undefined, account, user, rules };
}

function perform(call: Call): Answer {
  try {
    const wrong = call.rules.bodyProblem(call.operation, call.body);
    if (wrong !== undefined) throw new Refusal(400, wrong);
    const handler = handlers?.[call.operation.id];
    if (!handler) throw new Refusal(404, 'this operation is not offered');
    return { status: call.operation.success.status, body: handler(call) };
  } catch (error) {
    return refuse(error);
  }
}

/** What answers requests to one world, however they come. */
export function createAnswering(world: World, { rules, around = (call, next) => next(call) }: Behaviour): Answering {
  const known = new Map<Operation, Rules>();

  function rulesOf(operation: Operation): Rules {
    const found = known.get(operation) ?? { ...standard, ...rules?.(standard, operation) };
    known.set(operation, found);
    return found;
  }

  function run(call: Call): Answer {
    try {
      return around(call, perform);
    } catch (error) {
      return refuse(error);
    }
  }

  async function runLater(call: Call, request: IncomingMessage): Promise<Answer> {
    if (hasBody(request)) call.body = await readBody(request);
    await loadHandlers();
    if (call.operation.body !== undefined && call.operation.body.schema !== 'open') await loadValidators();
    return run(call);
  }

  return (request, give) => {
    let call: Call;
    try {
      call = prepare(request, world, rulesOf);
    } catch (error) {
      give(refuse(error));
      return;
    }
    if (!handlers || hasBody(request)) runLater(call, request).then(give, (error) => give(refuse(error)));
    else give(run(call));
  };
}
