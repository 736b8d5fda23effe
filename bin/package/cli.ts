#!/usr/bin/env node
import { EXIT, SettingsError, suggestion, TYPED } from '../../schemas/contract.ts';
/** `goal-conformance [COMMAND] [OPTIONS]`: the commands of a clone under one name, for those who installed the package. */
import { asksForHelp, asksForVersion, messageOf, version } from '../output.ts';
import { commands, DEFAULT } from './commands.ts';
import { settingsHelp, takeSettings } from './flags.ts';

const PROGRAM = 'npx goal-conformance';
const WIDTH = 10;

const usage = () => `${PROGRAM} [COMMAND] [OPTIONS]

commands
${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(WIDTH)}${about}`)
  .join('\n')}
  ${PROGRAM} COMMAND --help shows the options of a command

${settingsHelp()}

exit: 0 conformant, 1 non-conformant, 2 incomplete, 3 the run itself failed

example
  ACCESS_TOKEN=… ${PROGRAM} --base-url https://host/api/goals --account-id 17`;

/** The command that is named, or the default, and what stands behind it. @throws SettingsError */
function named([first, ...others]: readonly string[]): { name: string; args: readonly string[] } {
  if (first === undefined) return { name: DEFAULT, args: [] };
  if (first.startsWith('-')) return { name: DEFAULT, args: [first, ...others] };
  if (Object.hasOwn(commands, first)) return { name: first, args: others };
  throw new SettingsError(`${first}: there is no such command. ${suggestion(first, Object.keys(commands))}`);
}

async function main(given: readonly string[]): Promise<void> {
  process.env[TYPED] = PROGRAM;
  const { name, args } = named(given);
  const { load, args: first = [], settings } = commands[name] as (typeof commands)[string];
  const help = asksForHelp(args);
  const taken = settings && !help ? takeSettings(args) : { settings: {}, rest: args };
  Object.assign(process.env, taken.settings);
  process.argv = [process.argv[0] ?? '', process.argv[1] ?? '', ...first, ...taken.rest];
  await load();
  if (help && settings) console.log(`\n${settingsHelp()}`);
}

const args = process.argv.slice(2);
try {
  if (asksForHelp(args.slice(0, 1))) console.log(usage());
  else if (asksForVersion(args.slice(0, 1))) console.log(version());
  else await main(args);
} catch (error) {
  console.error(`goal-conformance: ${messageOf(error)}`);
  process.exitCode = EXIT['harness-error'];
}
