/** Tiny wrong targets: each gets the verdict that it deserves, and words for it. More of them are met in hostile/. */
import type { RequestListener } from 'node:http';
import { expect, test } from '@playwright/test';
import { conformance, withTarget } from './command.ts';
import { judgedHere } from './here.ts';

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

for (const [what, answer, env] of [
  ['answers 200 with {} to everything, also to writes', json(200, {}), WRITING],
  ['echoes the request', echo, READING],
] as const) {
  test(`a target that ${what}: non-conformant`, async () => {
    const { output, record } = await withTarget(answer, (settings) =>
      judgedHere('@general\\.envelope( |$)', { ...settings, ...env }),
    );
    expect(output).toContain('✗ general.envelope (must; ');
    expect(record, output).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
    expect(output).not.toContain('a-token-of-the-test');
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
    (settings) => judgedHere('@kpiGroups\\.', { ...settings, ...READING }),
  );
  expect([...methods]).toEqual(['GET']);
  const untested = record.requirements.filter(({ outcome }) => outcome === 'not-tested');
  expect(untested.some(({ remedy }) => remedy === 'ALLOW_WRITES=true')).toBe(true);
});
