/** `goal-conformance openapi [FILE]`: the contract as one OpenAPI file, which was written when the package was made. */
import { copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { olderBeside, projectRoot, SettingsError } from '../../schemas/contract.ts';
import { command } from '../output.ts';

const USAGE = `npm run openapi [-- FILE]
  writes the contract as one OpenAPI 3.1 file (default: openapi.json), and as OpenAPI 3.0 beside it; both must be new`;

await command(USAGE, () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const packed = join(projectRoot, 'dist/openapi.json');
  const file = resolve(positionals[0] ?? 'openapi.json');
  const copies = [[packed, file] as const, [olderBeside(packed), olderBeside(file)] as const];
  for (const [from, to] of copies) {
    if (!existsSync(from))
      throw new SettingsError(`openapi: the package has no ${from}. Install it again; in a clone run npm run openapi.`);
    if (existsSync(to)) throw new SettingsError(`${to}: exists already, and is not written over. Name a new file.`);
  }
  for (const [from, to] of copies) {
    copyFileSync(from, to);
    console.log(to);
  }
  return 0;
});
