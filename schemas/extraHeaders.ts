/** Setting EXTRA_HEADERS: headers that a gateway before the target wants in every request. */
import { SettingsError } from './settingsError.ts';

/** What the suite sends itself, or what HTTP forms from the request. */
const TAKEN = [
  ...['authorization', 'service-accountid', 'accept', 'accept-encoding', 'content-type'],
  ...['host', 'connection', 'content-length', 'transfer-encoding', 'upgrade', 'expect', 'te', 'keep-alive'],
];

/** A token and a field value. RFC 9110, 5.1 and 5.5. */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingsError(
      'EXTRA_HEADERS: is no JSON (its value is not repeated here). Give an object: {"x-api-key": "…"}',
    );
  }
}

/**
 * Names in lower case and values of the headers.
 * @throws SettingsError for what is no header, and for one that the suite sends itself; no value is repeated
 */
export function extraHeadersOf(text: string | undefined): Record<string, string> {
  const given = Object.entries(text === undefined ? {} : (parsed(text) as object));
  return Object.fromEntries(
    given.map(([name, value]) => {
      const lower = name.toLowerCase();
      if (TAKEN.includes(lower))
        throw new SettingsError(`EXTRA_HEADERS: ${name} is a header that each request has already. Remove it.`);
      if (!NAME.test(lower) || typeof value !== 'string' || !VALUE.test(value))
        throw new SettingsError(
          `EXTRA_HEADERS: ${JSON.stringify(name)} is no header. Names are letters, digits and hyphens, values are texts in one line.`,
        );
      return [lower, value];
    }),
  );
}

/** Shorter values stand in too many answers to be a secret. */
const SECRET_FROM = 8;

/** The values that are concealed, by the names under which reports and printed commands have them. */
export const headerSecrets = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value.length >= SECRET_FROM)
      .map(([name, value]) => [headerVariable(name), value]),
  );

/** The shell variable that a printed command takes the value of a header from: EXTRA_HEADER_X_API_KEY. */
export const headerVariable = (name: string): string =>
  `EXTRA_HEADER_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
