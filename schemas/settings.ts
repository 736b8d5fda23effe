/** Settings of a run: read from the environment and an env file, checked against `suite/settings.json`. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'dotenv';
import leven from 'leven';
import { concealing } from './conceal.ts';
import { extraHeadersOf, headerSecrets } from './extraHeaders.ts';
import { readJson } from './files.ts';
import { addressWithoutSecrets, pathWithoutSecret, withoutSecret } from './givenWrong.ts';
import { groups } from './operations.ts';
import { SettingsError } from './settingsError.ts';

interface SettingSchema {
  description: string;
  type?: 'string';
  enum?: string[];
  pattern?: string;
  default?: string;
  examples?: string[];
}

/** Name and schema of each setting. */
export const settingSchemas: Readonly<Record<string, SettingSchema>> = readJson<{
  properties: Record<string, SettingSchema>;
}>('suite/settings.json').properties;

const TOKENS = Object.keys(settingSchemas).filter((name) => name.endsWith('_TOKEN'));

/** Names of the settings that are secret: their values appear in no output. */
export const SECRETS: readonly string[] = [...TOKENS, 'EXTRA_HEADERS'];

/** How much of the suite a run consists of: all of it, a quick look that only reads, or all of it and a long search. */
type Profile = 'full' | 'smoke' | 'deep';

export interface Settings {
  /** The target without a trailing slash; undefined stands for the bundled server, which is not started yet. */
  baseUrl: string | undefined;
  /** Whether the target is the bundled reference server. */
  bundled: boolean;
  /** The wrong behaviour that the bundled server was given. */
  fault?: string;
  targetName: string;
  /** Values of the settings whose name ends in _TOKEN, by name. */
  tokens: Readonly<Record<string, string>>;
  /** Further headers of every request, by their names in lower case. */
  extraHeaders: Readonly<Record<string, string>>;
  accountId: string | undefined;
  otherAccountId: string | undefined;
  unpaidAccountId: string | undefined;
  /** Absolute paths. */
  fixtures: string | undefined;
  waivers: string | undefined;
  reportDir: string;
  allowWrites: boolean;
  allowDestructive: boolean;
  /** Ids of the operation groups that the target claims. */
  groups: readonly string[];
  /** Reports show answers whole, not only what was compared. */
  showBodies: boolean;
  strict: boolean;
  allowIncomplete: boolean;
  numRuns: number;
  profile: Profile;
  /** Minutes for which PROFILE=deep searches. */
  deepMinutes: number;
  /** Absolute path of the file in which PROFILE=deep keeps its seeds. */
  corpus: string;
  seed: number;
  maxRps: number | undefined;
  /** The most requests under way at a time. */
  maxInFlight: number | undefined;
  timeoutMs: number;
  /** Milliseconds that the target may take until what was written is seen. */
  settleMs: number;
  /** Minutes after which no further check begins. */
  maxMinutes: number | undefined;
}

/** Marks a run against the bundled server, whose address and tokens `bin/conformance.ts` puts into the environment. */
export const BUNDLED = 'GOAL_CONFORMANCE_BUNDLED';

/** Carries the name of the bundled server's fault to the workers. */
export const FAULT = 'GOAL_CONFORMANCE_FAULT';

/** Carries the plan of a run, as JSON, from `bin/conformance.ts` to the reporter. */
export const PLAN = 'GOAL_CONFORMANCE_PLAN';

/** Carries to the workers how many requests the look before the run has sent. */
export const ASKED = 'GOAL_CONFORMANCE_ASKED';

/** Carries to the reporter what earlier runs came to, as JSON. */
export const HISTORY = 'GOAL_CONFORMANCE_HISTORY';

/** Carries to the workers when MAX_MINUTES are over, in milliseconds since 1970. */
export const DEADLINE = 'GOAL_CONFORMANCE_DEADLINE';

/** Carries to reporter and workers the path of a file; once it exists the run is interrupted and no further check begins. */
export const STOP = 'GOAL_CONFORMANCE_STOP';

/** Carries to the workers the path of the ledger on disk; of the bundled server there is none. */
export const LEDGER = 'GOAL_CONFORMANCE_LEDGER';

/** Carries from the reporter to the workers the tests that were selected, where not all are: requirements by batch, as JSON. */
export const TESTS = 'GOAL_CONFORMANCE_TESTS';

/** Says to the workers that our reporter is there, which takes back that a failure was to be expected. */
export const REPORTED = 'GOAL_CONFORMANCE_REPORTED';

/** Carries the id of the run, which stands in the names of all that it creates. */
export const RUN = 'GOAL_CONFORMANCE_RUN';

/** Carries what --grep of `bin/conformance.ts` selects. */
export const GREP = 'GOAL_CONFORMANCE_GREP';

/** Carries the process id of `bin/conformance.ts`, without which Playwright has nobody to report to. */
export const PARENT = 'GOAL_CONFORMANCE_PARENT';

/** More names than these help nobody. */
const MOST_NAMES = 100;

