/** A run that ends early: no check begins, and what is under way has a little time. */
import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  cutOff,
  DEADLINE,
  endedEarly,
  INTERRUPTED,
  loadFixtures,
  loadSettings,
  type Settings,
  STOP,
} from '../../../schemas/contract.ts';
import { createContext } from '../../support/engine/context.ts';
import { createLedger } from '../../support/engine/ledger.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { createReadings } from '../../support/engine/readings.ts';
import { names } from '../../support/engine/uniqueNames.ts';
import type { Client } from '../../support/http/client.ts';

test('after MAX_MINUTES no check begins, and after ten seconds more nothing is sent', () => {
  for (const [since, begins, sends] of [
    [-1_000, true, true],
    [1_000, false, true],
    [11_000, false, false],
  ] as const) {
    const env = { [DEADLINE]: String(Date.now() - since) };
    expect([endedEarly(env, 3) === undefined, cutOff(env, 3) === undefined]).toEqual([begins, sends]);
  }
});

test('once interrupted no check begins, and after some seconds nothing is sent', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'goal-conformance-test-')), 'stop');
  const env = { [STOP]: file };
  expect([endedEarly(env, undefined), cutOff(env, undefined)]).toEqual([undefined, undefined]);
  writeFileSync(file, '');
  expect([endedEarly(env, undefined), cutOff(env, undefined)]).toEqual([INTERRUPTED, undefined]);
  const before = new Date(Date.now() - 6_000);
  utimesSync(file, before, before);
  expect(cutOff(env, undefined)).toEqual(INTERRUPTED);
});

test('a check that is cut off sends nothing, and cleaning up goes on', async () => {
  const sent: string[] = [];
  const send = (id: string) => {
    sent.push(id);
    return Promise.resolve({ status: 204, ok: true });
  };
  const settings = loadSettings('/', {}) as Settings & { baseUrl: string };
  const client = { send } as unknown as Client;
  const cutOffNow = () => new NotTested('interrupted', 'another run');
  const ledger = createLedger();
  const runtime = { settings, fixtures: loadFixtures(undefined), client, names: names('a', 0), cutOff: cutOffNow };
  const memories = { batch: new Map(), process: new Map(), readings: createReadings() };
  const t = createContext(runtime, [], ledger, memories);
  await expect(t.send('kpiGroups.list')).rejects.toThrow('interrupted');
  ledger.add('kpiGroup', 'x', 'first');
  expect(await ledger.clean(client)).toEqual([]);
  expect(sent).toEqual(['kpiGroups.delete']);
});
