/** Values that a user has given in a wrong place, as a message may show them: any of them may be a secret. */

/** Words of this length stand in names of groups and hosts. */
const LONGEST_WORD = 16;
/** Shorter words with digits among their letters are versions and regions. */
const SHORTEST_MADE = 8;

/** How often letters and digits follow one another. */
const turns = (text: string): number => text.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;

/** Whether a text may be a secret: it is long, or letters and digits take turns as in a password. */
const mayBeSecret = (text: string): boolean =>
  text.length > LONGEST_WORD || (text.length >= SHORTEST_MADE && turns(text) >= 2);

/** A text, or how long it is where it may be a secret. */
export const withoutSecret = (text: string): string =>
  mayBeSecret(text) ? `(${text.length} characters, not repeated here)` : text;

/** An address, without what may be a password before an @ or in a query, and without words that may be secrets. */
export const addressWithoutSecrets = (address: string): string =>
  address
    .replace(/^.*@/s, '…@')
    .replace(/\?.*$/s, '?…')
    .replaceAll(/[\w+=~%-]+/g, withoutSecret);

/** The path of a file whose name is one that such files have; of another one what may be shown of its name. */
export const pathWithoutSecret = (path: string, named: RegExp): string => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return named.test(name) || (withoutSecret(name) === name && name.length <= SHORTEST_MADE)
    ? path
    : 'the file that it names';
};

/** A value out of a file, in JSON, with the lengths of what may be secrets, be they keys or texts. */
export const jsonWithoutSecrets = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'string') return withoutSecret(inner);
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [withoutSecret(key), one]));
  });
