/**
 * Reads a query expression. Section "Endpoints / Conventions" (parameter filter): a document-database style expression.
 * Real clients write it as strict JSON, or much as JavaScript does: with unquoted keys, dotted ones too, single quotes
 * and line breaks inside strings. JSON5 refuses dotted keys and such line breaks, so it cannot replace this reader.
 */
import { tooDeep } from '../depth.ts';
import { Refusal } from '../refusal.ts';

/** Objects and arrays that an expression may nest. */
export const MAX_DEPTH = 32;
const KEY = /[A-Za-z_$][\w$.]*/y;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORDS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

class Reader {
  private at = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  whole(): unknown {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) this.fail();
    return value;
  }

  private fail(): never {
    throw new Refusal(400, `the expression is malformed at character ${this.at + 1}`);
  }

  private space(): void {
    while (' \t\r\n'.includes(this.text[this.at] ?? 'x')) this.at++;
  }

  private take(token: string): boolean {
    this.space();
    if (!this.text.startsWith(token, this.at)) return false;
    this.at += token.length;
    return true;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Refusal(400, `the expression is nested more than ${MAX_DEPTH} deep`);
    if (this.take('{')) return this.object(depth);
    if (this.take('[')) return this.array(depth);
    const quoted = this.quoted();
    if (quoted !== undefined) return quoted;
    for (const [word, value] of WORDS) if (this.take(word)) return value;
    const number = this.match(NUMBER);
    return number === undefined ? this.fail() : Number(number);
  }

  private object(depth: number): object {
    const entries: [string, unknown][] = [];
    while (!this.take('}')) {
      if (entries.length > 0 && !this.take(',')) this.fail();
      this.space();
      const key = this.quoted() ?? this.match(KEY);
      if (key === undefined || !this.take(':')) this.fail();
      entries.push([key, this.value(depth + 1)]);
    }
    return Object.fromEntries(entries);
  }

  private array(depth: number): unknown[] {
    const items: unknown[] = [];
    while (!this.take(']')) {
      if (items.length > 0 && !this.take(',')) this.fail();
      items.push(this.value(depth + 1));
    }
    return items;
  }

  private quoted(): string | undefined {
    const quote = this.take('"') ? '"' : this.take("'") ? "'" : undefined;
    if (quote === undefined) return undefined;
    let text = '';
    for (;;) {
      const char = this.text[this.at++];
      if (char === undefined) this.fail();
      if (char === quote) return text;
      text += char === '\\' ? this.escaped() : char;
    }
  }

  private escaped(): string {
    const char = this.text[this.at++] ?? this.fail();
    if (char !== 'u') return ESCAPES[char] ?? char;
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-f]{4}$/i.test(digits)) this.fail();
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }
}

/**
 * The value that an expression stands for; strict JSON first.
 * @throws Refusal 400 when it is neither strict nor relaxed JSON, or nested too deeply
 */
export function parseExpression(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return new Reader(text).whole();
  }
  if (tooDeep(value, MAX_DEPTH)) throw new Refusal(400, `the expression is nested more than ${MAX_DEPTH} deep`);
  return value;
}
