#!/usr/bin/env node
/** `npm run openapi [-- FILE]`: writes the contract as one OpenAPI file, in versions 3.1 and 3.0. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { asOpenApi30, olderBeside, portableContract, projectRoot } from '../schemas/contract.ts';
import { exampleExchanges } from './openapi/exchanges.ts';
import { command } from './output.ts';

const USAGE = `npm run openapi [-- FILE]
  writes the contract as one OpenAPI 3.1 file (default: dist/openapi.json), and as OpenAPI 3.0 beside it`;

await command(USAGE, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const file = resolve(positionals[0] ?? join(projectRoot, 'dist/openapi.json'));
  const document = portableContract(await exampleExchanges());
  for (const [path, content] of [
    [file, document],
    [olderBeside(file), asOpenApi30(document)],
  ] as const) {
    writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);
    console.log(path);
  }
  return 0;
});
