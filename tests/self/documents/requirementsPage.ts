/** `docs/requirements.md`: every requirement with the checks that prove it. */
import { type Requirement, registers, requirements } from '../../../schemas/contract.ts';
import type { Batch } from '../../support/engine/check.ts';

const MOST = 6;

const plain = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** The first few of a list, and how many there are besides. */
const some = (list: readonly string[]) =>
  list.length <= MOST ? list.join(', ') : `${list.slice(0, 2).join(', ')} and ${list.length - 2} others`;

/** A link to the reading of an unclear place that a requirement rests on. */
const readAs = (reading: string | undefined) =>
  reading === undefined ? '' : ` ([reading: ${reading.replaceAll('-', ' ')}](readings.md#${reading}))`;

/** The text of the page. */
export function requirementsPage(batches: readonly Batch[]): string {
  const checks = new Map<string, Set<string>>();
  for (const { title, checks: all } of batches) {
    for (const check of all) {
      // Checks of the contract are one per operation; what they have in common names them.
      const name = title.startsWith('contract:')
        ? `contract: ${check.title.replace(/^[\w.]+:? /, '')}`
        : `${title.replace(/^\w+: /, '')}: ${check.title}`;
      for (const { requirement } of check.cells)
        checks.set(requirement, (checks.get(requirement) ?? new Set()).add(name));
    }
  }
  const row = ({ id, level, section, reading, operations, text, untestable }: Requirement) => {
    const proof = untestable ? `not observable: ${untestable}` : some([...(checks.get(id) ?? [])].sort());
    return `| \`${id}\` | ${level} | ${plain(text)} | ${plain(section)}${readAs(reading)} | ${plain(some(operations))} | ${plain(proof)} |`;
  };
  const sections = registers.map(({ group, title }) => [
    `## ${title}`,
    '',
    '| id | level | requirement | section | operations | checks |',
    '| --- | --- | --- | --- | --- | --- |',
    ...requirements.filter((requirement) => requirement.group === group).map(row),
    '',
  ]);
  const count = (level: string) => requirements.filter((requirement) => requirement.level === level).length;
  return [
    '# Requirements',
    '',
    '<!-- Written by `npm run generate`; a copy that is stale fails the tests. -->',
    '',
    `${requirements.length} requirements: ${count('must')} must, ${count('should')} should, ${count('open')} open. ` +
      '[levels.md](levels.md) says what the levels mean, [readings.md](readings.md) how unclear places are read, ' +
      'and [coverage.md](coverage.md) which clause of the specification each comes from.',
    '',
    ...sections.flat(),
  ].join('\n');
}
