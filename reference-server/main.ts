/** `npm run serve`: starts the reference server and prints one JSON line with its settings. */
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
// Not through contract.ts, whose validators would be most of the start.
import { projectRoot } from '../schemas/files.ts';
import { EXIT } from '../schemas/record.ts';
import { SettingsError } from '../schemas/settingsError.ts';
import { asTyped } from '../schemas/typed.ts';
import { asksForPage, noViewer, sendPage, welcome } from './pages.ts';
import type { Seams } from './server.ts';
import { type Started, start } from './start.ts';

const USAGE = `npm run serve [-- --port 3000] [-- --seed 7] [-- --delay 50]
  starts the reference server and prints its settings as one JSON line
  --port    where it listens (default: a free port)
  --seed    of its sample data (default: 1)
  --delay   milliseconds that every answer waits (default: 0)`;

/** A whole number that an option gives. */
function whole(name: string, given: string): number {
  if (/^\d+$/.test(given)) return Number(given);
  throw new SettingsError(`--${name}: "${given}" is not allowed. Give a whole number.`);
}

const VIEWER = join(projectRoot, 'dist/openapi.html');
/** Written by each build. */
const BUILT = join(projectRoot, 'dist/checks.json');

const timeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Shows the page of the API, which is made when somebody asks for it for the first time since the last build. */
function sendViewer(response: ServerResponse): void {
  const show = () => sendPage(response, 200, readFileSync(VIEWER, 'utf8'));
  if (timeOf(VIEWER) > timeOf(BUILT)) {
    show();
    return;
  }
  execFile(process.execPath, [join(projectRoot, 'dist/bin/viewer.js')], (error) => {
    if (error) sendPage(response, 404, noViewer('It is made in a clone of the project: npm run viewer says why not.'));
    else show();
  });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      delay: { type: 'string', default: '0' },
    },
  });
  if (values.help) {
    process.stdout.write(`${asTyped(USAGE)}\n`);
    return;
  }
  const [port, seed, delay] = [
    whole('port', values.port),
    whole('seed', values.seed),
    whole('delay', values.delay),
  ] as const;
  let started: Started | undefined;
  const pages: Seams['pages'] = (request, response) => {
    if (!started || !asksForPage(request)) return false;
    if (request.url === '/') sendPage(response, 200, welcome(started.settings, started.world));
    else sendViewer(response);
    return true;
  };
  started = await start({ port, seed, seams: { delay, pages } });
  const { server, settings } = started;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void server.stop());
  }
  process.stdout.write(`${JSON.stringify(settings)}\n`);
}

try {
  await main();
} catch (error) {
  // What a user can mend is a message: a bad option, a port that is taken. Anything else keeps its stack.
  const { code = '', message, stack } = error as NodeJS.ErrnoException;
  const known = error instanceof SettingsError || /^ERR_PARSE_ARGS|^EADDRINUSE|^EACCES|^ERR_SOCKET_BAD_PORT/.test(code);
  process.stderr.write(`goal-conformance: ${known ? message : stack}\n`);
  process.exitCode = EXIT['harness-error'];
}
