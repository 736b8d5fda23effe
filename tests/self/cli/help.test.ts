/** Every command says how it is used, and takes no option that it does not know. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { recordText } from '../../../reports/write.ts';
import { projectRoot } from '../../../schemas/contract.ts';
import { promised, runsElsewhere } from '../documents/promised.ts';
import { faults } from '../faults/index.ts';
import { hostile } from '../reports/sample.ts';
import { paste, run } from './command.ts';

const packageVersion = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version;

const commands = readdirSync(join(projectRoot, 'bin'))
  .filter((name) => name.endsWith('.ts') && name !== 'output.ts')
  .map((name) => name.replace('.ts', ''));

for (const command of [...commands.map((name) => `bin/${name}`), 'reference-server/main']) {
  test(`${command} --help prints its usage`, async () => {
    const { code, output } = await run(`../${command}`, ['--help']);
    expect(output).toMatch(/^npm (run \w+|test)/);
    expect(code).toBe(0);
  });

  test(`${command} with an unknown option ends with exit 3 and a message`, async () => {
    const { code, output } = await run(`../${command}`, ['--nonsense']);
    expect(output).toContain('nknown option');
    expect(output).not.toMatch(/^\s+at .*\.js:/m);
    expect(output.match(/^goal-conformance: /gm), output).toHaveLength(1);
    expect(code).toBe(3);
  });
}

test('--version prints ours', async () => {
  // All commands begin in the same way.
  for (const command of ['conformance', 'report']) {
    const { code, output } = await run(command, ['--version']);
    expect(output).toBe(`goal-conformance ${packageVersion}\n`);
    expect(code).toBe(0);
  }
});

/** Commands that a document gives as well: other tests run them, and expect them to end as they should. */
const inDocuments = new Set(promised.map(({ command }) => command));

for (const command of ['conformance', 'faults', 'compare', 'report']) {
  test(`the examples of ${command} --help run as they are printed`, async () => {
    test.setTimeout(150_000);
    const folder = mkdtempSync(join(tmpdir(), 'goal-conformance-examples-'));
    for (const name of ['old.json', 'new.json']) writeFileSync(join(folder, name), recordText(hostile));
    const { output: usage } = await run(command, ['--help']);
    const examples = (usage.split('\nexamples\n')[1] ?? '').split('\n').map((line) => line.trim());
    const commands = examples.filter((line) => line.startsWith(`npm run ${command} `));
    expect(commands.length, usage).toBeGreaterThan(0);
    for (const example of commands) {
      if (inDocuments.has(example) || runsElsewhere(example)) continue;
      const { code, output } = await paste(example, folder, { NUM_RUNS: '1' });
      expect(code, `${example}\n${output}`).toBe(0);
      expect(output.trim()).not.toBe('');
    }
  });
}

test('faults --list names every fault that --fault takes, with what it does', async () => {
  const { code, output } = await run('faults', ['--list', '--faults']);
  expect(code).toBe(0);
  expect(output).toMatch(/^favorite-toggles +\S.*$/m);
  expect(output.trim().split('\n')).toHaveLength(faults.length);
});
