/** The fixtures file: what a target says of the records in its account. Form: `suite/fixtures.json`. */
import { readFileSync } from 'node:fs';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { jsonWithoutSecrets, pathWithoutSecret, withoutSecret } from './givenWrong.ts';
import { operations } from './operations.ts';
import { suggestion } from './settings.ts';
import { SettingsError } from './settingsError.ts';
import { problem } from './validators.ts';

export interface Fixtures {
  ids: Readonly<Record<string, readonly string[]>>;
  unknownIds: Readonly<Record<string, string>>;
  foreignIds: Readonly<Record<string, readonly string[]>>;
  facts: {
    checkins?: readonly { checkinId: string; metricId: string }[];
    kpiGroups?: readonly { kpiId: string; groupIds: readonly string[] }[];
    goalsMet?: readonly {
      sessionId: string;
      tags?: readonly string[];
      met: readonly string[];
      notMet: readonly string[];
      /** Of those not met, goals of exactly 99 %. */
      atBound?: readonly string[];
      /** Of those met, goals over 99 % and under 100 %. */
      justOver?: readonly string[];
    }[];
    /** User ids by whose token it is. */
    currentUsers?: Readonly<Record<string, string>>;
    managers?: readonly { userId: string; managerIds: readonly string[] }[];
    texts?: readonly { resource: string; id: string; field: string; mentionsMarkup: string; plainText: string }[];
    reports?: readonly string[];
    notReports?: readonly string[];
    hiddenDashboards?: readonly string[];
    demoSessions?: readonly string[];
    badgeHolders?: readonly { badgeId: string; userIds?: readonly string[]; teamIds?: readonly string[] }[];
    /** Assignations of badges. */
    awaitingApproval?: readonly string[];
    notPermitted?: readonly { user: 'limited'; operation: string }[];
  };
  /** Bodies with templates such as `{{unique}}`, filled in when they are sent. */
  bodies: Readonly<Record<string, unknown>>;
  openOperations: Readonly<Record<string, { method: string; path: string; body?: unknown }>>;
  /** What the account does not have: kinds, or fields of kinds that the target never shows (`task.ownerId`). */
  none: readonly string[];
  /** Operations that the account does not include: they refuse everybody. */
  notOffered: readonly string[];
}

type Ids = Record<string, string | string[] | Record<string, string | string[]>>;

/** One id or several as a list; `ids.principals` becomes the kinds `principals.user` and `principals.role`. */
function lists(ids: Ids = {}, prefix = ''): Record<string, string[]> {
  const entries = Object.entries(ids).map(([kind, value]) =>
    typeof value === 'string' || Array.isArray(value) ? { [prefix + kind]: [value].flat() } : lists(value, `${kind}.`),
  );
  return Object.assign({}, ...entries);
}

/** Reads a fixtures file; without a path there are none. Throws a SettingsError that says what is wrong and where. */
export const loadFixtures = (path: string | undefined): Fixtures =>
  fixturesFrom(path === undefined ? {} : (readJsonFile('FIXTURES', path, 'suite/fixtures.json') as object), path);

/**
 * The fixtures that a file of the right form gives.
 * @param path of the file, for what is said of it
 * @throws SettingsError when it names an operation that there is none of
 */
export function fixturesFrom(file: object, path = 'fixtures'): Fixtures {
  const given = file as Record<string, never>;
  const facts: Fixtures['facts'] = given.facts ?? {};
  const notOffered: readonly string[] = given.notOffered ?? [];
  const named = {
    'facts.notPermitted': (facts.notPermitted ?? []).map(({ operation }) => operation),
    notOffered,
  };
  const known = operations.map(({ id }) => id);
  for (const [place, ids] of Object.entries(named))
    for (const id of ids)
      if (!known.includes(id))
        throw new SettingsError(
          `FIXTURES: ${path}: ${place}: unknown operation ${operationWithoutSecret(id)}. ${suggestion(id, known)}`,
        );
  return {
    ids: lists(given.ids),
    unknownIds: given.unknownIds ?? {},
    foreignIds: lists(given.foreignIds),
    facts,
    bodies: given.bodies ?? {},
    openOperations: given.openOperations ?? {},
    none: given.none ?? [],
    notOffered,
  };
}

/** What a path of a JSON file may be shown as: it may be a secret that was meant for another setting. */
export const jsonPath = (path: string): string => pathWithoutSecret(path, /\.jsonc?$/i);

/** What is given as the name of an operation, where it is nearly one. */
const operationWithoutSecret = (id: string): string =>
  /^[a-z]{1,16}\.[a-z]{1,32}$/i.test(id) ? id : withoutSecret(id);

/** What a text holds, with comments or without. @throws SettingsError when it is not JSON */
function parsed(setting: string, path: string, text: string): unknown {
  try {
    // Of a text without comments this is fifty times as fast; each worker reads a file of fixtures.
    return JSON.parse(text);
  } catch {
    const errors: ParseError[] = [];
    const value: unknown = parse(text, errors, { allowTrailingComma: true });
    const [broken] = errors;
    if (!broken) return value;
    const before = text.slice(0, broken.offset).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1) as string).length + 1}`;
    throw new SettingsError(
      `${setting}: ${path} is not JSON: ${printParseErrorCode(broken.error)} at ${place}. Comments and trailing commas are allowed.`,
    );
  }
}

/**
 * Reads a JSON file that a setting names; it may hold comments.
 * @throws SettingsError when it cannot be read, is not JSON, or breaks its schema
 */
export function readJsonFile(setting: string, path: string, schema: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `${setting}: ${jsonPath(path)} cannot be read (${code}). Give the path of a readable JSON file.`,
    );
  }
  const value = parsed(setting, path, text);
  const wrong = problem(schema, value);
  if (wrong) {
    const received = jsonWithoutSecrets(wrong.received)?.slice(0, 200);
    throw new SettingsError(
      `${setting}: ${path}: at ${wrong.at || '/'}: ${wrong.expected}; received ${received}. Its form: schemas/${schema}`,
    );
  }
  return value;
}
