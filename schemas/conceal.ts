/**
 * Conceals secrets in text in whatever form they stand there: of either letter case, reversed, in hex, in base64 inside of
 * a longer text, with escaped characters, as character codes, and in pieces.
 */
import { escapesRead, numbersRead, type View } from './escapes.ts';

/** What stands in reports in the place of the secret with this name. */
export const placeholder = (name: string): string => `<redacted:${name}>`;

/** Shorter secrets are concealed as they are alone: their other forms stand in too many texts. */
const SHORTEST = 8;
/** Whoever conceals shorter ones leaves no text readable. */
const LEAST = 4;
/** A piece of a secret is half of it, within these bounds. */
const PIECE = { least: 8, most: 16 };

interface Needle {
  text: string;
  name: string;
}

const reversed = (text: string) => [...text].reverse().join('');

/** What a secret looks like inside of a longer text in base64, at each of the three places where it may begin in it. */
const inBase64 = (secret: string): string[] =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.from(secret);
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The symbols at both ends depend on the neighbours as well.
    const whole = (offset + bytes.length) % 3 === 0;
    return text.slice(offset === 0 ? 0 : offset + 1, whole ? undefined : -1);
  });

function pieces(secret: string): string[] {
  const size = Math.min(PIECE.most, Math.max(PIECE.least, Math.floor(secret.length / 2)));
  return Array.from({ length: secret.length - size + 1 }, (_, at) => secret.slice(at, at + size));
}

/** Finds the places of many texts at once: few of them begin where a text has a like beginning. */
class Finder {
  private readonly byHead = new Map<string, Needle[]>();
  private readonly heads = new Uint8Array(0x10000);

  constructor(needles: readonly Needle[]) {
    for (const needle of needles) {
      const head = needle.text.slice(0, 4);
      this.heads[this.hash(needle.text, 0)] = 1;
      this.byHead.set(head, [...(this.byHead.get(head) ?? []), needle]);
    }
    for (const all of this.byHead.values()) all.sort((a, b) => b.text.length - a.text.length);
  }

  private hash(text: string, at: number): number {
    let hash = 0;
    for (let i = at; i < at + 4; i++) hash = ((hash << 4) ^ text.charCodeAt(i)) & 0xffff;
    return hash;
  }

  *find(text: string): Generator<{ from: number; to: number; name: string }> {
    let hash = 0;
    for (let end = 0; end < text.length; end++) {
      hash = ((hash << 4) ^ text.charCodeAt(end)) & 0xffff;
      const from = end - 3;
      if (from < 0 || this.heads[hash] === 0) continue;
      const found = this.byHead.get(text.slice(from, end + 1))?.find((needle) => text.startsWith(needle.text, from));
      if (found) yield { from, to: from + found.text.length, name: found.name };
    }
  }
}

interface Place {
  from: number;
  to: number;
  name: string;
}

/** Places that touch or overlap as one, in their order. */
function merged(places: readonly Place[]): Place[] {
  const all: Place[] = [];
  for (const place of [...places].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = all.at(-1);
    if (last && place.from < last.to) last.to = Math.max(last.to, place.to);
    else all.push({ ...place });
  }
  return all;
}

/** Both alphabets of base64 as one, of the same length. */
const oneAlphabet = (text: string) => text.replaceAll('-', '+').replaceAll('_', '/');

/** @param secrets values by the name that stands in their place; gives a function that conceals them in a text */
export function concealing(secrets: Readonly<Record<string, string>>): (text: string) => string {
  const all = Object.entries(secrets).filter(([, value]) => value !== '');
  const long = all.filter(([, value]) => value.length >= SHORTEST);
  const of = (forms: (value: string) => readonly string[]): Needle[] =>
    long.flatMap(([name, value]) => [...new Set(forms(value))].map((text) => ({ name, text })));
  const letters = new Finder(
    of((value) => [
      ...[value, reversed(value)].flatMap(pieces).map((text) => text.toLowerCase()),
      Buffer.from(value).toString('hex'),
    ]),
  );
  const coded = new Finder(of((value) => inBase64(value).filter((text) => text.length >= SHORTEST)));
  const short = all.filter(([, value]) => value.length < SHORTEST && value.length >= LEAST);

  const placesIn = ({ text, start }: View): Place[] => {
    const found = [
      // Lower case must not move anything: letters of other scripts may become longer.
      ...letters.find(text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())),
      ...coded.find(oneAlphabet(text)),
    ];
    return found.map(({ from, to, name }) => ({ from: start(from), to: start(to), name }));
  };

  return (text) => {
    const views = [...escapesRead(text), ...numbersRead(text)];
    const places = merged(views.flatMap(placesIn));
    let result = '';
    let done = 0;
    for (const { from, to, name } of places) {
      result += text.slice(done, from) + placeholder(name);
      done = to;
    }
    result += text.slice(done);
    return short.reduce((shown, [name, value]) => shown.replaceAll(value, placeholder(name)), result);
  };
}
