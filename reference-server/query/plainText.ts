/**
 * Text without markup. Section "Resources / Conventions" (parameter formatting): plainText has no markdown or markup,
 * and mentions become @<display name>. Every step is linear in the length of the text.
 */

/** A mention: @[<display name>:<email>:<user id>]. */
const MENTION = /@\[([^[\]]+?):([^:[\]\s]+):([^:[\]\s]+)\]/y;
const LINK = /!?\[([^[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)/y;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^<>\s]*)>/y;
const RUN = /\*+|_+|~~+/y;
const BACKTICKS = /`+/y;
/** What no mark begins in. */
const WORDS = /[^\\`@[!<*_~]+/y;
const FENCE = /^ {0,3}(?:```|~~~)[^`]*$/;
const RULE = /^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
/** Marks at the start of a line: quotes, headings, list items with their boxes. */
const LINE_MARKS = /^(?: {0,3}> ?)*(?: {0,3}#{1,6}(?:[ \t]+|$)|[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?)?/;

/** Marks that close a heading. */
const CLOSING = /(?<=[ \t]|^)#+$/;

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);
const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char);

/** A run of emphasis marks that may open, with its place among the pieces of the output. */
interface Opener {
  piece: number;
  left: number;
}

/** What stands at a place of a text: how long it is there, and what of it is shown. */
interface Piece {
  length: number;
  shown: string;
}

/** Backslashes show the mark after them. */
function escaped(text: string, at: number): Piece | undefined {
  const mark = text[at + 1] ?? '';
  return /[!-/:-@[-`{-~]/.test(mark) ? { length: 2, shown: mark } : undefined;
}

/** @param unclosed lengths of the runs of backticks that nothing closes */
function code(text: string, at: number, unclosed: Set<number>): Piece {
  const run = matchAt(BACKTICKS, text, at)?.[0] as string;
  const start = at + run.length;
  const end = unclosed.has(run.length) ? -1 : closing(text, run, start);
  if (end >= 0) return { length: end + run.length - at, shown: text.slice(start, end) };
  unclosed.add(run.length);
  return { length: run.length, shown: run };
}

function mention(text: string, at: number): Piece | undefined {
  const found = matchAt(MENTION, text, at);
  return found ? { length: found[0].length, shown: `@${found[1]}` } : undefined;
}

function link(text: string, at: number): Piece | undefined {
  const found = matchAt(LINK, text, at);
  return found ? { length: found[0].length, shown: inline(found[1] ?? '') } : undefined;
}

function autolink(text: string, at: number): Piece | undefined {
  const found = matchAt(AUTOLINK, text, at);
  return found ? { length: found[0].length, shown: found[1] ?? '' } : undefined;
}

/** By the character that it begins with. */
const READERS: Readonly<Record<string, (text: string, at: number, unclosed: Set<number>) => Piece | undefined>> = {
  '\\': escaped,
  '`': code,
  '@': mention,
  '[': link,
  '!': link,
  '<': autolink,
};

/** Takes out marks inside a line or paragraph: mentions, links, code, emphasis, escapes. */
function inline(text: string): string {
  const pieces: string[] = [];
  const openers = new Map<string, Opener[]>();
  const unclosed = new Set<number>();
  let at = 0;
  while (at < text.length) {
    const words = matchAt(WORDS, text, at)?.[0];
    const run = words === undefined ? matchAt(RUN, text, at)?.[0] : undefined;
    if (run !== undefined) {
      emphasis(run, text[at - 1], text[at + run.length], pieces, openers);
      at += run.length;
      continue;
    }
    const char = text[at] as string;
    const shown = words ?? char;
    const piece = READERS[char]?.(text, at, unclosed) ?? { length: shown.length, shown };
    pieces.push(piece.shown);
    at += piece.length;
  }
  return pieces.join('');
}

/** Where a run of exactly as many backticks stands. */
function closing(text: string, run: string, from: number): number {
  for (let at = text.indexOf(run, from); at >= 0; ) {
    const found = matchAt(BACKTICKS, text, at)?.[0] as string;
    if (found.length === run.length) return at;
    at = text.indexOf(run, at + found.length);
  }
  return -1;
}

/** Marks close what opened before them and vanish with it; marks without a partner stay. */
function emphasis(
  run: string,
  before: string | undefined,
  after: string | undefined,
  pieces: string[],
  openers: Map<string, Opener[]>,
): void {
  const mark = run[0] as string;
  const inWord = mark === '_' && isWord(before) && isWord(after);
  const open = openers.get(mark) ?? [];
  openers.set(mark, open);
  let left = run.length;
  if (!isSpace(before) && !inWord) {
    for (let opener = open.at(-1); opener && left > 0; opener = open.at(-1)) {
      const taken = Math.min(left, opener.left);
      left -= taken;
      opener.left -= taken;
      pieces[opener.piece] = mark.repeat(opener.left);
      if (opener.left === 0) open.pop();
    }
  }
  pieces.push(mark.repeat(left));
  if (left > 0 && !isSpace(after) && !inWord) open.push({ piece: pieces.length - 1, left });
}

/** What a line says behind the marks at its start; a heading may have some at its end as well. */
function wordsOf(line: string, marks: string): string {
  const words = line.slice(marks.length);
  return marks.includes('#') ? words.trimEnd().replace(CLOSING, '').trimEnd() : words;
}

/** The text without markdown and mention markup. */
export function plainText(text: string): string {
  const lines: string[] = [];
  let paragraph: string[] = [];
  let inCode = false;
  const flush = () => {
    if (paragraph.length > 0) lines.push(inline(paragraph.join('\n')));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) {
      flush();
      inCode = !inCode;
    } else if (inCode) lines.push(line);
    else if (RULE.test(line)) flush();
    else if (line.trim() === '') {
      flush();
      lines.push(line);
    } else {
      const marks = LINE_MARKS.exec(line)?.[0] ?? '';
      if (marks !== '') flush();
      paragraph.push(wordsOf(line, marks));
    }
  }
  flush();
  return lines.join('\n');
}

/** A value in which every text under one of these names is plain, at any depth. */
export function plainTexts(value: unknown, names: ReadonlySet<string>, plain: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((element) => plainTexts(element, names, plain));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [
      field,
      typeof inner === 'string' ? (names.has(field) ? plain(inner) : inner) : plainTexts(inner, names, plain),
    ]),
  );
}
