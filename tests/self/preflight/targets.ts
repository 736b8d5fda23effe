/** Small targets that a set-up can be wrong about: each tells users and accounts apart as a right one does. */
import type { RequestListener } from 'node:http';

export interface Asked {
  method: string;
  /** Path without its query. */
  path: string;
  token: string | undefined;
  account: string | undefined;
  /** How many requests came before. */
  count: number;
}

export type Answered =
  | { status: number; json?: unknown; html?: string; headers?: Record<string, string> }
  | 'drop'
  | 'silent';

/** A target that answers as a function says. */
export function target(answer: (asked: Asked) => Answered): RequestListener {
  let count = 0;
  return (request, response) => {
    const answered = answer({
      method: request.method ?? '',
      path: (request.url ?? '').replace(/\?.*/, ''),
      token: request.headers.authorization?.replace(/^Bearer /, ''),
      account: request.headers['service-accountid']?.toString(),
      count: count++,
    });
    if (answered === 'silent') return;
    if (answered === 'drop') {
      request.socket.destroy();
      return;
    }
    const { status, json, html, headers } = answered;
    response
      .writeHead(status, { 'content-type': html === undefined ? 'application/json' : 'text/html', ...headers })
      .end(html ?? JSON.stringify(json ?? { message: `status ${status}` }));
  };
}

export const EMPTY: Answered = { status: 200, json: { count: 0, items: [], totalCount: 0 } };

/** Whether a path is one of the API's. */
const isApi = (path: string) => /^\/v[12]\/(?!v[12]\/)/.test(path);

export interface Users {
  /** Account by token. */
  accounts: Record<string, string>;
  /** Accounts that have not paid. */
  unpaid?: readonly string[];
  /** Tokens of users without a permission. */
  limited?: readonly string[];
}

/** Refuses as a right target does: 401, 403, 402, 404; else answers with empty lists. */
export function right({ accounts, unpaid = [], limited = [] }: Users, prefix = ''): (asked: Asked) => Answered {
  return ({ path, token = '', account = '' }) => {
    if (!path.startsWith(prefix) || !isApi(path.slice(prefix.length))) return { status: 404 };
    const own = accounts[token];
    if (own === undefined) return { status: 401 };
    if (own !== account) return { status: account === '' ? 400 : 403 };
    if (unpaid.includes(account)) return { status: 402 };
    return limited.includes(token) ? { status: 403 } : EMPTY;
  };
}
