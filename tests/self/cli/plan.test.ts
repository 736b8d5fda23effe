/** `npm run conformance -- --plan`: the target is read alone, and the plan says what a run would do and need. */
import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { likeTheirs } from '../../../bin/run/rehearsal.ts';
import { start } from '../../../reference-server/start.ts';
import { conformance } from './command.ts';

/** Plans a run of one group against a server that is started for it. */
async function planned(given: Record<string, string>, args: readonly string[] = ['--plan']) {
  const { server, settings } = await start({ seed: 7 });
  const methods = new Set<string | undefined>();
  server.prependListener('request', ({ method }) => methods.add(method));
  const { BASE_URL = '', ACCESS_TOKEN = '', ACCOUNT_ID = '', LIMITED_ACCESS_TOKEN = '' } = settings;
  try {
    const env = {
      BASE_URL,
      ACCESS_TOKEN,
      ACCOUNT_ID,
      LIMITED_ACCESS_TOKEN,
      OPERATION_GROUPS: 'announcements',
      NUM_RUNS: '1',
      ...given,
    };
    return { ...(await conformance(args, env)), methods: [...methods] };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('a plan without writes reads the target alone', async () => {
  const { code, output, methods, reportDir } = await planned({});
  expect(code, output).toBe(0);
  expect(methods).toEqual(['GET']);
  expect(readdirSync(reportDir)).toEqual([]);
  expect(output).toMatch(/Its lists show 12 announcements\./);
  expect(output).toMatch(/must: \d+ of \d+ requirements can be tested, [1-9]\d* cannot/);
  expect(output).toMatch(/sent: about \d+ requests/);
  expect(output).toContain('changed: nothing, since ALLOW_WRITES is not set');
  const opened = [...output.matchAll(/^ {2}(\d+) requirements?: (.*)$/gm)];
  expect(opened.map(([, , needed]) => needed)).toContain('ALLOW_WRITES=true');
  const counts = opened.map(([, count]) => Number(count));
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  expect(output).toContain('OTHER_ACCESS_TOKEN');
  expect(output).not.toMatch(/^ {2}\d+ requirements?: LIMITED_ACCESS_TOKEN/m);
});

test('a plan with writes says what would be created and stay, and still reads alone', async () => {
  const { code, output, methods } = await planned({
    ALLOW_WRITES: 'true',
    MAX_RPS: '50',
    OPERATION_GROUPS: 'customFields',
  });
  expect(code, output).toBe(0);
  expect(methods).toEqual(['GET']);
  expect(output).toMatch(/customFields\.create: about \d+ times/);
  expect(output).toMatch(/left over in the account.*: \d+ custom fields/);
  expect(output).toMatch(/which take \d+ minutes? at MAX_RPS=50/);
});

test('a plan is of the whole run', async () => {
  const { code, output, methods } = await planned({}, ['--plan', '--grep', '@announcements.create']);
  expect(code).toBe(3);
  expect(output).toContain('--grep: is not taken with --plan');
  expect(methods).toEqual([]);
});

test('fixtures of the server that takes the place of the target have the keys of the given ones, and no more of each', () => {
  const own = { ids: { kpi: ['a', 'b'], goal: ['c'] }, facts: { managers: [1, 2, 3] }, bodies: { createUser: {} } };
  const theirs = { ids: { kpi: ['x'], task: ['y'] }, facts: { managers: [7, 8] }, none: ['scimGroup'] };
  expect(likeTheirs(own, theirs)).toEqual({
    ids: { kpi: ['a'] },
    facts: { managers: [1, 2] },
    none: ['scimGroup'],
  });
});
