/** What plainText must leave of a text with markup. Section "Resources / Conventions" (formatting). */

export interface Mention {
  name: string;
  email: string;
  id: string;
}

/** The name may hold anything, brackets too, and the id anything else: the address between them tells where each ends. */
const MENTION = /@\[((?:(?!@\[)[^\r\n])+?):([^:[\]\s]+@[^:[\]\s]+):([^[\]\r\n]+)\]/gu;

/** A mention as markup writes it. */
export const mentionText = ({ name, email, id }: Mention): string => `@[${name}:${email}:${id}]`;

/** The mentions in a text with markup, in their order. */
export const mentionsIn = (markup: string): Mention[] =>
  [...markup.matchAll(MENTION)].map(([, name = '', email = '', id = '']) => ({ name, email, id }));

const FENCE = /^ {0,3}```[^\n]*\n[\s\S]*?^ {0,3}```[^\n]*$/gm;
const CODE = /(?<!`)`([^`\n]+)`(?!`)/g;
const LINK = /(?<!!)\[([^[\]\n]+)\]\(([^()\s]+)\)/g;

/** Words between stars, with blanks or brackets outside and none at the inside: signs may stand among them. */
const STRONG = /(?<=^|[\s(])\*\*(?=[\p{L}\p{N}])[^*\\`_<>[\]()\r\n]*[\p{L}\p{N}%.,;:!?]\*\*(?=$|[\s.,;:!?)])/gmu;
const EMPHASIS = /(?<=^|[\s(])\*(?=[\p{L}\p{N}])(?:[\p{L}\p{N} .,;:%/-]*[\p{L}\p{N}])\*(?=$|[\s.,;:!?)])/gmu;

/** Marks of markdown that are beyond dispute, each as it must not be left. */
export function marksIn(markup: string): string[] {
  const found: string[] = [];
  // Escaped marks are none; a text with escapes is left out of the question.
  if (markup.includes('\\')) return found;
  const fenced = markup.search(FENCE) >= 0;
  if (fenced) found.push('```');
  let text = markup.replaceAll(FENCE, ' ').replaceAll(MENTION, 'x');
  for (const [whole] of text.matchAll(CODE)) found.push(whole);
  text = text.replaceAll(CODE, 'x');
  for (const [, , url = ''] of text.matchAll(LINK)) found.push(`](${url})`);
  text = text.replaceAll(LINK, 'x').replaceAll(/<[^>\n]*>/g, 'x');
  // Not every dialect takes underscores for marks.
  for (const [whole] of text.matchAll(STRONG)) found.push(whole);
  text = text.replaceAll(STRONG, 'x');
  for (const [whole] of text.matchAll(EMPHASIS)) found.push(whole);
  // In a block of code the same mark may begin a comment.
  if (!fenced) for (const [, mark = ''] of text.matchAll(/^(#{1,6} +[\p{L}\p{N}]+)/gmu)) found.push(mark);
  return found;
}

/** Whether a text has a mention or a mark that plainText must change. */
export const hasMarkup = (text: string): boolean => mentionsIn(text).length > 0 || marksIn(text).length > 0;

/** A text in which nothing can be taken for markup. */
export const isBare = (text: string): boolean =>
  /^[\p{L}\p{N}\s.,;:?'"%/$€-]*$/u.test(text) && !/^\s*(?:-|\d+\.)|--|:\/\/|==/m.test(text) && !/^ {4}|\t/m.test(text);

const letters = (text: string): string => (text.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? []).join('');

interface Piece {
  letters: string;
  /** Whether it may be left out: addresses, numbers of list items, HTML, pictures. */
  optional: boolean;
  /** Whether another letter may stand in its place: markdown has references to characters. */
  reference: boolean;
}

const REFERENCE = /^&#?\w+;$/;

const SPECIAL = new RegExp(
  [
    MENTION.source,
    // A link or, with a mark before it, a picture.
    String.raw`(!?)\[([^[\]]*)\]\(([^()]*)\)`,
    String.raw`<[^>\n]+>`,
    REFERENCE.source.slice(1, -1),
    '^[ \\t]*(?:>[ \\t]*)*\\d{1,9}[.)](?=[ \\t])',
    '^[ \\t]*(?:[-*+]|\\d+[.)])[ \\t]+\\[[ xX]\\]',
    '^ {0,3}```[^\\n]*$',
    String.raw`https?:\/\/[^\s<>]+`,
  ].join('|'),
  'gmu',
);

function pieces(markup: string): Piece[] {
  const found: Piece[] = [];
  const add = (text: string, optional: boolean) => {
    if (letters(text) !== '') found.push({ letters: letters(text), optional, reference: REFERENCE.test(text) });
  };
  let at = 0;
  for (const match of markup.matchAll(SPECIAL)) {
    add(markup.slice(at, match.index), false);
    at = match.index + match[0].length;
    const [whole, name, , , picture, linkText, url = ''] = match;
    if (name !== undefined) add(name, false);
    else if (linkText !== undefined) {
      add(linkText, picture !== '');
      add(url, true);
    } else add(whole, true);
  }
  add(markup.slice(at), false);
  return found;
}

/** Whether the plain text has the words of the text with markup, all and in their order, and no others. */
export function keepsWords(markup: string, plain: string): boolean {
  const text = letters(plain);
  let places = new Set([0]);
  for (const piece of pieces(markup)) {
    const next = new Set(piece.optional ? places : []);
    for (const place of places) {
      if (text.startsWith(piece.letters, place)) next.add(place + piece.letters.length);
      if (piece.reference) next.add(place + 1);
    }
    places = next;
  }
  return places.has(text.length);
}

/** The text without what may be markup: mentions, code, links, HTML, addresses and marks around words. */
function withoutMarkup(markup: string): string {
  if (markup.includes('\\')) return '';
  const strong = /(?<=^|\s)(\*\*|__|[*_])(?=[\p{L}\p{N}])([\p{L}\p{N} ]*[\p{L}\p{N}])\1(?=$|[\s.,;:!?])/gmu;
  return [FENCE, MENTION, CODE, LINK, /<[^>\n]*>/g, /https?:\/\/\S+/g, strong].reduce(
    (text, mark) => text.replaceAll(mark, ' '),
    markup,
  );
}

const WORD = /(?<![\p{L}\p{N}_*~])[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+(?![\p{L}\p{N}_*~])/gu;

/** Words whose only mark is an underscore within them, with no other one near: no markdown takes it for a mark. */
const wordsWithUnderscore = (markup: string): string[] =>
  withoutMarkup(markup)
    .split(/\n\s*\n/)
    .filter((paragraph) => times(paragraph, '_') === 1)
    .flatMap((paragraph) => paragraph.match(WORD) ?? []);

/**
 * Words with signs that are markup in no common dialect: underscores between letters, a star between blanks, a number
 * sign behind a letter, an address.
 */
const wordsWithSigns = (markup: string): string[] => [
  ...(withoutMarkup(markup).match(WORD) ?? []),
  ...(withoutMarkup(markup).match(/(?<=\S )\*(?= [\p{L}\p{N}])/gu) ?? []).map(() => ' * '),
  ...(withoutMarkup(markup).match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+#(?=[\s,;:]|$)/gu) ?? []),
  ...(withoutMarkup(markup).match(/(?<![\w.@])[a-z]+@[a-z]+(?:\.[a-z]+)+(?![\w@])/g) ?? []),
];

const missing = (words: readonly string[], plain: string): string | undefined =>
  words.find((word) => times(collapsed(plain), word) < words.filter((other) => other === word).length);

/** A word that a plain text has lost, or has without its underscore. */
export const lostUnderscore = (markup: string, plain: string): string | undefined =>
  missing(wordsWithUnderscore(markup), plain);

/** The same of words with signs. */
export const lostSign = (markup: string, plain: string): string | undefined => missing(wordsWithSigns(markup), plain);

/** Whether a text with markup has words in which signs stand that are no markup. */
export const hasSigns = (markup: string): boolean => wordsWithSigns(markup).length > 0;

/** A text with single spaces, and none around it. */
export const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const times = (text: string, part: string): number => text.split(part).length - 1;

/** How often a sign follows the mention of a name, or the name as a text has it by itself. */
const followed = (markup: string, name: string, sign: string): number =>
  times(collapsed(markup.replaceAll(MENTION, '@$1')), `@${collapsed(name)}${sign}`);

/** What is left of mentions in a plain text, or missing of it; undefined when all is right. */
export function mentionProblem(markup: string, plain: string): string | undefined {
  const mentions = mentionsIn(markup);
  const rest = [markup.replaceAll(MENTION, ' '), ...mentions.map(({ name }) => name)].join(' ');
  const flat = collapsed(plain);
  const opened = mentions.length > 0 && !mentions.some(({ name }) => name.startsWith('['));
  if (opened && plain.includes('@[')) return 'the brackets of a mention are left';
  for (const { name, email, id } of mentions) {
    if (!rest.includes(email) && plain.includes(email)) return `the e-mail address ${email} is left`;
    if (!rest.includes(id) && plain.includes(id)) return `the user id ${id} is left`;
    const expected = mentions.filter((other) => other.name === name).length;
    const simple = /^[\p{L}\p{M}\p{N} .'’-]+$/u.test(name);
    const stray = [']', ':'].find(
      (sign) => simple && times(flat, `@${collapsed(name)}${sign}`) > followed(markup, name, sign),
    );
    if (stray) return `@${name} is followed by ${stray}`;
    if (simple && times(flat, `@${collapsed(name)}`) < expected) return `@${name} is not there ${expected} times`;
  }
  return undefined;
}

/** Words with the mark on one side of them alone, as a text must not have them whose marks are taken out by halves. */
function halvesOf(markup: string): string[] {
  const pairs = marksIn(markup).flatMap((whole) => [...whole.matchAll(/^([*_`])\1*([^*_`]{3,}?)\1+$/gu)]);
  const rest = pairs.reduce((text, [whole]) => text.replaceAll(whole, ' '), markup);
  const halves = pairs.flatMap(([, mark = '', words = '']) => [mark + words, words + mark]);
  // What stands elsewhere in the text as well may stay.
  return halves.filter((half) => !rest.includes(half));
}

/** A mark of markdown that is left in a plain text, on both sides of its words or on one. */
export const markLeft = (markup: string, plain: string): string | undefined =>
  [...marksIn(markup), ...halvesOf(markup)].find((mark) => plain.includes(mark));
