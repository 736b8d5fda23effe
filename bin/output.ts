/** What the commands have in common: usage, version, messages instead of stack traces, the folder of the reports. */
import { resolve } from 'node:path';
import { RecordError } from '../reports/read.ts';
import { visible } from '../reports/text.ts';
import {
  asTyped,
  concealing,
  concealingFor,
  EXIT,
  loadSettings,
  readJson,
  SettingsError,
} from '../schemas/contract.ts';

/** The folder that is named, else REPORT_DIR. */
export const outputFolder = (named: string | undefined): string =>
  named === undefined ? loadSettings(process.cwd(), process.env).reportDir : resolve(named);

/** `goal-conformance 1.2.3`. */
export function version(): string {
  const { name, version: number } = readJson<{ name: string; version: string }>('../package.json');
  return `${name} ${number}`;
}

/** A file that can't be read or written: the user's to mend, unless it is one of the program itself. */
const ofFile = ({ code, syscall, path }: NodeJS.ErrnoException): string | undefined =>
  code !== undefined && syscall !== undefined && path !== undefined && code !== 'ENOENT'
    ? `${path}: cannot be used (${code} in ${syscall}). Name a file or folder that can be written to.`
    : undefined;

/** Codes of a disk, or of one's part of it, that takes no more. */
const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG'];

const ofDisk = ({ code = '' }: NodeJS.ErrnoException): string | undefined =>
  FULL.includes(code)
    ? `a file could not be written, since there is no room for it (${code}). Make room, and run again.`
    : undefined;

/** Conceals the secrets of the settings, also of settings that are refused. */
function concealingOwn(): (text: string) => string {
  try {
    return concealingFor(loadSettings(process.cwd(), process.env));
  } catch {
    const tokens = Object.entries(process.env).filter(([name, value]) => name.endsWith('_TOKEN') && value);
    return concealing(Object.fromEntries(tokens) as Record<string, string>);
  }
}

/** What a user can mend is a message; what we must mend keeps its stack. */
export function messageOf(error: unknown): string {
  const { code = '', message, stack } = error as NodeJS.ErrnoException;
  const known = error instanceof SettingsError || error instanceof RecordError || code.startsWith('ERR_PARSE_ARGS');
  // What node says on how to give an argument with a dash at its beginning helps nobody here.
  const file = ofDisk(error as NodeJS.ErrnoException) ?? ofFile(error as NodeJS.ErrnoException);
  const text =
    file ?? (known ? message.replace(/\. To specify a positional argument .*$/s, '.') : (stack ?? String(error)));
  // It may hold what a target or a record says.
  return visible(concealingOwn()(asTyped(text)));
}

/** Whether a user asks how a command is used. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** Whether a user asks for our version; Playwright would print its own. */
export const asksForVersion = (args: readonly string[]): boolean => args.includes('--version');

/** Runs a command; what it can't use ends it with exit 3 and one message, and --help with its usage, --version with ours. */
export async function command(usage: string, main: () => number | Promise<number>): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) {
    console.log(asTyped(usage));
    return;
  }
  if (asksForVersion(process.argv.slice(2))) {
    console.log(version());
    return;
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    const hint = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ? `\n${asTyped(usage)}` : '';
    console.error(`goal-conformance: ${messageOf(error)}${hint}`);
    process.exitCode = EXIT['harness-error'];
  }
}
