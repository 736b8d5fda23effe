/** PROFILE=smoke: a quick look that only reads, sends few requests and is at best incomplete. */
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { readJson } from '../../../schemas/contract.ts';
import { plannedBatches } from '../../support/engine/planned.ts';
import { SMOKE, type SmokeCheck } from '../../support/engine/smoke.ts';
import { bundledHere, judgedHere } from './here.ts';

test('it reads alone, sends few requests, shows many requirements and is at best incomplete', async () => {
  const { server, settings } = await start({});
  const methods = new Set<string | undefined>();
  let requests = 0;
  server.prependListener('request', ({ method }) => {
    methods.add(method);
    requests++;
  });
  try {
    const env = { ...settings, ALLOW_WRITES: 'true', ALLOW_DESTRUCTIVE: 'true', PROFILE: 'smoke', SEED: '1' };
    const { output, record } = await judgedHere(undefined, { ...env, ALLOW_INCOMPLETE: 'true' });
    expect(record.exitCode, output).toBe(0);
    expect([...methods]).toEqual(['GET']);
    // With those of the look before the run, which the record does not count.
    expect(requests).toBeLessThanOrEqual(500);
    expect(output).not.toContain('are sent');
    expect(record).toMatchObject({ verdict: 'incomplete', leftovers: [] });
    expect(output).toContain('PROFILE=full');
    const shown = record.requirements.filter(
      ({ level, operations }) => level === 'must' && operations.some(({ outcome }) => outcome === 'pass'),
    );
    expect(shown.length).toBeGreaterThan(84);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('it fails where a must fails, and ends with exit 2 where none does', async () => {
  const env = { PROFILE: 'smoke', OPERATION_GROUPS: 'kpiGroups' };
  expect((await bundledHere(undefined, undefined, env)).record).toMatchObject({ verdict: 'incomplete', exitCode: 2 });
  const { record } = await bundledHere('every-answer-schema-kpi-groups-list', undefined, env);
  expect(record).toMatchObject({ verdict: 'non-conformant', exitCode: 1 });
});

test('each check that it chooses from is one of the suite', () => {
  const known = new Set(plannedBatches().flatMap(({ title, checks }) => checks.map((one) => `${title}/${one.title}`)));
  const unknown = readJson<readonly SmokeCheck[]>(SMOKE).filter(({ batch, check }) => !known.has(`${batch}/${check}`));
  expect(unknown, 'choose them anew: npm run generate -- --smoke').toEqual([]);
});
