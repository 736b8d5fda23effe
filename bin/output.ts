/** What the commands that make reports out of files have in common. */
import { resolve } from 'node:path';
import { RecordError } from '../reports/read.ts';
import { EXIT, loadSettings, SettingsError } from '../schemas/contract.ts';

/** The folder that is named, else REPORT_DIR. */
export const outputFolder = (named: string | undefined): string =>
  named === undefined ? loadSettings(process.cwd(), process.env).reportDir : resolve(named);

/** Runs a command; what it can't use ends it with exit 3 and one message. */
export function stopOn(main: () => number): void {
  try {
    process.exitCode = main();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const known = error instanceof SettingsError || error instanceof RecordError || code.startsWith('ERR_PARSE_ARGS');
    console.error(`goal-conformance: ${known ? (error as Error).message : ((error as Error).stack ?? error)}`);
    process.exitCode = EXIT['harness-error'];
  }
}
