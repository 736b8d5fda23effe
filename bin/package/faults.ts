/** `goal-conformance faults [WORD …]`: the wrong behaviours that the bundled server can be given. */
import { parseArgs } from 'node:util';
import { SettingsError } from '../../schemas/contract.ts';
import { faults } from '../../tests/self/faults/index.ts';
import { titleLines } from '../../tests/self/faults/titleLines.ts';
import { command } from '../output.ts';

const USAGE = `npm run faults [-- WORD …]
  lists the wrong behaviours that the bundled server can be given, or those whose line has all of the words;
  npm run conformance -- --fault NAME puts one in, and shows what a failure looks like`;

await command(USAGE, () => {
  const { positionals } = parseArgs({ options: { list: { type: 'boolean' } }, allowPositionals: true });
  const lines = titleLines(faults).filter((line) => positionals.every((word) => line.includes(word)));
  if (lines.length === 0)
    throw new SettingsError(
      `faults: no line has the words ${positionals.join(' ')}. Give fewer, or none for all of them.`,
    );
  console.log(lines.join('\n'));
  return 0;
});