/** `Did you mean X?`, or the names that there are; of many the nearest. */
export function suggestion(name: string, names: readonly string[]): string {
  const near = names
    .map((candidate) => ({ candidate, distance: leven(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const [first] = near;
  if (first && first.distance <= Math.max(2, name.length / 3)) return `Did you mean ${first.candidate}?`;
  if (names.length <= MOST_NAMES) return `There are: ${names.join(', ')}.`;
  const nearest = near.slice(0, 5).map(({ candidate }) => candidate);
  return `The nearest of ${names.length} are: ${nearest.join(', ')}.`;
}

function readEnvFile(cwd: string, named: string | undefined): Record<string, string> {
  const path = resolve(cwd, named ?? '.env');
  if (!existsSync(path)) {
    if (named === undefined) return {};
    const shown = pathWithoutSecret(path, /env/i) === path ? path : 'at the path that it gives';
    throw new SettingsError(`ENV_FILE: there is no file ${shown}. Give the path of an env file, or unset ENV_FILE.`);
  }
  const values = parse(readFileSync(path));
  for (const name of Object.keys(values)) {
    if (!(name in settingSchemas)) {
      throw new SettingsError(`${path}: unknown setting ${name}. ${suggestion(name, Object.keys(settingSchemas))}`);
    }
  }
  return values;
}

function allowed(schema: SettingSchema): string {
  if (schema.enum) return schema.enum.join(' or ');
  return schema.description + (schema.examples ? ` Example: ${schema.examples[0]}` : '');
}

/** The value as given, or the default; the empty string counts as unset, as CI systems pass unset variables. */
function settingValue(name: string, given: Readonly<Record<string, string | undefined>>): string | undefined {
  const schema = settingSchemas[name] as SettingSchema;
  const value = given[name]?.trim() || schema.default;
  if (value === undefined) return undefined;
  const right = schema.enum ? schema.enum.includes(value) : new RegExp(schema.pattern ?? '', 'u').test(value);
  if (!right) {
    const repeated = name === 'BASE_URL' ? addressWithoutSecrets(value) : withoutSecret(value);
    const shown = SECRETS.includes(name) ? '(secret)' : JSON.stringify(repeated);
    throw new SettingsError(`${name}: ${shown} is not allowed. Allowed: ${allowed(schema)}`);
  }
  return value;
}

/** Group names are taken in any spelling that people use: kpi-groups, KPI groups, kpiGroups. */
function claimed(list: string | undefined): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const all = groups.map((group) => group.id);
  if (list === undefined) return all;
  const names = list.split(',').filter((name) => name.trim() !== '');
  const found = names.map((name) => {
    const group = groups.find(({ id, title }) => [plain(id), plain(title)].includes(plain(name)));
    if (!group)
      throw new SettingsError(
        `OPERATION_GROUPS: unknown group ${withoutSecret(name.trim())}. ${suggestion(name.trim(), all)}`,
      );
    return group.id;
  });
  if (found.length === 0) throw new SettingsError(`OPERATION_GROUPS: names no group. There are: ${all.join(', ')}.`);
  return all.filter((id) => found.includes(id));
}

/** Random when not given, and then reported, so that every run can be repeated. */
function seedOf(value: string | undefined): number {
  return value === undefined ? Math.floor(Math.random() * 0x7fffffff) : Number(value) | 0;
}

/** The target without a trailing slash. @throws SettingsError for a URL that can't be used, without repeating a secret */
function baseUrlOf(given: Readonly<Record<string, string>>): string | undefined {
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(given.BASE_URL?.trim() ?? '')) {
    throw new SettingsError(
      'BASE_URL: holds a user name or a password before the @ (not repeated here), which every report would show. Remove it, and give credentials by settings: ACCESS_TOKEN and ACCOUNT_ID.',
    );
  }
  const baseUrl = settingValue('BASE_URL', given)?.replace(/\/+$/, '');
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) {
    throw new SettingsError(
      `BASE_URL: ${JSON.stringify(addressWithoutSecrets(baseUrl))} is not a URL. Example: https://host/api/goals`,
    );
  }
  return baseUrl;
}

/**
 * The settings of a run.
 * @param cwd folder that relative paths start from
 * @param env environment; it wins over the env file
 * @throws SettingsError with one message that names the setting, what was given and what is allowed
 */
export function loadSettings(cwd: string, env: Readonly<Record<string, string | undefined>>): Settings {
  const given = { ...readEnvFile(cwd, env.ENV_FILE?.trim() || undefined), ...nonEmpty(env) };
  const value = (name: string) => settingValue(name, given);
  const path = (name: string) => {
    const relative = value(name);
    return relative === undefined ? undefined : resolve(cwd, relative);
  };
  const baseUrl = baseUrlOf(given);
  const bundled = baseUrl === undefined || env[BUNDLED] === 'true';
  const needed = ['ACCESS_TOKEN', 'ACCOUNT_ID'].filter((name) => baseUrl !== undefined && value(name) === undefined);
  if (needed.length > 0) {
    throw new SettingsError(
      `${needed.join(' and ')}: not set, and BASE_URL is. Set the token of a user with every permission and the id of its account.`,
    );
  }
  const yes = (name: string, fallback = false) => (value(name) ?? String(fallback)) === 'true';
  const number = (name: string) => {
    const text = value(name);
    return text === undefined ? undefined : Number(text);
  };
  const profile = value('PROFILE') as Profile;
  const allowWrites = profile !== 'smoke' && yes('ALLOW_WRITES', bundled);
  return {
    baseUrl,
    bundled,
    ...(env[FAULT] && { fault: env[FAULT] }),
    targetName: value('TARGET_NAME') ?? (bundled ? 'reference server' : new URL(baseUrl as string).host),
    tokens: Object.fromEntries(TOKENS.flatMap((name) => (value(name) ? [[name, value(name) as string]] : []))),
    extraHeaders: extraHeadersOf(value('EXTRA_HEADERS')),
    accountId: value('ACCOUNT_ID'),
    otherAccountId: value('OTHER_ACCOUNT_ID'),
    unpaidAccountId: value('UNPAID_ACCOUNT_ID'),
    fixtures: path('FIXTURES'),
    waivers: path('WAIVERS'),
    reportDir: path('REPORT_DIR') as string,
    allowWrites,
    allowDestructive: profile !== 'smoke' && yes('ALLOW_DESTRUCTIVE', bundled && allowWrites),
    groups: claimed(value('OPERATION_GROUPS')),
    showBodies: yes('SHOW_BODIES'),
    strict: yes('STRICT'),
    allowIncomplete: yes('ALLOW_INCOMPLETE'),
    numRuns: number('NUM_RUNS') ?? (profile === 'smoke' ? 1 : bundled ? 100 : 20),
    profile,
    deepMinutes: Number(value('DEEP_MINUTES')),
    corpus: path('CORPUS') as string,
    seed: seedOf(value('SEED')),
    maxRps: number('MAX_RPS'),
    maxInFlight: number('MAX_IN_FLIGHT'),
    timeoutMs: Number(value('TIMEOUT_MS')),
    maxMinutes: number('MAX_MINUTES'),
    settleMs: number('SETTLE_MS') ?? (bundled ? 0 : 5000),
  };
}

/** How often large and small letters follow one another. */
const caseTurns = (text: string) => text.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0;

/** Whether a part of a path looks like a key: long, with digits and letters, or large and small letters, in turn, or a number. */
const isKey = (part: string) =>
  part.length >= 16 &&
  ((part.match(/\d[a-z]|[a-z]\d/gi) ?? []).length >= 3 || 3 * caseTurns(part) > part.length || /^\d+$/.test(part));

/** What is concealed in every output, by the names that stand in its place. */
function secretsOf({ tokens, extraHeaders, baseUrl }: Settings): Record<string, string> {
  const keys = URL.canParse(baseUrl ?? '') ? new URL(baseUrl as string).pathname.split('/').filter(isKey) : [];
  return {
    ...Object.fromEntries(keys.map((key, i) => [`BASE_URL_KEY${i === 0 ? '' : `_${i + 1}`}`, key])),
    ...headerSecrets(extraHeaders),
    ...tokens,
  };
}

/** Conceals the secrets of these settings in a text, whatever form they have there. */
export const concealingFor = (settings: Settings): ((text: string) => string) => concealing(secretsOf(settings));

/** Shorter names are near to too many others to be taken for a slip. */
const SHORTEST = 6;
/** From this length a name near to one of ours is hardly anybody else's; of two letters, one may be wrong below it. */
const DISTINCT = 12;
/** Long enough, and yet a name that other tools have variants of. */
const COMMON = ['ACCESS_TOKEN'];

/** Variables of the environment that are nearly named like a setting which is not set. */
function slips(env: Readonly<Record<string, string | undefined>>): { given: string; meant: string; sure: boolean }[] {
  const names = Object.keys(settingSchemas);
  const meantBy = (given: string) =>
    names
      .filter((name) => !env[name]?.trim() && given.length >= SHORTEST)
      .find((name) => leven(name, given.toUpperCase()) <= (name.length < DISTINCT ? 1 : 2));
  return Object.keys(nonEmpty(env)).flatMap((given) => {
    const meant = names.includes(given) ? undefined : meantBy(given);
    return meant ? [{ given, meant, sure: meant.length >= DISTINCT && !COMMON.includes(meant) }] : [];
  });
}

/**
 * Looks for slips in the names of settings in the environment, where any name may stand.
 * @returns warnings about names that may be meant for somebody else
 * @throws SettingsError when a name can hardly be anything but a setting of ours
 */
export function checkNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const found = slips(env);
  const sure = found.find((slip) => slip.sure);
  if (sure)
    throw new SettingsError(
      `${sure.given}: is set in the environment, and there is no such setting. Did you mean ${sure.meant}? Rename or unset it.`,
    );
  return found.map(
    ({ given, meant }) => `${given} is set in the environment, and is no setting of ours. Did you mean ${meant}?`,
  );
}

function nonEmpty(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1]?.trim())),
  );
}
