/** Settings as options of the command: `--base-url` is BASE_URL. Which there are follows from the list of settings. */
import leven from 'leven';
import { SECRETS, SettingsError, settingSchemas } from '../../schemas/contract.ts';

const flagOf = (setting: string) => `--${setting.toLowerCase().replaceAll('_', '-')}`;

const settings = new Map(Object.keys(settingSchemas).map((name) => [flagOf(name), name]));

const isSwitch = (setting: string) => settingSchemas[setting]?.enum?.join() === 'true,false';

/** Further away than this no option is taken for a slip. */
const NEAR = 2;
/** Shorter ones are near to too many others. */
const SHORTEST = 8;

function refuseSlip(flag: string): void {
  const meant = flag.length < SHORTEST ? undefined : [...settings.keys()].find((name) => leven(name, flag) <= NEAR);
  if (meant) throw new SettingsError(`${flag}: there is no such option. Did you mean ${meant}?`);
}

/** The value of an option; a switch without one is on. */
function optionValue(flag: string, setting: string, given: string | undefined, waiting: string[]): string {
  if (given) return given;
  const [next] = waiting;
  const takes = isSwitch(setting) ? next === 'true' || next === 'false' : next !== undefined && !next.startsWith('--');
  if (given === undefined && takes) return waiting.shift() as string;
  if (given === undefined && isSwitch(setting)) return 'true';
  const [example] = settingSchemas[setting]?.examples ?? [];
  throw new SettingsError(`${flag}: needs a value.${example ? ` Example: ${flag} ${example}` : ''}`);
}

/**
 * Takes the settings out of the arguments.
 * @throws SettingsError for a value that is missing, a secret, and an option that is nearly one of a setting
 */
export function takeSettings(args: readonly string[]): { settings: Record<string, string>; rest: string[] } {
  const taken: Record<string, string> = {};
  const rest: string[] = [];
  const waiting = [...args];
  for (let arg = waiting.shift(); arg !== undefined; arg = waiting.shift()) {
    const [, flag = arg, value] = /^(--[^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const setting = settings.get(flag);
    if (setting === undefined) {
      refuseSlip(flag);
      rest.push(arg);
    } else if (SECRETS.includes(setting)) {
      throw new SettingsError(
        `${flag}: a secret is not taken as an option, since the list of processes and the history of the shell show it. Set ${setting} in the environment or in .env.`,
      );
    } else taken[setting] = optionValue(flag, setting, value, waiting);
  }
  return { settings: taken, rest };
}

const WIDTH = 24;

/** The options of the settings, and the names of those that are secret, as `--help` shows them. */
export function settingsHelp(): string {
  const lines = [...settings].flatMap(([flag, name]) => {
    if (SECRETS.includes(name)) return [];
    const { description, default: value } = settingSchemas[name] as { description: string; default?: string };
    return [`  ${flag.padEnd(WIDTH)}${description}${value === undefined ? '' : ` Default: ${value}.`}`];
  });
  return [
    'settings, as an option or by the name in capitals (BASE_URL) in the environment or in .env',
    ...lines,
    `secrets, in the environment or in .env only\n  ${SECRETS.join(', ')}`,
  ].join('\n');
}
