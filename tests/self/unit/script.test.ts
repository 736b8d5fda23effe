/** Failures of several steps, as scripts: run in a shell, they show the same again. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { type Exchange, loadFixtures, loadSettings, type Settings } from '../../../schemas/contract.ts';
import { batches } from '../../suite.ts';
import { runBatch } from '../../support/engine/run.ts';
import { script } from '../../support/engine/script.ts';
import { names } from '../../support/engine/uniqueNames.ts';
import { createClient } from '../../support/http/client.ts';
import { faults } from '../faults/index.ts';

const one = (more: Partial<Exchange>): Exchange => ({
  operation: 'kpiGroups.get',
  method: 'GET',
  url: 'http://h/v1/kpi-groups/abcd1234',
  requestHeaders: {},
  status: 200,
  responseHeaders: {},
  responseBody: '{}',
  ms: 1,
  ...more,
});

/** A `curl` that knows the options of the scripts, for machines without one. */
const CURL = `#!${process.execPath}
const args = process.argv.slice(2);
const after = (name) => args.flatMap((arg, i) => (arg === name ? [args[i + 1]] : []));
const headers = Object.fromEntries(after('-H').map((line) => line.split(': ')));
fetch(args.at(-1), { method: after('-X')[0], headers, body: after('--data-binary')[0] }).then(async (answer) => {
  if (args.includes('-i')) console.log('HTTP/1.1 ' + answer.status);
  console.log(await answer.text());
});
`;

function curlFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
  writeFileSync(join(folder, 'curl'), CURL, { mode: 0o755 });
  return folder;
}

test('one request that speaks of nothing that was created needs no script', () => {
  expect(script(one({}), [], new Map(), 'gc-x')).toBe(undefined);
});

test('ids of created records are variables, names are new, and reads that do not matter are left out', () => {
  const create = one({
    operation: 'kpiGroups.create',
    method: 'POST',
    url: 'http://h/v1/kpi-groups',
    requestHeaders: { authorization: 'Bearer <redacted:ACCESS_TOKEN>' },
    requestBody: '{"name":"gc-x-group"}',
    responseBody: '{"id":"abcd1234"}',
    sentAt: '2026-01-01T00:00:00.001Z',
  });
  const rename = one({ method: 'PUT', requestBody: '{"name":"other"}', sentAt: '2026-01-01T00:00:00.002Z' });
  const last = one({ sentAt: '2026-01-01T00:00:00.003Z' });
  const text = script(last, [create, one({}), rename, last], new Map([['abcd1234', create]]), 'gc-x');
  expect(text?.split('\n').slice(3)).toEqual([
    `ID1=$(curl -sS -X POST -H "authorization: Bearer \${ACCESS_TOKEN}" --data-binary '{"name":"'"$RUN"'-group"}' 'http://h/v1/kpi-groups' | tee /dev/stderr | pick '.id')`,
    `curl -sS -i -X PUT --data-binary '{"name":"other"}' 'http://h/v1/kpi-groups/'"$ID1"''`,
    `curl -sS -i -X GET 'http://h/v1/kpi-groups/'"$ID1"''`,
  ]);
});

test('the script of a failure, run in a shell against the faulty server, shows the failure', async () => {
  const fault = faults.find(({ name }) => name === 'favorite-toggles');
  const seams = typeof fault?.seams === 'function' ? fault.seams() : fault?.seams;
  const { server, settings: described } = await start({ seams: seams ?? {} });
  try {
    const settings = loadSettings('/', { ...described, ALLOW_WRITES: 'true', NUM_RUNS: '1', SEED: '1' });
    const client = createClient(settings as Settings & { baseUrl: string });
    const runtime = {
      settings: settings as Settings & { baseUrl: string },
      fixtures: loadFixtures(settings.fixtures),
      client,
      names: names('script', 0),
    };
    const all = batches.map((batch) => ({
      ...batch,
      checks: batch.checks.filter(({ cells }) =>
        cells.some(({ requirement }) => requirement === 'kpiGroups.favorite-set'),
      ),
    }));
    const results = [];
    for (const batch of all.filter(({ checks }) => checks.length > 0)) results.push(await runBatch(batch, runtime));
    await client.close();
    const evidence = results.flatMap((batch) => batch.results).find(({ outcome }) => outcome === 'fail')?.evidence;
    expect(evidence?.script).toContain('pick');
    const printed = await new Promise<string>((resolve) =>
      execFile(
        'sh',
        ['-c', evidence?.script ?? ''],
        { env: { ...described, PATH: `${curlFolder()}:${process.env.PATH}` } },
        (_error, out) => resolve(out),
      ),
    );
    expect(printed.trim().split('\n').at(-1)).toContain('"favorite":false');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
