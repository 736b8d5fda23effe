/** Names of custom fields: the rule, and names by it. Section "Custom field" and "Limits". */
import type { Context } from '../engine/context.ts';

/** The rule for ASCII: 4 to 14 symbols, a lowercase letter first, then letters, digits or underscores. */
export const isFieldName = (name: string): boolean => /^[a-z][A-Za-z0-9_]{3,13}$/.test(name) && !name.endsWith('\n');

/** The same with letters of any script, which are open. */
export const mayBeFieldName = (name: string): boolean => /^\p{Ll}[\p{L}\p{Nd}_]{3,13}$/u.test(name);

/** A name of this many symbols that begins and goes on right, and that hardly any other field has. */
export function fieldName(t: Context, length: number): string {
  const text = `${t.names.field().slice(2)}${t.names.field().slice(2)}${t.names.field().slice(2)}`;
  const first = String.fromCharCode(97 + (text.charCodeAt(0) % 26));
  return (first + text.slice(1)).slice(0, length);
}

/** The name with letters in the place of digits. */
const letters = (name: string): string => name.replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)));

/** Digits alone, as many as are wanted. */
const digits = (t: Context, length: number): string =>
  [...fieldName(t, length)].map((symbol) => String(symbol.charCodeAt(0) % 10)).join('');

/**
 * The name of a field with underscores in the place of some of its symbols: whoever takes a name for a pattern takes the two
 * for one. Which symbols differs from call to call, but for the first, the last and those beside them.
 */
function likeName(t: Context, name: string): string {
  const chosen = t.names.field().slice(2);
  const isReplaced = (i: number) => i === 2 || (i > 2 && i < name.length - 2 && chosen.charCodeAt(i) % 2 === 0);
  return [...name].map((symbol, i) => (isReplaced(i) ? '_' : symbol)).join('');
}

/**
 * Right names that together go to every side of the rule: each class of symbols also comes second, last and in a row. One
 * would be the name of the ordinary field, if underscores stood for any symbol.
 */
export const RIGHT_NAMES = {
  ordinary: (t: Context) => `f${fieldName(t, 6)}1a`,
  plainest: (t: Context) => `f${letters(fieldName(t, 8))}`,
  shortest: (t: Context) => `${fieldName(t, 3)}_`,
  longest: (t: Context) => `z${fieldName(t, 10)}__Z`,
  everySymbol: (t: Context) => `${fieldName(t, 7)}AZaz_09`,
  noDigit: (t: Context) => `x_${letters(fieldName(t, 7))}__aZ_`,
  upperLast: (t: Context) => `q${letters(fieldName(t, 8)).toUpperCase()}`,
  digitLast: (t: Context) => `b${digits(t, 12)}`,
  like: likeName,
} as const;

export type RightName = keyof typeof RIGHT_NAMES;

/**
 * Symbols that no name may have: neighbours in ASCII of what is allowed, what storage keys and regular expressions trip
 * over, and symbols of every script that are neither letters nor digits, some of which count as "word characters" or turn
 * into an underscore or nothing when a text is normalised.
 */
export const FORBIDDEN_SYMBOLS: readonly string[] = [
  ...'- .$@[]`{}/:;,"\'\\^~!#%&()*+<=>?|',
  '\t',
  '\n',
  '\u0000',
  '\u007F',
  '\u00A0',
  '\u00B7',
  '\u200B',
  '\u203F',
  '\u2013',
  '\u3002',
  '\u060C',
  '\uFEFF',
  '\uFF3F',
  '\u20AC',
  '\u2603',
  '\u{1F600}',
];
