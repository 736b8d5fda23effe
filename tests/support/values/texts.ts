/** Texts that a careless implementation loses or changes. In Unicode normal form C, without white space at their ends. */
export const TEXTS: readonly string[] = [
  // Signs that a clean-up of pasted texts changes.
  '“Zufriedenheit” über 90 % – it’s ‘gut’… — sehr',
  '目標と主要な結果',
  'هدف رئيسي',
  // With what joins and varies emoji: joiners, a variation selector, a skin tone, the letters of a flag, a keycap.
  'rocket 🚀 and family 👩‍👩‍👧, \u2764\ufe0f, 👍🏽, 🇩🇪, 1\ufe0f\u20e3',
  '<b>bold</b> & "quoted" \'single\', Q&amp;A &lt;3 &#39;',
  'back\\slash, {{braces}}, $dollar, $& and $$, %percent%, #hash, semi;colon, 5 < 7 and 9 > 8',
  // Escapes of other languages, which are letters here.
  'half%20a%2Fb, x%41, \\u0041, &#65;, {0}, #{name}',
  'so "it" goes -- or \'not\'... (c) 1/2 :-) :smile: www.example.com',
  // Each has a like that a search may put in its place.
  'x² and ① and ½, a ﬁne ＡＢ',
  'two  spaces inside',
  `long ${'goal '.repeat(15)}end`,
  // Marks that no precomposed letter has, vowel signs, and a sign between letters that is not seen but read.
  'mean x\u0304 and x\u0302, \u0939\u093f\u0928\u094d\u0926\u0940, \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
];

/**
 * Texts that a careless service takes for a day, a moment, a time, a constant, an object, a list or for none, and writes in its
 * own way.
 */
export const LOOKALIKES: readonly string[] = [
  '2031-01-31',
  '2031-01-31T10:00:00Z',
  '10:30',
  'true',
  'false',
  '0',
  '{"a": 1}',
  '[1, 2]',
];

/**
 * Lines that who tidies texts changes: one with two blanks at its end, which break it in markdown, several empty ones in a row,
 * and some that begin with blanks.
 */
export const LINES =
  'a line that breaks  \nhere\n\n\n\nand far below\n\n- a line\n  - one of its own\n\n    let n = 1\n\nand out again';

/** How HTML is kept in descriptions and comments is open, since services strip tags for safety. */
export const WITHOUT_HTML = TEXTS.filter((text) => !text.includes('<b>'));

/** The text with its ASCII letters in the other case. */
export const swappedCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));

/** The text with its last inner space twice. */
const spaced = (text: string): string => text.replace(/ (?=[^ ]+$)/, '  ');

/** The text with an accent on the last vowel that can have one. */
const accented = (text: string): string =>
  text.replace(/[aeou](?=[^aeou]*$)/i, (letter) => `${letter}\u0301`.normalize('NFC'));

/** The text with a sign behind it. */
const signed = (text: string): string => `${text}!`;

/** Changes of a text after which a comparison that overlooks spaces, accents or signs takes it for the same. */
export const SLIGHT_CHANGES: readonly ((text: string) => string)[] = [spaced, accented, signed];

/** The text without its last, and without its first character: half of an emoji would be no text. */
export function shortened(text: string): string[] {
  const characters = [...text];
  return [characters.slice(0, -1), characters.slice(1)].map((part) => part.join(''));
}

/**
 * The text with a sign in the place of its last character that stands for others in patterns of databases, of shells or of
 * regular expressions, and with one behind it that makes no right pattern.
 */
export function patterned(text: string): string[] {
  const rest = [...text].slice(0, -1).join('');
  return [...['%', '_', '?', '*', '.', '.*'].map((sign) => `${rest}${sign}`), `${text} (`, `${text} [`];
}

/** A text as a pattern that matches it literally. */
export const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
