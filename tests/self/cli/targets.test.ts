/** Tiny wrong targets: each gets the verdict that it deserves. */
import type { RequestListener } from 'node:http';
import { expect, test } from '@playwright/test';
import { conformance, withTarget } from './command.ts';

const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

const echo: RequestListener = (request, response) => {
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers }));
};

const READING = { OPERATION_GROUPS: 'kpiGroups', NUM_RUNS: '3', TIMEOUT_MS: '400' };
const WRITING = { ...READING, ALLOW_WRITES: 'true' };

for (const [what, answer, env, verdict, code, says] of [
  ['answers 200 with {} to everything', json(200, {}), READING, 'non-conformant', 1, 'general.envelope'],
  [
    'answers 200 with {} to everything, also to writes',
    json(200, {}),
    WRITING,
    'non-conformant',
    1,
    'general.envelope',
  ],
  ['answers 400 to everything', json(400, {}), READING, 'non-conformant', 1, 'general.success-status'],
  ['answers 401 to everything', json(401, {}), READING, 'harness-error', 3, 'ACCESS_TOKEN: the target refuses it'],
  ['answers 500 to everything', json(500, {}), WRITING, 'harness-error', 3, 'answers 500 to every request'],
  ['echoes the request', echo, READING, 'non-conformant', 1, 'general.envelope'],
  [
    'answers with HTML',
    (_request: unknown, response: Parameters<RequestListener>[1]) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>'),
    READING,
    'harness-error',
    3,
    'answers 200 with HTML',
  ],
  [
    'closes the connection',
    (request: Parameters<RequestListener>[0]) => request.socket.destroy(),
    READING,
    'harness-error',
    3,
    'cannot be reached',
  ],
  ['never answers', () => {}, READING, 'harness-error', 3, 'none within 400 ms'],
  [
    'is always over its rate limit',
    (_request: unknown, response: Parameters<RequestListener>[1]) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    READING,
    'harness-error',
    3,
    'rate limit',
  ],
] as const) {
  test(`a target that ${what}: ${verdict}`, async () => {
    const run = await withTarget(answer as RequestListener, (settings) => conformance([], { ...settings, ...env }));
    expect(run.output).toContain(says);
    expect(run.record?.verdict, run.output).toBe(verdict);
    expect(run.code).toBe(code);
    expect(run.output).not.toContain('a-token-of-the-test');
  });
}

test('a token does not travel to another origin', async () => {
  const seen: string[] = [];
  await withTarget(
    (request, response) => {
      seen.push(String(request.headers.authorization));
      response.end('{}');
    },
    (elsewhere) =>
      withTarget(
        (request, response) => response.writeHead(307, { location: `${elsewhere.BASE_URL}${request.url}` }).end(),
        async (settings) => {
          const { code, record } = await conformance([], { ...settings, ...READING });
          expect(record?.verdict).toBe('harness-error');
          expect(code).toBe(3);
        },
      ),
  );
  expect(seen).toEqual([]);
});

test('without ALLOW_WRITES nothing but GET is sent, and what needs a write says so', async () => {
  const methods = new Set<string | undefined>();
  const { record } = await withTarget(
    (request, response) => {
      methods.add(request.method);
      json(200, { count: 0, items: [], totalCount: 0 })(request, response);
    },
    (settings) => conformance([], { ...settings, ...READING }),
  );
  expect([...methods]).toEqual(['GET']);
  const untested = record?.requirements.filter(({ outcome }) => outcome === 'not-tested') ?? [];
  expect(untested.some(({ remedy }) => remedy === 'ALLOW_WRITES=true')).toBe(true);
});
