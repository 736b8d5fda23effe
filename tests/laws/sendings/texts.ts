/** Texts of the records that the laws make: plain ones, ones that are easily changed, and ones that differ late. */
import { mentionable } from '../../support/domain/people.ts';
import type { Context } from '../../support/engine/context.ts';
import { mentionText } from '../../support/lists/plainText.ts';
import { LINES, TEXTS, WITHOUT_HTML } from '../../support/values/texts.ts';

const MARKDOWN = `**bold**, _slanted_, \`code\`, [link](https://example.com/a?b=c&d=e), 2 * 3 * 4, snake_case_name\n\n# Heading\n\n- a line\n- another\n\n${LINES}`;

/**
 * Texts that a careless service takes for a number, and for a constant. With a sign at its beginning a spreadsheet takes a
 * text for a formula, and who guards against that may change it.
 */
export const NUMERAL = '+1e3';
export const CONSTANT = 'null';

/** A text that some languages take for none. */
export const ZERO = '0';

/** A text that a careless service takes for a moment, and that no other record has. */
export const momentary = (t: Context): string => t.names.digits().replace(/^00(..)(.{9}).*/, '20$1-01-31T10:00:00.$2Z');

/** A name of letters, digits and spaces, new in the account. */
export const plain = (t: Context, what: string): string => `${t.names.next(what)} Plain and Simple 12`;

/** A name with everything that a careless implementation changes. A + is read as a blank by who takes a body for a form. */
export const special = (t: Context, what: string, texts = TEXTS): string =>
  `${t.names.next(what)} ${texts.join(' ')} One+Two + THREE`;

/** The same for texts that are written in markdown, and mention somebody. */
export async function markdown(t: Context, what: string): Promise<string> {
  const [somebody] = await mentionable(t);
  return `${t.names.next(what)} ${WITHOUT_HTML.join(' ')} and ${mentionText(somebody)} ${MARKDOWN}`;
}

/** The text with more behind it: how long a text may be is open. */
export const lengthened = (text: string, length: number): string =>
  text + ' And so it goes on and on.'.repeat(Math.ceil((length - text.length) / 26));

/** Plain names that are alike up to their last letter: who cuts or compares the beginning alone takes them for one. */
export function alike(t: Context, what: string, count: number): readonly string[] {
  const common = lengthened(`${t.names.next(what)} Like the other`, 110);
  return Array.from({ length: count }, (_, i) => `${common} ${'ABCDEF'[i]}`);
}
