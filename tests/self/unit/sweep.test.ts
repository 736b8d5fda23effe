/** The ledger on disk: what a killed run has left is deleted, and nothing else. */
import { appendFileSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { start } from '../../../reference-server/start.ts';
import { loadSettings, type Settings } from '../../../schemas/contract.ts';
import { endedJournals, journalPath, openJournal, startJournal } from '../../support/engine/journal.ts';
import { NotTested } from '../../support/engine/outcome.ts';
import { sweep } from '../../support/engine/sweep.ts';
import { createClient } from '../../support/http/client.ts';

/** No process has this id. */
const DEAD = 0x7fffffff;

test('after a kill, the records that the ledger names are deleted, and creates without an answer are found by their mark', async () => {
  const { server, settings: described } = await start();
  const reportDir = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
  const settings = loadSettings('/', { ...described, REPORT_DIR: reportDir, ALLOW_WRITES: 'true' }) as Settings & {
    baseUrl: string;
  };
  const path = journalPath(reportDir, 'aaaa');
  startJournal(path, { run: 'aaaa', baseUrl: settings.baseUrl, accountId: settings.accountId, pid: DEAD });
  const journal = openJournal(path);
  const client = createClient(settings);
  const make = async (name: string) => {
    const { json } = await client.send('kpiGroups.create', { body: { name } });
    return (json as { id: string }).id;
  };
  const names = async () => {
    const { json } = await client.send('kpiGroups.list');
    return (json as { items: { name: string }[] }).items.map(({ name }) => name);
  };
  const before = await names();
  // Of another run, of another client, removed again, kept, renamed, and one whose answer never came.
  await make('gc-bbbb-0-1-group');
  await make('Sales');
  journal.begins('kpiGroups.create', { name: 'Sales' }, 'first');
  journal.begins('kpiGroups.create', { name: 'gc-aaaa-0-1-gone' }, 'first')?.();
  const gone = await make('gc-aaaa-0-1-gone');
  journal.made('kpiGroup', gone, 'first');
  await client.send('kpiGroups.delete', { params: { groupId: gone } });
  journal.gone('kpiGroup', gone);
  journal.begins('kpiGroups.create', { name: 'gc-aaaa-0-2-kept' }, 'first')?.();
  const kept = await make('gc-aaaa-0-2-kept');
  journal.made('kpiGroup', kept, 'first');
  await client.send('kpiGroups.update', { params: { groupId: kept }, body: { name: 'renamed' } });
  journal.begins('kpiGroups.create', { name: 'gc-aaaa-0-3-lost' }, 'first');
  await make('gc-aaaa-0-3-lost');
  appendFileSync(path, '{"event":"beg');
  expect(await sweep({ ...settings, accountId: 'another' })).toEqual({ deleted: [], left: [] });
  expect(await sweep(settings)).toEqual({ deleted: ['2 KPI groups of run aaaa'], left: [] });
  expect((await names()).sort()).toEqual([...before, 'gc-bbbb-0-1-group', 'Sales'].sort());
  expect(existsSync(path)).toBe(false);
  await client.close();
  await server.stop();
});

test('a ledger is of a run that has ended where its process is gone, or has the number of this one', () => {
  const reportDir = mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
  const owner = { baseUrl: 'http://x', accountId: 'a' };
  for (const [run, pid] of [
    ['dead', DEAD],
    ['same', process.pid],
    ['alive', process.ppid],
  ] as const)
    startJournal(journalPath(reportDir, run), { run, pid, ...owner });
  expect(endedJournals(reportDir, owner).sort()).toEqual(['dead', 'same'].map((run) => journalPath(reportDir, run)));
});

test('when the ledger cannot be written, nothing is created', () => {
  const journal = openJournal('/dev/full');
  expect(() => journal.begins('kpiGroups.create', { name: 'gc-a' }, 'first')).toThrow(NotTested);
  expect(() => journal.made('kpiGroup', 'x', 'first')).not.toThrow();
  expect(journal.begins('tasks.create', { name: 'gc-a' }, 'first')).toBe(undefined);
});
