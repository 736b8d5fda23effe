/** Words by which a field names the kind of the record whose id stands beside it. */

import { kind, kinds } from './kinds.ts';
import type { Listed } from './listedFields.ts';

/** A word without what spellings differ in: case, blanks and the sign of the plural. */
const plain = (word: string): string =>
  word
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()
    .replace(/s$/, '');

const words: ReadonlyMap<string, string> = new Map([
  ...Object.entries(kinds).flatMap(([name, { title }]) => [name, title].map((word) => [plain(word), name] as const)),
  ...Object.entries(kind('target').types ?? {}).map(([word, name]) => [plain(word), name] as const),
]);

/** The kind that a word is the name of; undefined where it is a word of the service's own. */
export const kindNamed = (word: string): string | undefined => words.get(plain(word));

const marks = new WeakMap<Listed, readonly (readonly [field: string, idField: string])[]>();

/** The fields of an object that name a kind, each with the field beside it that holds the id (`x-kind-of`). */
export function kindFields(listed: Listed): readonly (readonly [field: string, idField: string])[] {
  const known = marks.get(listed);
  if (known) return known;
  const found = [...listed].flatMap(([field, { schema }]) => {
    const idField = schema['x-kind-of'];
    return idField === undefined ? [] : [[field, idField] as const];
  });
  marks.set(listed, found);
  return found;
}
