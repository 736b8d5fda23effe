/** `docs/coverage.md`: every clause of the specification with what covers it. */
import { operations, requirements } from '../../../schemas/contract.ts';
import { prose } from './coverage/prose.ts';
import type { CoverageRow } from './coverage/row.ts';
import { coverageRows } from './coverage/rows.ts';

/** More operations than this are counted, not named. */
const MOST = 4;

const plain = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
const levels = new Map(requirements.map(({ id, level }) => [id, level]));

/** Requirements with their levels, and the operations that they judge the clause on; else the reason why there are none. */
function covering({ requirements: ids, reason, operations = [] }: CoverageRow): string {
  if (ids.length === 0) return `none: ${plain(reason ?? '')}`;
  const named = ids.map((id) => (levels.get(id) === 'must' ? `\`${id}\`` : `\`${id}\` (${levels.get(id)})`)).join(', ');
  if (operations.length <= 1) return named;
  const on = operations.length > MOST ? `${operations.length} operations` : operations.join(', ');
  return `${named}; on ${on}`;
}

const rowOf = (row: CoverageRow) => `| ${plain(row.place)} | ${plain(row.text)} | ${covering(row)} |`;

/** Places of the first rows of each section, in the order of the specification. */
function sectionsOf(rows: readonly CoverageRow[]): string[] {
  const all = [...new Set(rows.map(({ section }) => section))];
  const tops = [...new Set(all.map((section) => section.split(' / ')[0]))];
  const order = (section: string) => tops.indexOf(section.split(' / ')[0]);
  return all.sort((a, b) => order(a) - order(b));
}

/** Rows of one endpoint side by side; what is said of none of them comes last. */
function inOrder(rows: readonly CoverageRow[]): CoverageRow[] {
  const at = ({ place }: CoverageRow) => {
    const found = operations.findIndex(({ method, path }) => place.startsWith(`${method} ${path}: `));
    return found < 0 ? operations.length : found;
  };
  return [...rows].sort((a, b) => at(a) - at(b));
}

/** The text of the page. */
export function coveragePage(): string {
  const rows = coverageRows();
  const covered = rows.filter(({ requirements: ids }) => ids.length > 0).length;
  const written = prose.flatMap(({ clauses }) => clauses.flatMap(({ says }) => says)).length;
  const tables = sectionsOf(rows).flatMap((section) => [
    `## ${section === '' ? 'Opening' : section}`,
    '',
    '| clause | what it says | covered by |',
    '| --- | --- | --- |',
    ...inOrder(rows.filter((row) => row.section === section)).map(rowOf),
    '',
  ]);
  return [
    '# What covers the specification',
    '',
    '<!-- Written by `npm run generate`; a copy that is stale fails the tests. -->',
    '',
    `${rows.length} clauses: ${covered} are judged or observed by the requirements named beside them, ${rows.length - covered} are not, with the reason. ` +
      'Requirements are `must` unless another level is named; [the list of requirements](requirements.md) has their texts and checks.',
    '',
    `The clauses of fields, parameters, answers and status codes (${rows.length - written}) are derived from the contract with the rules in [derived.json](../schemas/coverage/derived.json). ` +
      `The others (${written}) are prose; edit them in the other files of [schemas/coverage](../schemas/coverage/).`,
    '',
    ...tables,
  ].join('\n');
}
