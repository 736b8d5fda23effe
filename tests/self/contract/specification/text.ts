/** Reads the specification's text into its lines: table rows, bullets and paragraphs, each with the place where it stands. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../../schemas/contract.ts';

export interface Line {
  /** Its headings, as `Endpoints / Users`. */
  section: string;
  /** Where in the section: `bullet 2`, `paragraph 1`, or the first cell of a table row. */
  place: string;
  text: string;
  /** Cells of a table row, and the heads of their columns. */
  cells?: readonly string[];
  heads?: readonly string[];
}

/** Where the specification lies beside a checkout; it is not part of the project. */
export const PATH = process.env.SPECIFICATION ?? join(projectRoot, '../shared/spec/goal-management-api.md');

/** The specification's text, or undefined where it does not lie beside the checkout. */
export const specification = (): string | undefined => (existsSync(PATH) ? readFileSync(PATH, 'utf8') : undefined);

/** Tells whether a text is still the one that a row of the coverage was written for, without repeating the text. */
export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const cellsOf = (row: string) =>
  row
    .trim()
    .replace(/^\| ?| ?\|$/g, '')
    .split(' | ')
    .map((cell) => cell.trim());
const isRule = (line: string | undefined) => /^\|[-|]+\|$/.test(line ?? '');

/** The place of a table row: method and path of an endpoint, else the first cell. */
const rowPlace = ([first = '', second = '']: readonly string[], heads: readonly string[]) =>
  heads[0] === 'Method' ? `${first} ${second}` : first;

/** A bullet, a numbered item or a paragraph. */
const kindOf = (line: string) => (line.startsWith('- ') ? 'bullet' : /^\d+\. /.test(line) ? 'item' : 'paragraph');

/** The lines of one section. */
function linesIn(section: string, lines: readonly string[]): Line[] {
  const found: Line[] = [];
  const count: Record<string, number> = {};
  let heads: string[] = [];
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || isRule(line)) continue;
    if (isRule(lines[i + 1])) {
      heads = cellsOf(line);
    } else if (line.startsWith('|')) {
      const cells = cellsOf(line);
      found.push({ section, place: rowPlace(cells, heads), text: line, cells, heads });
    } else {
      const kind = kindOf(line);
      count[kind] = (count[kind] ?? 0) + 1;
      found.push({ section, place: `${kind} ${count[kind]}`, text: line.replace(/^(- |\d+\. )/, '') });
    }
  }
  return found;
}

/** The lines of the specification that say something, in their order. */
export function linesOf(text: string): Line[] {
  const headings: string[] = [];
  return text.split(/^(?=#+ )/m).flatMap((part) => {
    const [first = '', ...rest] = part.split('\n');
    const [, marks = '', title = ''] = /^(#+) (.*)$/.exec(first) ?? [];
    if (marks !== '') headings.splice(marks.length - 1, headings.length, title);
    return linesIn(headings.slice(1).join(' / '), marks === '' ? [first, ...rest] : rest);
  });
}

/** Cuts a text at separators outside brackets. */
export function split(text: string, isSeparator: (rest: string) => number): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const char = text[i] as string;
    if ('({['.includes(char)) depth += 1;
    if (')}]'.includes(char)) depth -= 1;
    const length = depth === 0 ? isSeparator(text.slice(i)) : 0;
    if (length > 0) {
      parts.push('');
      i += length - 1;
    } else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Clauses of a text: its sentences, and the parts of a sentence between semicolons. */
export const clausesIn = (text: string): string[] =>
  split(text.replaceAll('e.g. ', 'e.g.\u00a0'), (rest) => (/^;( |$)|^\.( (?=[A-Z'])|$)/.test(rest) ? 1 : 0)).map(
    (part) => part.replaceAll('\u00a0', ' '),
  );
