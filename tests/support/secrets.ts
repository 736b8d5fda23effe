/** Keeps tokens out of everything but the wire: the suite holds placeholders, and answers come back with placeholders. */
import { swappedCase } from './texts.ts';

export interface Secrets {
  /** Puts the secrets in the place of their placeholders. */
  reveal(text: string): string;
  /** Puts placeholders in the place of secrets, plain, URL-encoded or in base64. */
  conceal(text: string): string;
}

export const placeholder = (name: string) => `<redacted:${name}>`;

/** The same token with each letter in the other case. */
export const otherCase = (name: string) => `<redacted:${name}:other-case>`;

/** @param tokens secret values by the name of their setting */
export function secrets(tokens: Readonly<Record<string, string>>): Secrets {
  const forms = Object.entries(tokens).flatMap(([name, value]) => [
    [swappedCase(value), otherCase(name)] as const,
    ...[value, encodeURIComponent(value), Buffer.from(value).toString('base64').replace(/=+$/, '')].map(
      (form) => [form, placeholder(name)] as const,
    ),
  ]);
  // Longer ones first: one token may begin like another. A form that is the same as another is looked for once.
  const sought = [...new Map(forms)].sort(([a], [b]) => b.length - a.length);
  return {
    reveal: (text) =>
      text.replaceAll(/<redacted:([A-Z_]+)(:other-case)?>/g, (whole, name: string, other?: string) => {
        const token = tokens[name];
        return token === undefined ? whole : other === undefined ? token : swappedCase(token);
      }),
    conceal: (text) => sought.reduce((result, [form, name]) => result.replaceAll(form, name), text),
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
