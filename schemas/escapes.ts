/** Texts as somebody reads them who undoes escapes: JSON, URLs, HTML, and lists of character codes. */

/** A text that was read out of another one. */
export interface View {
  text: string;
  /** Where in the original a position of this text is. */
  start(at: number): number;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const ESCAPE =
  /\\+u\{?0*([\da-f]{2,4})\}?|\\+x([\da-f]{2})|%(?:25)*([\da-f]{2})|&#0*(\d{2,3});|&#x0*([\da-f]{2});|&(amp|lt|gt|quot|apos);|\\(["'/\\])/gi;
/** Eight and more numbers in a row that may be character codes. */
const CODES = /\b\d{2,3}(?:[\s,;]+\d{2,3}){7,}\b/g;
/** Eight and more pairs of hexadecimal digits in a row, with something between. */
const PAIRS = /\b(?:0x)?[\da-f]{2}(?:[\s,:;-]+(?:0x)?[\da-f]{2}){7,}\b/gi;

/** Puts a character in the place of each match. */
function read(view: View, pattern: RegExp, characterOf: (match: RegExpMatchArray) => string): View {
  const parts: string[] = [];
  /** Where a match begins in the new text, and how much longer all before it was. */
  const shifts: { at: number; by: number }[] = [];
  let [done, length, by] = [0, 0, 0];
  for (const match of view.text.matchAll(pattern)) {
    const before = view.text.slice(done, match.index);
    const character = characterOf(match);
    parts.push(before, character);
    length += before.length + character.length;
    by += match[0].length - character.length;
    shifts.push({ at: length, by });
    done = (match.index ?? 0) + match[0].length;
  }
  if (shifts.length === 0) return view;
  parts.push(view.text.slice(done));
  const start = (at: number): number => {
    let [low, high] = [0, shifts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shifts[middle] as { at: number }).at <= at) low = middle + 1;
      else high = middle;
    }
    return view.start(at + (shifts[low - 1]?.by ?? 0));
  };
  return { text: parts.join(''), start };
}

const unescaped = (view: View): View =>
  read(view, ESCAPE, ([, u, x, percent, decimal, hex, name, plain]) => {
    const code = u ?? x ?? percent ?? hex;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (decimal !== undefined) return String.fromCharCode(Number(decimal));
    return plain ?? NAMED[(name ?? '').toLowerCase()] ?? '';
  });

/** The text, and what it says with its escapes undone, as often as they are escaped themselves. */
export function escapesRead(text: string): View[] {
  const views: View[] = [{ text, start: (at) => at }];
  for (let times = 0; times < 3; times++) {
    const last = views.at(-1) as View;
    if (!/[\\%&]/.test(last.text)) break;
    const next = unescaped(last);
    if (next === last) break;
    views.push(next);
  }
  return views;
}

const ONE_NUMBER = { 10: /(\d{2,3})[\s,;]*/g, 16: /(?:0x)?([\da-f]{2})[\s,:;-]*/gi };

/** The texts that lists of character codes and of pairs of digits in it spell. */
export function numbersRead(text: string): View[] {
  return ([10, 16] as const).flatMap((base) =>
    [...text.matchAll(base === 10 ? CODES : PAIRS)].map((match) => {
      const view = { text: match[0], start: (at: number) => (match.index ?? 0) + at };
      return read(view, ONE_NUMBER[base], ([, digits = '']) => String.fromCharCode(Number.parseInt(digits, base)));
    }),
  );
}
