/** Runs the command line as a user does, and small wrong targets for it to judge. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot, type RunRecord, settingSchemas } from '../../../schemas/contract.ts';

export interface Run {
  code: number | null;
  output: string;
  reportDir: string;
  record: RunRecord | undefined;
}

/** Runs a compiled command with these settings and no others. */
export function run(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const reportDir = env.REPORT_DIR ?? mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !(name in settingSchemas) && !/^(GOAL|TEST|PW|PLAYWRIGHT|NODE_OPTIONS)/.test(name),
    ),
  );
  const child = spawn(process.execPath, [join(projectRoot, 'dist/bin', `${command}.js`), ...args], {
    cwd: tmpdir(),
    env: { ...inherited, REPORT_DIR: reportDir, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) =>
    child.once('close', (code) => {
      const path = join(reportDir, 'conformance.json');
      resolve({
        code,
        output,
        reportDir,
        record: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined,
      });
    }),
  );
}

export const conformance = (args: readonly string[], env: Record<string, string> = {}) => run('conformance', args, env);

/** Runs `use` with the settings of a target that answers every request in this way. */
export async function withTarget<T>(
  answer: RequestListener,
  use: (settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await use({
      BASE_URL: `http://127.0.0.1:${port}`,
      ACCESS_TOKEN: 'a-token-of-the-test',
      ACCOUNT_ID: 'an-account',
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
