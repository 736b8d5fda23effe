/** Pages of the reference server for people who open it in a browser. Programs never meet them: they do not ask for HTML. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account, World } from './store/account.ts';

/** Who each token belongs to. */
const USERS: Readonly<Record<string, string>> = {
  ACCESS_TOKEN: 'a user with every permission',
  SECOND_ACCESS_TOKEN: 'another user of the same account with every permission',
  LIMITED_ACCESS_TOKEN: 'a user of the same account without permissions; gets 403',
  OTHER_ACCESS_TOKEN: 'a user of another account with every permission there',
  UNPAID_ACCESS_TOKEN: 'a user of an account that has not paid; gets 402',
};

/** What the sample world holds, with the path that lists it where there is one. */
const KINDS: readonly (readonly [title: string, kind: keyof Account, path?: string])[] = [
  ['Users', 'users', '/v2/users'],
  ['Roles', 'roles', '/v2/roles'],
  ['Custom fields', 'customFields', '/v2/customFields'],
  ['KPI groups', 'kpiGroups', '/v1/kpis/groups'],
  ['KPIs', 'kpis', '/v2/kpis'],
  ['Sessions', 'sessions', '/v2/sessions'],
  ['Goals', 'goals'],
  ['Key results', 'metrics', '/v2/metrics'],
  ['Tasks', 'tasks', '/v2/tasks'],
  ['Dashboards', 'dashboards', '/v2/dashboards'],
  ['Tags', 'tags', '/v2/tags'],
  ['Badges', 'badges', '/v1/badges'],
  ['Announcements', 'announcements', '/v1/announcements'],
];

const SPECIAL: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => SPECIAL[character] ?? character);

const STYLE = `:root { color-scheme: light dark; } body { background: light-dark(#ffffff, #14181d); color: light-dark(#1b1f24, #e6e8eb); font: 16px/1.55 system-ui, sans-serif; max-width: 52rem; margin: 0 auto; padding: 1.5rem; } h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } pre, code { font: 14px/1.5 ui-monospace, monospace; } pre { background: light-dark(#f6f8fa, #1d232a); padding: .8rem 1rem; border-radius: .4rem; white-space: pre-wrap; overflow-wrap: anywhere; } table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid light-dark(#d0d7de, #3a424b); vertical-align: top; } td, p { overflow-wrap: anywhere; } th code { white-space: nowrap; } a { color: light-dark(#0a4fa8, #8ab8ff); } .wide { overflow-x: auto; }`;

const row = (cells: readonly string[]) =>
  `<tr><th scope="row">${cells[0]}</th>${cells
    .slice(1)
    .map((cell) => `<td>${cell}</td>`)
    .join('')}</tr>`;

const table = (heads: readonly string[], rows: readonly string[]) =>
  `<div class="wide" role="region" aria-label="${heads[0]}" tabindex="0"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;

const page = (title: string, content: string) =>
  `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>\n`;

/**
 * The page at `/`: what the server is, how to ask it, its tokens and its sample data.
 * @param settings what `npm run serve` prints, by name
 */
export function welcome(settings: Readonly<Record<string, string>>, world: World): string {
  const { BASE_URL = '', ACCESS_TOKEN = '', ACCOUNT_ID = '' } = settings;
  const account = world.accounts.get(ACCOUNT_ID);
  const counts = KINDS.map(([title, kind, path]) => {
    const records = account?.[kind];
    return row([title, String(records instanceof Map ? records.size : 0), path ? `<code>GET ${path}</code>` : '']);
  });
  const tokens = Object.entries(USERS)
    .filter(([name]) => settings[name])
    .map(([name, words]) => row([`<code>${name}</code>`, `<code>${escaped(settings[name] ?? '')}</code>`, words]));
  const curl = `curl -sS -H 'authorization: Bearer ${ACCESS_TOKEN}' -H 'service-accountId: ${ACCOUNT_ID}' '${BASE_URL}/v1/kpis/groups'`;
  const judge = `BASE_URL=${BASE_URL} ACCESS_TOKEN=${ACCESS_TOKEN} ACCOUNT_ID=${ACCOUNT_ID} npm run conformance`;
  return page(
    'Reference server of goal-conformance',
    `<h1>Reference server of goal-conformance</h1>
<p>This server implements the Goal-Management Service API as its specification says. Its data is made up and lives in memory. It is gone when the server stops.</p>
<p><a href="/openapi">Read the API</a>: every operation, with its parameters and answers.</p>
<h2>Ask it</h2>
<pre>${escaped(curl)}</pre>
<h2>Judge it</h2>
<p>This reads only. The settings that the server printed when it started allow more.</p>
<pre>${escaped(judge)}</pre>
<h2>Tokens</h2>
<p>Send one as <code>authorization: Bearer …</code>, and the account as <code>service-accountId: ${escaped(ACCOUNT_ID)}</code>. The tokens are worth nothing anywhere else.</p>
${table(['Setting', 'Token', 'Belongs to'], tokens)}
<h2>Sample world</h2>
<p>The account has these records. <code>npm run serve -- --seed 7</code> makes up others.</p>
${table(['Kind', 'Records', 'List'], counts)}`,
  );
}

/** The page that stands in for the viewer of the API where it can't be made. */
export const noViewer = (reason: string): string =>
  page(
    'No page of the API',
    `<h1>The page of the API could not be made</h1><p>${escaped(reason)}</p><p><a href="/">Back to the server</a></p>`,
  );

/** Whether a browser asks for one of these paths. */
export const asksForPage = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'GET' && (url === '/' || url === '/openapi') && (headers.accept ?? '').includes('text/html');

/** Writes a page out. */
export function sendPage(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}
