/** Runs the command line as a user does, and small wrong targets for it to judge. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
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

/** The environment of this process without settings and without what Playwright puts there. */
export const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !(name in settingSchemas) && !/^(GOAL|TEST|PW|PLAYWRIGHT|NODE_OPTIONS)/.test(name),
    ),
  );

/** A new folder, which goes with all others of the tests. */
export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'goal-conformance-test-'));

const pathOf = (command: string) => join(projectRoot, 'dist/bin', `${command}.js`);

/** A command that is under way. */
export interface Started {
  child: ChildProcess;
  reportDir: string;
  /** What it has printed so far. */
  printed(): string;
  ended: Promise<Run>;
}

/** Starts a program with these settings and no others. */
function startProgram(program: string, args: readonly string[], cwd: string, env: Record<string, string>): Started {
  const reportDir = env.REPORT_DIR ?? newFolder();
  const child = spawn(program, args, { cwd, env: { ...inherited(), REPORT_DIR: reportDir, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise<Run>((resolve) =>
    child.once('close', (code) => {
      const path = join(reportDir, 'conformance.json');
      const record = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
      resolve({ code, output, reportDir, record });
    }),
  );
  return { child, reportDir, printed: () => output, ended };
}

/** Starts a compiled command, to be looked at or ended while it runs. */
export const started = (command: string, args: readonly string[], env: Record<string, string> = {}): Started =>
  startProgram(process.execPath, [pathOf(command), ...args], tmpdir(), env);

/** Runs a compiled command to its end. */
export const run = (command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Run> =>
  started(command, args, env).ended;

/** An `npm` that starts the compiled command without building it first, and an `npx` that does not look for packages. */
function npmFolder(): string {
  const folder = newFolder();
  const node = `exec "${process.execPath}" "${projectRoot}`;
  const scripts = {
    npm: `name=$2\nshift 2\n[ "$1" != -- ] || shift\n${node}/dist/bin/$name.js" "$@"`,
    npx: `name=$1\nshift\n${node}/node_modules/.bin/$name" "$@"`,
  };
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}

/** Runs a printed command in a shell, as one does who pastes it: `npm run NAME [-- …]`. */
export const paste = (command: string, cwd: string, env: Record<string, string> = {}): Promise<Run> =>
  startProgram('/bin/sh', ['-c', command], cwd, { PATH: `${npmFolder()}:${process.env.PATH}`, ...env }).ended;

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
