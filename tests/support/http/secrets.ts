/** Keeps tokens out of everything but the wire: the suite holds placeholders, and answers come back with placeholders. */
import { placeholder } from '../../../schemas/contract.ts';
import { literal, swappedCase } from '../values/texts.ts';

export interface Secrets {
  /** Puts the secrets in the place of their placeholders. */
  reveal(text: string): string;
  /** Puts placeholders in the place of secrets, plain, URL-encoded or in base64. */
  conceal(text: string): string;
}

/** Whether a token with letters of another case is surely another one: a number in hexadecimal is the same. */
const isCased = (token: string): boolean => /[a-z]/i.test(token) && !/^[0-9a-f-]+$/i.test(token);

/** Below so many characters a token that lacks one may be another user's. */
const LONG = 12;

/** What a careless server takes for the token of the first user: each tells the token as well, so it has a name. */
const NEARLY: Readonly<Record<string, (token: string) => string | undefined>> = {
  ACCESS_TOKEN_IN_OTHER_CASE: (token) => (isCased(token) ? swappedCase(token) : undefined),
  ACCESS_TOKEN_CUT_SHORT: (token) => (token.length > LONG ? token.slice(0, -1) : undefined),
};

/** Those that are surely another token than this one, by their names. */
export const nearly = (token: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(NEARLY).flatMap(([name, change]) => {
      const changed = change(token);
      return changed === undefined ? [] : [[name, changed]];
    }),
  );

/** @param given secret values by the name of their setting */
export function secrets(given: Readonly<Record<string, string>>): Secrets {
  const { ACCESS_TOKEN: first } = given;
  const tokens: Readonly<Record<string, string>> = {
    ...(first !== undefined && nearly(first)),
    ...given,
  };
  const forms = Object.entries(tokens).flatMap(([name, value]) =>
    [value, encodeURIComponent(value), Buffer.from(value).toString('base64').replace(/=+$/, '')].map(
      (form) => [form, placeholder(name)] as const,
    ),
  );
  // Longer ones first: one token may begin like another. A form that is the same as another is looked for once.
  const sought = [...new Map(forms)].sort(([a], [b]) => b.length - a.length);
  // Hardly an answer has one, and every answer is looked through: one search for all costs a tenth of one for each.
  const some = sought.length > 0 ? new RegExp(sought.map(([form]) => literal(form)).join('|')) : undefined;
  return {
    reveal: (text) => text.replaceAll(/<redacted:([A-Z0-9_]+)>/g, (whole, name: string) => tokens[name] ?? whole),
    conceal: (text) =>
      some?.test(text) ? sought.reduce((result, [form, name]) => result.replaceAll(form, name), text) : text,
  };
}

/** Puts placeholders in the place of tokens that the target itself issues: strings under the keys that its answers have. */
export const concealIssued = (text: string): string =>
  /token"/i.test(text)
    ? text.replaceAll(
        /"((?:access|id|refresh)_?token)"(\s*:\s*)"(?:[^"\\]|\\.)*"/gi,
        (_, key: string, colon: string) => `"${key}"${colon}"${placeholder(key)}"`,
      )
    : text;
