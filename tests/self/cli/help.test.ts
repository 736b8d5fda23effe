/** Every command says how it is used, and takes no option that it does not know. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectRoot } from '../../../schemas/contract.ts';
import { run } from './command.ts';

const commands = readdirSync(join(projectRoot, 'bin'))
  .map((name) => name.replace('.ts', ''))
  .filter((name) => name !== 'output');

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
