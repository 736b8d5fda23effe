/** Reads the specification's text into its statements: table rows, bullets and paragraphs. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../schemas/contract.ts';

export interface Statement {
  /** Headings that it stands under, as `Endpoints / Users`. */
  section: string;
  /** Says whether the text is the one that the coverage file speaks of, without repeating it. */
  digest: string;
  text: string;
  /** Cells of a table row. */
  cells: readonly string[] | undefined;
}

/** Where the specification lies beside a checkout; it is not part of the project. */
const PATH = process.env.SPECIFICATION ?? join(projectRoot, '../shared/spec/goal-management-api.md');

/** The specification's text, or undefined where it does not lie beside the checkout. */
export const specification = (): string | undefined => (existsSync(PATH) ? readFileSync(PATH, 'utf8') : undefined);

/** The statements of the specification in their order. */
export function statements(text: string): Statement[] {
  const headings: string[] = [];
  const found: Statement[] = [];
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    const heading = /^(#+) (.*)$/.exec(line);
    if (heading) {
      headings.length = (heading[1] as string).length - 1;
      headings.push(heading[2] as string);
      continue;
    }
    const isRule = /^\|[-|]+\|$/.test(line);
    const isHead = /^\|[-|]+\|$/.test(lines[i + 1] ?? '');
    if (line.trim() === '' || isRule || isHead) continue;
    const cells = line.startsWith('| ') ? line.slice(2, -2).split(' | ') : undefined;
    const digest = createHash('sha256').update(line).digest('hex').slice(0, 12);
    found.push({ section: headings.slice(1).join(' / '), digest, text: line, cells });
  }
  return found;
}
