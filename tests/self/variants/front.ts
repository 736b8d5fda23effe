/** What stands between a client and the service: base paths, redirects, rate limits. */
import type { RequestListener } from 'node:http';
import { eachAccount, every, type Variant } from './variant.ts';

type Request = Parameters<RequestListener>[0];
type Response = Parameters<RequestListener>[1];

const PREFIX = '/api/goal-management';

function refuse(request: Request, response: Response, status: number, headers: Record<string, string>): void {
  request.resume();
  response.writeHead(status, { 'content-length': 0, ...headers });
  response.end();
}

/** A front that answers every n-th request with a plea to come back. */
const limited = (n: number, status: number, wait: string) => () => {
  const now = every(n);
  return {
    front: (request: Request, response: Response, next: () => void) =>
      now() ? refuse(request, response, status, { 'retry-after': wait }) : next(),
  };
};

export const frontVariants: readonly Variant[] = [
  {
    name: 'base-path',
    title: 'The service lies under a path of its own, and nothing lies elsewhere.',
    parts: {
      settings: (settings) => {
        settings.BASE_URL += PREFIX;
      },
      front: (request, response, next) => {
        if (!request.url?.startsWith(`${PREFIX}/`)) return refuse(request, response, 404, {});
        request.url = request.url.slice(PREFIX.length);
        next();
      },
    },
  },
  {
    name: 'base-path-slash',
    title: 'The base URL is given with a slash at its end.',
    parts: {
      settings: (settings) => {
        settings.BASE_URL += '/';
      },
    },
  },
  {
    // RFC 9110, 10.1.5: a user agent should say what it is; firewalls refuse requests that do not.
    name: 'user-agent-demanded',
    title: 'A firewall refuses requests without User-Agent with 403.',
    parts: {
      front: (request, response, next) =>
        request.headers['user-agent'] ? next() : refuse(request, response, 403, { 'content-type': 'text/plain' }),
    },
  },
  {
    name: 'page-for-unknown-paths',
    title: 'A path with a slash at its end that names no operation is answered with the page of an app, to everybody.',
    on: ['kpiGroups', 'badges'],
    parts: {
      front: (request, response, next) => {
        const [path = ''] = (request.url ?? '/').split('?');
        if (!path.endsWith('/') || /(mapping|scim-groups)\/$/.test(path)) return next();
        request.resume();
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"app":"goals","items":[],"totalCount":0}');
      },
    },
  },
  {
    name: 'paths-in-many-spellings',
    title: 'Slashes in a row, a suffix .json, parameters and capital letters make no difference to a path.',
    on: ['kpiGroups', 'badges'],
    parts: {
      front: (request, _response, next) => {
        const [path = '', ...query] = (request.url ?? '/').split('?');
        const plain = path
          .replaceAll(/;[^/]*/g, '')
          .replace(/\.json$/, '')
          .replaceAll(/\/{2,}/g, '/')
          .replace(/^\/V/, '/v');
        request.url = [plain, ...query].join('?');
        next();
      },
    },
  },
  {
    name: 'redirects-trailing-slash',
    title: 'A path without a slash at its end is redirected to the one with it, on the same origin.',
    kind: 'redirect',
    parts: {
      front: (request, response, next) => {
        const [path = '', query] = (request.url ?? '/').split('?');
        if (path.endsWith('/')) return next();
        // Relative, so that it holds below whatever base path.
        const location = `./${path.slice(path.lastIndexOf('/') + 1)}/${query === undefined ? '' : `?${query}`}`;
        refuse(request, response, 308, { location });
      },
    },
  },
  {
    name: 'rate-limit-at-once',
    title: 'Now and then 429 asks to come back at once.',
    kind: 'rate limit',
    parts: limited(25, 429, '0'),
  },
  {
    name: 'rate-limit-a-second',
    title: 'Seldom 429 asks to come back after a second.',
    kind: 'rate limit',
    parts: limited(3000, 429, '1'),
  },
  {
    name: 'unavailable-now-and-then',
    title: 'Now and then 503 asks to come back at once.',
    kind: 'rate limit',
    parts: limited(40, 503, '0'),
  },
  {
    // "Request size limits: not shown": 2,048 is what IIS takes of a query.
    name: 'addresses-of-2048',
    title: 'Names have some 180 Japanese letters, and addresses of more than 2,048 characters are refused with 414.',
    kind: 'names',
    sparse: true,
    parts: {
      ...eachAccount(({ users, roles, kpis, dashboards, metrics, goals, badges, teams, tasks }) => {
        const name = (n: number) => `${'目標管理'.repeat(45)}${n}`;
        for (const records of [roles, kpis, dashboards, metrics, goals, badges, teams, tasks])
          for (const [n, record] of [...records.values()].entries()) record.name = name(n);
        for (const [n, user] of [...users.values()].entries())
          Object.assign(user, { firstName: name(n), lastName: name(n), name: `${name(n)} ${name(n)}` });
      }),
      front: (request, response, next) =>
        (request.url ?? '').length > 2048 ? refuse(request, response, 414, {}) : next(),
    },
  },
  {
    // A path may name what it likes; what a proxy makes of an encoded slash is its own (Apache and Tomcat refuse it).
    name: 'encoded-slash-unknown',
    on: ['dashboards'],
    title: 'A proxy answers 404 to paths with an encoded slash or backslash.',
    parts: {
      front: (request, response, next) =>
        /^[^?]*%(2f|5c)/i.test(request.url ?? '') ? refuse(request, response, 404, {}) : next(),
    },
  },
  {
    name: 'front-refuses-escapes',
    title: 'A server before the service answers 404 to paths with %25 or %2B, and 400 to those with other signs.',
    on: ['dashboards', 'tags'],
    // Ids with such signs could not be asked for.
    kind: 'ids',
    parts: {
      front: (request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        const isDouble = /%2b|%25/i.test(path);
        if (!isDouble && !/%3c|%3e|%2a|%26|%3a|%5c|%3f|[<>*&:]/i.test(path)) return next();
        request.resume();
        const page = isDouble ? '<html>404.11 Double escape sequence</html>' : '<html>Dangerous path</html>';
        response.writeHead(isDouble ? 404 : 400, { 'content-type': 'text/html', 'content-length': page.length });
        response.end(page);
      },
    },
  },
];
