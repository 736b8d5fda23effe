/** The titles of a run: eight tags that nearly have the same title, so that each pair shows one mistake of comparing. */
import type { JsonRecord } from '../../../../schemas/contract.ts';
import { tagKey } from '../../../support/domain/tags.ts';
import type { Context } from '../../../support/engine/context.ts';

/** Long enough that titles which differ at their ends are the same in their first 100 characters. */
const LONG = ' of every office in the north, the south, the east and the west of the country and beyond it';
/** The same for their first 191, as many as an index of a database may hold. */
const LONGER = `${LONG}, wherever it is that people work on it, and whoever they are, as long as they do`;

/** The other printable signs of ASCII, but for those that divide paths. */
const SIGNS = `(a) [b] {c} 'g' h|i_j *k! l? m; n: o = p+q @r $s ~t ^u \`v . w > x 50%`;
const MARKED = 'R&D, "B" <';

/**
 * Beginnings of titles, the one that shows most mistakes first: with marks that mean something in markup, in lists and in
 * patterns, and long; long; short; of letters, digits and spaces alone. A target may refuse some of them, since nothing
 * says which titles it must take.
 */
export const bases = (t: Context): string[] => {
  const name = t.names.next('Tag');
  return [
    `${name} ${MARKED} Red${LONGER} Car`,
    `${name} ${MARKED} Red${LONG} Car`,
    `${name} Red${LONG} Car`,
    `${name} Red Car`,
    t.names.plain('Tag Red Car'),
  ];
};

/** How many titles there are. */
export const TITLES = 8;

/**
 * A title that differs from the others in one respect. The shortest comes late: then it begins others, is others without
 * a plus, without an s, with one space for two; and the last ones are it with a symbol beyond the basic plane, with signs
 * before it and in it, with one behind it that patterns of SQL take for anything, and with those that divide paths.
 * @param index which of the tags of the run it is
 * @param first the first tag as it is shown: its name is a title of its own where it is none of its spellings
 */
export function titleOf(base: string, index: number, first: JsonRecord | undefined): string {
  const isPlain = /^[A-Za-z0-9 ]+$/.test(base);
  const name =
    !isPlain && typeof first?.name === 'string' && tagKey(first.name) !== tagKey(first.title) ? first.name.trim() : '';
  const titles = [
    isPlain ? `${base}go` : `${base}+`,
    name === '' ? `${base}s` : name,
    base.replace(/ (?=\S+$)/, '  '),
    base,
    `${base}\u{1F680}`,
    // Where tags are written with a sign before them, it is part of the title all the same. Without commas, so that a query of
    // several tags can name it. With something like a suffix at its end, which careless servers cut off a path.
    `#${base.replace(MARKED, () => `${MARKED} ${SIGNS}`)}.0`.replaceAll(',', ''),
    `${base}%`,
    // Apart from the other signs: some proxies know no path with them.
    `${base} d/e\\f`,
  ];
  return titles[index] ?? base;
}

/** The same letters in upper or in lower case. */
export const cased = (title: string): readonly [string, string] => [title.toUpperCase(), title.toLowerCase()];

/** Titles that are nearly this one, and other tags; none of them is ever given to an item. */
export const nearly = (title: string): string[] =>
  [
    title.replace(/ (?=\S+$)/, '-'),
    // In a path a plus is no space.
    title.replace(/ (?=\S+$)/, '+'),
    title.replace(/ (?=\S+$)/, ''),
    title.slice(0, -2),
    title.slice(2),
    `${title}\u{1F600}`,
    `${title}%`,
    `#${title}`,
    `.*${title.slice(-6)}`,
    // Databases compare without accents where they are not told otherwise.
    title.replace(/a(?=[^a]*$)/, 'á'),
  ].filter((other) => tagKey(other) !== tagKey(title));
