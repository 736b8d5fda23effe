/** `goal-conformance openapi [FILE]`: the contract as one OpenAPI file, which was bundled when the package was made. */
import { copyFileSync, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot, SettingsError } from '../../schemas/contract.ts';
import { command } from '../output.ts';

const USAGE = `npm run openapi [-- FILE]
  writes the contract as one OpenAPI 3.1 file (default: openapi.json, which must be new)`;

await command(USAGE, () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const bundled = join(projectRoot, 'dist/openapi.json');
  const file = resolve(positionals[0] ?? 'openapi.json');
  if (!existsSync(bundled))
    throw new SettingsError(
      `openapi: the package has no ${bundled}. Install it again; in a clone run npm run openapi.`,
    );
  if (existsSync(file)) throw new SettingsError(`${file}: exists already, and is not written over. Name a new file.`);
  copyFileSync(bundled, file);
  console.log(file);
  return 0;
});
