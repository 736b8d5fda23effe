/** A browser for the tests of the pages: one that is there, else Playwright's own download, else Debian's package. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { bringWith, type Way, ways } from './bring.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Browsers of this machine that could serve; Playwright's own comes first, since it is the one that it was made for. */
function candidates(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [chromium.executablePath(), ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))].filter(
    runs,
  );
}

/** The first that starts, with why the others did not. */
async function first(): Promise<{ browser?: Browser; refused: string[] }> {
  const refused: string[] = [];
  for (const executablePath of new Set(candidates())) {
    try {
      return { browser: await chromium.launch({ executablePath, args: ['--no-sandbox'] }), refused };
    } catch (error) {
      refused.push(`${executablePath}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  return { refused };
}

/** Starts a browser of this machine; throws when none starts. */
export async function launch(): Promise<Browser> {
  const { browser, refused } = await first();
  if (browser) return browser;
  throw new Error(
    `no browser starts here (${refused.join('; ') || 'none was found'}). Install one: apt-get install chromium`,
  );
}

/** The first of what a failed command says that tells why. */
function run({ command, args }: Way): string | undefined {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: 240_000, env });
  if (status === 0) return undefined;
  const line = stderr?.split('\n').find((one) => /error|fail|denied|unable/i.test(one));
  return error?.message ?? line?.trim() ?? `exit ${status}`;
}

async function start(): Promise<{ version?: string; refused: string[] }> {
  const { browser, refused } = await first();
  if (!browser) return { refused };
  const version = browser.version();
  await browser.close();
  return { version, refused };
}

/** Makes sure that `launch` will find a browser, and says where none can be had. */
export function bring(): Promise<string> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  return bringWith({ start, run }, ways(process.execPath, cli, process.getuid?.() === 0));
}
