/** What an editor's extension and `--ui` do: one process lists the tests, sets up once, and runs what is clicked. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { WebSocket } from 'undici';
import { projectRoot, type RunRecord } from '../../../schemas/contract.ts';
import { inherited } from './command.ts';

test.setTimeout(120_000);

const reportDir = mkdtempSync(join(tmpdir(), 'goal-conformance-editor-'));

/** Playwright's server for editors, with few tests. */
function startServer(): ChildProcess & { stdout: NodeJS.ReadableStream } {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  return spawn(process.execPath, [cli, 'test-server', '-c', 'playwright.config.ts'], {
    cwd: projectRoot,
    env: { ...inherited(), REPORT_DIR: reportDir, OPERATION_GROUPS: 'badges', NUM_RUNS: '2', SEED: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

interface Answer {
  id?: number;
  error?: unknown;
  result?: { status?: string; report?: { method: string }[] };
}

/** What calls the server, and waits for its answer. */
async function connected(url: string) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
  });
  await once(socket, 'open');
  let calls = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      waiting.set(++calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  return { call, close: () => socket.close() };
}

const record = () => JSON.parse(readFileSync(join(reportDir, 'conformance.json'), 'utf8')) as RunRecord;

test('an editor lists the tests, starts the target once, and runs one test after the other', async () => {
  const server = startServer();
  try {
    let url = '';
    for await (const line of createInterface(server.stdout)) {
      url = /ws:\/\/\S+/.exec(line)?.[0] ?? '';
      if (url) break;
    }
    const { call, close } = await connected(url);
    await call('initialize', { closeOnDisconnect: true });
    const listed = await call('listTests');
    expect(JSON.stringify(listed.result?.report)).toContain('badges.awaiting-badge: ');
    expect((await call('runGlobalSetup')).result?.status).toBe('passed');
    for (const id of ['badges.awaiting-badge', 'badges.list-all']) {
      const grep = `@${id.replace('.', '\\.')}( |$)`;
      expect((await call('runTests', { grep })).result?.status).toBe('passed');
      const { requirements, selection } = record();
      expect(selection).toMatchObject({ requirements: 1, holds: true });
      expect(requirements.filter(({ outcome }) => outcome === 'pass').map((one) => one.id)).toEqual([id]);
    }
    expect((await call('runGlobalTeardown')).result?.status).toBe('passed');
    close();
  } finally {
    server.kill();
  }
});
