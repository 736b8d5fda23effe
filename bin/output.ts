/** What the commands have in common: usage, messages instead of stack traces, the folder of the reports. */
import { resolve } from 'node:path';
import { RecordError } from '../reports/read.ts';
import { visible } from '../reports/text.ts';
import { EXIT, loadSettings, SettingsError } from '../schemas/contract.ts';

/** The folder that is named, else REPORT_DIR. */
export const outputFolder = (named: string | undefined): string =>
  named === undefined ? loadSettings(process.cwd(), process.env).reportDir : resolve(named);

/** What a user can mend is a message; what we must mend keeps its stack. */
export function messageOf(error: unknown): string {
  const { code = '', message, stack } = error as NodeJS.ErrnoException;
  const known = error instanceof SettingsError || error instanceof RecordError || code.startsWith('ERR_PARSE_ARGS');
  // What node says on how to give an argument with a dash at its beginning helps nobody here.
  const text = known ? message.replace(/\. To specify a positional argument .*$/s, '.') : (stack ?? String(error));
  // It may hold what a target or a record says.
  return visible(text);
}

/** Whether a user asks how a command is used. */
export const asksForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h');

/** Runs a command; what it can't use ends it with exit 3 and one message, and --help with its usage. */
export async function command(usage: string, main: () => number | Promise<number>): Promise<void> {
  if (asksForHelp(process.argv.slice(2))) {
    console.log(usage);
    return;
  }
  try {
    process.exitCode = await main();
  } catch (error) {
    const hint = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') ? `\n${usage}` : '';
    console.error(`goal-conformance: ${messageOf(error)}${hint}`);
    process.exitCode = EXIT['harness-error'];
  }
}
