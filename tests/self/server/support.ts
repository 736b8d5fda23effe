/** A reference server in this process, and ways to ask it. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { request } from 'undici';
import { match } from '../../../reference-server/router.ts';
import { start } from '../../../reference-server/start.ts';
import type { Account, World } from '../../../reference-server/store/account.ts';
import { problem } from '../../../schemas/contract.ts';

interface Fixtures {
  ids: Record<string, string[]> & { principals: Record<string, string[]> };
  foreignIds: Record<string, string[]>;
  facts: Record<string, never[]>;
  bodies: Record<string, unknown>;
  openOperations: Record<string, { method: string; path: string; body?: unknown }>;
}

interface Ask {
  method?: string;
  body?: unknown;
  /** Name of the token's setting. */
  as?: string;
  headers?: Record<string, string>;
}

interface Reply {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test may look at any JSON
  json: any;
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface Served {
  settings: Record<string, string>;
  fixtures: Fixtures;
  world: World;
  /** The first user's account. */
  main: Account;
  ask(path: string, ask?: Ask): Promise<Reply>;
  close(): Promise<void>;
}

/** Whatever a test asks, a success that breaks its own schema fails it. */
function checkSchema(method: string, path: string, { status, json }: Reply): void {
  if (status >= 300 || method === 'HEAD') return;
  const found = match(method, path.split('?')[0] as string);
  const { schema } = 'operation' in found ? found.operation.success : {};
  const wrong = schema !== undefined && schema !== 'open' && problem(schema, json);
  if (wrong) throw new Error(`${method} ${path} breaks ${schema} at ${wrong.at}: ${wrong.expected}`);
}

/** Starts a server with its fixtures. */
export async function serve(options: Parameters<typeof start>[0] = {}): Promise<Served> {
  const { server, settings, world } = await start(options);
  const fixtures = JSON.parse(readFileSync(settings.FIXTURES as string, 'utf8')) as Fixtures;
  return {
    settings,
    fixtures,
    world,
    main: world.accounts.get(settings.ACCOUNT_ID as string) as Account,
    async ask(path, { method = 'GET', body, as = 'ACCESS_TOKEN', headers = {} } = {}) {
      const account =
        { OTHER_ACCESS_TOKEN: 'OTHER_ACCOUNT_ID', UNPAID_ACCESS_TOKEN: 'UNPAID_ACCOUNT_ID' }[as] ?? 'ACCOUNT_ID';
      const answer = await request(settings.BASE_URL + path, {
        method: method as 'GET',
        headers: {
          authorization: `Bearer ${settings[as]}`,
          'service-accountid': settings[account] as string,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      const json = text === '' ? undefined : JSON.parse(text);
      const reply: Reply = { status: answer.statusCode, text, json, headers: answer.headers };
      checkSchema(method, path, reply);
      return reply;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Sends bytes as they are and gives what comes back until the server hangs up or falls silent. */
export function raw(baseUrl: string, text: string, silence = 300): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    socket.setTimeout(silence, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
    socket.write(text);
  });
}

export const filtered = (path: string, filter: unknown, more = '') =>
  `${path}?filter=${encodeURIComponent(typeof filter === 'string' ? filter : JSON.stringify(filter))}${more}`;
